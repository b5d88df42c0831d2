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

#include <traceevent/kbuffer.h>

#include "trace-buffer.h"
#include "util/evsel_ctl.h"
#include "util/opening/evsel_open.h"
#include "util/opening/tracepoint.h"
#include "util/sysfile.h"

#include <sys/ioctl.h>

#define MAX_TRACEPOINTS 65536

#define FIRST_PID_NAMESPACE 0xeffffffcu /* its inode, in all kernels */

const char *trace_buffers__refuse(const struct evsel *evsel)
{
	const struct perf_event_attr *attr = &evsel->attr;
	const u64 known = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			  PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_RAW;

	if (!evsel__is_tracepoint(evsel))
		return "is no tracepoint";
	if (attr->sample_period > 1 || attr->freq)
		return "is wanted each time that it fires";
	if (attr->exclude_user || attr->exclude_kernel)
		return "has a modifier";
	if (attr->sample_type & ~known)
		return "cannot have callchains";
	return NULL;
}

static int tell(const struct trace_buffers *tb, const char *file, int ret, struct perf_err *err)
{
	return perf_err__set(err, ret, "--ftrace: %s/%s: %s; %s", tb->dir, file, strerror(-ret),
			     ret == -EACCES || ret == -EPERM
				     ? "only root may use trace buffers"
				     : "the events can be recorded without --ftrace");
}

