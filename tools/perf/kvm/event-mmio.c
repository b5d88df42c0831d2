// SPDX-License-Identifier: GPL-2.0-only
/*
 * MMIO accesses, by guest-physical address and direction. A write lasts from
 * its kvm_mmio to the next access or the entry; a read, which is traced when
 * its data are there, from the exit or the last access to its kvm_mmio. On
 * kernels with kvm_mmio_begin and kvm_io_done these say so themselves.
 */
#include <inttypes.h>
#include <stdio.h>

#include "event-sets.h"
#include "pending.h"

enum { MMIO_READ = 1, MMIO_WRITE = 2 }; /* kvm_mmio's field "type"; 0: unsatisfied read */

enum { FIELD_GPA, FIELD_TYPE, FIELD_RW };

static struct kvm_key mmio_key(const struct kvm_binding *binding, const struct perf_sample *sample)
{
	struct kvm_key key = { kvm_binding__value(binding, FIELD_GPA, sample), 0 };

	if (binding->field[FIELD_TYPE].size)
		key.kind = (u32)kvm_binding__value(binding, FIELD_TYPE, sample);
	else
		key.kind = kvm_binding__value(binding, FIELD_RW, sample) ? MMIO_WRITE : MMIO_READ;
	return key;
}

/* A write that is open ends here; the read begins where the last access did end. */
static int on_read(struct kvm_analysis *kvm, struct kvm_thread *thread, const struct kvm_key *key,
		   u64 time)
{
	struct kvm_pending *write = thread->open ? thread->pending : NULL;
	int err = 0;

	if (thread->open) {
		err = kvm_thread__close(kvm, thread, time);
		thread->mark = time;
		thread->has_mark = true;
	}
	if (err)
		return err;
	if (write) /* that the write may turn out to be dropped goes for the read too */
		kvm_pending__read(write, &(struct kvm_span){ .key = *key, .begin = time });
	else if (thread->has_mark)
		err = kvm_thread__count(kvm, thread, key, thread->mark, time);
	else if (thread->after_drop)
		thread->nr_dropped++;
	else
		thread->nr_unpaired++;
	thread->mark = time;
	thread->has_mark = true;
	return err;
}

static int on_mmio(struct kvm_analysis *kvm, const struct kvm_binding *binding,
		   struct kvm_thread *thread, const struct perf_sample *sample)
{
	struct kvm_key key = mmio_key(binding, sample);

	if (key.kind == MMIO_WRITE)
		return kvm_access__begin(kvm, thread, &key, sample->time);
	if (key.kind == MMIO_READ)
		return on_read(kvm, thread, &key, sample->time);
	return 0;
}

static int on_begin(struct kvm_analysis *kvm, const struct kvm_binding *binding,
		    struct kvm_thread *thread, const struct perf_sample *sample)
{
	struct kvm_key key = mmio_key(binding, sample);

	(void)kvm;
	kvm_thread__open(thread, &key, sample->time);
	return 0;
}

static int bind_mmio(struct kvm_binding *binding, struct tep_event *event, kvm_handler_t handle)
{
	kvm_bind_field(binding, FIELD_GPA, event, "gpa");
	kvm_bind_field(binding, FIELD_TYPE, event, "type");
	kvm_bind_field(binding, FIELD_RW, event, "rw");
	if (binding->field[FIELD_GPA].size)
		binding->handle = handle;
	return 0;
}

static int bind(struct kvm_analysis *kvm, const char *name, struct tep_event *event,
		struct kvm_binding *binding)
{
	if (kvm->use_begin_done) {
		if (!strcmp(name, "kvm:kvm_mmio_begin"))
			return bind_mmio(binding, event, on_begin);
		if (!strcmp(name, "kvm:kvm_io_done"))
			binding->handle = kvm_access__on_end;
		return 0;
	}
	if (!kvm_access__bind(kvm, name, event, binding) && !strcmp(name, "kvm:kvm_mmio"))
		return bind_mmio(binding, event, on_mmio);
	return 0;
}

static const char *missing(const struct kvm_arch *arch, bool (*has)(void *ctx, const char *name),
			   void *ctx)
{
	if (has(ctx, "kvm:kvm_mmio_begin") && has(ctx, "kvm:kvm_io_done"))
		return NULL;
	return has(ctx, "kvm:kvm_mmio") ? kvm_missing_exit_or_entry(arch, has, ctx)
					: "kvm:kvm_mmio";
}

static const char *key_name(const struct kvm_analysis *kvm, const struct kvm_key *key, char *buf,
			    size_t size)
{
	(void)kvm;
	snprintf(buf, size, "0x%" PRIx64 ":%c", key->code, key->kind == MMIO_WRITE ? 'W' : 'R');
	return buf;
}

const struct kvm_event_ops kvm_events_mmio = {
	.name = "mmio",
	.heading = "MMIO Access",
	.bind = bind,
	.missing = missing,
	.key_name = key_name,
};
