/* SPDX-License-Identifier: GPL-2.0-only */
/* A sample's fields, read where they lie in the recording. */
#ifndef PERF_UTIL_SAMPLE_H
#define PERF_UTIL_SAMPLE_H

#include "evsel.h"

struct perf_sample {
	const struct evsel *evsel;
	const struct perf_event_header *event; /* the record, in the file's byte order */
	bool swap;			       /* the file's byte order is not ours */
	u16 misc;
	u32 pid, tid, cpu;  /* (u32)-1 where not recorded */
	u64 time;	    /* ns; 0 where not recorded */
	u64 id;		    /* 0 where not recorded */
	const u8 *raw_data; /* a tracepoint's record, NULL without PERF_SAMPLE_RAW */
	u32 raw_size;
};

/*
 * Decodes @event, whose whole header.size bytes are there to be read, as a
 * sample of @evsel. Pointers in @sample are into @event. 0, or -EFAULT if the
 * record is too short for what its sample_type says.
 */
int evsel__parse_sample(const struct evsel *evsel, const struct perf_event_header *event, bool swap,
			struct perf_sample *sample);

/* Fields that few need. 0 where not recorded. */
u64 perf_sample__ip(const struct perf_sample *sample);
u64 perf_sample__addr(const struct perf_sample *sample);
u64 perf_sample__period(const struct perf_sample *sample);

/*
 * The callchain of a decoded sample: the number of entries, 0 without one.
 * *@ips is where they begin: u64 each, in the file's byte order, unaligned.
 */
u64 perf_sample__callchain(const struct perf_sample *sample, const u8 **ips);

#endif
