/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the recorder's records go: through the compression, if asked for, to
 * the writer of the file; and what is learned of them on the way.
 */
#ifndef PERF_UTIL_RECORD_OUTPUT_H
#define PERF_UTIL_RECORD_OUTPUT_H

#include "deflate.h"
#include "header-write.h"
#include "util/opening/mmap.h"
#include "record.h"

/* A reading that went to the file without having been looked into. */
struct unseen {
	u64 offset;
	size_t len;
};

struct record_output {
	const char *path; /* as the user named it; "-" */
	int fd;
	struct perf_writer writer;
	struct deflate deflate;
	bool compress;
	const struct evlist *evlist;
	struct unseen *unseen; /* of each buffer, the last one */
	unsigned int nr_unseen;
	u8 *scratch;
	u64 first_sample, last_sample; /* ns */
	u64 lost;		       /* as LOST records say, those that were seen */
	bool begun;		       /* the file has a header */
	bool full;		       /* nothing more can be written */
	/* Told each record of the kernel's buffers before it is written; 0 or -ENOMEM. NULL:
	 * nobody. */
	int (*heard)(void *ctx, const struct perf_event_header *header);
	void *heard_ctx;
};

/*
 * Opens the output (an existing file is renamed to FILE.old) and writes what
 * stands before the records. 0, or a negative errno with @err told.
 */
int record_output__open(struct record_output *out, const struct record_opts *opts,
			const struct feature_env *env, const struct perf_mmaps *mmaps,
			struct perf_err *err);

/* Writes @size bytes of whole records as they are. 0, or a negative errno with @err told. */
int record_output__records(struct record_output *out, const void *records, size_t size,
			   struct perf_err *err);

/*
 * The same of samples that were made of other records; they are compressed, if
 * that is asked for.
 */
int record_output__made(struct record_output *out, const void *records, size_t size,
			struct perf_err *err);

/* That there are samples from @first to @last, ns; 0: none. */
void record_output__note_times(struct record_output *out, u64 first, u64 last);

/*
 * Writes what the @i-th buffer has, and gives the buffer back. Returns the
 * bytes that there were, or a negative errno with @err told.
 */
ssize_t record_output__drain(struct record_output *out, struct perf_mmaps *mmaps, unsigned int i,
			     bool last, struct perf_err *err);

/* Tells the file how far it goes by now. */
int record_output__checkpoint(struct record_output *out, struct perf_err *err);

/* Completes the file; @env is filled with what only the whole recording tells. */
int record_output__finish(struct record_output *out, struct feature_env *env, struct perf_err *err);
void record_output__exit(struct record_output *out);

#endif
