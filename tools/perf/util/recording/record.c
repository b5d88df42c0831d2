// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "util/event.h"
#include "util/opening/evsel_open.h"
#include "util/opening/open_error.h"
#include "record-config.h"
#include "record-lost.h"
#include "record-open.h"
#include "recorder.h"
#include "synthetic.h"

/* Of each CPU's buffer for what tells of threads, where the samples have another. */
#define RECORD_TRACKING_PAGES 128

static size_t wanted_pages(const struct record_opts *opts)
{
	return opts->mmap_pages ? opts->mmap_pages : RECORD_DEFAULT_PAGES;
}

/* Maps the buffers; where the user named no size, smaller ones if there must be. */
static int map_buffers(struct recorder *r)
{
	size_t pages = wanted_pages(r->opts);
	char line[400];
	int ret;

	/* Only what tells of threads comes there, while the samples have buffers of the size. */
	if (r->result->ftrace && pages > RECORD_TRACKING_PAGES)
		pages = RECORD_TRACKING_PAGES;
	ret = perf_mmaps__init(&r->mmaps, r->evlist, pages);
	while (ret == -EPERM && !r->opts->mmap_pages && pages > 1) {
		pages /= 2;
		ret = perf_mmaps__init(&r->mmaps, r->evlist, pages);
	}
	if (ret) {
		perf_mmap__strerror(pages, ret, line, sizeof(line));
		return perf_err__set(recorder__err(r), ret, "%s", line);
	}
	if (!r->result->ftrace)
		r->result->mmap_pages = pages;
	r->env.mmap_len = (u32)((pages + 1) * (size_t)sysconf(_SC_PAGESIZE));
	ret = evlist__collect_ids(r->evlist);
	return ret ? perf_err__set(recorder__err(r), ret, "cannot get the events' ids: %s",
				   strerror(-ret))
		   : 0;
}

static int try_trace(struct recorder *r, struct perf_err *err)
{
	unsigned int i;
	int ret = trace_buffers__open(&r->trace, r->evlist, r->tracking, r->opts, &r->maps,
				      wanted_pages(r->opts), err);

	for (i = 0; !ret && i < r->trace.nr_cpus; i++) {
		ret = recorder__also_wait_for(r, r->trace.cpus[i].fd);
		if (ret)
			perf_err__set(err, ret, "cannot wait for records: %s", strerror(-ret));
	}
	return ret;
}

static int open_trace(struct recorder *r)
{
	struct perf_err why = { 0 };
	int ret;

	if (r->opts->ftrace == FTRACE_NO)
		return 0;
	ret = try_trace(r, &why);
	if (!ret) {
		r->result->ftrace = true;
		r->result->mmap_pages = wanted_pages(r->opts);
		return 0;
	}
	if (r->opts->ftrace == FTRACE_YES)
		return perf_err__set(recorder__err(r), ret, "%s", why.msg);
	/* perf's own buffers take them as well, at a higher price. */
	trace_buffers__exit(&r->trace);
	return 0;
}

static void fill_env(struct recorder *r)
{
	const struct record_opts *opts = r->opts;
	struct timespec clock, wall;

	r->env.evlist = r->evlist;
	r->env.argv = opts->argv;
	r->env.no_build_ids = opts->no_build_ids;
	r->env.use_clockid = opts->use_clockid;
	r->env.clockid = opts->clockid;
	r->env.compressed = opts->compress_level;
	r->env.comp_level = (u32)opts->compress_level;
	if (opts->use_clockid && !clock_gettime(opts->clockid, &clock) &&
	    !clock_gettime(CLOCK_REALTIME, &wall)) {
		r->env.clockid_ns = (u64)clock.tv_sec * 1000000000 + (u64)clock.tv_nsec;
		r->env.wall_ns = (u64)wall.tv_sec * 1000000000 + (u64)wall.tv_nsec;
	}
}

static int write_synthetic(void *ctx, const void *records, size_t size)
{
	struct recorder *r = ctx;
	int ret = r->result->ftrace ? trace_buffers__learn(&r->trace, records, size) : 0;

	return ret ? ret : record_output__records(&r->out, records, size, recorder__err(r));
}

