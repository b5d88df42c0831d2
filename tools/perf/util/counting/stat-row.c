// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdlib.h>

#include "util/evsel_ctl.h"
#include "stat-row.h"

/* Is @evsel the same as the one before it, on a further PMU of the same kind? */
static bool is_merged(const struct evsel *evsel)
{
	return evsel->ctl->more && !evsel__is_tracepoint(evsel);
}

/* What the unit and those of merged events come to. */
static void sum_units(const struct evsel *evsel, unsigned int unit, struct stat_unit *sum)
{
	const struct evsel_stat *stat = evsel__stat(evsel);
	int cpu = stat->cpus.nr > unit ? stat->cpus.cpus[unit] : -1;

	*sum = stat->units[unit];
	while ((evsel = STAILQ_NEXT(evsel, node)) && is_merged(evsel)) {
		const struct evsel_stat *other = evsel__stat(evsel);
		int place = (int)unit;

		if (!other->supported)
			continue;
		if (stat->nr_units > 1 && cpu >= 0)
			place = cpu_map__index(&other->cpus, cpu);
		if (place < 0 || place >= (int)other->nr_units)
			continue;
		sum->val.mean += other->units[place].val.mean;
		sum->val.m2 += other->units[place].val.m2;
		sum->ena.mean += other->units[place].ena.mean;
		sum->run.mean += other->units[place].run.mean;
	}
}

static void fill_name(const struct stat_run *run, const struct evsel *evsel, unsigned int unit,
		      struct stat_row *row)
{
	const struct evsel_stat *stat = evsel__stat(evsel);

	row->aggr = run->opts->aggr;
	if (row->aggr == STAT_PER_CPU)
		row->cpu = unit < stat->cpus.nr ? stat->cpus.cpus[unit] : run->maps.cpus.cpus[unit];
	if (row->aggr == STAT_PER_THREAD) {
		row->tid = run->maps.threads.threads[unit].tid;
		row->comm = run->maps.threads.threads[unit].comm;
	}
	row->event = evsel->name;
	row->unit = evsel->ctl->unit ? evsel->ctl->unit : evsel__is_clock(evsel) ? "msec" : "";
}

static void fill(const struct stat_run *run, const struct evsel *evsel, unsigned int unit,
		 double elapsed_ns, struct stat_row *row)
{
	double scale = evsel__is_clock(evsel) ? 1e-6 : evsel->ctl->scale;
	struct stat_unit sum;

	memset(row, 0, sizeof(*row));
	fill_name(run, evsel, unit, row);
	if (!evsel__stat(evsel)->supported) {
		row->state = STAT_NOT_SUPPORTED;
		return;
	}
	sum_units(evsel, unit, &sum);
	row->ena = sum.ena.mean;
	row->run = sum.run.mean;
	row->state = row->ena > 0 && row->run > 0 ? STAT_COUNTED : STAT_NOT_COUNTED;
	if (row->state == STAT_NOT_COUNTED)
		return;
	row->value = sum.val.mean * scale;
	row->fraction = fabs(scale - floor(scale)) > 0;
	row->noise = mean__stderr_pct(&sum.val);
	stat_metric(run, evsel, unit, sum.val.mean, elapsed_ns, &row->metric);
}

/* How many rows an event has; one that is not supported has those of the whole target. */
static unsigned int nr_rows(const struct stat_run *run, const struct evsel *evsel)
{
	const struct evsel_stat *stat = evsel__stat(evsel);

	if (stat->supported)
		return stat->nr_units;
	switch (run->opts->aggr) {
	case STAT_PER_CPU:
		return run->maps.cpus.nr;
	case STAT_PER_THREAD:
		return run->maps.threads.nr;
	default:
		return 1;
	}
}

void stat_rows(const struct stat_run *run, double elapsed_ns,
	       void (*print)(const struct stat_row *row, void *data), void *data)
{
	/* Of all threads of a machine, only those matter that did something. */
	bool skip_idle =
		run->opts->aggr == STAT_PER_THREAD && !target__has_task(&run->opts->target);
	const struct evsel *evsel;
	struct stat_row row;
	unsigned int unit;

	evlist__for_each_entry(run->evlist, evsel) {
		if (is_merged(evsel))
			continue;
		for (unit = 0; unit < nr_rows(run, evsel); unit++) {
			fill(run, evsel, unit, elapsed_ns, &row);
			if (skip_idle && !(row.value > 0))
				continue;
			print(&row, data);
		}
	}
}
