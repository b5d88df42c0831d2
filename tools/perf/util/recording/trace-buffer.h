/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kernel's trace buffers as the source of a recording's samples: tracefs
 * takes an event in a fraction of the time that perf's own way into a ring
 * buffer takes, and the one that waits meanwhile is the guest. The events are
 * opened as ever, for their ids, but stay off; what an instance of tracefs of
 * our own gets of them is made into the samples that they would have written.
 *
 * Only plain tracepoints, each time that they fire, can be taken so.
 */
#ifndef PERF_UTIL_TRACE_BUFFER_H
#define PERF_UTIL_TRACE_BUFFER_H

#include "record-output.h"
#include "trace-instance.h"
#include "util/machine.h"

struct trace_cpu {
	int cpu;
	int fd;			  /* of its trace_pipe_raw */
	u64 *ids;		  /* by evsel->idx */
	u64 lost;		  /* told by now */
	const struct evsel *last; /* the event of the last sample, and its time */
	u64 last_time;
};

struct trace_buffers {
	struct trace_instance instance;
	struct trace_cpu *cpus;
	unsigned int nr_cpus;
	const struct evsel **events; /* by the tracepoint's id, which records begin with */
	size_t page_size;	     /* of what is read at a time */
	size_t nr_pages;	     /* at most in a CPU's buffer */
	void *page;
	struct kbuffer *parser;
	struct buf samples; /* of one page */
	u64 nr_samples;
	struct machine machine; /* which process a thread belongs to */
	struct machine asked;	/* what /proc has told of others in this round */
	struct buf exited;	/* u32: the threads that have ended in this round and the last */
	size_t exited_before;	/* bytes of it that the last round told */
	/* Has trace_buffers__learn() told what came meanwhile. 0, or a negative errno, told. */
	int (*hear)(void *ctx);
	void *hear_ctx;
	bool heard; /* since the page was read */
	int hear_ret;
};

/* NULL if @evsel's samples can be had so, else why not. */
const char *trace_buffers__refuse(const struct evsel *evsel);

/*
 * Makes an instance with buffers of @pages pages for each CPU of @maps, for the
 * events of @evlist but @tracking, which are open and have their ids, on @maps'
 * threads; those that they have started since are appended to it. 0, or a negative errno with @err
 * told; call trace_buffers__exit() in any case.
 */
int trace_buffers__open(struct trace_buffers *tb, const struct evlist *evlist,
			const struct evsel *tracking, const struct record_opts *opts,
			struct target_maps *maps, size_t pages, struct perf_err *err);

/* How many events the kernel had no room for in @cpu's buffer, and how many are there; 0 if it does
 * not say. */
u64 trace_buffers__lost(const struct trace_buffers *tb, const struct trace_cpu *cpu);
u64 trace_buffers__entries(const struct trace_buffers *tb, const struct trace_cpu *cpu);

int trace_buffers__start(struct trace_buffers *tb, struct perf_err *err);
void trace_buffers__stop(struct trace_buffers *tb);

/*
 * Learns from @records which process a thread belongs to: to be called with
 * all that tells of threads before their events are read.
 */
int trace_buffers__learn(struct trace_buffers *tb, const void *records, size_t size);

/* All CPUs have been drained. */
void trace_buffers__end_round(struct trace_buffers *tb);

/*
 * Writes what the @i-th CPU's buffer has; @last, once tracing has stopped, to its
 * very end. The bytes that it were, or a negative errno, told.
 */
ssize_t trace_buffers__drain(struct trace_buffers *tb, unsigned int i, bool last,
			     struct record_output *out, struct perf_err *err);

void trace_buffers__exit(struct trace_buffers *tb);

#endif
