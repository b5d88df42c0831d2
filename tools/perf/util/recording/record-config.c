// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>

#include "util/evsel_ctl.h"
#include "record-config.h"
#include "util/sysfile.h"

#ifndef PERF_FORMAT_LOST
#define PERF_FORMAT_LOST (1U << 4)
#endif

static void set_freq(struct perf_event_attr *attr, const struct record_opts *opts, u64 freq)
{
	/* The most samples a second that the kernel lets us ask for. */
	u64 max = (u64)sysfile__number("/proc/sys/kernel/perf_event_max_sample_rate", INT64_MAX);
	char line[128];

	if (freq > max) {
		if (opts->freq != UINT64_MAX && opts->freq && opts->warn) {
			snprintf(line, sizeof(line),
				 "-F %llu is more than kernel.perf_event_max_sample_rate: using "
				 "%llu Hz",
				 (unsigned long long)freq, (unsigned long long)max);
			opts->warn(opts->warn_ctx, line);
		}
		freq = max;
	}
	attr->freq = 1;
	attr->sample_freq = freq;
}

static void set_period(struct evsel *evsel, const struct record_opts *opts)
{
	struct perf_event_attr *attr = &evsel->attr;

	if (attr->sample_period)
		return; /* the event's own words */
	if (opts->period)
		attr->sample_period = opts->period;
	else if (opts->freq)
		set_freq(attr, opts, opts->freq);
	else if (evsel__is_tracepoint(evsel))
		attr->sample_period = 1;
	else
		set_freq(attr, opts, RECORD_DEFAULT_FREQ);
}

/* What is the same for all events, that which tells of threads included. */
static void set_common(struct perf_event_attr *attr, const struct record_opts *opts)
{
	attr->size = sizeof(*attr);
	attr->read_format |= PERF_FORMAT_ID | PERF_FORMAT_LOST;
	attr->sample_id_all = 1;
	attr->disabled = 1;
	attr->enable_on_exec = record__enable_on_exec(opts);
	attr->inherit = !opts->no_inherit;
	attr->use_clockid = opts->use_clockid;
	attr->clockid = opts->clockid;
}

/* In front of a sample, the id tells its event whatever else that one has. */
#define SAMPLE_COMMON \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU)

static void choose_sample(struct perf_event_attr *attr)
{
	attr->sample_type = SAMPLE_COMMON | PERF_SAMPLE_IP | PERF_SAMPLE_PERIOD;
	if (attr->type == PERF_TYPE_TRACEPOINT)
		attr->sample_type |= PERF_SAMPLE_RAW;
}

static void config_event(struct evsel *evsel, const struct record_opts *opts)
{
	struct perf_event_attr *attr = &evsel->attr;

	set_common(attr, opts);
	set_period(evsel, opts);
	if (!attr->sample_type)
		choose_sample(attr);
	if (opts->callchain)
		attr->sample_type |= PERF_SAMPLE_CALLCHAIN;
	if (evsel->ctl && evsel->ctl->sample_read && evsel->leader)
		attr->sample_type |= PERF_SAMPLE_READ;
	/* Members of a group go on and off with their leader. */
	if (evsel->leader && evsel->leader != evsel)
		attr->disabled = attr->enable_on_exec = 0;
	if (!(evsel->ctl && evsel->ctl->exclude_GH) &&
	    (attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE))
		attr->exclude_guest = 1;
	sample_layout__init(&evsel->layout, attr);
}

static int add_tracking(struct evlist *evlist, const struct record_opts *opts,
			struct evsel **tracking)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_DUMMY,
		.sample_period = 1,
		.sample_type = SAMPLE_COMMON,
		.comm = 1,
		.comm_exec = 1,
		.task = 1,
		.mmap = !opts->no_mmaps,
		.mmap2 = !opts->no_mmaps,
		.exclude_kernel = 1, /* who may not watch the kernel may have it, too */
	};
	struct evsel *evsel;

	set_common(&attr, opts);
	evsel = evlist__add(evlist, &attr, sizeof(attr));
	if (!evsel)
		return -ENOMEM;
	*tracking = evsel;
	evsel->name = strdup("dummy:u");
	return evsel->name ? 0 : -ENOMEM;
}

int record__config(struct evlist *evlist, const struct record_opts *opts, struct evsel **tracking)
{
	struct evsel *evsel;

	evlist__for_each_entry(evlist, evsel)
		config_event(evsel, opts);
	return add_tracking(evlist, opts, tracking);
}
