/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recordings that the tests make byte by byte, in either byte order, and a tool
 * that keeps what a session hands out of them.
 */
#ifndef PERF_TESTS_RECORDING_H
#define PERF_TESTS_RECORDING_H

#include "util/reading/session.h"

struct rec {
	u8 *data;
	size_t size, max;
	bool swap; /* write in the byte order that is not ours */
};

void rec__exit(struct rec *rec);

void rec__bytes(struct rec *rec, const void *p, size_t size);
void rec__zeros(struct rec *rec, size_t size);
void rec__u8(struct rec *rec, u8 v);
void rec__u16(struct rec *rec, u16 v);
void rec__u32(struct rec *rec, u32 v);
void rec__u64(struct rec *rec, u64 v);
void rec__set_u64(struct rec *rec, size_t at, u64 v);

/* A record: what is written between the two is its payload. */
size_t rec__begin(struct rec *rec, u32 type, u16 misc);
void rec__end(struct rec *rec, size_t begin);

/* An attr of @size bytes, at least 64: the kernel's layout, written out field by field. */
struct rec_attr {
	u32 type;
	u64 config, sample_type, read_format;
	bool sample_id_all;
};
void rec__attr(struct rec *rec, const struct rec_attr *attr, u32 size);

void rec__pipe_header(struct rec *rec);
void rec__header_attr(struct rec *rec, const struct rec_attr *attr, const u64 *ids, size_t nr);

/*
 * A file's header for events of one attr, with one id each from @first_id on; the
 * data begin at the end of what is written then. rec__end_data() completes it,
 * without features.
 */
void rec__file_header(struct rec *rec, const struct rec_attr *attr, unsigned int nr, u64 first_id);
void rec__end_data(struct rec *rec);

/* Samples of IDENTIFIER | TID | TIME | CPU, and COMM records with their trailer. */
#define REC_SAMPLE_TYPE \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU)
void rec__sample(struct rec *rec, u64 id, u32 tid, u64 time, u32 cpu);
void rec__comm(struct rec *rec, u64 id, u32 tid, u64 time, const char *comm);

/* What a session handed out. */
struct seen_sample {
	u64 time, id;
	u32 tid, cpu;
};

struct seen {
	struct perf_tool tool;
	struct seen_sample *samples;
	size_t nr_samples, nr_comms, nr_lost, nr_forks, nr_exits, nr_mmaps;
	bool keep_comms; /* as samples whose cpu is the number that they are called */
	int fail_at; /* the callback of sample number fail_at - 1 returns -ECANCELED; 0: none does */
};

void seen__exit(struct seen *seen);

/*
 * Opens @rec's first @size bytes as a file or, with @pipe, by a pipe, and
 * processes all. What the session's stats were goes to @stats if not NULL.
 */
int rec__process(const struct rec *rec, size_t size, bool pipe, struct seen *seen,
		 struct perf_err *err, struct session_stats *stats);
int rec__process_path(const char *path, struct seen *seen, struct perf_err *err,
		      struct session_stats *stats);

/* Numbers that are the same in each run: xorshift. */
static inline u64 rec_random(u64 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

#endif
