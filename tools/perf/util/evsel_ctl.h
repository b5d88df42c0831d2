/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What an event has beside its attr when it is to be opened here and now, as
 * against one that a recording tells of: the user's wishes, and the open fds.
 */
#ifndef PERF_UTIL_EVSEL_CTL_H
#define PERF_UTIL_EVSEL_CTL_H

#include "cpumap.h"
#include "evsel.h"

struct evsel_ctl {
	/* What the user asked for. */
	struct cpu_map own_cpus; /* the CPUs that the PMU counts on; empty: any */
	char *unit;		 /* of the count times @scale; NULL: a plain number */
	double scale;
	bool sample_read; /* :S, a sample of the leader carries the group's counts */
	bool precise_max; /* :P, as precise as the hardware can */
	bool exclude_GH;  /* guest or host were named */
	bool weak;	  /* :W, the group may be split up */
	bool more;	  /* the same pattern gave the event before it, too */

	/* What evsel__open() made of it. */
	struct cpu_map cpus; /* -1: any */
	unsigned int nr_threads;
	int *fds; /* of each CPU, one for each thread; -1: not open. NULL: the event isn't */
};

/* The event's struct, made if it has none yet; NULL when out of memory. */
struct evsel_ctl *evsel__ctl(struct evsel *evsel);

void evsel_ctl__close(struct evsel_ctl *ctl);

/* The same, and frees it. */
void evsel_ctl__free(struct evsel_ctl *ctl);

#endif
