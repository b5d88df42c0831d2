// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "evsel_open.h"
#include "open_error.h"

#ifndef PERF_FORMAT_LOST
#define PERF_FORMAT_LOST (1U << 4)
#endif

void raise_nofile(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= limit.rlim_max)
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static int open_event(struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd)
{
	int fd = (int)syscall(SYS_perf_event_open, attr, pid, cpu, group_fd, PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

/*
 * Takes the @step-th thing out of @attr that not every kernel or PMU knows,
 * the youngest first; false when there are no more. A step that changes
 * nothing is passed over.
 */
static bool simplify(struct perf_event_attr *attr, unsigned int *step)
{
	struct perf_event_attr before = *attr;

	while (!memcmp(&before, attr, sizeof(before))) {
		switch ((*step)++) {
		case 0:
			attr->read_format &= ~(u64)PERF_FORMAT_LOST; /* 6.0 */
			break;
		case 1:
			attr->inherit_thread = 0; /* 5.13 */
			break;
		case 2:
			attr->build_id = 0; /* 5.12 */
			break;
		case 3:
			attr->text_poke = 0; /* 5.9 */
			break;
		case 4:
			attr->cgroup = 0; /* 5.7 */
			break;
		case 5:
			attr->ksymbol = 0; /* 5.1 */
			attr->bpf_event = 0;
			break;
		case 6:
			attr->namespaces = 0; /* 4.12 */
			break;
		case 7:
			attr->comm_exec = 0; /* 3.16 */
			attr->mmap2 = 0;
			break;
		case 8:
			/* 3.2; PMUs that cannot tell guests apart refuse it still. */
			attr->exclude_guest = 0;
			break;
		default:
			return false;
		}
	}
	return true;
}

/* One fd, or a negative errno. */
static int open_one(struct evsel *evsel, pid_t pid, int cpu, int group_fd)
{
	struct perf_event_attr attr = evsel->attr;
	bool precise_max = evsel->ctl->precise_max;
	unsigned int step = 0;
	int fd, err;

	if (precise_max && !attr.precise_ip)
		attr.precise_ip = 3;
	fd = err = open_event(&attr, pid, cpu, group_fd);
	if (fd == -EMFILE) {
		raise_nofile();
		fd = open_event(&attr, pid, cpu, group_fd);
	}
	while (precise_max && attr.precise_ip && (fd == -EINVAL || fd == -EOPNOTSUPP)) {
		attr.precise_ip--;
		fd = open_event(&attr, pid, cpu, group_fd);
	}
	while (fd == -EINVAL && simplify(&attr, &step))
		fd = open_event(&attr, pid, cpu, group_fd);
	if (fd < 0)
		return err < 0 && err != -EMFILE ? err : fd;
	evsel->attr = attr;
	return fd;
}

/* Where the group's leader stands for the same CPU and thread. -2: it is not open there. */
static int group_fd(const struct evsel *evsel, int cpu, unsigned int thread)
{
	int place;

	if (!evsel->leader || evsel->leader == evsel)
		return -1;
	if (!evsel->leader->ctl->fds)
		return -2;
	for (place = 0; place < (int)evsel->leader->ctl->cpus.nr; place++) {
		if (evsel->leader->ctl->cpus.cpus[place] != cpu)
			continue;
		place = evsel__fd(evsel->leader, (unsigned int)place, thread);
		return place < 0 ? -2 : place;
	}
	return -2;
}

/* A thread that ended while we were at it, and is one of several, is no failure. */
static bool may_pass(int err, const struct target_maps *maps)
{
	return err == -ESRCH && maps->threads.nr > 1;
}

static int open_all(struct evsel *evsel, const struct target_maps *maps)
{
	struct evsel_ctl *ctl = evsel->ctl;
	unsigned int cpu, thread, nr = 0;
	int fd, group, last = 0;

	for (cpu = 0; cpu < ctl->cpus.nr; cpu++) {
		for (thread = 0; thread < ctl->nr_threads; thread++) {
			group = group_fd(evsel, ctl->cpus.cpus[cpu], thread);
			/* A leader's thread that has ended is gone for its group. */
			if (group == -2)
				fd = -ESRCH;
			else
				fd = open_one(evsel, maps->threads.threads[thread].tid,
					      ctl->cpus.cpus[cpu], group);
			if (fd < 0 && !may_pass(fd, maps))
				return fd;
			if (fd < 0) {
				last = fd;
				continue;
			}
			ctl->fds[(size_t)cpu * ctl->nr_threads + thread] = fd;
			nr++;
		}
	}
	return nr ? 0 : last;
}

/* The CPUs to open on: those of the target, and of the PMU where it has its own. */
static int choose_cpus(struct evsel_ctl *ctl, const struct target_maps *maps)
{
	bool any = maps->cpus.nr == 1 && maps->cpus.cpus[0] < 0;
	int err;

	cpu_map__exit(&ctl->cpus);
	if (!ctl->own_cpus.nr || any)
		return cpu_map__copy(&ctl->cpus, &maps->cpus);
	err = cpu_map__intersect(&ctl->cpus, &ctl->own_cpus, &maps->cpus);
	if (!err && !ctl->cpus.nr)
		err = -ENODEV;
	return err;
}

int evsel__open(struct evsel *evsel, const struct target_maps *maps)
{
	struct evsel_ctl *ctl = evsel__ctl(evsel);
	size_t i, nr;
	int err;

	if (!ctl)
		return -ENOMEM;
	err = choose_cpus(ctl, maps);
	if (err)
		return err;
	ctl->nr_threads = maps->threads.nr;
	nr = (size_t)ctl->cpus.nr * ctl->nr_threads;
	ctl->fds = malloc((nr ? nr : 1) * sizeof(*ctl->fds));
	if (!ctl->fds)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		ctl->fds[i] = -1;
	err = open_all(evsel, maps);
	if (err)
		evsel_ctl__close(ctl);
	return err;
}

int evlist__open(struct evlist *evlist, const struct target_maps *maps, struct evsel **failed)
{
	struct evsel *evsel;
	int err;

	evlist__for_each_entry(evlist, evsel) {
		err = evsel__open(evsel, maps);
		if (!err)
			continue;
		*failed = evsel;
		evlist__close(evlist);
		return err;
	}
	return 0;
}

void evlist__close(struct evlist *evlist)
{
	struct evsel *evsel;

	evlist__for_each_entry(evlist, evsel) {
		if (evsel->ctl)
			evsel_ctl__close(evsel->ctl);
	}
}

/* Does @request for each fd of @evsel; 0 or the first negative errno. */
static int for_each_fd(const struct evsel *evsel, unsigned long request, const void *arg)
{
	size_t i, nr;

	if (!evsel->ctl || !evsel->ctl->fds)
		return 0;
	nr = (size_t)evsel->ctl->cpus.nr * evsel->ctl->nr_threads;
	for (i = 0; i < nr; i++) {
		if (evsel->ctl->fds[i] >= 0 && ioctl(evsel->ctl->fds[i], request, arg))
			return -errno;
	}
	return 0;
}

static int for_all(struct evlist *evlist, unsigned long request)
{
	struct evsel *evsel;
	int err;

	evlist__for_each_entry(evlist, evsel) {
		/* A member that is on counts when its leader does. */
		if (evsel->leader && evsel->leader != evsel)
			continue;
		err = for_each_fd(evsel, request, NULL);
		if (err)
			return err;
	}
	return 0;
}

int evlist__enable(struct evlist *evlist)
{
	return for_all(evlist, PERF_EVENT_IOC_ENABLE);
}

int evsel__enable(const struct evsel *evsel)
{
	return for_each_fd(evsel, PERF_EVENT_IOC_ENABLE, NULL);
}

int evlist__disable(struct evlist *evlist)
{
	return for_all(evlist, PERF_EVENT_IOC_DISABLE);
}

int evlist__apply_filters(struct evlist *evlist, struct evsel **failed)
{
	struct evsel *evsel;
	int err;

	evlist__for_each_entry(evlist, evsel) {
		if (!evsel->filter)
			continue;
		err = for_each_fd(evsel, PERF_EVENT_IOC_SET_FILTER, evsel->filter);
		if (err) {
			*failed = evsel;
			return err;
		}
	}
	return 0;
}

/* "cycles" becomes "cycles:u", "cycles:H" "cycles:Hu", "cpu/x/" "cpu/x/u". */
static bool add_u(struct evsel *evsel)
{
	const char *name = evsel->name ? evsel->name : "event";
	const char *slash = strrchr(name, '/');
	const char *sep = strchr(slash ? slash : name, ':') || slash ? "" : ":";
	char *renamed;

	if (asprintf(&renamed, "%s%su", name, sep) < 0)
		return false;
	free(evsel->name);
	evsel->name = renamed;
	return true;
}

/*
 * After evsel__open() returned @err: makes @evsel another event, and returns what
 * to tell the user of it in @msg. False if there is none.
 */
static bool fall_back(struct evsel *evsel, int err, char *msg, size_t size)
{
	struct perf_event_attr *attr = &evsel->attr;

	if ((err == -ENOENT || err == -ENXIO || err == -ENODEV) && attr->sample_period &&
	    attr->type == PERF_TYPE_HARDWARE && attr->config == PERF_COUNT_HW_CPU_CYCLES) {
		attr->type = PERF_TYPE_SOFTWARE;
		attr->config = PERF_COUNT_SW_CPU_CLOCK;
		attr->precise_ip = 0;
		free(evsel->name);
		evsel->name = strdup(attr->exclude_kernel ? "cpu-clock:u" : "cpu-clock");
		snprintf(msg, size, "this machine counts no cycles: recording cpu-clock instead");
		return evsel->name;
	}
	/* A tracepoint is in the kernel: confined to user space it would never fire. */
	if (err == -EACCES && attr->type != PERF_TYPE_TRACEPOINT && !attr->exclude_kernel &&
	    !attr->exclude_user && perf_event_paranoid() > 1) {
		if (!add_u(evsel))
			return false;
		attr->exclude_kernel = 1;
		attr->exclude_hv = 1;
		snprintf(msg, size,
			 "kernel.perf_event_paranoid=%d: counting %s, in user space only",
			 perf_event_paranoid(), evsel->name);
		return true;
	}
	return false;
}

int evsel__open_or_fallback(struct evsel *evsel, const struct target_maps *maps,
			    void (*warn)(void *ctx, const char *line), void *ctx)
{
	char lines[2][256];
	unsigned int nr = 0, i;
	int err;

	/* There are two ways out; whether one was of use is known at the end. */
	while ((err = evsel__open(evsel, maps)) && nr < ARRAY_SIZE(lines) &&
	       fall_back(evsel, err, lines[nr], sizeof(lines[nr])))
		nr++;
	for (i = 0; i < nr && !err && warn; i++)
		warn(ctx, lines[i]);
	return err;
}
