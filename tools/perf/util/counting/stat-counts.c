// SPDX-License-Identifier: GPL-2.0-only
/* From the counters' fds to figures for a CPU, a thread, or all of them. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "util/opening/evsel_open.h"
#include "stat.h"

static unsigned int nr_units(const struct evsel_ctl *ctl, enum stat_aggr aggr)
{
	switch (aggr) {
	case STAT_PER_CPU:
		return ctl->cpus.nr;
	case STAT_PER_THREAD:
		return ctl->nr_threads;
	default:
		return 1;
	}
}

int evsel_stat__prepare(struct evsel *evsel, const struct stat_run *run)
{
	struct evsel_stat *stat = evsel__stat(evsel);
	const struct evsel_ctl *ctl = evsel->ctl;
	size_t nr_fds = (size_t)ctl->cpus.nr * ctl->nr_threads;
	unsigned int units = nr_units(ctl, run->opts->aggr);

	stat->supported = true;
	/* A further run goes on with the same units. */
	if (units != stat->nr_units) {
		free(stat->units);
		stat->units = calloc(units, sizeof(*stat->units));
		stat->nr_units = stat->units ? units : 0;
	}
	free(stat->last);
	stat->last = calloc(nr_fds ? nr_fds : 1, sizeof(*stat->last));
	stat->nr_fds = nr_fds;
	cpu_map__exit(&stat->cpus);
	if (!stat->units || !stat->last)
		return -ENOMEM;
	return cpu_map__copy(&stat->cpus, &ctl->cpus);
}

void evsel_stat__free(struct evsel *evsel)
{
	struct evsel_stat *stat = evsel__stat(evsel);

	if (!stat)
		return;
	cpu_map__exit(&stat->cpus);
	free(stat->units);
	free(stat->last);
	free(stat);
	evsel->priv = NULL;
}

/* Zero for what is not open: a thread that ended before we came. */
static int counter__read(int fd, struct counter *counter)
{
	u64 values[3] = { 0 };
	ssize_t n;

	if (fd >= 0) {
		n = read(fd, values, sizeof(values));
		if (n < 0)
			return -errno;
		/* An event that was pinned and lost its counter reads as the end of a file. */
		if (n != sizeof(values))
			memset(values, 0, sizeof(values));
	}
	*counter = (struct counter){ values[0], values[1], values[2] };
	return 0;
}

static void counter__add(struct counter *sum, const struct counter *c)
{
	sum->val += c->val;
	sum->ena += c->ena;
	sum->run += c->run;
}

/* A counter's times never run backwards; its value may, for what a PMU measures. */
static struct counter counter__since(const struct counter *now, const struct counter *before)
{
	return (struct counter){ now->val - before->val, now->ena - before->ena,
				 now->run - before->run };
}

/* A counter that had to share the hardware saw a part only: what would it have seen alone? */
static double scaled(const struct counter *c, bool no_scale)
{
	if (no_scale || c->run >= c->ena || !c->run)
		return (double)c->val;
	return (double)c->val * ((double)c->ena / (double)c->run);
}

static void add_to_unit(struct stat_unit *unit, const struct counter *sum, bool no_scale)
{
	mean__add(&unit->val, scaled(sum, no_scale));
	mean__add(&unit->ena, (double)sum->ena);
	mean__add(&unit->run, (double)sum->run);
}

static unsigned int unit_of(size_t fd, unsigned int nr_threads, enum stat_aggr aggr)
{
	switch (aggr) {
	case STAT_PER_CPU:
		return (unsigned int)(fd / nr_threads);
	case STAT_PER_THREAD:
		return (unsigned int)(fd % nr_threads);
	default:
		return 0;
	}
}

/* One value for each unit from one for each fd. */
static int aggregate(const struct stat_run *run, const struct evsel_stat *stat,
		     const struct counter *counters)
{
	struct counter *sums = calloc(stat->nr_units ? stat->nr_units : 1, sizeof(*sums));
	unsigned int unit;
	size_t fd;

	if (!sums)
		return -ENOMEM;
	for (fd = 0; fd < stat->nr_fds; fd++)
		counter__add(&sums[unit_of(fd, run->maps.threads.nr, run->opts->aggr)],
			     &counters[fd]);
	for (unit = 0; unit < stat->nr_units; unit++)
		add_to_unit(&stat->units[unit], &sums[unit], run->opts->no_scale);
	free(sums);
	return 0;
}

static int read_evsel(const struct stat_run *run, const struct evsel *evsel, bool interval)
{
	struct evsel_stat *stat = evsel__stat(evsel);
	struct counter *counters = calloc(stat->nr_fds ? stat->nr_fds : 1, sizeof(*counters));
	struct counter now = { 0 };
	int err = 0;
	size_t fd;

	if (!counters)
		return -ENOMEM;
	for (fd = 0; fd < stat->nr_fds && !err; fd++) {
		err = counter__read(evsel->ctl->fds[fd], &now);
		if (err)
			break;
		counters[fd] = interval ? counter__since(&now, &stat->last[fd]) : now;
		stat->last[fd] = now;
	}
	if (interval)
		memset(stat->units, 0, stat->nr_units * sizeof(*stat->units));
	if (!err)
		err = aggregate(run, stat, counters);
	free(counters);
	return err;
}

int stat_counts__read(struct stat_run *run, bool interval)
{
	struct evsel *evsel;
	int err;

	evlist__for_each_entry(run->evlist, evsel) {
		if (!evsel__stat(evsel)->supported)
			continue;
		err = read_evsel(run, evsel, interval);
		if (err)
			return err;
	}
	return 0;
}

void stat_run__forget(struct stat_run *run)
{
	struct evsel *evsel;

	evlist__for_each_entry(run->evlist, evsel) {
		struct evsel_stat *stat = evsel__stat(evsel);

		memset(stat->units, 0, stat->nr_units * sizeof(*stat->units));
	}
}

int stat_run__totals(struct stat_run *run)
{
	struct evsel *evsel;
	int err;

	evlist__for_each_entry(run->evlist, evsel) {
		struct evsel_stat *stat = evsel__stat(evsel);

		if (!stat->supported)
			continue;
		memset(stat->units, 0, stat->nr_units * sizeof(*stat->units));
		err = aggregate(run, stat, stat->last);
		if (err)
			return err;
	}
	return 0;
}
