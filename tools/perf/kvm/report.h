/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of an analysis at some moment: one a key, or one a key and group of
 * vCPUs, merged over the vCPUs asked for, sorted.
 */
#ifndef PERF_KVM_REPORT_H
#define PERF_KVM_REPORT_H

#include "analysis.h"
#include "util/intlist.h"

/* What tells the groups apart; 0: all vCPUs are one group. */
enum kvm_by {
	KVM_BY_VM = 1,
	KVM_BY_VCPU = 2, /* with KVM_BY_VM: a vCPU is one VM's */
	KVM_BY_TID = 4,	 /* with the other two */
};

/* What is asked for: all of these have to fit. An empty list or a NULL asks for all. */
struct kvm_filter {
	struct intlist pids, tids, vcpus;
	const char *comm; /* a pattern for the VM's name or the thread's */
	const char *name; /* a pattern for keys' names */
};

/* Percentiles that rows come with, in tenths of a percent. */
enum { KVM_P50, KVM_P90, KVM_P99, KVM_P999, KVM_NR_PERCENTILES };

/* The vCPU threads whose spans are merged. */
struct kvm_group {
	u32 pid, vcpu, tid; /* of its threads, as far as kvm_query's @by tells them apart; else 0 */
	const char *vm_name;	   /* as recorded; "" where not known */
	u64 first_time, last_time; /* of the threads' kvm events, ns */
	struct kvm_table table;
};

struct kvm_row {
	const struct kvm_report *report;
	const struct kvm_group *group;
	struct kvm_key key;
	struct kvm_stats stats;		    /* the histogram is the group's */
	char *name;			    /* as recorded: not safe to print as it is */
	u64 percentile[KVM_NR_PERCENTILES]; /* ns; 0 without a histogram */
};

/*
 * In which order rows come: <0 if @a comes first, by @ctx. Rows that compare
 * equal come in order of name, then of group.
 */
struct kvm_order {
	int (*cmp)(const struct kvm_row *a, const struct kvm_row *b, const void *ctx);
	const void *ctx;
};

/* Of which time, where kvm_analysis__keep() has closed intervals. */
enum kvm_part {
	KVM_OPEN, /* since then */
	KVM_LAST, /* the interval that was closed last */
	KVM_WHOLE,
};

struct kvm_query {
	struct kvm_filter filter;
	unsigned int by; /* enum kvm_by */
	u64 interval;	 /* ns that the rows are of; 0: the span observed */
	struct kvm_order order;
	enum kvm_part part;
};

/* Rows point into it: it stays where it was built. */
struct kvm_report {
	struct kvm_row *rows; /* sorted */
	size_t nr_rows;
	struct kvm_group *groups; /* in order of pid; at least one if there is a thread */
	size_t nr_groups;
	unsigned int by; /* as asked for */
	u64 interval;
	u64 from, to; /* ns: the interval that the rows are of, for who prints it; 0: all */
	struct kvm_stats total;			  /* of the rows */
	struct kvm_stats idle;			  /* what was left out as idle */
	u64 nr_unpaired, nr_dropped, nr_backward; /* of the threads that the filter lets through */
	u64 first_time, last_time;		  /* of these threads' kvm events, ns */
	size_t nr_threads;			  /* that the filter lets through */
	size_t nr_hidden;			  /* rows whose names the filter leaves out */
};

/* Merges what the filter lets through. 0 or -ENOMEM. */
int kvm_report__build(struct kvm_report *report, const struct kvm_analysis *kvm,
		      const struct kvm_query *query);
void kvm_report__exit(struct kvm_report *report);

/* Does the filter let @thread, which is vCPU @vcpu, through? */
bool kvm_filter__allows(const struct kvm_filter *filter, const struct kvm_thread *thread, u32 vcpu);
void kvm_filter__exit(struct kvm_filter *filter);

/* Spans per second of the time observed of the row's vCPUs; 0 where that is 0. */
double kvm_row__rate(const struct kvm_row *row);

#define kvm_report__for_each_row(report, row) \
	for ((row) = (report)->rows; (row) < (report)->rows + (report)->nr_rows; (row)++)

#endif
