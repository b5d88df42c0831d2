/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The bytes of a recording in order, as stretches that hold whole records: a
 * file is mapped window by window, all else is read into buffers. What a
 * stretch ends with but does not hold whole is seen again, whole, in the next.
 */
#ifndef PERF_UTIL_READER_H
#define PERF_UTIL_READER_H

#include "chunk.h"

struct reader {
	int fd;
	bool map;	     /* windows of a file rather than reads */
	u64 offset;	     /* of @end in the stream, in bytes from its start */
	u64 limit;	     /* where the stream's records end; UINT64_MAX: at its end */
	const u8 *pos, *end; /* the stretch that is there; the user moves @pos on */
	struct chunk *chunk; /* it lies in this one */
	struct chunk_account *account;
	bool at_end;
};

/* Reads @fd's bytes from @offset to @limit. The fd stays the caller's. */
void reader__init(struct reader *reader, int fd, bool map, u64 offset, u64 limit,
		  struct chunk_account *account);
void reader__exit(struct reader *reader);

/*
 * Makes at least @need bytes readable at @pos, more where that is cheap.
 * Returns 0; 1 if the stream ends before (what is left can still be read); or
 * a negative errno.
 */
int reader__more(struct reader *reader, size_t need);

/* Would reader__more() wait for a pipe's other end? */
bool reader__would_wait(const struct reader *reader, size_t need);

/* Passes over @size bytes, which need not be in memory. As reader__more(). */
int reader__skip(struct reader *reader, u64 size);

static inline size_t reader__avail(const struct reader *reader)
{
	return (size_t)(reader->end - reader->pos);
}

/* Where @pos is in the stream. */
static inline u64 reader__tell(const struct reader *reader)
{
	return reader->offset - reader__avail(reader);
}

#endif
