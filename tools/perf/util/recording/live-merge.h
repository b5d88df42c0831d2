/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The ring buffers of all CPUs as one stream in order of time. Records are
 * merged and delivered where they lie, and given back to the kernel after:
 * nothing is copied but a record that the buffer's end cuts in two.
 */
#ifndef PERF_UTIL_LIVE_MERGE_H
#define PERF_UTIL_LIVE_MERGE_H

#include "util/reading/batch.h"
#include "util/opening/mmap.h"
#include "util/reading/record-time.h"

/* One CPU's buffer, while it is read. */
struct live_buffer {
	struct perf_mmap *map;
	const struct perf_event_header *event; /* comes next; NULL: none in this reading */
	u64 time;			       /* of @event, never before the one in front of it */
	size_t at, next; /* where @event lies in the reading, and what follows it */
	u8 *scratch;
};

struct live_merge {
	struct live_buffer *buffers;
	struct live_buffer **heap; /* those that have a record, the earliest first */
	unsigned int nr, nr_heap;
	struct time_source times;
	struct batch *batch;
	int (*deliver)(void *ctx, const struct batch *batch);
	void *ctx;

	u64 last_time; /* up to which records have been delivered, ns */
	u64 nr_late;   /* records that came when later ones had been delivered */
};

/* 0 or -ENOMEM. @deliver gets the records; they are gone when it returns. */
int live_merge__init(struct live_merge *merge, struct perf_mmaps *mmaps,
		     const struct evlist *evlist,
		     int (*deliver)(void *ctx, const struct batch *batch), void *ctx);
void live_merge__exit(struct live_merge *merge);

/* Begins a reading of every buffer: what is there by now. True if one is half full or more. */
bool live_merge__read(struct live_merge *merge);

/*
 * Delivers of that what is not later than @limit; the rest stays in its buffer
 * and is read again next time. 0, or what @deliver returned.
 */
int live_merge__flush(struct live_merge *merge, u64 limit);

#endif