/* What was there before. */
static int synthesize(struct recorder *r)
{
	struct synthetic syn = {
		.write = write_synthetic,
		.ctx = r,
		.trailer_size = evlist__first(r->evlist)->layout.trailer_size,
		.mmaps = !r->opts->no_mmaps,
	};
	bool all = r->maps.threads.nr == 1 && r->maps.threads.threads[0].tid < 0;
	int ret = record__follow(r->opts, &r->maps);

	if (!ret)
		ret = synthetic__time_conv(&syn, &r->mmaps.maps[0]);
	if (!ret)
		ret = synthetic__id_index(&syn, r->evlist, &r->maps.threads);
	if (!ret)
		ret = synthetic__kernel(&syn);
	if (!ret)
		ret = synthetic__thread_map(&syn, &r->maps.threads);
	if (!ret)
		ret = synthetic__cpu_map(&syn, &r->maps.cpus);
	if (!ret)
		ret = all ? synthetic__all_threads(&syn)
			  : synthetic__threads(&syn, &r->maps.threads);
	if (!ret)
		ret = synthetic__finished_init(&syn);
	synthetic__exit(&syn);
	return ret ? perf_err__set(recorder__err(r), ret, "cannot tell what runs already: %s",
				   strerror(-ret))
		   : 0;
}

/* The bytes that there were, or a negative errno, told. */
static ssize_t drain_mmaps(struct recorder *r, bool last)
{
	ssize_t sum = 0, n;
	unsigned int i;

	for (i = 0; i < r->mmaps.nr; i++) {
		n = record_output__drain(&r->out, &r->mmaps, i, last, recorder__err(r));
		if (n < 0)
			return n;
		sum += n;
	}
	return sum;
}

/* What tells of threads, in the middle of a round: they all are read so far, none is left behind. */
static int hear(void *ctx)
{
	ssize_t n = drain_mmaps(ctx, false);

	return n < 0 ? (int)n : 0;
}

/* Reads each buffer once. */
static int drain(struct recorder *r, bool last)
{
	struct perf_event_header round = { .type = PERF_RECORD_FINISHED_ROUND,
					   .size = sizeof(round) };
	unsigned int i;
	ssize_t sum;
	int ret;

	sum = drain_mmaps(r, last);
	if (sum < 0)
		return (int)sum;
	for (i = 0; i < r->trace.nr_cpus; i++) {
		ssize_t n = trace_buffers__drain(&r->trace, i, last, &r->out, recorder__err(r));

		if (n < 0)
			return (int)n;
		sum += n;
	}
	trace_buffers__end_round(&r->trace);
	if (!sum)
		return 0;
	r->result->nr_wakeups++;
	ret = record_output__records(&r->out, &round, sizeof(round), recorder__err(r));
	if (!ret)
		ret = record_output__checkpoint(&r->out, recorder__err(r));
	if (r->opts->max_size && r->out.writer.bytes >= r->opts->max_size)
		r->stop = true;
	return ret;
}

/* Until somebody says so, the command ends, or there is no thread left to watch. */
static int watch(struct recorder *r)
{
	int ret, threads = 1;

	while (!r->stop && threads > 0 && (!r->end || recorder__now() < r->end)) {
		threads = perf_mmaps__poll(&r->mmaps, r->wait_fd, recorder__patience(r));
		if (threads == -EINTR)
			threads = 1;
		if (threads < 0)
			return perf_err__set(recorder__err(r), threads,
					     "cannot wait for records: %s", strerror(-threads));
		ret = drain(r, false);
		if (ret)
			return ret;
		recorder__read_signals(r);
	}
	/* The command's threads have ended, and so will itself in a moment. */
	if (!threads && !r->stop && !target__has_task(&r->opts->target))
		recorder__reap(r, 0);
	return 0;
}

static int enable(struct recorder *r, bool all)
{
	int ret;

	if (all && r->result->ftrace)
		return trace_buffers__start(&r->trace, recorder__err(r));
	ret = all ? evlist__enable(r->evlist) : evsel__enable(r->tracking);
	return ret ? perf_err__set(recorder__err(r), ret, "cannot start the events: %s",
				   strerror(-ret))
		   : 0;
}

/*
 * A command is there when all is on; with -D, before. What starts while the
 * threads that are there are looked through is told by the kernel.
 */
