// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "event-sets.h"

static const struct kvm_event_ops *const sets[] = {
	&kvm_events_vmexit,
	&kvm_events_mmio,
	&kvm_events_ioport,
	&kvm_events_msr,
	&kvm_events_hcall,
	&kvm_events_vcpu,
	NULL,
};

const struct kvm_event_ops *const *kvm_event_ops__all(void)
{
	return sets;
}

const struct kvm_event_ops *kvm_event_ops__find(const char *name)
{
	const struct kvm_event_ops *const *set;

	for (set = sets; *set; set++) {
		if (!strcmp((*set)->name, name))
			return *set;
	}
	return NULL;
}

int kvm_access__begin(struct kvm_analysis *kvm, struct kvm_thread *thread,
		      const struct kvm_key *key, u64 time)
{
	int err = 0;

	if (thread->open)
		err = kvm_thread__close(kvm, thread, time);
	kvm_thread__open(thread, key, time);
	return err;
}

void kvm_access__exit(struct kvm_thread *thread, u64 time)
{
	if (unlikely(thread->open))
		kvm_thread__unpaired(thread);
	kvm_pending__forget(thread);
	thread->open = false;
	thread->after_drop = false;
	thread->has_mark = true;
	thread->mark = time;
}

int kvm_access__end(struct kvm_analysis *kvm, struct kvm_thread *thread, u64 time)
{
	int err = 0;

	if (thread->open)
		err = kvm_thread__close(kvm, thread, time);
	kvm_pending__forget(thread);
	thread->has_mark = false;
	thread->after_drop = false;
	return err;
}

int kvm_access__on_exit(struct kvm_analysis *kvm, const struct kvm_binding *binding,
			struct kvm_thread *thread, const struct perf_sample *sample)
{
	(void)kvm;
	(void)binding;
	kvm_access__exit(thread, sample->time);
	return 0;
}

int kvm_access__on_end(struct kvm_analysis *kvm, const struct kvm_binding *binding,
		       struct kvm_thread *thread, const struct perf_sample *sample)
{
	(void)binding;
	return kvm_access__end(kvm, thread, sample->time);
}

bool kvm_access__bind(struct kvm_analysis *kvm, const char *name, struct tep_event *event,
		      struct kvm_binding *binding)
{
	if (kvm_bind_exit(kvm->arch, name, event, binding))
		binding->handle = kvm_access__on_exit;
	else if (kvm_bind_entry(kvm->arch, name, event, binding))
		binding->handle = kvm_access__on_end;
	return binding->handle;
}
