// SPDX-License-Identifier: GPL-2.0-only
/* MSR accesses, by number and direction: from kvm_msr to the next of the exit, or the entry. */
#include <inttypes.h>
#include <stdio.h>

#include "event-sets.h"

enum { FIELD_ECX, FIELD_WRITE };

static int on_msr(struct kvm_analysis *kvm, const struct kvm_binding *binding,
		  struct kvm_thread *thread, const struct perf_sample *sample)
{
	struct kvm_key key = {
		.code = kvm_binding__value(binding, FIELD_ECX, sample),
		.kind = (u32)kvm_binding__value(binding, FIELD_WRITE, sample),
	};

	return kvm_access__begin(kvm, thread, &key, sample->time);
}

static int bind(struct kvm_analysis *kvm, const char *name, struct tep_event *event,
		struct kvm_binding *binding)
{
	if (kvm_access__bind(kvm, name, event, binding) || strcmp(name, "kvm:kvm_msr"))
		return 0;
	kvm_bind_field(binding, FIELD_ECX, event, "ecx");
	kvm_bind_field(binding, FIELD_WRITE, event, "write");
	binding->handle = binding->field[FIELD_ECX].size ? on_msr : NULL;
	return 0;
}

static const char *missing(const struct kvm_arch *arch, bool (*has)(void *ctx, const char *name),
			   void *ctx)
{
	return has(ctx, "kvm:kvm_msr") ? kvm_missing_entry(arch, has, ctx) : "kvm:kvm_msr";
}

static const char *key_name(const struct kvm_analysis *kvm, const struct kvm_key *key, char *buf,
			    size_t size)
{
	(void)kvm;
	snprintf(buf, size, "0x%" PRIx64 ":%c", key->code, key->kind ? 'W' : 'R');
	return buf;
}

const struct kvm_event_ops kvm_events_msr = {
	.name = "msr",
	.heading = "MSR Access",
	.bind = bind,
	.missing = missing,
	.key_name = key_name,
};
