/* SPDX-License-Identifier: GPL-2.0-only */
/* A sample's fields, read where they lie in the recording. */
#ifndef PERF_UTIL_SAMPLE_H
#define PERF_UTIL_SAMPLE_H

#include <errno.h>

#include "event.h"
#include "evsel.h"

struct perf_sample {
	const struct evsel *evsel;
	const struct perf_event_header *event; /* the record, in the file's byte order */
	bool swap;			       /* the file's byte order is not ours */
	u32 pid, tid, cpu;		       /* (u32)-1 where not recorded */
	u64 time;			       /* ns; 0 where not recorded */
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

/* A sample that lacks a usual field or has fields of variable size. */
int evsel__parse_sample_slow(const struct evsel *evsel, const struct perf_event_header *event,
			     size_t size, bool swap, struct perf_sample *sample);

/* The same as evsel__parse_sample(), for loops that are compiled for each byte order. */
static inline __attribute__((always_inline)) int
evsel__parse_sample_inline(const struct evsel *evsel, const struct perf_event_header *event,
			   size_t size, bool swap, struct perf_sample *s)
{
	const struct sample_layout *l = &evsel->layout;
	const u8 *ev = (const u8 *)event;
	size_t at = l->tail;

	if (unlikely(!l->usual || size < at + 4))
		return evsel__parse_sample_slow(evsel, event, size, swap, s);
	s->evsel = evsel;
	s->event = event;
	s->swap = swap;
	s->pid = get_u32(ev + l->tid, swap);
	s->tid = get_u32(ev + l->tid + 4, swap);
	s->time = get_u64(ev + l->time, swap);
	s->cpu = likely(l->cpu) ? get_u32(ev + l->cpu, swap) : (u32)-1;
	s->raw_size = get_u32(ev + at, swap);
	s->raw_data = ev + at + 4;
	return likely(s->raw_size <= size - at - 4) ? 0 : -EFAULT;
}

static inline u16 perf_sample__misc(const struct perf_sample *sample)
{
	return record_misc(sample->event, sample->swap);
}

/* Fields that few need. 0 where not recorded. */
u64 perf_sample__id(const struct perf_sample *sample);
u64 perf_sample__ip(const struct perf_sample *sample);
u64 perf_sample__addr(const struct perf_sample *sample);
u64 perf_sample__period(const struct perf_sample *sample);

/*
 * The callchain of a decoded sample: the number of entries, 0 without one.
 * *@ips is where they begin: u64 each, in the file's byte order, unaligned.
 */
u64 perf_sample__callchain(const struct perf_sample *sample, const u8 **ips);

#endif
