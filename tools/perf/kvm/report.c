// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>

#include "report.h"
#include "vcpu-id.h"

static const unsigned int permille[KVM_NR_PERCENTILES] = {
	[KVM_P50] = 500, [KVM_P90] = 900, [KVM_P99] = 990, [KVM_P999] = 999
};

static bool matches(const char *pattern, const char *text)
{
	return !fnmatch(pattern, text, 0);
}

bool kvm_filter__allows(const struct kvm_filter *filter, const struct kvm_thread *thread, u32 vcpu)
{
	return intlist__allows(&filter->pids, thread->pid) &&
	       intlist__allows(&filter->tids, thread->tid) &&
	       intlist__allows(&filter->vcpus, vcpu) &&
	       (!filter->comm || matches(filter->comm, thread->vm->comm) ||
		matches(filter->comm, thread->comm));
}

void kvm_filter__exit(struct kvm_filter *filter)
{
	intlist__exit(&filter->pids);
	intlist__exit(&filter->tids);
	intlist__exit(&filter->vcpus);
}

double kvm_row__rate(const struct kvm_row *row)
{
	const struct kvm_report *report = row->report;
	u64 ns = row->group->last_time - row->group->first_time;

	if (report->interval)
		ns = report->interval;
	else if (!report->by)
		ns = report->last_time - report->first_time;
	return ns ? (double)row->stats.count * 1e9 / (double)ns : 0.0;
}

static int compare(u64 a, u64 b)
{
	return a < b ? -1 : a > b;
}

/* Names need not differ where keys do: group and key decide last, so that the order is one. */
static int row_cmp(const void *x, const void *y, void *ctx)
{
	const struct kvm_row *a = x, *b = y;
	const struct kvm_order *order = ctx;
	int cmp = order->cmp ? order->cmp(a, b, order->ctx) : 0;

	if (!cmp)
		cmp = strcmp(a->name, b->name);
	if (!cmp)
		cmp = compare(a->group->pid, b->group->pid);
	if (!cmp)
		cmp = compare(a->group->vcpu, b->group->vcpu);
	if (!cmp)
		cmp = compare(a->group->tid, b->group->tid);
	if (!cmp)
		cmp = compare(a->key.kind, b->key.kind);
	return cmp ? cmp : compare(a->key.code, b->key.code);
}

/* Threads come in order of pid and vCPU, so the group is the last one if it is there. */
static struct kvm_group *find_group(struct kvm_report *report, unsigned int by,
				    const struct kvm_thread *thread, u32 vcpu)
{
	struct kvm_group *last = report->nr_groups ? &report->groups[report->nr_groups - 1] : NULL;

	if (!last || !by)
		return last;
	if (last->pid != thread->pid || (by & (KVM_BY_VCPU | KVM_BY_TID) && last->vcpu != vcpu) ||
	    (by & KVM_BY_TID && last->tid != thread->tid))
		return NULL;
	return last;
}

static struct kvm_group *new_group(struct kvm_report *report, unsigned int by,
				   const struct kvm_thread *thread, u32 vcpu, bool histograms)
{
	struct kvm_group *group = &report->groups[report->nr_groups++];

	*group = (struct kvm_group){ .vm_name = "",
				     .first_time = thread->first_time,
				     .last_time = thread->last_time,
				     .table.histograms = histograms };
	if (by) {
		group->pid = thread->pid;
		group->vm_name = thread->vm->comm;
	}
	if (by & (KVM_BY_VCPU | KVM_BY_TID))
		group->vcpu = vcpu;
	if (by & KVM_BY_TID)
		group->tid = thread->tid;
	return group;
}

static void stretch(u64 *first, u64 *last, const struct kvm_thread *thread)
{
	if (thread->first_time < *first)
		*first = thread->first_time;
	if (thread->last_time > *last)
		*last = thread->last_time;
}

static int merge_thread(struct kvm_report *report, const struct kvm_analysis *kvm,
			const struct kvm_query *query, const struct kvm_thread *thread, u32 vcpu)
{
	struct kvm_group *group = find_group(report, query->by, thread, vcpu);
	int err = 0;

	if (!group)
		group = new_group(report, query->by, thread, vcpu, kvm->histograms);
	if (!report->nr_threads++)
		report->first_time = thread->first_time;
	stretch(&report->first_time, &report->last_time, thread);
	stretch(&group->first_time, &group->last_time, thread);
	report->nr_unpaired += thread->nr_unpaired;
	report->nr_dropped += thread->nr_dropped;
	report->nr_backward += thread->nr_backward;
	if (thread->idle.count)
		kvm_stats__merge(&report->idle, &thread->idle);
	if (query->part == KVM_LAST)
		return kvm_table__merge(&group->table, &thread->last);
	if (query->part == KVM_WHOLE)
		err = kvm_table__merge(&group->table, &thread->whole);
	return err ? err : kvm_table__merge(&group->table, &thread->table);
}

struct member {
	const struct kvm_thread *thread;
	u32 vcpu;
};

