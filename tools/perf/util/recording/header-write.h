/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes a recording: a perf.data file, or a pipe-mode stream.
 *
 * A file that is never finished can still be read. Everything but the records
 * is known when the recording begins, so it stands in front of them:
 *
 *	file header, ids, attrs,
 *	feature sections, a copy of their table	  <- the header's third section points here
 *	records
 *	the table of the features		  <- where every perf looks for it
 *
 * Each piece of records is written with the table behind it, and the next
 * piece goes over that table. After each round of the buffers the header is
 * told the new size. A killed recorder therefore leaves a file whose header is
 * right up to the last round; only if it was killed in the middle of a round is
 * the table behind the records lost, and then the copy is as good. The same
 * goes for a file whose tail was cut off.
 *
 * Behind the copy there is room for one entry more (the samples' times, known
 * in the end). Until the file is finished the header's third section holds this
 * room, too: by that a reader sees that it was not.
 */
#ifndef PERF_UTIL_HEADER_WRITE_H
#define PERF_UTIL_HEADER_WRITE_H

#include <sys/uio.h>

#include "feature-write.h"

struct perf_writer {
	int fd; /* not owned */
	bool pipe;
	u64 data_offset; /* where the records begin */
	u64 pos;	 /* where the next ones go */
	u64 bytes;	 /* written so far, all in all */
	u64 table_offset;
	u64 attrs_offset, attrs_size;
	u64 features; /* bit n: feature n is there */
	bool finished;
	struct perf_file_section sections[HEADER_LAST_FEATURE];
	struct buf table; /* as it stands behind the records */
	struct buf head;  /* what comes before the records, until it is written */
};

/*
 * Puts together what stands before the records; nothing is written yet.
 * 0, -ENOMEM, or what feature__write() says of the tracepoints' formats.
 */
int perf_writer__init(struct perf_writer *w, int fd, bool pipe, const struct feature_env *env);

/* Writes it. 0 or a negative errno. */
int perf_writer__begin(struct perf_writer *w);

/*
 * Writes records, at most PERF_WRITER_IOVS pieces. 0, or a negative errno:
 * *@written says how many bytes of them are there all the same, and so much of
 * it as the caller wants (whole records) may be kept by perf_writer__keep().
 */
#define PERF_WRITER_IOVS 4
int perf_writer__write(struct perf_writer *w, const struct iovec *iov, int nr, size_t *written);
int perf_writer__keep(struct perf_writer *w, size_t size);

/* Bytes that must be free behind what is kept, of what was written. */
static inline size_t perf_writer__reserve(const struct perf_writer *w)
{
	return w->table.len + sizeof(struct perf_file_section); /* for the sample times */
}

/* Tells the file's header how far the records go by now. 0 or a negative errno. */
int perf_writer__checkpoint(struct perf_writer *w);

/* The last checkpoint; adds what is known only now: sample times, compression ratio. */
int perf_writer__finish(struct perf_writer *w, const struct feature_env *env);

void perf_writer__exit(struct perf_writer *w);

#endif
