// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "target.h"

/* A process that starts threads all the time is not waited for any longer than that. */
#define PATIENCE_NS 250000000ull

const char *target__settle(struct target *target)
{
	if (!target__has_task(target) || !target->system_wide)
		return NULL;
	target->system_wide = false;
	return "-p and -t narrow the target: -a is ignored";
}

static int tell_cpus(const char *list, int err, char *msg, size_t size)
{
	if (err == -EINVAL)
		snprintf(msg, size, "-C %s: not a list of CPUs such as 0,2-5", list);
	else if (err == -ERANGE)
		snprintf(msg, size, "-C %s: no machine has as many CPUs, or a range runs backwards",
			 list);
	else
		snprintf(msg, size, "-C %s: %s", list, strerror(-err));
	return err;
}

/* The CPUs of -C, or all, as far as they are online. */
static int resolve_cpus(const char *list, struct cpu_map *cpus, char *msg, size_t size)
{
	struct cpu_map online = { 0 }, wanted = { 0 };
	unsigned int i;
	int err;

	err = cpu_map__online(&online);
	if (err) {
		snprintf(msg, size,
			 "cannot tell which CPUs are online: "
			 "/sys/devices/system/cpu/online: %s",
			 strerror(-err));
		return err;
	}
	if (!list) {
		*cpus = online;
		return 0;
	}
	err = cpu_map__parse(&wanted, list);
	if (err) {
		cpu_map__exit(&online);
		return tell_cpus(list, err, msg, size);
	}
	for (i = 0; i < wanted.nr && !err; i++) {
		if (cpu_map__index(&online, wanted.cpus[i]) >= 0)
			continue;
		snprintf(msg, size, "-C %s: CPU %d is not online", list, wanted.cpus[i]);
		err = -ENODEV;
	}
	cpu_map__exit(&online);
	if (err)
		cpu_map__exit(&wanted);
	else
		*cpus = wanted;
	return err;
}

static int tell_task(const char *what, const char *option, const char *list, const char *bad,
		     int err, char *msg, size_t size)
{
	int len = (int)strcspn(bad, ",");

	if (err == -EINVAL)
		snprintf(msg, size, "%s %s: not a list of numbers such as 1234,1250", option, list);
	else if (err == -ERANGE)
		snprintf(msg, size, "%s %s: no %s can have the number %.*s", option, list, what,
			 len, bad);
	else if (err == -ESRCH)
		snprintf(msg, size, "%s %s: there is no %s %.*s", option, list, what, len, bad);
	else
		snprintf(msg, size, "%s %s: %s %.*s: %s", option, list, what, len, bad,
			 strerror(-err));
	return err;
}

static int resolve_threads(const struct target *target, struct thread_map *threads, char *msg,
			   size_t size)
{
	const char *bad;
	int err;

	if (target->pid) {
		err = thread_map__add_pids(threads, target->pid, &bad);
		if (err)
			return tell_task("process", "-p", target->pid, bad, err, msg, size);
	}
	if (target->tid) {
		err = thread_map__add_tids(threads, target->tid, &bad);
		if (err)
			return tell_task("thread", "-t", target->tid, bad, err, msg, size);
	}
	if (target__has_task(target))
		return 0;
	if (target__has_cpu(target) || !target->child)
		err = thread_map__add_any(threads);
	else
		err = thread_map__add_tid(threads, target->child);
	if (err)
		snprintf(msg, size, "cannot find the command's thread: %s", strerror(-err));
	return err;
}

int target__check(const struct target *target, char *msg, size_t size)
{
	struct cpu_map cpus = { 0 };
	const char *bad;
	int err;

	err = target->cpu_list ? cpu_map__parse(&cpus, target->cpu_list) : 0;
	cpu_map__exit(&cpus);
	if (err)
		return tell_cpus(target->cpu_list, err, msg, size);
	err = target->pid ? thread_map__check_list(target->pid, &bad) : 0;
	if (err)
		return tell_task("process", "-p", target->pid, bad, err, msg, size);
	err = target->tid ? thread_map__check_list(target->tid, &bad) : 0;
	return err ? tell_task("thread", "-t", target->tid, bad, err, msg, size) : 0;
}

int target__resolve(const struct target *target, struct target_maps *maps, char *msg, size_t size)
{
	bool by_cpu = target->per_cpu || target->cpu_list ||
		      !(target__has_task(target) || target->child) ||
		      (target->system_wide && !target__has_task(target));
	int err;

	memset(maps, 0, sizeof(*maps));
	err = resolve_threads(target, &maps->threads, msg, size);
	if (err)
		goto out;
	if (by_cpu) {
		err = resolve_cpus(target->cpu_list, &maps->cpus, msg, size);
	} else {
		err = cpu_map__one(&maps->cpus, -1);
		if (err)
			snprintf(msg, size, "%s", strerror(-err));
	}
out:
	if (err)
		target_maps__exit(maps);
	return err;
}

void target_maps__exit(struct target_maps *maps)
{
	cpu_map__exit(&maps->cpus);
	thread_map__exit(&maps->threads);
}

/* @until: when it ends; 0 at first */
static bool has_patience(u64 *until)
{
	struct timespec ts;
	u64 now;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	now = (u64)ts.tv_sec * 1000000000 + (u64)ts.tv_nsec;
	if (!*until)
		*until = now + PATIENCE_NS;
	return now <= *until;
}

int target__follow(const struct target *target, struct thread_map *threads, u64 *until)
{
	unsigned int before = threads->nr;
	const char *pid = target->pid;

	if (!pid || !has_patience(until))
		return 0;
	for (;; pid++) {
		/* A process that has ended meanwhile has no more threads. */
		if (thread_map__add_pid(threads, (pid_t)strtol(pid, NULL, 10)) == -ENOMEM)
			return -ENOMEM;
		pid += strcspn(pid, ",");
		if (!*pid)
			return (int)(threads->nr - before);
	}
}
