/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opening events over CPUs and threads, one fd each. What older kernels, some
 * PMUs and unprivileged users cannot have is left out of the attr, and the
 * open tried again, as long as the event means the same without it.
 */
#ifndef PERF_UTIL_EVSEL_OPEN_H
#define PERF_UTIL_EVSEL_OPEN_H

#include "util/evlist.h"
#include "util/evsel_ctl.h"
#include "target.h"

/*
 * Opens @evsel, whose group's leader is open already, on each CPU and thread
 * of @maps; a PMU with CPUs of its own counts on those of them. Threads that
 * have ended meanwhile are passed over, unless all have. evsel->attr is then
 * what the kernel took. 0 or a negative errno, with nothing left open.
 */
int evsel__open(struct evsel *evsel, const struct target_maps *maps);

/* Opens all; on failure *@failed is the event that it is about, and nothing is open. */
int evlist__open(struct evlist *evlist, const struct target_maps *maps, struct evsel **failed);

void evlist__close(struct evlist *evlist);

/* The fd for the @cpu-th CPU of ctl->cpus and the @thread-th thread; -1 if it is not open. */
static inline int evsel__fd(const struct evsel *evsel, unsigned int cpu, unsigned int thread)
{
	return evsel->ctl->fds[(size_t)cpu * evsel->ctl->nr_threads + thread];
}

/* Starts and stops what is open; a group goes with its leader. 0 or a negative errno. */
int evlist__enable(struct evlist *evlist);
int evsel__enable(const struct evsel *evsel);
int evlist__disable(struct evlist *evlist);

/* Sets the events' filters in the kernel; on failure *@failed is the event with the wrong one. */
int evlist__apply_filters(struct evlist *evlist, struct evsel **failed);

/*
 * evsel__open(), if need be of an event that says nearly the same: cycles become
 * cpu-clock for a sampled event; an unprivileged user's event is confined to user
 * space and gets ":u". @warn, unless NULL, is told of it when it has helped. 0 or
 * a negative errno.
 */
int evsel__open_or_fallback(struct evsel *evsel, const struct target_maps *maps,
			    void (*warn)(void *ctx, const char *line), void *ctx);

/* Lifts our limit of open files to what we may have at most. */
void raise_nofile(void);

#endif
