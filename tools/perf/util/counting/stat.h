/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counting events: `perf stat` fills a struct stat_opts, and each run leaves
 * the counts in the events' struct evsel_stat.
 */
#ifndef PERF_UTIL_STAT_H
#define PERF_UTIL_STAT_H

#include <sys/resource.h>

#include "util/err.h"
#include "util/evlist.h"
#include "mean.h"
#include "util/opening/target.h"

/* For whom a figure is told apart. */
enum stat_aggr {
	STAT_GLOBAL,
	STAT_PER_CPU,
	STAT_PER_THREAD,
};

struct stat_opts {
	struct target target;
	const char *const *command; /* NULL: none, end on a signal or when all threads have */
	enum stat_aggr aggr;
	s64 delay_ms;	    /* count only so long after the start; negative: never */
	u64 interval_ms;    /* 0: one result at the end */
	u64 interval_count; /* end after so many intervals; 0: don't */
	u64 timeout_ms;	    /* end the command after so long; 0: don't */
	bool no_inherit;
	bool all_user, all_kernel;
	bool no_scale;	   /* show what was counted, not what would have been without sharing */
	bool sync;	   /* write out what the file systems hold before each run */
	int command_flags; /* of workload__prepare() */

	/* Told of what is worth knowing, one line; of counts at each interval's end. */
	void (*warn)(void *ctx, const char *line);
	void (*tick)(void *ctx, u64 since_start_ns, u64 interval_ns);
	void *ctx;
};

/* What a counter's fd says: read_format TOTAL_TIME_ENABLED | TOTAL_TIME_RUNNING. */
struct counter {
	u64 val;
	u64 ena, run; /* ns */
};

/* The figures of one CPU, thread, or of all: means over the runs. */
struct stat_unit {
	struct mean val, ena, run; /* val is scaled to the whole enabled time */
};

struct evsel_stat {
	bool supported;
	struct cpu_map cpus; /* what it is counted on, -1: any */
	unsigned int nr_units;
	struct stat_unit *units; /* one for each of @cpus or of the threads, or a single one */
	struct counter *last;	 /* what each fd said when it was last read */
	size_t nr_fds;
};

static inline struct evsel_stat *evsel__stat(const struct evsel *evsel)
{
	return evsel->priv;
}

struct stat_run {
	struct evlist *evlist;
	const struct stat_opts *opts;
	struct target_maps maps; /* of the last run */
	struct mean elapsed;	 /* ns, of a run */
	/* Of the last run. */
	struct rusage usage; /* the command's */
	bool command_started;
	int command_status; /* its exit status, or 128 and the signal that ended it */
	int command_signal; /* 0: none */
	bool timed_out;
	bool ended_command; /* because its time was over */
	bool interrupted;   /* by a signal to us */
	struct perf_err err;
};

/* @opts and @evlist must outlive @run. 0 or -ENOMEM; call stat_run__exit() after success. */
int stat_run__init(struct stat_run *run, struct evlist *evlist, const struct stat_opts *opts);
void stat_run__exit(struct stat_run *run);

/*
 * Opens the events, counts while the command runs or until a signal, and adds
 * the counts to those of the runs before. 0, or a negative errno with run->err
 * filled.
 */
int stat_run__once(struct stat_run *run);

/* Makes the units empty, as before the first run. */
void stat_run__forget(struct stat_run *run);

/* After intervals: makes the units hold what was counted from start to end. */
int stat_run__totals(struct stat_run *run);

/* stat-counts.c: the units of @evsel for what has been opened. 0 or -ENOMEM. */
int evsel_stat__prepare(struct evsel *evsel, const struct stat_run *run);
/*
 * Reads all counters. @interval: the units get what was counted since the last
 * reading, and forget what they held; else they get it all, as one more run.
 */
int stat_counts__read(struct stat_run *run, bool interval);
void evsel_stat__free(struct evsel *evsel);

#endif
