/* SPDX-License-Identifier: GPL-2.0-only */
/* How many records a recording lost, and of how many. */
#ifndef PERF_UTIL_RECORD_LOST_H
#define PERF_UTIL_RECORD_LOST_H

#include "record-output.h"

/*
 * Asks the kernel what each event lost, and writes LOST_SAMPLES records of it;
 * with @sums_only, where nothing more can be written, only fills @result. 0 or
 * a negative errno, told.
 */
int record_lost__tell(const struct evlist *evlist, struct record_output *out,
		      struct record_result *result, bool sums_only);

#endif
