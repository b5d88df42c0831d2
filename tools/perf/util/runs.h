/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Puts records in order of time. A recording is a set of runs that are sorted
 * already, one per CPU buffer and round; they are merged by a heap of their
 * heads, so that no event is ever copied, queued or sorted by itself. Records
 * of equal time keep the order in which they stand in the recording.
 */
#ifndef PERF_UTIL_RUNS_H
#define PERF_UTIL_RUNS_H

#include <linux/perf_event.h>

#include "chunk.h"
#include "evlist.h"

struct run {
	u64 time; /* of the record at @pos */
	u64 seq;  /* the order of runs in the recording */
	const u8 *pos, *end;
	const u8 *dropped; /* up to here the memory has been given back */
	struct chunk *chunk;
};

struct runs {
	struct run *heap; /* the one with the earliest head first */
	size_t nr, max;
	u64 next_seq;
	u64 last_time;		      /* of the record that was delivered last */
	u64 nr_late;		      /* records that came when later ones had been delivered */
	struct chunk_account account; /* of the chunks that runs lie in */
	/* How to tell a record's time. */
	const struct evlist *evlist;
	bool swap;
};

/*
 * The time of a record of @size bytes that are all there: 0 for one without, in
 * which case it does not wait for its turn but is delivered as it is read.
 */
u64 record_time(const struct runs *runs, const struct perf_event_header *event, u32 type,
		size_t size);

/* Takes the records from @pos to @end, sorted by time, @time the first's. 0 or -ENOMEM. */
int runs__add(struct runs *runs, const u8 *pos, const u8 *end, u64 time, struct chunk *chunk);

/*
 * Delivers, in order, all records up to and with time @limit. Ends early with
 * @deliver's return value if that is not 0.
 */
int runs__flush(struct runs *runs, u64 limit,
		int (*deliver)(void *ctx, const struct perf_event_header *event), void *ctx);

void runs__exit(struct runs *runs);

#endif
