// SPDX-License-Identifier: GPL-2.0-only
/* Exits: from the exit event to the next entry, by exit reason. */
#include <errno.h>

#include "event-sets.h"
#include "names.h"

static int on_exit_event(struct kvm_analysis *kvm, const struct kvm_binding *binding,
			 struct kvm_thread *thread, const struct perf_sample *sample)
{
	struct kvm_key key = { 0, 0 };

	kvm_exit_values__read(&thread->exit, kvm, binding, sample);
	if (unlikely(kvm->arch->exit_key(&thread->exit, &key)))
		return perf_err__set(
			kvm->err, -ENODATA,
			"tells neither by kvm_exit's field 'isa' nor by a CPUID whether it is of an Intel or an AMD machine, so its exit reasons have no names");
	kvm_thread__open(thread, &key, sample->time);
	return 0;
}

static int on_child(struct kvm_analysis *kvm, const struct kvm_binding *binding,
		    struct kvm_thread *thread, const struct perf_sample *sample)
{
	u64 code = kvm_binding__value(binding, 0, sample);

	(void)kvm;
	if (thread->open) {
		thread->key.kind = binding->child->kind;
		thread->key.code = binding->child->code ? binding->child->code(code) : code;
	}
	return 0;
}

static int on_entry(struct kvm_analysis *kvm, const struct kvm_binding *binding,
		    struct kvm_thread *thread, const struct perf_sample *sample)
{
	(void)binding;
	if (likely(thread->open))
		return kvm_thread__close(kvm, thread, sample->time);
	/* A thread's first entry has no exit to go with, and a dropped one's is gone. */
	if (thread->began && !thread->after_drop)
		thread->nr_unpaired++;
	thread->began = true;
	thread->after_drop = false;
	return 0;
}

static int bind(struct kvm_analysis *kvm, const char *name, struct tep_event *event,
		struct kvm_binding *binding)
{
	if (kvm_bind_exit(kvm->arch, name, event, binding)) {
		binding->handle = on_exit_event;
		return kvm_need_exit_field(kvm, binding);
	}
	if (kvm_bind_entry(kvm->arch, name, event, binding)) {
		binding->handle = on_entry;
		return 0;
	}
	if (kvm_bind_child(kvm->arch, name, event, binding))
		binding->handle = on_child;
	return 0;
}

static const char *key_name(const struct kvm_analysis *kvm, const struct kvm_key *key, char *buf,
			    size_t size)
{
	return kvm_exit_name(kvm->arch, kvm->tep, key, buf, size);
}

const struct kvm_event_ops kvm_events_vmexit = {
	.name = "vmexit",
	.heading = "VM-EXIT",
	.bind = bind,
	.missing = kvm_missing_exit_or_entry,
	.key_name = key_name,
	.is_exits = true,
};
