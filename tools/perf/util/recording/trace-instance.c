// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace-instance.h"
#include "util/buf.h"
#include "util/opening/tracepoint.h"
#include "util/sysfile.h"

#define CPU_GROUPS	    256		/* of 32 CPUs each: as many as kernels can have */
#define FIRST_PID_NAMESPACE 0xeffffffcu /* its inode, in all kernels */

int trace_instance__tell(const struct trace_instance *ti, const char *file, int ret,
			 struct perf_err *err)
{
	return perf_err__set(err, ret, "--ftrace: %s/%s: %s; %s", ti->dir, file, strerror(-ret),
			     ret == -EACCES || ret == -EPERM
				     ? "only root may use trace buffers"
				     : "the events can be recorded without --ftrace");
}

/* Writes to a file of our instance; @flags beside O_WRONLY. */
static int put(const struct trace_instance *ti, const char *file, const char *text, int flags)
{
	size_t len = strlen(text);
	char *path;
	int fd, ret = 0;

	if (asprintf(&path, "%s/%s", ti->dir, file) < 0)
		return -ENOMEM;
	fd = open(path, O_WRONLY | O_CLOEXEC | flags);
	free(path);
	if (fd < 0)
		return -errno;
	if (write(fd, text, len) != (ssize_t)len)
		ret = errno ? -errno : -EIO;
	close(fd);
	return ret;
}

int trace_instance__put(const struct trace_instance *ti, const char *file, const char *text,
			struct perf_err *err)
{
	int ret = put(ti, file, text, 0);

	return ret ? trace_instance__tell(ti, file, ret, err) : 0;
}

/* The same clock that perf's own buffers would have. */
static const char *clock_name(const struct record_opts *opts)
{
	if (!opts->use_clockid)
		return "perf";
	switch (opts->clockid) {
	case CLOCK_MONOTONIC:
		return "mono";
	case CLOCK_MONOTONIC_RAW:
		return "mono_raw";
	case CLOCK_BOOTTIME:
		return "boot";
	case CLOCK_TAI:
		return "tai";
	default:
		return NULL;
	}
}

#define NAME "perf-kvm-" /* and the number of the process that records */

static void remove_entry(const char *instances, const char *name)
{
	char *path;

	if (asprintf(&path, "%s/%s", instances, name) < 0)
		return;
	trace_dir__remove(path);
	free(path);
}

/* Removes instances whose process is no more, nor anybody who would have removed them. */
static void sweep(const char *tracefs)
{
	char *path;
	const struct dirent *entry;
	DIR *dir;

	if (asprintf(&path, "%s/instances", tracefs) < 0)
		return;
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		s64 pid;

		if (strncmp(entry->d_name, NAME, strlen(NAME)) ||
		    !parse_s64(entry->d_name + strlen(NAME), 10, &pid) || pid <= 0 || pid > INT_MAX)
			continue;
		if (pid == getpid() || (kill((pid_t)pid, 0) && errno == ESRCH))
			remove_entry(path, entry->d_name);
	}
	if (dir)
		closedir(dir);
	free(path);
}

/*
 * Trace buffers know threads by the host's numbers, whoever reads them: those of a
 * container would be taken for others.
 */
static bool numbers_are_hosts(void)
{
	struct stat st;

	return !stat("/proc/self/ns/pid", &st) && st.st_ino == FIRST_PID_NAMESPACE;
}

static int make_instance(struct trace_instance *ti, struct perf_err *err)
{
	char *tracefs;
	int ret;

	if (!numbers_are_hosts())
		return perf_err__set(err, -EOPNOTSUPP,
				     "--ftrace: trace buffers do not know the process ids of this "
				     "container: record on the host, or without --ftrace");
	ret = tracefs__dir(&tracefs);
	if (ret)
		return perf_err__set(err, ret, "--ftrace: tracefs cannot be found: %s",
				     strerror(-ret));
	sweep(tracefs);
	ret = asprintf(&ti->dir, "%s/instances/" NAME "%d", tracefs, (int)getpid()) < 0 ? -ENOMEM
											: 0;
	free(tracefs);
	if (ret) {
		ti->dir = NULL;
		return perf_err__set(err, ret, "out of memory");
	}
	ret = mkdir(ti->dir, 0700) ? -errno : 0;
	ti->made = !ret;
	if (!ret)
		ret = trace_keeper__start(&ti->keeper, ti->dir);
	return ret ? trace_instance__tell(ti, "", ret, err) : 0;
}

/* Memory for the CPUs of -C only, else for each. */
static int set_size(const struct trace_instance *ti, const struct record_opts *opts,
		    const struct cpu_map *cpus, size_t pages, struct perf_err *err)
{
	char file[64] = "buffer_size_kb", kb[32];
	unsigned int i;
	int ret = 0;

	snprintf(kb, sizeof(kb), "%zu", pages * (size_t)sysconf(_SC_PAGESIZE) / 1024);
	if (!opts->target.cpu_list)
		return trace_instance__put(ti, file, kb, err);
	for (i = 0; i < cpus->nr && !ret; i++) {
		snprintf(file, sizeof(file), "per_cpu/cpu%d/buffer_size_kb", cpus->cpus[i]);
		ret = trace_instance__put(ti, file, kb, err);
	}
	return ret;
}

