// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/cpuid.h"
#include "util/reading/deliver.h"
#include "util/opening/evsel_open.h"
#include "feature-write.h"
#include "live.h"
#include "util/opening/open_error.h"
#include "record-config.h"
#include "record-open.h"
#include "synthetic.h"
#include "util/opening/tracepoint.h"

/* How long an event may take from its time to its place in the buffer. */
#define SETTLE_NS 5000000

void perf_live__init(struct perf_live *live)
{
	memset(live, 0, sizeof(*live));
	live->session.data.fd = -1;
	evlist__init(&live->session.evlist);
	STAILQ_INIT(&live->session.runs.account.retired);
}

/* Maps the buffers; where the user named no size, smaller ones if there must be. */
static int map_buffers(struct perf_live *live, struct perf_err *err)
{
	size_t wanted = live->opts.mmap_pages, pages = wanted ? wanted : RECORD_DEFAULT_PAGES;
	struct perf_session *s = &live->session;
	char line[400];
	int ret = perf_mmaps__init(&live->mmaps, &s->evlist, pages);

	while (ret == -EPERM && !wanted && pages > 1) {
		pages /= 2;
		ret = perf_mmaps__init(&live->mmaps, &s->evlist, pages);
	}
	if (ret) {
		perf_mmap__strerror(pages, ret, line, sizeof(line));
		return perf_err__set(err, ret, "%s", line);
	}
	live->mmap_pages = pages;
	ret = evlist__collect_ids(&s->evlist);
	if (ret)
		return perf_err__set(err, ret, "cannot get the events' ids: %s", strerror(-ret));
	ret = live_merge__init(&live->merge, &live->mmaps, &s->evlist, session__deliver_batch, s);
	return ret ? perf_err__set(err, ret, "out of memory") : 0;
}

/* What a recording's header would tell. */
static int know_machine(struct perf_session *s, struct perf_err *err)
{
	struct feature_env env = { .evlist = &s->evlist };
	struct buf blob = { 0 };
	struct utsname uts;
	char line[400], cpuid[64];
	const char *id = cpuid__local(cpuid, sizeof(cpuid));
	int ret = feature__tracing_data(&env, &blob);

	if (ret == -ENODATA) /* no tracepoints */
		ret = 0;
	else if (!ret)
		return uname(&uts) || !(s->env.arch = strdup(uts.machine)) ||
				       (id && !(s->env.cpuid = strdup(id)))
			       ? -ENOMEM
			       : perf_session__set_formats(s, blob.data, blob.len, err);
	if (ret) {
		tracepoint__strerror("*", "*", ret, line, sizeof(line));
		perf_err__set(err, ret, "the tracepoints' formats cannot be read: %s", line);
	}
	buf__exit(&blob);
	return ret;
}

static int open_events(struct perf_live *live, struct perf_err *err)
{
	struct target target = live->opts.target;
	int ret = 0;

	if (live->opts.command)
		ret = workload__prepare(&live->child, live->opts.command,
					WORKLOAD_STDOUT_TO_STDERR);
	if (ret)
		return perf_err__set(err, ret, "cannot fork: %s", strerror(-ret));
	target.child = live->child.pid;
	return record__open(&live->session.evlist, &target, &live->opts, &live->maps, err);
}

int perf_live__open(struct perf_live *live, const struct record_opts *opts, struct perf_err *err)
{
	int ret;

	live->opts = *opts;
	live->opts.no_mmaps = true;
	/* A clock that we can read as well: by it we know what must be in the buffers by now. */
	live->opts.use_clockid = true;
	live->opts.clockid = CLOCK_MONOTONIC;
	ret = record__config(&live->session.evlist, &live->opts, &live->tracking);
	if (!ret)
		ret = open_events(live, err);
	if (!ret)
		ret = know_machine(&live->session, err);
	if (!ret)
		ret = map_buffers(live, err);
	if (ret == -ENOMEM)
		perf_err__set(err, ret, "out of memory");
	return ret;
}

