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
 * A thread that a process starts after its threads were listed, and before the
 * event is open that it would inherit, is in neither. To be asked when all events
 * are open on @maps: shall all be closed, and be done again? Not for ever, as the
 * threads that are new may have inherited them; @until, 0 at first, is when there is an end to it.
 */
bool target__again(const struct target *target, const struct target_maps *maps, u64 *until);
/*
 * The threads that @target's processes have started since @threads were listed
 * are appended to it. Returns how many, or -ENOMEM; none any more after @until, as above.
 */
int target__follow(const struct target *target, struct thread_map *threads, u64 *until);

void target_maps__exit(struct target_maps *maps);

#endif