/*
 * An instance begins with the options of the machine's own: "overwrite" off would
 * drop events without a mark where, "block" on would wake us all the time, and
 * stacks would only take room. Not all kernels have all of these.
 */
static void set_options(const struct trace_instance *ti)
{
	put(ti, "options/overwrite", "1", 0);
	put(ti, "options/block", "0", 0);
	put(ti, "options/stacktrace", "0", 0);
	put(ti, "options/userstacktrace", "0", 0);
	/* Linux 5.0 and newer: until then a poll wakes at the first record. */
	put(ti, "buffer_percent", "25", 0);
}

static int set_up(struct trace_instance *ti, const struct record_opts *opts, struct perf_err *err)
{
	const char *clock = clock_name(opts);
	int ret;

	if (!clock)
		return perf_err__set(err, -EINVAL,
				     "--ftrace: trace buffers have no such clock as -k says");
	ret = trace_instance__put(ti, "tracing_on", "0", err);
	if (!ret)
		ret = trace_instance__put(ti, "trace_clock", clock, err);
	if (!ret)
		set_options(ti);
	return ret;
}

/* All at once: the kernel waits for each write until nobody uses the list that was. */
static int add_threads(const struct trace_instance *ti, const struct thread_entry *threads,
		       unsigned int nr, struct perf_err *err)
{
	struct buf list = { 0 };
	unsigned int i;
	char tid[32];
	int ret;

	for (i = 0; i < nr; i++) {
		snprintf(tid, sizeof(tid), "%d ", (int)threads[i].tid);
		buf__put(&list, tid, strlen(tid));
	}
	buf__put_zeros(&list, 1);
	ret = buf__error(&list);
	if (!ret)
		ret = put(ti, "set_event_pid", (const char *)list.data, O_APPEND);
	buf__exit(&list);
	return ret ? trace_instance__tell(ti, "set_event_pid", ret, err) : 0;
}

/*
 * Only what these threads, and those that they start, do: also the ones that
 * were started after @threads were listed, and before the kernel knew of them.
 */
static int set_threads(const struct trace_instance *ti, const struct record_opts *opts,
		       struct thread_map *threads, struct perf_err *err)
{
	unsigned int told = 0;
	u64 until = 0;
	int ret = 0;

	if (threads->nr == 1 && threads->threads[0].tid < 0)
		return 0;
	if (!opts->no_inherit)
		ret = trace_instance__put(ti, "options/event-fork", "1", err);
	while (!ret && told < threads->nr) {
		ret = add_threads(ti, threads->threads + told, threads->nr - told, err);
		told = threads->nr;
		if (!ret && !opts->no_inherit && target__follow(&opts->target, threads, &until) < 0)
			ret = perf_err__set(err, -ENOMEM, "out of memory");
	}
	return ret;
}

/* Only what happens on these CPUs: a mask, in groups of 32. */
static int set_cpus(const struct trace_instance *ti, const struct record_opts *opts,
		    const struct cpu_map *cpus, struct perf_err *err)
{
	u32 groups[CPU_GROUPS] = { 0 };
	char mask[CPU_GROUPS * 9 + 1];
	unsigned int i, last = 0;
	size_t len = 0;

	if (!opts->target.cpu_list)
		return 0;
	for (i = 0; i < cpus->nr; i++) {
		unsigned int group = (unsigned int)cpus->cpus[i] / 32;

		if (group >= CPU_GROUPS)
			return 0; /* more is traced than is read */
		groups[group] |= 1u << cpus->cpus[i] % 32;
		if (group > last)
			last = group;
	}
	for (i = last + 1; i-- > 0;)
		len += (size_t)snprintf(mask + len, sizeof(mask) - len, "%08x%s", groups[i],
					i ? "," : "");
	return trace_instance__put(ti, "tracing_cpumask", mask, err);
}

int trace_instance__open(struct trace_instance *ti, const struct record_opts *opts,
			 struct target_maps *maps, size_t pages, struct perf_err *err)
{
	int ret;

	ti->opts = opts;
	ret = make_instance(ti, err);
	if (!ret)
		ret = set_up(ti, opts, err);
	if (!ret)
		ret = set_size(ti, opts, &maps->cpus, pages, err);
	if (!ret)
		ret = set_cpus(ti, opts, &maps->cpus, err);
	return ret ? ret : set_threads(ti, opts, &maps->threads, err);
}

void trace_instance__stop(const struct trace_instance *ti)
{
	if (ti->dir)
		put(ti, "tracing_on", "0", 0);
}

void trace_instance__exit(struct trace_instance *ti)
{
	char line[PATH_MAX + 128];
	int ret;

	trace_keeper__end(&ti->keeper);
	/* The keeper has removed it, unless it was killed, or could not either. */
	ret = ti->made ? trace_dir__remove(ti->dir) : 0;
	if (ret && ret != -ENOENT && ti->opts->warn) {
		snprintf(line, sizeof(line),
			 "%s: still there, as somebody else has it open, but off; rmdir removes "
			 "it, or the next recording does",
			 ti->dir);
		ti->opts->warn(ti->opts->warn_ctx, line);
	}
	free(ti->dir);
	*ti = (struct trace_instance){ 0 };
}
