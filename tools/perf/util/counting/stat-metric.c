// SPDX-License-Identifier: GPL-2.0-only
/* The figures that stand behind counts: rates, ratios, shares of misses. */
#include <stdio.h>

#include "stat-row.h"

#define CACHE(cache, result)                                              \
	(PERF_COUNT_HW_CACHE_##cache | PERF_COUNT_HW_CACHE_OP_READ << 8 | \
	 PERF_COUNT_HW_CACHE_RESULT_##result << 16)

/* Figures that are this event's count divided by another's. */
static const struct {
	u32 type;
	u64 config, by; /* the other event is of the same type */
	double factor;
	const char *format, *unit;
} ratios[] = {
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, PERF_COUNT_HW_CPU_CYCLES, 1, "%7.2f ",
	  "insn per cycle" },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, 100,
	  "%7.2f%%", "of all branches" },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, PERF_COUNT_HW_CACHE_REFERENCES, 100,
	  "%8.3f %%", "of all cache refs" },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, PERF_COUNT_HW_CPU_CYCLES, 100,
	  "%7.2f%%", "frontend cycles idle" },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND, PERF_COUNT_HW_CPU_CYCLES, 100,
	  "%7.2f%%", "backend cycles idle" },
	{ PERF_TYPE_HW_CACHE, CACHE(L1D, MISS), CACHE(L1D, ACCESS), 100, "%7.2f%%",
	  "of all L1-dcache accesses" },
	{ PERF_TYPE_HW_CACHE, CACHE(L1I, MISS), CACHE(L1I, ACCESS), 100, "%7.2f%%",
	  "of all L1-icache accesses" },
	{ PERF_TYPE_HW_CACHE, CACHE(DTLB, MISS), CACHE(DTLB, ACCESS), 100, "%7.2f%%",
	  "of all dTLB cache accesses" },
	{ PERF_TYPE_HW_CACHE, CACHE(ITLB, MISS), CACHE(ITLB, ACCESS), 100, "%7.2f%%",
	  "of all iTLB cache accesses" },
	{ PERF_TYPE_HW_CACHE, CACHE(LL, MISS), CACHE(LL, ACCESS), 100, "%7.2f%%",
	  "of all LL-cache accesses" },
};

bool evsel__is_clock(const struct evsel *evsel)
{
	return evsel->attr.type == PERF_TYPE_SOFTWARE &&
	       (evsel->attr.config == PERF_COUNT_SW_CPU_CLOCK ||
		evsel->attr.config == PERF_COUNT_SW_TASK_CLOCK);
}

static void set(struct stat_metric *metric, double value, const char *format, const char *unit)
{
	metric->there = true;
	metric->value = value;
	metric->format = format;
	snprintf(metric->unit, sizeof(metric->unit), "%s", unit);
}

/* The count of @evsel for the same CPU or thread as @like's @unit-th; negative if it has none. */
static double count_for(const struct stat_run *run, const struct evsel *evsel,
			const struct evsel *like, unsigned int unit)
{
	const struct evsel_stat *stat = evsel__stat(evsel);
	int place = (int)unit;

	if (!stat->supported)
		return -1;
	if (run->opts->aggr == STAT_PER_CPU)
		place = cpu_map__index(&stat->cpus, evsel__stat(like)->cpus.cpus[unit]);
	if (place < 0 || place >= (int)stat->nr_units || stat->units[place].run.mean <= 0)
		return -1;
	return stat->units[place].val.mean;
}

/* Do both count at the same levels? Cycles in user space say nothing of the kernel's. */
static bool same_levels(const struct perf_event_attr *a, const struct perf_event_attr *b)
{
	return a->exclude_user == b->exclude_user && a->exclude_kernel == b->exclude_kernel &&
	       a->exclude_hv == b->exclude_hv && a->exclude_host == b->exclude_host &&
	       a->exclude_idle == b->exclude_idle;
}

static double find_count(const struct stat_run *run, const struct evsel *like, unsigned int unit,
			 u64 config)
{
	const struct evsel *evsel;

	evlist__for_each_entry(run->evlist, evsel) {
		if (evsel->attr.type == like->attr.type && evsel->attr.config == config &&
		    same_levels(&evsel->attr, &like->attr))
			return count_for(run, evsel, like, unit);
	}
	return -1;
}

/* The ns that the clocks counted, their mean if there are several. 0: there is none. */
static double clock_ns(const struct stat_run *run, const struct evsel *like, unsigned int unit)
{
	const struct evsel *evsel;
	struct mean mean = { 0 };
	double ns;

	evlist__for_each_entry(run->evlist, evsel) {
		if (!evsel__is_clock(evsel))
			continue;
		ns = count_for(run, evsel, like, unit);
		if (ns >= 0)
			mean__add(&mean, ns);
	}
	return mean.mean;
}

static bool has_clock(const struct stat_run *run)
{
	const struct evsel *evsel;

	evlist__for_each_entry(run->evlist, evsel) {
		if (evsel__is_clock(evsel) && evsel__stat(evsel)->supported)
			return true;
	}
	return false;
}

static void set_rate(struct stat_metric *metric, double rate)
{
	static const char *const units[] = { "/sec", "K/sec", "M/sec", "G/sec" };
	size_t i = 0;

	while (rate >= 1000 && i + 1 < ARRAY_SIZE(units)) {
		rate /= 1000;
		i++;
	}
	set(metric, rate, "%8.3f", units[i]);
}

/* A share of another count, if the event is one of those that have it. */
static bool set_ratio(const struct stat_run *run, const struct evsel *evsel, unsigned int unit,
		      double value, struct stat_metric *metric)
{
	double other;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ratios); i++) {
		if (ratios[i].type != evsel->attr.type || ratios[i].config != evsel->attr.config)
			continue;
		other = find_count(run, evsel, unit, ratios[i].by);
		if (other <= 0)
			return false;
		set(metric, ratios[i].factor * value / other, ratios[i].format, ratios[i].unit);
		return true;
	}
	return false;
}

void stat_metric(const struct stat_run *run, const struct evsel *evsel, unsigned int unit,
		 double value, double elapsed_ns, struct stat_metric *metric)
{
	double ns;

	memset(metric, 0, sizeof(*metric));
	if (evsel__is_clock(evsel)) {
		set(metric, elapsed_ns > 0 ? value / elapsed_ns : 0, "%8.3f", "CPUs utilized");
		return;
	}
	if (set_ratio(run, evsel, unit, value, metric) || !has_clock(run))
		return;
	ns = clock_ns(run, evsel, unit);
	if (evsel->attr.type == PERF_TYPE_HARDWARE &&
	    evsel->attr.config == PERF_COUNT_HW_CPU_CYCLES)
		set(metric, ns > 0 ? value / ns : 0, "%8.3f", "GHz");
	else
		set_rate(metric, ns > 0 ? value * 1e9 / ns : 0);
}
