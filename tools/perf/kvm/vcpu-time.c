// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "vcpu-id.h"
#include "vcpu-time.h"

const char *kvm_vcpu_state_name(enum kvm_vcpu_state state, bool has_vmm)
{
	static const char *const names[KVM_NR_STATES] = {
		[KVM_STATE_GUEST] = "guest",
		[KVM_STATE_KERNEL] = "kernel",
		[KVM_STATE_VMM] = "vmm",
		[KVM_STATE_HALTED] = "halted",
		[KVM_STATE_PREEMPTED] = "preempted",
		[KVM_STATE_BLOCKED] = "blocked",
		[KVM_STATE_UNKNOWN] = "unknown",
	};

	return state == KVM_STATE_KERNEL && !has_vmm ? "kernel+vmm" : names[state];
}

static void add(struct kvm_vcpu_row *sum, const struct kvm_vcpu_row *row)
{
	unsigned int i;

	sum->observed += row->observed;
	for (i = 0; i < KVM_NR_STATES; i++)
		sum->ns[i] += row->ns[i];
}

static void fill(struct kvm_vcpu_row *row, const struct kvm_thread *thread, u32 id,
		 enum kvm_part part)
{
	const struct kvm_vcpu_time *t = thread->times;
	unsigned int i;

	*row = (struct kvm_vcpu_row){
		.pid = thread->pid, .tid = thread->tid, .vcpu_id = id, .comm = thread->comm
	};
	if (!t)
		return;
	if (part == KVM_OPEN) {
		row->observed = t->last - t->first;
		memcpy(row->ns, t->ns, sizeof(row->ns));
		return;
	}
	memcpy(row->ns, part == KVM_LAST ? t->interval : t->whole, sizeof(row->ns));
	for (i = 0; i < KVM_NR_STATES; i++)
		row->observed += row->ns[i];
}

/* The threads' rows come by pid: whenever it changes, the sum of the VM before is due. */
static void add_rows(struct kvm_vcpu_report *report, struct kvm_thread *const *threads,
		     const u32 *ids, size_t nr, const struct kvm_query *query)
{
	struct kvm_vcpu_row total = {
		.pid = (u32)-1, .tid = (u32)-1, .vcpu_id = (u32)-1, .comm = ""
	};
	struct kvm_vcpu_row vm = total, row;
	size_t i;

	for (i = 0; i < nr; i++) {
		if (!kvm_filter__allows(&query->filter, threads[i], ids[i]))
			continue;
		report->nr_threads++;
		report->nr_backward += threads[i]->nr_backward;
		fill(&row, threads[i], ids[i], query->part);
		if (query->part == KVM_LAST && !row.observed)
			continue;
		if (vm.pid != row.pid) {
			if (vm.pid != (u32)-1)
				report->rows[report->nr_rows++] = vm;
			vm = (struct kvm_vcpu_row){
				.pid = row.pid, .tid = (u32)-1, .vcpu_id = (u32)-1, .comm = ""
			};
		}
		report->rows[report->nr_rows++] = row;
		add(&vm, &row);
		add(&total, &row);
	}
	if (vm.pid != (u32)-1)
		report->rows[report->nr_rows++] = vm;
	report->rows[report->nr_rows++] = total;
}

int kvm_vcpu_report__build(struct kvm_vcpu_report *report, const struct kvm_analysis *kvm,
			   const struct kvm_query *query)
{
	struct kvm_thread **threads;
	u32 *ids;

	memset(report, 0, sizeof(*report));
	report->has_vmm = kvm->has_userspace_exit;
	report->has_scheduler = kvm->has_sched_switch;
	if (kvm_threads__list(kvm, &threads, &ids))
		return -ENOMEM;
	report->rows = calloc(2 * kvm->nr_threads + 1, sizeof(*report->rows));
	if (report->rows)
		add_rows(report, threads, ids, kvm->nr_threads, query);
	free(threads);
	free(ids);
	return report->rows ? 0 : -ENOMEM;
}

void kvm_vcpu_report__exit(struct kvm_vcpu_report *report)
{
	free(report->rows);
	*report = (struct kvm_vcpu_report){ 0 };
}

bool kvm_vcpu_report__has(const struct kvm_vcpu_report *report, enum kvm_vcpu_state state)
{
	if (state == KVM_STATE_VMM)
		return report->has_vmm;
	if (state == KVM_STATE_PREEMPTED || state == KVM_STATE_BLOCKED)
		return report->has_scheduler;
	return true;
}
