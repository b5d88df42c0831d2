/* SPDX-License-Identifier: GPL-2.0-only */
/* What a recorder in the making knows: for record.c, and for who looks after the command and
 * signals. */
#ifndef PERF_UTIL_RECORDER_H
#define PERF_UTIL_RECORDER_H

#include "record-output.h"
#include "trace-buffer.h"
#include "util/opening/workload.h"

struct recorder {
	const struct record_opts *opts;
	struct record_result *result;
	struct evlist *evlist;
	struct evsel *tracking; /* the event that tells of threads */
	struct target_maps maps;
	struct workload child;
	struct perf_mmaps mmaps;
	struct trace_buffers trace; /* with result->ftrace */
	struct record_output out;
	struct feature_env env;
	int signal_fd;
	int wait_fd; /* readable when signals are, or the trace buffers */
	bool stop;   /* a signal, the command's end, or the size says so */
	u64 end;     /* ms: when it shall end; 0: open */
};

static inline struct perf_err *recorder__err(struct recorder *r)
{
	return &r->result->err;
}

/* ms, of a clock that only goes on. */
u64 recorder__now(void);

/*
 * From now on signals are read where the recorder waits, at r->wait_fd, so that
 * none comes at a wrong moment. 0 or a negative errno.
 */
int recorder__take_signals(struct recorder *r);
/* Looks at the signals that have come: r->stop. */
void recorder__read_signals(struct recorder *r);
/* Makes r->wait_fd readable when @fd is. 0 or a negative errno. */
int recorder__also_wait_for(struct recorder *r, int fd);
/* How long to wait at most, ms. */
int recorder__patience(const struct recorder *r);
/* Waits for the time of -D, unless the user or the command ends before. */
void recorder__wait_for_delay(struct recorder *r);

/* Lets the command run, if there is one. 0, or a negative errno, told. */
int recorder__start_child(struct recorder *r);
/* Takes the command's status once it has ended; @flags as of waitpid(2). */
void recorder__reap(struct recorder *r, int flags);
void recorder__end_child(struct recorder *r);

#endif
