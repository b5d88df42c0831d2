// SPDX-License-Identifier: GPL-2.0-only
#include "util/event.h"
#include "record-time.h"

/* Without one layout for all, the sample's id says whose it is. */
static const struct sample_layout *odd_layout(const struct time_source *src, const u8 *ev,
					      size_t size)
{
	const struct evsel *evsel = evlist__sample_evsel(src->evlist, ev, size, src->swap);

	return evsel ? &evsel->layout : NULL;
}

/* A non-sample record ends with its ids and time; the last word may say whose layout it has. */
static u64 trailer_time(const struct time_source *src, const u8 *ev, size_t size)
{
	const struct evsel *evsel = NULL;
	u8 at;

	if (size >= 16)
		evsel = evlist__id2evsel(src->evlist, get_u64(ev + size - 8, src->swap));
	if (!evsel)
		evsel = evlist__first(src->evlist);
	at = evsel ? evsel->layout.trailer_time : 0;
	return at && size >= at + 8u ? get_u64(ev + size - at, src->swap) : 0;
}

u64 record_time__slow(const struct time_source *src, const struct perf_event_header *event,
		      u32 type, size_t size)
{
	const u8 *ev = (const u8 *)event;
	const struct sample_layout *l;

	if (type >= PERF_RECORD_USER_TYPE_START)
		return 0;
	if (type != PERF_RECORD_SAMPLE)
		return trailer_time(src, ev, size);
	l = odd_layout(src, ev, size);
	if (!l || !l->time || l->time + 8u > size)
		return 0;
	return get_u64(ev + l->time, src->swap);
}
