/* SPDX-License-Identifier: GPL-2.0-only */
/* A command that is to be watched from its first moment: forked early, started on a word. */
#ifndef PERF_UTIL_WORKLOAD_H
#define PERF_UTIL_WORKLOAD_H

#include <sys/types.h>

#include "util/types.h"

struct workload {
	pid_t pid; /* 0: there is none */
	int go;	   /* where the child waits to be told */
	int error; /* where it tells why it could not be started */
};

enum {
	WORKLOAD_STDOUT_TO_STDERR = 1, /* our standard output is taken: its output goes beside */
};

/*
 * Forks a child that will become @argv (a NULL ends it) once it is told. All
 * signals are let through to it. 0 or a negative errno.
 */
int workload__prepare(struct workload *w, const char *const *argv, int flags);

/* Starts it. 0, or the negative errno with which its exec failed: it has ended then. */
int workload__start(struct workload *w);

/* Ends a child that was never started, and forgets it. */
void workload__cancel(struct workload *w);

/* The exit status for what wait() says: the command's own, or 128 + its signal. */
int workload__exit_status(int wait_status);

#endif
