/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Directories of tracefs outlive the process that made them, and an instance
 * goes on tracing. So a process of its own waits for ours to end, however that
 * may be, and removes the instance then.
 */
#ifndef PERF_UTIL_TRACE_KEEPER_H
#define PERF_UTIL_TRACE_KEEPER_H

#include <sys/types.h>

struct trace_keeper {
	pid_t pid; /* 0: there is none */
	int fd;	   /* that we hold while we live */
};

/*
 * Removes an instance. Whoever holds a file of it open keeps it there, -EBUSY, but
 * it no longer traces then, and costs nobody anything. 0 or a negative errno.
 */
int trace_dir__remove(const char *dir);

/* Starts one for the instance @dir. 0 or a negative errno. */
int trace_keeper__start(struct trace_keeper *keeper, const char *dir);

/* Has it remove the instance, whose files must be closed, and waits for that, a second at most. */
void trace_keeper__end(struct trace_keeper *keeper);

#endif
