// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "vcpu-id.h"

/* The number at @p, if nothing but @suffix follows it. */
static u32 number(const char *p, const char *suffix)
{
	u32 n = 0;
	int digits;

	for (digits = 0; *p >= '0' && *p <= '9'; digits++, p++) {
		if (digits == 6)
			return KVM_VCPU_UNKNOWN;
		n = n * 10 + (u32)(*p - '0');
	}
	return digits && !strcmp(p, suffix) ? n : KVM_VCPU_UNKNOWN;
}

u32 kvm_vcpu_id__from_comm(const char *comm)
{
	static const struct {
		const char *prefix, *suffix;
	} forms[] = {
		{ "CPU ", "/KVM" }, { "CPU ", "/TCG" }, { "kvm-vcpu-", "" },
		{ "fc_vcpu ", "" }, { "fc_vcpu", "" },	{ "crosvm_vcpu", "" },
		{ "vcpu-", "" },    { "vcpu ", "" },	{ "vcpu", "" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(forms); i++) {
		size_t len = strlen(forms[i].prefix);
		u32 n;

		if (strncmp(comm, forms[i].prefix, len))
			continue;
		n = number(comm + len, forms[i].suffix);
		if (n != KVM_VCPU_UNKNOWN)
			return n;
	}
	return KVM_VCPU_UNKNOWN;
}

static int by_pid_tid(const void *a, const void *b)
{
	const struct kvm_thread *x = *(struct kvm_thread *const *)a;
	const struct kvm_thread *y = *(struct kvm_thread *const *)b;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	return x->tid < y->tid ? -1 : x->tid > y->tid;
}

int kvm_threads__list(const struct kvm_analysis *kvm, struct kvm_thread ***out, u32 **out_ids)
{
	struct kvm_thread **threads = calloc(kvm->nr_threads + 1, sizeof(*threads));
	u32 *ids = calloc(kvm->nr_threads + 1, sizeof(*ids)), order = 0;
	size_t nr = 0, i;

	if (!threads || !ids) {
		free(threads);
		free(ids);
		return -ENOMEM;
	}
	for (i = 0; i < kvm->nr_slots; i++) {
		if (kvm->slots[i])
			threads[nr++] = kvm->slots[i];
	}
	qsort(threads, nr, sizeof(*threads), by_pid_tid);
	for (i = 0; i < nr; i++) {
		order = i && threads[i]->pid == threads[i - 1]->pid ? order + 1 : 0;
		ids[i] = threads[i]->vcpu_id;
		if (ids[i] == KVM_VCPU_UNKNOWN)
			ids[i] = kvm_vcpu_id__from_comm(threads[i]->comm);
		if (ids[i] == KVM_VCPU_UNKNOWN)
			ids[i] = order;
	}
	*out = threads;
	*out_ids = ids;
	return 0;
}

u32 kvm_thread__vcpu_id(const struct kvm_analysis *kvm, const struct kvm_thread *thread)
{
	u32 id = thread->vcpu_id;
	size_t i;

	if (id == KVM_VCPU_UNKNOWN)
		id = kvm_vcpu_id__from_comm(thread->comm);
	if (id != KVM_VCPU_UNKNOWN)
		return id;
	for (i = 0, id = 0; i < kvm->nr_slots; i++) {
		const struct kvm_thread *other = kvm->slots[i];

		if (other && other->pid == thread->pid && other->tid < thread->tid)
			id++;
	}
	return id;
}