static int begin(struct recorder *r)
{
	bool by_exec = record__enable_on_exec(r->opts);
	int ret = 0;

	if (r->opts->delay_ms) {
		ret = recorder__start_child(r);
		if (!ret)
			recorder__wait_for_delay(r);
	}
	if (!ret && !by_exec)
		ret = enable(r, false);
	if (!ret)
		ret = synthesize(r);
	if (!ret && !by_exec)
		ret = enable(r, true);
	if (!ret && !r->opts->delay_ms)
		ret = recorder__start_child(r);
	if (r->opts->timeout_ms)
		r->end = recorder__now() + r->opts->timeout_ms;
	return ret;
}

/* What the file still lacks, also after an error. */
static int complete(struct recorder *r, int ret)
{
	int err;

	trace_buffers__stop(&r->trace);
	evlist__disable(r->evlist);
	if (!ret)
		ret = drain(r, true);
	err = record_lost__tell(r->evlist, &r->out, r->result, ret != 0);
	if (!ret)
		ret = err;
	err = record_output__finish(&r->out, &r->env, recorder__err(r));
	if (!ret)
		ret = err;
	/* Of what could not be written, nobody knows how much was. */
	if (r->result->ftrace)
		r->result->nr_samples = ret || r->out.full ? 0 : r->trace.nr_samples;
	r->result->bytes = r->out.writer.bytes;
	if (r->out.compress) {
		r->result->bytes_original = r->out.deflate.bytes_in;
		r->result->bytes_compressed = r->out.deflate.bytes_out;
	}
	return ret;
}

/* Whose threads the trace buffers' records are of. */
static int heard(void *ctx, const struct perf_event_header *header)
{
	return trace_buffers__learn(ctx, header, header->size);
}

static int run(struct recorder *r)
{
	int ret = record_output__open(&r->out, r->opts, &r->env, &r->mmaps, recorder__err(r));

	if (!ret) {
		r->out.heard = r->result->ftrace ? heard : NULL;
		r->out.heard_ctx = &r->trace;
		r->trace.hear = hear;
		r->trace.hear_ctx = r;
		ret = begin(r);
		if (!ret)
			ret = watch(r);
		ret = complete(r, ret);
	}
	record_output__exit(&r->out);
	return ret;
}

static int open_target(struct recorder *r)
{
	struct target target = r->opts->target;
	int ret;

	if (r->opts->command) {
		bool stdout_taken = !strcmp(r->opts->output, "-");

		ret = workload__prepare(&r->child, r->opts->command,
					stdout_taken ? WORKLOAD_STDOUT_TO_STDERR : 0);
		if (ret)
			return perf_err__set(recorder__err(r), ret, "cannot fork: %s",
					     strerror(-ret));
		target.child = r->child.pid;
	}
	return record__open(r->evlist, &target, r->opts, &r->maps, recorder__err(r));
}

/*
 * What fills the buffers runs on all CPUs, and does not wait for us. The
 * recorder needs little time, but needs it at once; without the right to take
 * precedence it loses more records, no more.
 */
static void hurry(void)
{
	setpriority(PRIO_PROCESS, 0, -20);
}

int perf_record(struct evlist *evlist, const struct record_opts *opts, struct record_result *result)
{
	struct recorder r = {
		.opts = opts, .result = result, .evlist = evlist, .signal_fd = -1, .wait_fd = -1
	};
	int ret;

	memset(result, 0, sizeof(*result));
	ret = record__config(evlist, opts, &r.tracking);
	if (!ret)
		ret = recorder__take_signals(&r);
	if (ret)
		return perf_err__set(&result->err, ret, "%s", strerror(-ret));
	ret = open_target(&r);
	if (!ret)
		ret = open_trace(&r);
	if (!ret)
		ret = map_buffers(&r);
	if (!ret) {
		fill_env(&r);
		hurry();
		ret = run(&r);
	}
	recorder__end_child(&r);
	trace_buffers__exit(&r.trace);
	perf_mmaps__exit(&r.mmaps);
	evlist__close(evlist);
	target_maps__exit(&r.maps);
	close(r.wait_fd);
	close(r.signal_fd);
	return ret;
}
