/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Puts records in order of time. A recording is a set of runs that are sorted
 * already, one per CPU buffer and round; they are merged by a heap of their
 * heads, so that no event is ever copied, queued or sorted by itself. Records
 * of equal time keep the order in which they stand in the recording.
 */
#ifndef PERF_UTIL_RUNS_H
#define PERF_UTIL_RUNS_H

#include "batch.h"
#include "record-time.h"

struct run {
	const u8 *pos, *end;
	const u8 *dropped; /* up to here the memory has been given back */
	struct chunk *chunk;
};

/* The head of a run, in the heap. */
struct run_head {
	u64 time; /* of the record at run->pos */
	u64 seq;  /* the order of runs in the recording */
	struct run *run;
};

struct runs {
	struct run_head *heap; /* the earliest first */
	size_t nr, max;
	u64 next_seq;
	u64 last_time;		      /* of the record that was delivered last */
	u64 nr_late;		      /* records that came when later ones had been delivered */
	struct chunk_account account; /* of the chunks that runs lie in */
	struct time_source times;
	struct batch_queue *out; /* where records go, in order */
};

/* Takes the records from @pos to @end, sorted by time, @time the first's. 0 or -ENOMEM. */
int runs__add(struct runs *runs, const u8 *pos, const u8 *end, u64 time, struct chunk *chunk);

/*
 * Hands on, in order, all records up to and with time @limit. 0, or what a
 * delivery returned.
 */
int runs__flush(struct runs *runs, u64 limit);

void runs__exit(struct runs *runs);

#endif
