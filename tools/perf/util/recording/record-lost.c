// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <unistd.h>

#include "util/opening/evsel_open.h"
#include "record-lost.h"

#ifndef PERF_FORMAT_LOST
#define PERF_FORMAT_LOST (1U << 4)
#endif

/* What reading an event gives, with the read_format that the recorder sets. */
struct counts {
	u64 value, id, lost;
};

/* header; u64 lost; the trailer of sample_id_all: whose, and on which CPU */
static int put_lost(struct record_output *out, const struct evsel *evsel, u64 id, int cpu, u64 lost,
		    struct perf_err *err)
{
	const struct sample_layout *layout = &evsel->layout;
	u8 record[128] = { 0 };
	struct perf_event_header header = {
		.type = PERF_RECORD_LOST_SAMPLES,
		.size = (u16)(sizeof(header) + sizeof(lost) + layout->trailer_size),
	};
	u8 *end = record + header.size;

	memcpy(record, &header, sizeof(header));
	memcpy(record + sizeof(header), &lost, sizeof(lost));
	if (layout->trailer_id)
		memcpy(end - layout->trailer_id, &id, sizeof(id));
	if (layout->trailer_cpu)
		memcpy(end - layout->trailer_cpu, &cpu, sizeof(cpu));
	return record_output__records(out, record, header.size, err);
}

/* Adds up one event; *@known turns false if its samples cannot be told from its count. */
static int add_event(const struct evsel *evsel, struct record_output *out,
		     struct record_result *result, bool sums_only, u64 *fired, u64 *lost,
		     bool *known)
{
	const struct evsel_ctl *ctl = evsel->ctl;
	bool has_lost = evsel->attr.read_format & PERF_FORMAT_LOST;
	unsigned int cpu, thread;
	struct counts counts;
	int ret;

	if (evsel->attr.read_format & ~(u64)(PERF_FORMAT_ID | PERF_FORMAT_LOST) ||
	    evsel->attr.freq || !evsel->attr.sample_period)
		*known = false;
	for (cpu = 0; cpu < ctl->cpus.nr; cpu++) {
		for (thread = 0; thread < ctl->nr_threads; thread++) {
			int fd = evsel__fd(evsel, cpu, thread);

			memset(&counts, 0, sizeof(counts));
			if (fd < 0 || read(fd, &counts, sizeof(counts)) <= 0)
				continue;
			if (*known)
				*fired += counts.value / evsel->attr.sample_period;
			if (!has_lost || !counts.lost ||
			    evsel->attr.read_format & PERF_FORMAT_GROUP)
				continue;
			*lost += counts.lost;
			ret = sums_only ? 0
					: put_lost(out, evsel, counts.id, ctl->cpus.cpus[cpu],
						   counts.lost, &result->err);
			if (ret)
				return ret;
		}
	}
	return 0;
}

int record_lost__tell(const struct evlist *evlist, struct record_output *out,
		      struct record_result *result, bool sums_only)
{
	const struct evsel *evsel;
	u64 fired = 0, lost = 0;
	bool known = true;
	int ret = 0;

	evlist__for_each_entry(evlist, evsel) {
		/* The one that only tells of threads has no samples. */
		if (evsel->attr.type == PERF_TYPE_SOFTWARE &&
		    evsel->attr.config == PERF_COUNT_SW_DUMMY)
			continue;
		ret = add_event(evsel, out, result, sums_only, &fired, &lost, &known);
		if (ret)
			break;
	}
	/* Both tell of the same loss; neither sees all of it. */
	result->nr_lost = lost > out->lost ? lost : out->lost;
	if (!lost)
		lost = out->lost; /* before Linux 6.0 the kernel does not tell it by event */
	result->nr_samples = known && !sums_only && fired > lost ? fired - lost : 0;
	return ret;
}
