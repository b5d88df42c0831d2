/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a session hands out while it reads: one callback a kind of record, any
 * of which may be NULL. A callback returns 0, or a negative errno that ends
 * the reading and is returned by perf_session__process_events().
 *
 * Samples and the kernel's records with a time come in order of time; records
 * without one come when they are read.
 */
#ifndef PERF_UTIL_TOOL_H
#define PERF_UTIL_TOOL_H

#include "sample.h"

/* Where and when a non-sample record happened: (u32)-1 and 0 where not recorded. */
struct record_id {
	u32 pid, tid, cpu;
	u64 time, id;
};

struct comm_event {
	struct record_id at;
	u32 pid, tid;
	const char *comm; /* NUL-terminated, as recorded: not safe to print as it is */
	bool exec;
};

struct task_event { /* FORK, EXIT */
	struct record_id at;
	u32 pid, ppid, tid, ptid;
	u64 time;
};

struct mmap_event { /* MMAP, MMAP2 */
	struct record_id at;
	u32 pid, tid;
	u64 start, len, pgoff;
	u32 prot; /* this and the next five are 0 where not recorded (MMAP) */
	u32 flags, maj, min;
	u64 ino, ino_generation;
	bool mmap2;
	u16 misc;
	const char *filename; /* NUL-terminated */
	const u8 *build_id;   /* NULL if the record has none */
	u8 build_id_size;
};

struct lost_event { /* LOST, LOST_SAMPLES */
	struct record_id at;
	u64 id;	  /* of the event that lost; 0 where not recorded */
	u64 lost; /* how many records */
};

struct perf_session;

struct perf_tool {
	int (*sample)(struct perf_tool *tool, struct perf_session *session,
		      const struct perf_sample *sample);
	int (*comm)(struct perf_tool *tool, struct perf_session *session,
		    const struct comm_event *event);
	int (*fork)(struct perf_tool *tool, struct perf_session *session,
		    const struct task_event *event);
	int (*exit)(struct perf_tool *tool, struct perf_session *session,
		    const struct task_event *event);
	int (*mmap)(struct perf_tool *tool, struct perf_session *session,
		    const struct mmap_event *event);
	int (*lost)(struct perf_tool *tool, struct perf_session *session,
		    const struct lost_event *event);
	int (*lost_samples)(struct perf_tool *tool, struct perf_session *session,
			    const struct lost_event *event);
	/*
	 * Every record, of whatever kind, before what else is called for it, and
	 * where in the recording it stands: for dumps. Those of perf's own kinds
	 * come when they are read.
	 */
	int (*record)(struct perf_tool *tool, struct perf_session *session,
		      const struct perf_event_header *event, u64 offset);
	/* Bytes of the recording read so far, after each block: for a progress bar. */
	void (*progress)(struct perf_tool *tool, u64 done, u64 total);
};

#endif
