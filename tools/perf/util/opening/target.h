/* SPDX-License-Identifier: GPL-2.0-only */
/* Whom to watch: the user's -p, -t, -C and -a, and the threads and CPUs they come to. */
#ifndef PERF_UTIL_TARGET_H
#define PERF_UTIL_TARGET_H

#include "util/cpumap.h"
#include "thread_map.h"

struct target {
	const char *pid, *tid, *cpu_list; /* the user's words; NULL if not given */
	bool system_wide;
	bool per_cpu; /* watch threads on each CPU by itself: ring buffers demand it */
	pid_t child;  /* a command that waits to be started; 0: none */
};

struct target_maps {
	struct cpu_map cpus;	   /* one -1: wherever the threads run */
	struct thread_map threads; /* one -1: whatever runs on the CPUs */
};

static inline bool target__has_task(const struct target *target)
{
	return target->pid || target->tid;
}

static inline bool target__has_cpu(const struct target *target)
{
	return target->system_wide || target->cpu_list;
}

/* Has the user named neither threads nor CPUs? */
static inline bool target__none(const struct target *target)
{
	return !target__has_task(target) && !target__has_cpu(target);
}

/*
 * Makes one target of words that do not go together: threads narrow a
 * system-wide target. Returns what to warn of, or NULL.
 */
const char *target__settle(struct target *target);

/*
 * Are the user's words lists at all, whatever runs here? 0, or a negative errno
 * with one line in @msg: wrong usage, while what target__resolve() says is about
 * this machine.
 */
int target__check(const struct target *target, char *msg, size_t size);

/*
 * Finds the CPUs and threads of @target. 0, or a negative errno with one line
 * in @msg that names the option and the number that is wrong. Call
 * target_maps__exit() after success.
 */
int target__resolve(const struct target *target, struct target_maps *maps, char *msg, size_t size);
/*
 * The threads that @target's processes have started since @threads were listed
 * are appended to it. Returns how many, or -ENOMEM; none any more after @until, which
 * is 0 at first: a process may start threads for ever.
 *
 * A thread that was started after the listing, and before the event was open that
 * it would inherit, is watched by nobody: if there are any when all events are
 * open, close all and begin anew.
 */
int target__follow(const struct target *target, struct thread_map *threads, u64 *until);

void target_maps__exit(struct target_maps *maps);

#endif
