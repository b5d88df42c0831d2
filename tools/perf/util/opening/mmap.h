/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kernel's ring buffers: one a CPU, into which the first event there is
 * mapped and all others of that CPU are redirected.
 *
 * Records are read where they lie. The buffer's end cuts a reading, and
 * perhaps one of its records, in two.
 */
#ifndef PERF_UTIL_MMAP_H
#define PERF_UTIL_MMAP_H

#include <poll.h>
#include <sys/uio.h>

#include "util/evlist.h"

struct perf_mmap {
	void *base; /* the control page, then the data */
	u8 *data;
	size_t size; /* of the data, bytes: a power of two */
	int fd;	     /* of the event that is mapped; not owned */
	int cpu;
	u64 start, end; /* of the current reading, in bytes since the buffer was made */
};

struct perf_mmaps {
	struct perf_mmap *maps;
	unsigned int nr;
	size_t pages; /* of data, in each */
	/* What to poll, for records and for the threads' end: the fds of the first event. */
	struct pollfd *pollfds;
	unsigned int nr_pollfds;
};

/*
 * Maps a buffer of @pages (a power of two) for each CPU on which the opened
 * events of @evlist are, directs the events there into it, so that a poll
 * wakes when half of one is full. 0 or a negative errno with nothing mapped;
 * call perf_mmaps__exit() after success.
 */
int perf_mmaps__init(struct perf_mmaps *mmaps, const struct evlist *evlist, size_t pages);
void perf_mmaps__exit(struct perf_mmaps *mmaps);

/*
 * Waits for records or for @other to become readable, at most @timeout_ms.
 * Threads that have ended are dropped from what is waited for; returns how
 * many are left, or a negative errno.
 */
int perf_mmaps__poll(struct perf_mmaps *mmaps, int other, int timeout_ms);

/*
 * Begins a reading: everything that is there by now. The pieces go to @iov;
 * returns how many, 0 to 2. The memory stays untouched until
 * perf_mmap__consume(), which gives it back to the kernel.
 */
int perf_mmap__read(struct perf_mmap *map, struct iovec iov[2]);
void perf_mmap__consume(struct perf_mmap *map);

/* The same of the first @len bytes of a reading, which goes on behind them: they are position 0. */
void perf_mmap__consume_first(struct perf_mmap *map, size_t len);

/* How many bytes the current reading has. */
static inline size_t perf_mmap__len(const struct perf_mmap *map)
{
	return (size_t)(map->end - map->start);
}

/*
 * The next record of a reading: *@pos is 0 at first, and goes on from record
 * to record. A record that is cut is put together in @scratch, of
 * PERF_MMAP_SCRATCH bytes. NULL at the end, or where no record can be.
 */
#define PERF_MMAP_SCRATCH 65536
const struct perf_event_header *perf_mmap__next(const struct perf_mmap *map, size_t *pos,
						u8 *scratch);

/* Asks the kernel for the ids of all fds, and gives them to their events. 0 or a negative errno. */
int evlist__collect_ids(struct evlist *evlist);

#endif
