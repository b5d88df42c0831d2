/* SPDX-License-Identifier: GPL-2.0-only */
/* All that a recording's header and feature sections tell, gathered to be shown. */
#ifndef PERF_UTIL_HEADER_INFO_H
#define PERF_UTIL_HEADER_INFO_H

#include <time.h>

#include "feature.h"

struct perf_session;

struct header_info {
	time_t captured; /* when the file was written last */
	bool pipe;	 /* a stream, which has none of the following three */
	u64 data_offset, data_size, feat_offset;
	struct feature features[HEADER_LAST_FEATURE]; /* .id is 0 where it is missing */
	u64 damaged; /* bit n: feature n is there, but not readable */
};

/*
 * Reads all feature sections of @session: of a stream those that came so far,
 * so process it before. 0 or -ENOMEM; call header_info__exit() in any case.
 */
int header_info__read(struct header_info *info, const struct perf_session *session);
void header_info__exit(struct header_info *info);

#endif
