/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The recorder: opens events, moves what the kernel's buffers get to a file or
 * a stream, and ends it well. Both `perf record` and `perf kvm stat record`
 * fill a struct record_opts and call it.
 */
#ifndef PERF_UTIL_RECORD_H
#define PERF_UTIL_RECORD_H

#include <time.h>

#include "util/err.h"
#include "util/evlist.h"
#include "util/opening/target.h"

#define RECORD_DEFAULT_PAGES 1024
#define RECORD_DEFAULT_FREQ  4000

/* Do the samples come from tracefs's buffers, see trace-buffer.h? */
enum ftrace_use {
	FTRACE_NO,
	FTRACE_AUTO, /* if they can be had so, else from perf's own */
	FTRACE_YES,
};

struct record_opts {
	struct target target;
	const char *const *command; /* to be started and watched, NULL at the end; NULL: none */
	const char *const *argv;    /* our own words, for the recording to tell */
	const char *output;	    /* "-": a stream to standard output */
	size_t mmap_pages;	    /* of each CPU's buffer, a power of two; 0: the default */
	u64 period, freq;	    /* for events that do not say; 0: not told */
	bool callchain;
	bool no_inherit; /* not the threads that the watched ones start */
	bool no_build_ids;
	bool no_mmaps; /* nothing of the memory of processes: no symbols are looked for */
	enum ftrace_use ftrace;
	bool use_clockid;
	clockid_t clockid;
	int compress_level; /* 0: not */
	u64 max_size;	    /* bytes, at which the recording ends; 0: none */
	u64 delay_ms, timeout_ms;

	/* What to tell the user without ending; one line without a newline. */
	void (*warn)(void *ctx, const char *line);
	void *warn_ctx;
};

struct record_result {
	struct perf_err err;  /* the cause, if the recorder failed */
	bool usage;	      /* it is the options that are wrong */
	bool command_started; /* and ended, with this status: */
	int command_status;
	u64 bytes;			      /* written, all in all */
	u64 bytes_original, bytes_compressed; /* of what was compressed; 0 without */
	u64 nr_wakeups;
	u64 nr_samples, nr_lost; /* samples written and lost; nr_samples 0 if not known */
	size_t mmap_pages;	 /* of each buffer */
	bool ftrace;		 /* they were tracefs's */
};

/*
 * Records what @evlist (events as parse_events() left them) says; what an
 * event's samples hold is chosen here unless its attr.sample_type says it
 * already, in which IDENTIFIER, TID and TIME must be. 0, or a
 * negative errno with result->err told; what was written up to then can be read
 * even so, if result->bytes is not 0.
 */
int perf_record(struct evlist *evlist, const struct record_opts *opts,
		struct record_result *result);

#endif
