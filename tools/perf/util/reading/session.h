/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A recording that is being read: opens it, tells what its header says, and
 * replays its records to a tool, in order of time, in memory that does not grow
 * with the recording.
 */
#ifndef PERF_UTIL_SESSION_H
#define PERF_UTIL_SESSION_H

#include "env.h"
#include "header.h"
#include "inflate.h"
#include "util/machine.h"
#include "reader.h"
#include "runs.h"
#include "util/tool.h"
#include "util/format/trace-event.h"

struct session_stats {
	u64 nr_samples;
	u64 nr_records;	     /* of every kind, as they were read */
	u64 nr_unknown_id;   /* samples of no event that the recording has */
	u64 nr_bad_samples;  /* samples that are too short for what they should hold */
	u64 nr_unknown_type; /* records of a kind that is not known here */
	u64 lost;	     /* sum of what LOST records tell */
	u64 lost_samples;    /* sum of what LOST_SAMPLES records tell */
};

/* One file of a recording, or the pipe. */
struct stream {
	struct reader reader;
	struct inflate inflate;
	u64 last_time; /* of the records read so far */
	bool done;
};

/* A feature that came in a stream, kept for whoever asks. */
struct stream_feature {
	u8 *section; /* followed by a NUL byte */
	size_t size;
};

struct perf_session {
	struct perf_data data;
	struct perf_header header;
	struct evlist evlist;
	struct perf_env env;
	struct trace_event formats; /* the recording's, or those of --formats */
	struct machine machine;
	struct session_stats stats;
	struct stream_feature features[HEADER_LAST_FEATURE]; /* pipe mode */

	bool formats_borrowed; /* the formats are not its own */
	bool features_cut;     /* the file ends within its feature sections */

	/* While records are processed: */
	struct stream *streams; /* the file with the header, then a directory's others */
	unsigned int nr_streams;
	struct runs runs;
	struct perf_tool *tool;
	u64 round_max, last_round_max; /* latest time seen so far, and when the last round ended */
	struct batch_queue batches;    /* from the reader to the tool */
	struct perf_err read_err;      /* what the reader could not read */
};

/*
 * Opens @path ("-": standard input) and reads its header; see perf_data__open().
 * 0, or a negative errno with the cause in @err. After an error nothing need be
 * closed.
 */
int perf_session__open(struct perf_session *session, const char *path, bool force,
		       struct perf_err *err);
void perf_session__close(struct perf_session *session);

/*
 * Replays all records to @tool. 0; a negative errno where the recording is
 * damaged or cut off, with the cause in @err: all that stands before the damage
 * has been replayed then; or what a callback returned.
 */
int perf_session__process_events(struct perf_session *session, struct perf_tool *tool,
				 struct perf_err *err);

/* Is all there that a file's header promises? 0, or -ENODATA with what is missing in @err. */
int perf_session__check_whole(const struct perf_session *session, struct perf_err *err);

/*
 * A feature's section, from the header or, in pipe mode, as far as it has been
 * read; see perf_header__read_feature().
 */
int perf_session__read_feature(const struct perf_session *session, int feat, u8 **section,
			       size_t *size);

/* Takes tracing data from elsewhere for a recording that has none. @blob as trace_event__parse(). */
int perf_session__set_formats(struct perf_session *session, u8 *blob, size_t size,
			      struct perf_err *err);

/* The lost events: LOST and LOST_SAMPLES tell the same loss twice. */
static inline u64 perf_session__lost(const struct perf_session *session)
{
	const struct session_stats *s = &session->stats;

	return s->lost > s->lost_samples ? s->lost : s->lost_samples;
}

/* The name of a tracepoint's event as "system:name", or evsel__name(). Cheap, not per event. */
const char *perf_session__event_name(struct perf_session *session, struct evsel *evsel, char *buf,
				     size_t size);

#endif
