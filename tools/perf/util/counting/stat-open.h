/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_STAT_OPEN_H
#define PERF_UTIL_STAT_OPEN_H

#include "stat.h"

/*
 * Opens all events of @run on run->maps. Those that this machine lacks are left
 * closed and marked as not supported, with their group. 0, or a negative errno
 * with run->err filled.
 */
int stat_open(struct stat_run *run);

/* Do the events start by themselves when the command's exec is done? */
bool stat_enabled_by_exec(const struct stat_opts *opts);

#endif
