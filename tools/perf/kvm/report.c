// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "report.h"
#include "vcpu-id.h"

static int descending(bool less, bool greater)
{
	return less ? 1 : greater ? -1 : 0;
}

#define CMP(fn, value)                                                        \
	static int cmp_##fn(const struct kvm_row *a, const struct kvm_row *b) \
	{                                                                     \
		return descending(a->value<b->value, a->value> b->value);     \
	}

CMP(count, stats.count)
CMP(sum, stats.sum)
CMP(min, stats.min)
CMP(max, stats.max)

/* As fractions: a/b < c/d where a·d < c·b; in long double, which is exact far enough. */
static int cmp_mean(const struct kvm_row *a, const struct kvm_row *b)
{
	long double x = (long double)a->stats.sum / a->stats.count;
	long double y = (long double)b->stats.sum / b->stats.count;

	return descending(x<y, x> y);
}

static int cmp_name(const struct kvm_row *a, const struct kvm_row *b)
{
	return strcmp(a->name, b->name);
}

static const struct kvm_sort_key sort_keys[] = {
	{ "sample", cmp_count, "number of spans" },
	{ "time", cmp_mean, "mean time" },
	{ "total_time", cmp_sum, "total time" },
	{ "min_t", cmp_min, "minimum time" },
	{ "max_t", cmp_max, "maximum time" },
	{ "mean_t", cmp_mean, "mean time" },
	{ "name", cmp_name, "name" },
	{ NULL, NULL, NULL },
};

const struct kvm_sort_key *kvm_sort_keys(void)
{
	return sort_keys;
}

const struct kvm_sort_key *kvm_sort_key__find(const char *name)
{
	const struct kvm_sort_key *key;

	for (key = sort_keys; key->name; key++) {
		if (!strcmp(key->name, name))
			return key;
	}
	return NULL;
}

/* Names need not differ where keys do: the key decides last, so that the order is one. */
static int row_cmp(struct kvm_row *a, struct kvm_row *b)
{
	int cmp = a->sort->cmp(a, b);

	if (!cmp)
		cmp = strcmp(a->name, b->name);
	if (!cmp && a->key.kind != b->key.kind)
		cmp = a->key.kind < b->key.kind ? -1 : 1;
	if (!cmp && a->key.code != b->key.code)
		cmp = a->key.code < b->key.code ? -1 : 1;
	return cmp;
}

/* Not all that is generated is used here. */
RB_GENERATE_INTERNAL(kvm_row_tree, kvm_row, node, row_cmp, __attribute__((unused)) static)

static int add_row(struct kvm_report *report, const struct kvm_analysis *kvm,
		   const struct kvm_entry *entry, const struct kvm_sort_key *sort)
{
	struct kvm_row *row = calloc(1, sizeof(*row));
	char name[512];

	if (!row)
		return -ENOMEM;
	row->key = entry->key;
	row->stats = entry->stats;
	row->sort = sort;
	row->name = strdup(kvm->ops->key_name(kvm, &entry->key, name, sizeof(name)));
	if (!row->name) {
		free(row);
		return -ENOMEM;
	}
	RB_INSERT(kvm_row_tree, &report->rows, row);
	report->nr_rows++;
	kvm_stats__merge(&report->total, &row->stats);
	return 0;
}

static int merge_threads(struct kvm_report *report, struct kvm_table *all,
			 const struct kvm_analysis *kvm, const struct kvm_filter *filter)
{
	struct kvm_thread **threads;
	size_t i;
	u32 *ids;
	int err;

	err = kvm_threads__list(kvm, &threads, &ids);
	if (err)
		return err;
	for (i = 0; !err && i < kvm->nr_threads; i++) {
		const struct kvm_thread *thread = threads[i];

		if (!intlist__allows(&filter->pids, thread->pid) ||
		    !intlist__allows(&filter->vcpus, ids[i]))
			continue;
		report->nr_threads++;
		report->nr_unpaired += thread->nr_unpaired;
		report->nr_dropped += thread->nr_dropped;
		report->nr_backward += thread->nr_backward;
		err = kvm_table__merge(all, &thread->table);
	}
	free(threads);
	free(ids);
	return err;
}

int kvm_report__build(struct kvm_report *report, const struct kvm_analysis *kvm,
		      const struct kvm_filter *filter, const struct kvm_sort_key *sort)
{
	struct kvm_table all = { 0 };
	size_t i;
	int err;

	memset(report, 0, sizeof(*report));
	RB_INIT(&report->rows);
	kvm_stats__init(&report->total);
	err = merge_threads(report, &all, kvm, filter);
	for (i = 0; !err && i < all.nr_slots; i++) {
		if (all.slots[i].stats.count)
			err = add_row(report, kvm, &all.slots[i], sort);
	}
	kvm_table__exit(&all);
	if (err)
		kvm_report__exit(report);
	return err;
}

void kvm_report__exit(struct kvm_report *report)
{
	struct kvm_row *row;

	while ((row = RB_ROOT(&report->rows))) {
		RB_REMOVE(kvm_row_tree, &report->rows, row);
		free(row->name);
		free(row);
	}
}

struct kvm_row *kvm_report__first(const struct kvm_report *report)
{
	return RB_MIN(kvm_row_tree, (struct kvm_row_tree *)(uintptr_t)&report->rows);
}

struct kvm_row *kvm_report__next(struct kvm_row *row)
{
	return RB_NEXT(kvm_row_tree, NULL, row);
}