/* Synthetic records go the way of all others. */
static int take_records(void *ctx, const void *records, size_t size)
{
	struct perf_live *live = ctx;
	struct batch *batch = live->merge.batch;
	const u8 *pos = records, *end = pos + size;
	int ret = 0;

	batch->nr = 0;
	while (!ret && pos < end) {
		const struct perf_event_header *event = (const void *)pos;

		batch->events[batch->nr++] = (struct batch_event){ event, NULL };
		pos += event->size;
		if (batch->nr == BATCH_EVENTS || pos >= end) {
			ret = session__deliver_batch(&live->session, batch);
			batch->nr = 0;
		}
	}
	return ret;
}

static int tell_threads(struct perf_live *live, struct perf_err *err)
{
	const struct thread_map *threads = &live->maps.threads;
	struct synthetic syn = {
		.write = take_records,
		.ctx = live,
		.trailer_size = evlist__first(&live->session.evlist)->layout.trailer_size,
	};
	bool all = threads->nr == 1 && threads->threads[0].tid < 0;
	int ret = record__follow(&live->opts, &live->maps);

	if (!ret)
		ret = all ? synthetic__all_threads(&syn) : synthetic__threads(&syn, threads);
	synthetic__exit(&syn);
	return ret ? perf_err__set(err, ret, "cannot tell what runs already: %s", strerror(-ret))
		   : 0;
}

static int enable(struct perf_live *live, bool all, struct perf_err *err)
{
	int ret = all ? evlist__enable(&live->session.evlist) : evsel__enable(live->tracking);

	return ret ? perf_err__set(err, ret, "cannot start the events: %s", strerror(-ret)) : 0;
}

static int start_child(struct perf_live *live, struct perf_err *err)
{
	int ret = live->child.pid ? workload__start(&live->child) : 0;

	if (ret)
		return perf_err__set(err, ret, "%s: cannot be started: %s", live->opts.command[0],
				     strerror(-ret));
	live->child_started = live->child.pid;
	return 0;
}

int perf_live__start(struct perf_live *live, struct perf_tool *tool, struct perf_err *err)
{
	bool by_exec = record__enable_on_exec(&live->opts);
	int ret = 0;

	live->session.tool = tool;
	/* Who fills the buffers does not wait for us. Without the right to it we lose more, no
	 * more. */
	setpriority(PRIO_PROCESS, 0, -20);
	/* What starts while the threads that are there are looked through is told by the kernel. */
	if (!by_exec)
		ret = enable(live, false, err);
	if (!ret)
		ret = tell_threads(live, err);
	if (!ret && !by_exec)
		ret = enable(live, true, err);
	return ret ? ret : start_child(live, err);
}

int perf_live__wait(struct perf_live *live, int other, int timeout_ms)
{
	return perf_mmaps__poll(&live->mmaps, other, timeout_ms);
}

int perf_live__read(struct perf_live *live, bool end)
{
	struct timespec now;
	bool full;

	if (end)
		evlist__disable(&live->session.evlist);
	clock_gettime(CLOCK_MONOTONIC, &now);
	live->upto = (u64)now.tv_sec * 1000000000 + (u64)now.tv_nsec;
	full = live_merge__read(&live->merge);
	if (end)
		return live_merge__flush(&live->merge, UINT64_MAX);
	/* Rather one that comes too late than a full buffer. */
	if (!full)
		live->upto -= SETTLE_NS;
	return live_merge__flush(&live->merge, live->upto);
}

bool perf_live__reap(struct perf_live *live, bool block)
{
	int status;

	if (!live->child.pid || !live->child_started)
		return false;
	if (waitpid(live->child.pid, &status, block ? 0 : WNOHANG) != live->child.pid)
		return false;
	live->child.pid = 0;
	live->child_status = workload__exit_status(status);
	return true;
}

static void end_child(struct perf_live *live)
{
	if (!live->child.pid)
		return;
	if (!live->child_started) {
		workload__cancel(&live->child);
		return;
	}
	/* It was watched, and the watching is over: so is what was only there for it. */
	kill(live->child.pid, SIGTERM);
	perf_live__reap(live, true);
	live->child_status = 0;
}

void perf_live__close(struct perf_live *live)
{
	end_child(live);
	live_merge__exit(&live->merge);
	perf_mmaps__exit(&live->mmaps);
	evlist__close(&live->session.evlist);
	target_maps__exit(&live->maps);
	perf_session__close(&live->session);
}

size_t perf_live__buffer_size(const struct perf_live *live)
{
	return live->mmaps.nr * live->mmap_pages * (size_t)sysconf(_SC_PAGESIZE);
}
