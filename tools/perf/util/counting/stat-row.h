/* SPDX-License-Identifier: GPL-2.0-only */
/* What `perf stat` tells of one event, for all or for one CPU or thread: a line of its output. */
#ifndef PERF_UTIL_STAT_ROW_H
#define PERF_UTIL_STAT_ROW_H

#include "stat.h"

enum stat_state {
	STAT_COUNTED,
	STAT_NOT_COUNTED, /* it never got a counter, or nothing ran */
	STAT_NOT_SUPPORTED,
};

/* What follows from a count and others, such as "0.013 CPUs utilized". */
struct stat_metric {
	bool there; /* this event has such a figure */
	double value;
	const char *format; /* of the value for people; NULL: it could not be computed */
	char unit[32];
};

struct stat_row {
	enum stat_aggr aggr;
	int cpu;	  /* with STAT_PER_CPU */
	int tid;	  /* with STAT_PER_THREAD … */
	const char *comm; /* … and its name, as /proc tells it */
	const char *event;
	const char *unit; /* "" if there is none */
	bool fraction;	  /* the unit makes fractions of the count meaningful */
	enum stat_state state;
	double value;	 /* in @unit */
	double noise;	 /* standard error over the runs, in percent */
	double ena, run; /* ns */
	struct stat_metric metric;
};

/*
 * Calls @print for each row, event by event, in the order of the user's words.
 * @elapsed_ns is the time that the counts are of. Events of one name that a
 * pattern found on several PMUs of one kind are one row.
 */
void stat_rows(const struct stat_run *run, double elapsed_ns,
	       void (*print)(const struct stat_row *row, void *data), void *data);

/* stat-metric.c: the figure for the @unit-th unit of @evsel, whose own count is @value. */
void stat_metric(const struct stat_run *run, const struct evsel *evsel, unsigned int unit,
		 double value, double elapsed_ns, struct stat_metric *metric);

/* Is it one of the clocks, which are counted in ns and told in ms? */
bool evsel__is_clock(const struct evsel *evsel);

#endif
