/* SPDX-License-Identifier: GPL-2.0-only */
/* A stretch of a recording's time as options give it: "START,STOP" in seconds. */
#ifndef PERF_UTIL_TIME_RANGE_H
#define PERF_UTIL_TIME_RANGE_H

#include "types.h"

struct time_range {
	u64 start, stop; /* ns; @stop itself is outside */
};

#define TIME_RANGE_ALL ((struct time_range){ 0, UINT64_MAX })

/*
 * Reads @text: START and STOP in seconds with up to nine decimals, as reports
 * print times; either may be left out ("4.5,", ",5"). 0, or -EINVAL if it is
 * not such, or stops before it starts.
 */
int time_range__parse(struct time_range *range, const char *text);

static inline bool time_range__has(const struct time_range *range, u64 time)
{
	return time >= range->start && time < range->stop;
}

static inline bool time_range__is_all(const struct time_range *range)
{
	return !range->start && range->stop == UINT64_MAX;
}

#endif
