// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <traceevent/kbuffer.h>

#include "trace-buffer.h"
#include "util/evsel_ctl.h"
#include "util/opening/evsel_open.h"

#include <sys/ioctl.h>

#define MAX_TRACEPOINTS 65536

const char *trace_buffers__refuse(const struct evsel *evsel)
{
	const struct perf_event_attr *attr = &evsel->attr;
	const u64 known = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			  PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_RAW;

	if (!evsel__is_tracepoint(evsel))
		return "is no tracepoint";
	if (attr->sample_period > 1 || attr->freq)
		return "is wanted each time that it fires";
	if (attr->exclude_user || attr->exclude_kernel || (evsel->ctl && evsel->ctl->sample_read))
		return "has a modifier";
	if (attr->sample_type & ~known)
		return "cannot have callchains";
	return NULL;
}

static int put_event_file(struct trace_buffers *tb, const struct evsel *evsel, const char *file,
			  const char *text, struct perf_err *err)
{
	char path[256];

	snprintf(path, sizeof(path), "events/%.*s/%s/%s", (int)strcspn(evsel->name, ":"),
		 evsel->name, strchr(evsel->name, ':') + 1, file);
	return trace_instance__put(&tb->instance, path, text, err);
}

/* On, though nothing is traced yet: what cannot be had so is known before anything is recorded. */
static int add_event(struct trace_buffers *tb, const struct evsel *evsel, struct perf_err *err)
{
	int ret = 0;

	if (evsel->attr.config >= MAX_TRACEPOINTS || !strchr(evsel->name, ':'))
		return perf_err__set(err, -EINVAL, "--ftrace: %s is no tracepoint", evsel->name);
	if (tb->events[evsel->attr.config])
		return perf_err__set(err, -EINVAL, "--ftrace: %s is named twice", evsel->name);
	tb->events[evsel->attr.config] = evsel;
	if (evsel->filter)
		ret = put_event_file(tb, evsel, "filter", evsel->filter, err);
	return ret ? ret : put_event_file(tb, evsel, "enable", "1", err);
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

	if (asprintf(&path, "%s/per_cpu/cpu%d/trace_pipe_raw", tb->instance.dir, number) < 0)
		return perf_err__set(err, -ENOMEM, "out of memory");
	*cpu = (struct trace_cpu){ .cpu = number };
	cpu->fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	ret = cpu->fd < 0 ? -errno : 0;
	free(path);
	if (ret)
		return trace_instance__tell(&tb->instance, "per_cpu", ret, err);
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

	if (asprintf(&path, "%s/buffer_subbuf_size_kb", tb->instance.dir) < 0)
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

static int make_room(struct trace_buffers *tb, const struct target_maps *maps, size_t pages,
		     struct perf_err *err)
{
	tb->page_size = subbuffer_size(tb);
	/* Beside the ring: the reader's page, and the one that is being filled. */
	tb->nr_pages = pages * (size_t)sysconf(_SC_PAGESIZE) / tb->page_size + 2;
	tb->page = calloc(1, tb->page_size);
	tb->events = calloc(MAX_TRACEPOINTS, sizeof(struct evsel *));
	tb->cpus = calloc(maps->cpus.nr, sizeof(*tb->cpus));
	tb->parser = kbuffer_alloc(KBUFFER_LSIZE_SAME_AS_HOST, KBUFFER_ENDIAN_SAME_AS_HOST);
	if (!tb->page || !tb->events || !tb->cpus || !tb->parser)
		return perf_err__set(err, -ENOMEM, "out of memory");
	return 0;
}

static int check_events(const struct evlist *evlist, const struct evsel *tracking,
			struct perf_err *err)
{
	const struct evsel *evsel;
	const char *why;
	char name[128];

	evlist__for_each_entry(evlist, evsel) {
		why = evsel == tracking ? NULL : trace_buffers__refuse(evsel);
		if (why)
			return perf_err__set(err, -EINVAL, "--ftrace is for tracepoints: %s %s",
					     evsel__name(evsel, name, sizeof(name)), why);
	}
	return 0;
}

int trace_buffers__open(struct trace_buffers *tb, const struct evlist *evlist,
			const struct evsel *tracking, const struct record_opts *opts,
			struct target_maps *maps, size_t pages, struct perf_err *err)
{
	const struct evsel *evsel;
	unsigned int i;
	int ret = check_events(evlist, tracking, err);

	if (!ret)
		ret = trace_instance__open(&tb->instance, opts, maps, pages, err);
	if (!ret)
		ret = make_room(tb, maps, pages, err);
	evlist__for_each_entry(evlist, evsel) {
		if (!ret && evsel != tracking)
			ret = add_event(tb, evsel, err);
	}
	for (i = 0; !ret && i < maps->cpus.nr; i++)
		ret = open_cpu(tb, maps->cpus.cpus[i], evlist, err);
	return ret;
}

/* Lines such as "entries: 12", one of @names, are added up. */
static u64 sum_stats(const struct trace_buffers *tb, const struct trace_cpu *cpu,
		     const char *const *names, size_t nr_names)
{
	struct buf stats = { 0 };
	char *path, *line, *save = NULL;
	u64 sum = 0;
	size_t i;

	if (asprintf(&path, "%s/per_cpu/cpu%d/stats", tb->instance.dir, cpu->cpu) < 0)
		return 0;
	if (!buf__read_file(&stats, path)) {
		buf__put_zeros(&stats, 1);
		line = buf__error(&stats) ? NULL : strtok_r((char *)stats.data, "\n", &save);
		for (; line; line = strtok_r(NULL, "\n", &save)) {
			for (i = 0; i < nr_names; i++) {
				if (!strncmp(line, names[i], strlen(names[i])))
					sum += strtoull(line + strlen(names[i]), NULL, 10);
			}
		}
	}
	free(path);
	buf__exit(&stats);
	return sum;
}

u64 trace_buffers__lost(const struct trace_buffers *tb, const struct trace_cpu *cpu)
{
	static const char *const names[] = { "overrun: ", "commit overrun: ", "dropped events: " };

	return sum_stats(tb, cpu, names, ARRAY_SIZE(names));
}

u64 trace_buffers__entries(const struct trace_buffers *tb, const struct trace_cpu *cpu)
{
	static const char *const names[] = { "entries: " };

	return sum_stats(tb, cpu, names, ARRAY_SIZE(names));
}

int trace_buffers__start(struct trace_buffers *tb, struct perf_err *err)
{
	return trace_instance__put(&tb->instance, "tracing_on", "1", err);
}

void trace_buffers__stop(struct trace_buffers *tb)
{
	trace_instance__stop(&tb->instance);
}

void trace_buffers__exit(struct trace_buffers *tb)
{
	unsigned int i;

	for (i = 0; i < tb->nr_cpus; i++) {
		close(tb->cpus[i].fd);
		free(tb->cpus[i].ids);
	}
	trace_instance__exit(&tb->instance);
	if (tb->parser)
		kbuffer_free(tb->parser);
	buf__exit(&tb->samples);
	buf__exit(&tb->exited);
	machine__exit(&tb->machine);
	machine__exit(&tb->asked);
	free(tb->cpus);
	free(tb->events);
	free(tb->page);
	memset(tb, 0, sizeof(*tb));
}
