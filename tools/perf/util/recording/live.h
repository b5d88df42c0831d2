/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events while they happen: opens them, and hands what the kernel's buffers get
 * to a tool, in order of time, without a file between. To the tool it looks
 * like a recording that is being read.
 *
 * Order across CPUs: a reading takes what is in all buffers, but holds back what
 * happened within the last moments, since an older record may be on its way into
 * a buffer that was looked at before. One that comes later still is delivered
 * all the same, and counted.
 */
#ifndef PERF_UTIL_LIVE_H
#define PERF_UTIL_LIVE_H

#include "live-merge.h"
#include "record.h"
#include "util/reading/session.h"
#include "util/opening/workload.h"

struct perf_live {
	struct record_opts opts;
	/* Its events, formats, machine and figures are those of here and now. */
	struct perf_session session;
	struct evsel *tracking; /* the event that tells of threads */
	struct target_maps maps;
	struct perf_mmaps mmaps;
	size_t mmap_pages;
	struct live_merge merge;
	u64 upto; /* ns: what happened up to then has been delivered, but for late ones */
	struct workload child;
	bool child_started;
	int child_status; /* its exit status, once child.pid is 0 */
};

/* Before events are added to live->session.evlist, as parse_events() does. */
void perf_live__init(struct perf_live *live);

/*
 * Opens the events as @opts say: whom to watch, the buffers' size, and the command
 * to start, whose output goes to standard error. An event's attr.sample_type must
 * hold IDENTIFIER, TID, TIME and CPU, if it is set already. 0, or a negative errno
 * with the cause in @err. Call perf_live__close() in any case.
 */
int perf_live__open(struct perf_live *live, const struct record_opts *opts, struct perf_err *err);

/*
 * Tells @tool, which gets everything from then on, of the threads that are there
 * already, and starts the events and the command. 0 or a negative errno with
 * the cause in @err.
 */
int perf_live__start(struct perf_live *live, struct perf_tool *tool, struct perf_err *err);

/* As perf_mmaps__poll(). */
int perf_live__wait(struct perf_live *live, int other, int timeout_ms);

/*
 * Delivers what is there; at the @end, with the events stopped, all of it. 0 or
 * what the tool returned.
 */
int perf_live__read(struct perf_live *live, bool end);

/* After a SIGCHLD: has the command ended? With @block set, waits until it has. */
bool perf_live__reap(struct perf_live *live, bool block);

void perf_live__close(struct perf_live *live);

/* Bytes that the buffers take, all together. */
size_t perf_live__buffer_size(const struct perf_live *live);

#endif
