// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>

#include "event.h"
#include "sample.h"

/*
 * The fields behind PERIOD, in the kernel's order: READ, CALLCHAIN, RAW. @at
 * and the returned offset count from the record's start; 0 stands for a field
 * that reaches over the record's end.
 */
static size_t skip_read(const u8 *ev, size_t at, size_t size, u64 format, bool swap)
{
	u64 entry = 8, nr = 1, head = 0;

	if (format & PERF_FORMAT_ID)
		entry += 8;
	if (format & PERF_FORMAT_LOST)
		entry += 8;
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		head += 8;
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		head += 8;
	if (format & PERF_FORMAT_GROUP) {
		if (size - at < 8)
			return 0;
		nr = get_u64(ev + at, swap);
		head += 8;
	}
	if (nr > size / entry || head + nr * entry > size - at)
		return 0;
	return at + head + nr * entry;
}

static size_t skip_callchain(const u8 *ev, size_t at, size_t size, bool swap)
{
	u64 nr;

	if (size - at < 8)
		return 0;
	nr = get_u64(ev + at, swap);
	if (nr > (size - at - 8) / 8)
		return 0;
	return at + 8 + nr * 8;
}

static size_t skip_variable(const struct evsel *evsel, const u8 *ev, size_t size, bool swap,
			    u64 upto)
{
	u64 type = evsel->attr.sample_type;
	size_t at = evsel->layout.tail;

	if (type & PERF_SAMPLE_READ)
		at = skip_read(ev, at, size, evsel->attr.read_format, swap);
	if (at && (type & PERF_SAMPLE_CALLCHAIN) && upto != PERF_SAMPLE_CALLCHAIN)
		at = skip_callchain(ev, at, size, swap);
	return at;
}

static int parse_raw(const struct evsel *evsel, const u8 *ev, size_t size, struct perf_sample *s)
{
	size_t at = skip_variable(evsel, ev, size, s->swap, PERF_SAMPLE_RAW);

	if (!at || size - at < 4)
		return -EFAULT;
	s->raw_size = get_u32(ev + at, s->swap);
	if (s->raw_size > size - at - 4)
		return -EFAULT;
	s->raw_data = ev + at + 4;
	return 0;
}

int evsel__parse_sample_slow(const struct evsel *evsel, const struct perf_event_header *event,
			     size_t size, bool swap, struct perf_sample *s)
{
	const struct sample_layout *l = &evsel->layout;
	const u8 *ev = (const u8 *)event;

	if (size < l->tail)
		return -EFAULT;
	s->evsel = evsel;
	s->event = event;
	s->swap = swap;
	s->pid = l->tid ? get_u32(ev + l->tid, swap) : (u32)-1;
	s->tid = l->tid ? get_u32(ev + l->tid + 4, swap) : (u32)-1;
	s->time = l->time ? get_u64(ev + l->time, swap) : 0;
	s->cpu = l->cpu ? get_u32(ev + l->cpu, swap) : (u32)-1;
	s->raw_data = NULL;
	s->raw_size = 0;
	if (evsel->attr.sample_type & PERF_SAMPLE_RAW)
		return parse_raw(evsel, ev, size, s);
	return 0;
}

int evsel__parse_sample(const struct evsel *evsel, const struct perf_event_header *event, bool swap,
			struct perf_sample *s)
{
	return evsel__parse_sample_inline(evsel, event, record_size(event, swap), swap, s);
}

static u64 field(const struct perf_sample *s, u8 at)
{
	return at ? get_u64((const u8 *)s->event + at, s->swap) : 0;
}

u64 perf_sample__id(const struct perf_sample *s)
{
	return field(s, s->evsel->layout.id);
}

u64 perf_sample__ip(const struct perf_sample *s)
{
	return field(s, s->evsel->layout.ip);
}

u64 perf_sample__addr(const struct perf_sample *s)
{
	return field(s, s->evsel->layout.addr);
}

u64 perf_sample__period(const struct perf_sample *s)
{
	return field(s, s->evsel->layout.period);
}

u64 perf_sample__callchain(const struct perf_sample *s, const u8 **ips)
{
	const u8 *ev = (const u8 *)s->event;
	size_t size = record_size(s->event, s->swap), at;

	if (!(s->evsel->attr.sample_type & PERF_SAMPLE_CALLCHAIN))
		return 0;
	at = skip_variable(s->evsel, ev, size, s->swap, PERF_SAMPLE_CALLCHAIN);
	if (!at || !skip_callchain(ev, at, size, s->swap))
		return 0;
	*ips = ev + at + 8;
	return get_u64(ev + at, s->swap);
}
