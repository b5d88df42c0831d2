// SPDX-License-Identifier: GPL-2.0-only
/*
 * Port accesses, by port and direction: from kvm_pio to the next access of the
 * exit, the entry, or kvm_io_done where a kernel has that. A port read is
 * traced when its data have arrived, so its time does not hold the VMM's work.
 */
#include <inttypes.h>
#include <stdio.h>

#include "event-sets.h"

enum { FIELD_PORT, FIELD_RW };

static int on_pio(struct kvm_analysis *kvm, const struct kvm_binding *binding,
		  struct kvm_thread *thread, const struct perf_sample *sample)
{
	struct kvm_key key = {
		.code = kvm_binding__value(binding, FIELD_PORT, sample),
		.kind = (u32)kvm_binding__value(binding, FIELD_RW, sample),
	};

	return kvm_access__begin(kvm, thread, &key, sample->time);
}

static int bind(struct kvm_analysis *kvm, const char *name, struct tep_event *event,
		struct kvm_binding *binding)
{
	if (kvm_access__bind(kvm, name, event, binding))
		return 0;
	if (!strcmp(name, "kvm:kvm_pio")) {
		kvm_bind_field(binding, FIELD_PORT, event, "port");
		kvm_bind_field(binding, FIELD_RW, event, "rw");
		binding->handle = binding->field[FIELD_PORT].size ? on_pio : NULL;
	} else if (!strcmp(name, "kvm:kvm_io_done")) {
		binding->handle = kvm_access__on_end;
	}
	return 0;
}

static const char *missing(const struct kvm_arch *arch, bool (*has)(void *ctx, const char *name),
			   void *ctx)
{
	if (!has(ctx, "kvm:kvm_pio"))
		return "kvm:kvm_pio";
	return has(ctx, "kvm:kvm_io_done") ? NULL : kvm_missing_entry(arch, has, ctx);
}

static const char *key_name(const struct kvm_analysis *kvm, const struct kvm_key *key, char *buf,
			    size_t size)
{
	(void)kvm;
	snprintf(buf, size, "0x%" PRIx64 ":%s", key->code, key->kind ? "POUT" : "PIN");
	return buf;
}

const struct kvm_event_ops kvm_events_ioport = {
	.name = "ioport",
	.heading = "IO Port Access",
	.bind = bind,
	.missing = missing,
	.key_name = key_name,
};
