/* SPDX-License-Identifier: GPL-2.0-only */
/* The time of a record, for the loops that ask for it once or twice per record. */
#ifndef PERF_UTIL_RECORD_TIME_H
#define PERF_UTIL_RECORD_TIME_H

#include <linux/perf_event.h>

#include "util/event.h"
#include "util/evlist.h"

struct time_source {
	const struct evlist *evlist;
	bool swap;
	u8 sample_time; /* where all samples have their time; 0: ask each one's event */
	u8 sample_id;	/* and their id */
};

/* To be called whenever events were added. */
static inline void time_source__update(struct time_source *src)
{
	const struct evsel *first = evlist__first(src->evlist);

	src->sample_time = first && src->evlist->same_layout ? first->layout.time : 0;
	src->sample_id = first && src->evlist->same_layout ? first->layout.id : 0;
}

/* For records that record_time() does not settle at once. */
u64 record_time__slow(const struct time_source *src, const struct perf_event_header *event,
		      u32 type, size_t size);

/*
 * The time of a record of @size bytes that are all there: 0 for one without, in
 * which case it does not wait for its turn but is delivered as it is read.
 * @swap is src->swap, for loops that are compiled for each byte order.
 */
static inline u64 record_time(const struct time_source *src, const struct perf_event_header *event,
			      u32 type, size_t size, bool swap)
{
	u8 at = src->sample_time;

	if (likely(type == PERF_RECORD_SAMPLE && at && at + 8u <= size))
		return get_u64((const u8 *)event + at, swap);
	return record_time__slow(src, event, type, size);
}

/* Whose sample this is, of a record as above, if the id stands at the same place in all. */
static inline const struct id_slot *record_slot(const struct time_source *src,
						const struct perf_event_header *event, u32 type,
						size_t size, bool swap)
{
	u8 at = src->sample_id;

	if (likely(type == PERF_RECORD_SAMPLE && at && at + 8u <= size))
		return evlist__find_id(src->evlist, get_u64((const u8 *)event + at, swap));
	return NULL;
}

#endif