/* Writes to a file of our instance; @flags beside O_WRONLY. */
static int put(const struct trace_buffers *tb, const char *file, const char *text, int flags)
{
	size_t len = strlen(text);
	char *path;
	int fd, ret = 0;

	if (asprintf(&path, "%s/%s", tb->dir, file) < 0)
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

static int put_told(const struct trace_buffers *tb, const char *file, const char *text,
		    struct perf_err *err)
{
	int ret = put(tb, file, text, 0);

	return ret ? tell(tb, file, ret, err) : 0;
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

/* Removes instances whose process is no more, nor anybody who would have removed them. */
static void sweep(const char *tracefs)
{
	char *path;
	const struct dirent *entry;
	DIR *dir = NULL;

	if (asprintf(&path, "%s/instances", tracefs) >= 0) {
		dir = opendir(path);
		free(path);
	}
	while (dir && (entry = readdir(dir))) {
		s64 pid;

		if (strncmp(entry->d_name, NAME, strlen(NAME)) ||
		    !parse_s64(entry->d_name + strlen(NAME), 10, &pid) || pid <= 0 || pid > INT_MAX)
			continue;
		if (pid == getpid() || (kill((pid_t)pid, 0) && errno == ESRCH))
			unlinkat(dirfd(dir), entry->d_name, AT_REMOVEDIR);
	}
	if (dir)
		closedir(dir);
}

/*
 * Trace buffers know threads by the host's numbers, whoever reads them: those of a
 * container would be taken for others.
 */
static bool numbers_are_hosts(void)
{
	struct stat st;

	return stat("/proc/self/ns/pid", &st) || st.st_ino == FIRST_PID_NAMESPACE;
}

static int make_instance(struct trace_buffers *tb, struct perf_err *err)
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
	ret = asprintf(&tb->dir, "%s/instances/" NAME "%d", tracefs, (int)getpid()) < 0 ? -ENOMEM
											: 0;
	free(tracefs);
	if (ret) {
		tb->dir = NULL;
		return perf_err__set(err, ret, "out of memory");
	}
	ret = trace_keeper__start(&tb->keeper, tb->dir);
	if (!ret && mkdir(tb->dir, 0700))
		ret = -errno;
	return ret ? tell(tb, "", ret, err) : 0;
}

static int set_up(struct trace_buffers *tb, const struct record_opts *opts, size_t pages,
		  struct perf_err *err)
{
	const char *clock = clock_name(opts);
	char kb[32];
	int ret;

	if (!clock)
		return perf_err__set(err, -EINVAL,
				     "--ftrace: trace buffers have no such clock as -k says");
	snprintf(kb, sizeof(kb), "%zu", pages * (size_t)sysconf(_SC_PAGESIZE) / 1024);
	ret = put_told(tb, "tracing_on", "0", err);
	if (!ret)
		ret = put_told(tb, "trace_clock", clock, err);
	if (!ret)
		ret = put_told(tb, "buffer_size_kb", kb, err);
	/* Linux 5.0 and newer: until then a poll wakes at the first record. */
	put(tb, "buffer_percent", "25", 0);
	return ret;
}

/* All at once: the kernel waits for each write until nobody uses the list that was. */
static int add_threads(const struct trace_buffers *tb, const struct thread_entry *threads,
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
		ret = put(tb, "set_event_pid", (const char *)list.data, O_APPEND);
	buf__exit(&list);
	return ret ? tell(tb, "set_event_pid", ret, err) : 0;
}

/*
 * Only what these threads, and those that they start, do: also the ones that
 * were started after @threads were listed, and before the kernel knew of them.
 */
static int set_threads(const struct trace_buffers *tb, const struct record_opts *opts,
		       struct thread_map *threads, struct perf_err *err)
{
	unsigned int told = 0;
	u64 until = 0;
	int ret = 0;

	if (threads->nr == 1 && threads->threads[0].tid < 0)
		return 0;
	if (!opts->no_inherit)
		ret = put_told(tb, "options/event-fork", "1", err);
	while (!ret && told < threads->nr) {
		ret = add_threads(tb, threads->threads + told, threads->nr - told, err);
		told = threads->nr;
		if (!ret && !opts->no_inherit && target__follow(&opts->target, threads, &until) < 0)
			ret = perf_err__set(err, -ENOMEM, "out of memory");
	}
	return ret;
}

static int set_filter(const struct trace_buffers *tb, const struct evsel *evsel,
		      struct perf_err *err)
{
	char file[256];

	if (!evsel->filter)
		return 0;
	snprintf(file, sizeof(file), "events/%.*s/%s/filter", (int)strcspn(evsel->name, ":"),
		 evsel->name, strchr(evsel->name, ':') + 1);
	return put_told(tb, file, evsel->filter, err);
}

static int add_event(struct trace_buffers *tb, const struct evsel *evsel, struct perf_err *err)
{
	if (evsel->attr.config >= MAX_TRACEPOINTS || !strchr(evsel->name, ':'))
		return perf_err__set(err, -EINVAL, "--ftrace: %s is no tracepoint", evsel->name);
	tb->events[evsel->attr.config] = evsel;
	return set_filter(tb, evsel, err);
}

/* The id that each event has on the @at-th CPU of its own; one of them, where threads are watched. */
static int find_ids(struct trace_cpu *cpu, const struct evlist *evlist)
{
	const struct evsel *evsel;
	unsigned int thread;
	int at, fd;

	cpu->ids = calloc(evlist->nr_entries, sizeof(*cpu->ids));
	if (!cpu->ids)
		return -ENOMEM;
	evlist__for_each_entry(evlist, evsel) {
		at = cpu_map__index(&evsel->ctl->cpus, cpu->cpu);
		for (thread = 0; at >= 0 && thread < evsel->ctl->nr_threads; thread++) {
			fd = evsel__fd(evsel, (unsigned int)at, thread);
			if (fd >= 0 && !ioctl(fd, PERF_EVENT_IOC_ID, &cpu->ids[evsel->idx]))
				break;
		}
	}
	return 0;
}

static int open_cpu(struct trace_buffers *tb, int number, const struct evlist *evlist,
		    struct perf_err *err)
{
	struct trace_cpu *cpu = &tb->cpus[tb->nr_cpus];
	char *path;
	int ret;

	if (asprintf(&path, "%s/per_cpu/cpu%d/trace_pipe_raw", tb->dir, number) < 0)
		return perf_err__set(err, -ENOMEM, "out of memory");
	*cpu = (struct trace_cpu){ .cpu = number };
	cpu->fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	ret = cpu->fd < 0 ? -errno : 0;
	free(path);
	if (ret)
		return tell(tb, "per_cpu", ret, err);
	tb->nr_cpus++;
	ret = find_ids(cpu, evlist);
	return ret ? perf_err__set(err, ret, "out of memory") : 0;
}

/* What is read at a time: a page, or what newer kernels were told to take for one. */
static size_t subbuffer_size(const struct trace_buffers *tb)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	char *path, text[32] = "";
	FILE *file;

	if (asprintf(&path, "%s/buffer_subbuf_size_kb", tb->dir) < 0)
		return size;
	file = fopen(path, "re");
	free(path);
	if (!file)
		return size;
	if (fgets(text, sizeof(text), file) && strtoul(text, NULL, 10) * 1024 > size)
		size = strtoul(text, NULL, 10) * 1024;
	fclose(file);
	return size;
}

