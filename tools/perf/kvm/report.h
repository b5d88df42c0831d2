/* SPDX-License-Identifier: GPL-2.0-only */
/* The rows of an analysis at some moment: one a key, merged over the vCPUs asked for, sorted. */
#ifndef PERF_KVM_REPORT_H
#define PERF_KVM_REPORT_H

#include <bsd/sys/tree.h>

#include "analysis.h"
#include "util/intlist.h"

struct kvm_row {
	RB_ENTRY(kvm_row) node;
	struct kvm_key key;
	struct kvm_stats stats;
	char *name; /* as recorded: not safe to print as it is */
	const struct kvm_sort_key *sort;
};

RB_HEAD(kvm_row_tree, kvm_row);

struct kvm_sort_key {
	const char *name; /* "sample" */
	/* <0 if @a comes first; rows that compare equal come in order of name. */
	int (*cmp)(const struct kvm_row *a, const struct kvm_row *b);
	const char *help;
};

/* The sort key called @name, or NULL; and all of them, a NULL name at the end. */
const struct kvm_sort_key *kvm_sort_key__find(const char *name);
const struct kvm_sort_key *kvm_sort_keys(void);

/* What is asked for; an empty list asks for all. */
struct kvm_filter {
	struct intlist pids, vcpus;
};

struct kvm_report {
	struct kvm_row_tree rows;
	size_t nr_rows;
	struct kvm_stats total;
	u64 nr_unpaired, nr_dropped, nr_backward; /* of the threads that the filter lets through */
	size_t nr_threads;			  /* that the filter lets through */
};

/* Merges what the filter lets through. 0 or -ENOMEM. */
int kvm_report__build(struct kvm_report *report, const struct kvm_analysis *kvm,
		      const struct kvm_filter *filter, const struct kvm_sort_key *sort);
void kvm_report__exit(struct kvm_report *report);

struct kvm_row *kvm_report__first(const struct kvm_report *report);
struct kvm_row *kvm_report__next(struct kvm_row *row);

#endif
