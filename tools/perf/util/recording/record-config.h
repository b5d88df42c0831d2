/* SPDX-License-Identifier: GPL-2.0-only */
/* From the user's options to the attrs of the events. */
#ifndef PERF_UTIL_RECORD_CONFIG_H
#define PERF_UTIL_RECORD_CONFIG_H

#include "record.h"

/*
 * Completes the attrs of @evlist, and appends the event that counts nothing but
 * tells of threads and their memory: *@tracking. 0 or -ENOMEM.
 */
int record__config(struct evlist *evlist, const struct record_opts *opts, struct evsel **tracking);

/* Do the events start with the command, when it has become itself? */
static inline bool record__enable_on_exec(const struct record_opts *opts)
{
	return opts->command && target__none(&opts->target) && !opts->delay_ms &&
	       opts->ftrace == FTRACE_NO;
}

#endif
