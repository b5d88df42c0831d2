// SPDX-License-Identifier: GPL-2.0-only
/* Hypervisor calls of powerpc guests: from kvm_hcall_enter to kvm_hcall_exit, by number. */
#include "arch/hcalls.h"
#include "event-sets.h"
#include "names.h"

#define ENTER "kvm_hv:kvm_hcall_enter"
#define LEAVE "kvm_hv:kvm_hcall_exit"

static int on_enter(struct kvm_analysis *kvm, const struct kvm_binding *binding,
		    struct kvm_thread *thread, const struct perf_sample *sample)
{
	struct kvm_key key = { kvm_binding__value(binding, 0, sample), 0 };

	(void)kvm;
	kvm_thread__open(thread, &key, sample->time);
	return 0;
}

static int on_leave(struct kvm_analysis *kvm, const struct kvm_binding *binding,
		    struct kvm_thread *thread, const struct perf_sample *sample)
{
	(void)binding;
	if (thread->open)
		return kvm_thread__close(kvm, thread, sample->time);
	if (!thread->after_drop)
		thread->nr_unpaired++;
	thread->after_drop = false;
	return 0;
}

/* Entries and exits of the guest make the thread known, with its vCPU id, and no more. */
static int on_other(struct kvm_analysis *kvm, const struct kvm_binding *binding,
		    struct kvm_thread *thread, const struct perf_sample *sample)
{
	(void)kvm;
	(void)binding;
	(void)thread;
	(void)sample;
	return 0;
}

static int bind(struct kvm_analysis *kvm, const char *name, struct tep_event *event,
		struct kvm_binding *binding)
{
	if (!strcmp(name, ENTER)) {
		kvm_bind_field(binding, 0, event, "req");
		binding->handle = binding->field[0].size ? on_enter : NULL;
	} else if (!strcmp(name, LEAVE)) {
		binding->handle = on_leave;
	} else if (kvm_bind_exit(kvm->arch, name, event, binding) ||
		   kvm_bind_entry(kvm->arch, name, event, binding)) {
		binding->handle = on_other;
	}
	if (binding->handle)
		kvm_bind_vcpu(kvm->arch, event, binding);
	return 0;
}

static const char *missing(const struct kvm_arch *arch, bool (*has)(void *ctx, const char *name),
			   void *ctx)
{
	(void)arch;
	return !has(ctx, ENTER) ? ENTER : !has(ctx, LEAVE) ? LEAVE : NULL;
}

static const char *key_name(const struct kvm_analysis *kvm, const struct kvm_key *key, char *buf,
			    size_t size)
{
	return kvm_kind_name(&kvm_hcall_kind, kvm->tep, key->code, buf, size);
}

const struct kvm_event_ops kvm_events_hcall = {
	.name = "hcall",
	.heading = "HCALL-EVENT",
	.bind = bind,
	.missing = missing,
	.key_name = key_name,
};