static int member_cmp(const void *x, const void *y)
{
	const struct member *a = x, *b = y;
	int cmp = compare(a->thread->pid, b->thread->pid);

	if (!cmp)
		cmp = compare(a->vcpu, b->vcpu);
	return cmp ? cmp : compare(a->thread->tid, b->thread->tid);
}

/* All threads, in order of their groups; NULL: no memory. The caller frees it. */
static struct member *list_members(const struct kvm_analysis *kvm)
{
	struct member *members = calloc(kvm->nr_threads + 1, sizeof(*members));
	struct kvm_thread **threads;
	size_t i;
	u32 *ids;

	if (!members || kvm_threads__list(kvm, &threads, &ids)) {
		free(members);
		return NULL;
	}
	for (i = 0; i < kvm->nr_threads; i++)
		members[i] = (struct member){ threads[i], ids[i] };
	qsort(members, kvm->nr_threads, sizeof(*members), member_cmp);
	free(threads);
	free(ids);
	return members;
}

static int merge_threads(struct kvm_report *report, const struct kvm_analysis *kvm,
			 const struct kvm_query *query)
{
	struct member *members = list_members(kvm);
	size_t i;
	int err = 0;

	report->groups = calloc(kvm->nr_threads + 1, sizeof(*report->groups));
	if (!report->groups || !members)
		err = -ENOMEM;
	for (i = 0; !err && i < kvm->nr_threads; i++) {
		const struct member *m = &members[i];

		if (kvm_filter__allows(&query->filter, m->thread, m->vcpu))
			err = merge_thread(report, kvm, query, m->thread, m->vcpu);
	}
	/* Nobody is left out: events that are no thread's count too. */
	if (report->nr_threads && report->nr_threads == kvm->nr_threads) {
		report->first_time = kvm->first_time;
		report->last_time = kvm->last_time;
	}
	free(members);
	return err;
}

static int fill_percentiles(struct kvm_row *row)
{
	const struct kvm_stats *s = &row->stats;
	struct kvm_bucket *buckets;
	unsigned int p;

	if (!s->histogram)
		return 0;
	if (kvm_histogram__buckets(s->histogram, &buckets))
		return -ENOMEM;
	for (p = 0; p < KVM_NR_PERCENTILES; p++)
		row->percentile[p] = kvm_buckets__percentile(buckets, s->histogram->nr_used,
							     permille[p], s->min, s->max);
	free(buckets);
	return 0;
}

static int add_row(struct kvm_report *report, const struct kvm_analysis *kvm,
		   const struct kvm_group *group, const struct kvm_entry *entry,
		   const char *pattern)
{
	struct kvm_row *row = &report->rows[report->nr_rows];
	char buf[512];
	const char *name = kvm->ops->key_name(kvm, &entry->key, buf, sizeof(buf));

	if (pattern && !matches(pattern, name)) {
		report->nr_hidden++;
		return 0;
	}
	row->report = report;
	row->group = group;
	row->key = entry->key;
	row->stats = entry->stats;
	row->name = strdup(name);
	if (!row->name)
		return -ENOMEM;
	report->nr_rows++;
	kvm_stats__merge(&report->total, &row->stats);
	return fill_percentiles(row);
}

static int add_rows(struct kvm_report *report, const struct kvm_analysis *kvm, const char *pattern)
{
	size_t nr = 0, i, k;
	int err = 0;

	for (i = 0; i < report->nr_groups; i++)
		nr += report->groups[i].table.nr_used;
	report->rows = calloc(nr + 1, sizeof(*report->rows));
	if (!report->rows)
		return -ENOMEM;
	for (i = 0; i < report->nr_groups; i++) {
		const struct kvm_group *group = &report->groups[i];

		for (k = 0; !err && k < group->table.nr_slots; k++) {
			if (group->table.slots[k].stats.count)
				err = add_row(report, kvm, group, &group->table.slots[k], pattern);
		}
	}
	return err;
}

int kvm_report__build(struct kvm_report *report, const struct kvm_analysis *kvm,
		      const struct kvm_query *query)
{
	struct kvm_order order = query->order;
	int err;

	memset(report, 0, sizeof(*report));
	report->by = query->by;
	report->interval = query->interval;
	kvm_stats__init(&report->idle);
	kvm_stats__init(&report->total);
	err = merge_threads(report, kvm, query);
	if (!err)
		err = add_rows(report, kvm, query->filter.name);
	if (err) {
		kvm_report__exit(report);
		return err;
	}
	qsort_r(report->rows, report->nr_rows, sizeof(*report->rows), row_cmp, &order);
	return 0;
}

void kvm_report__exit(struct kvm_report *report)
{
	size_t i;

	for (i = 0; i < report->nr_rows; i++)
		free(report->rows[i].name);
	for (i = 0; i < report->nr_groups; i++)
		kvm_table__exit(&report->groups[i].table);
	free(report->rows);
	free(report->groups);
	memset(report, 0, sizeof(*report));
}