static int make_room(struct trace_buffers *tb, const struct target_maps *maps, struct perf_err *err)
{
	tb->page_size = subbuffer_size(tb);
	tb->page = calloc(1, tb->page_size);
	tb->events = calloc(MAX_TRACEPOINTS, sizeof(struct evsel *));
	tb->cpus = calloc(maps->cpus.nr, sizeof(*tb->cpus));
	tb->parser = kbuffer_alloc(KBUFFER_LSIZE_SAME_AS_HOST, KBUFFER_ENDIAN_SAME_AS_HOST);
	if (!tb->page || !tb->events || !tb->cpus || !tb->parser)
		return perf_err__set(err, -ENOMEM, "out of memory");
	return 0;
}

int trace_buffers__open(struct trace_buffers *tb, const struct evlist *evlist,
			const struct evsel *tracking, const struct record_opts *opts,
			struct target_maps *maps, size_t pages, struct perf_err *err)
{
	const struct evsel *evsel;
	unsigned int i;
	int ret = make_instance(tb, err);

	if (!ret)
		ret = set_up(tb, opts, pages, err);
	if (!ret)
		ret = set_threads(tb, opts, &maps->threads, err);
	if (!ret)
		ret = make_room(tb, maps, err);
	evlist__for_each_entry(evlist, evsel) {
		if (!ret && evsel != tracking)
			ret = add_event(tb, evsel, err);
	}
	for (i = 0; !ret && i < maps->cpus.nr; i++)
		ret = open_cpu(tb, maps->cpus.cpus[i], evlist, err);
	return ret;
}

u64 trace_buffers__lost(const struct trace_buffers *tb, const struct trace_cpu *cpu)
{
	static const char *const counts[] = { "overrun: ", "commit overrun: ", "dropped events: " };
	struct buf stats = { 0 };
	char *path, *line, *save = NULL;
	u64 sum = 0;
	size_t i;

	if (asprintf(&path, "%s/per_cpu/cpu%d/stats", tb->dir, cpu->cpu) < 0)
		return 0;
	if (!buf__read_file(&stats, path)) {
		buf__put_zeros(&stats, 1);
		line = buf__error(&stats) ? NULL : strtok_r((char *)stats.data, "\n", &save);
		for (; line; line = strtok_r(NULL, "\n", &save)) {
			for (i = 0; i < ARRAY_SIZE(counts); i++) {
				if (!strncmp(line, counts[i], strlen(counts[i])))
					sum += strtoull(line + strlen(counts[i]), NULL, 10);
			}
		}
	}
	free(path);
	buf__exit(&stats);
	return sum;
}

int trace_buffers__start(struct trace_buffers *tb, struct perf_err *err)
{
	char file[256];
	size_t i;
	int ret = 0;

	for (i = 0; !ret && i < MAX_TRACEPOINTS; i++) {
		const struct evsel *evsel = tb->events[i];

		if (!evsel)
			continue;
		snprintf(file, sizeof(file), "events/%.*s/%s/enable",
			 (int)strcspn(evsel->name, ":"), evsel->name, strchr(evsel->name, ':') + 1);
		ret = put_told(tb, file, "1", err);
	}
	return ret ? ret : put_told(tb, "tracing_on", "1", err);
}

void trace_buffers__stop(struct trace_buffers *tb)
{
	if (tb->dir)
		put(tb, "tracing_on", "0", 0);
}

void trace_buffers__exit(struct trace_buffers *tb)
{
	unsigned int i;

	for (i = 0; i < tb->nr_cpus; i++) {
		close(tb->cpus[i].fd);
		free(tb->cpus[i].ids);
	}
	trace_keeper__end(&tb->keeper);
	if (tb->parser)
		kbuffer_free(tb->parser);
	buf__exit(&tb->samples);
	machine__exit(&tb->machine);
	free(tb->cpus);
	free(tb->events);
	free(tb->page);
	free(tb->dir);
	memset(tb, 0, sizeof(*tb));
}
