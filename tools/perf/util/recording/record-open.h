/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds whom to record, and opens the events there. */
#ifndef PERF_UTIL_RECORD_OPEN_H
#define PERF_UTIL_RECORD_OPEN_H

#include "record.h"

/*
 * Opens the events of @evlist, and applies their filters, on the CPUs and
 * threads of @target, which go to @maps. 0, or a negative errno, told, with
 * nothing left open; @maps is to be given back in any case.
 */
int record__open(struct evlist *evlist, const struct target *target, const struct record_opts *opts,
		 struct target_maps *maps, struct perf_err *err);

/*
 * Appends to @maps the threads that have inherited the events since they were
 * opened: to be called when the kernel tells of any further one. 0 or -ENOMEM.
 */
int record__follow(const struct record_opts *opts, struct target_maps *maps);

#endif
