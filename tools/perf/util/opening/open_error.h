/* SPDX-License-Identifier: GPL-2.0-only */
/* Why the kernel refused an event or its buffer, and the command that mends it. */
#ifndef PERF_UTIL_OPEN_ERROR_H
#define PERF_UTIL_OPEN_ERROR_H

#include "util/evsel.h"
#include "target.h"

/* The value of the sysctl kernel.perf_event_paranoid; 2, its default, if it cannot be read. */
int perf_event_paranoid(void);

/*
 * One line for what evsel__open() returned for @evsel and @target, without a
 * newline, such as "cycles: not supported by this machine's hardware".
 */
void evsel__open_strerror(const struct evsel *evsel, const struct target *target, int err,
			  char *msg, size_t size);

/* The same for evlist__apply_filters(). */
void evsel__filter_strerror(const struct evsel *evsel, int err, char *msg, size_t size);

/* The same for the mmap() of a ring buffer of @pages pages beside its first. */
void perf_mmap__strerror(size_t pages, int err, char *msg, size_t size);

#endif
