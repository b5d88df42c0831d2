// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "event_names.h"
#include "evsel.h"

/* Lays out one 8-byte field if @bit is set; returns where the next one begins. */
static u8 place(u64 sample_type, u64 bit, u8 *field, u8 at)
{
	if (!(sample_type & bit)) {
		*field = 0;
		return at;
	}
	*field = at;
	return at + 8;
}

static void layout_trailer(struct sample_layout *l, u64 type)
{
	static const u64 bits[] = {
		PERF_SAMPLE_TID,       PERF_SAMPLE_TIME, PERF_SAMPLE_ID,
		PERF_SAMPLE_STREAM_ID, PERF_SAMPLE_CPU,	 PERF_SAMPLE_IDENTIFIER
	};
	u8 from_start[ARRAY_SIZE(bits)] = { 0 }, size = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bits); i++) {
		if (!(type & bits[i]))
			continue;
		from_start[i] = size + 8; /* the far end, so that 0 stays "none" */
		size += 8;
	}
	l->trailer_size = size;
	l->trailer_tid = from_start[0] ? size - from_start[0] + 8 : 0;
	l->trailer_time = from_start[1] ? size - from_start[1] + 8 : 0;
	l->trailer_id = from_start[2] ? size - from_start[2] + 8 : 0;
	l->trailer_cpu = from_start[4] ? size - from_start[4] + 8 : 0;
	if (type & PERF_SAMPLE_IDENTIFIER)
		l->trailer_id = 8; /* always the last */
}

void sample_layout__init(struct sample_layout *l, const struct perf_event_attr *attr)
{
	u64 type = attr->sample_type;
	u8 at = sizeof(struct perf_event_header), identifier;

	memset(l, 0, sizeof(*l));
	at = place(type, PERF_SAMPLE_IDENTIFIER, &identifier, at);
	at = place(type, PERF_SAMPLE_IP, &l->ip, at);
	at = place(type, PERF_SAMPLE_TID, &l->tid, at);
	at = place(type, PERF_SAMPLE_TIME, &l->time, at);
	at = place(type, PERF_SAMPLE_ADDR, &l->addr, at);
	at = place(type, PERF_SAMPLE_ID, &l->id, at);
	at = place(type, PERF_SAMPLE_STREAM_ID, &l->stream_id, at);
	at = place(type, PERF_SAMPLE_CPU, &l->cpu, at);
	at = place(type, PERF_SAMPLE_PERIOD, &l->period, at);
	if (identifier)
		l->id = identifier;
	l->tail = at;
	l->variable = type & (PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN);
	l->usual = l->tid && l->time && (type & PERF_SAMPLE_RAW) && !l->variable;
	if (attr->sample_id_all)
		layout_trailer(l, type);
}

const char *evsel__name(const struct evsel *evsel, char *buf, size_t size)
{
	const char *name =
		evsel->name ? evsel->name : event_name__of(evsel->attr.type, evsel->attr.config);

	if (name)
		return name;
	if (evsel__is_tracepoint(evsel))
		snprintf(buf, size, "tracepoint 0x%llx", (unsigned long long)evsel->attr.config);
	else
		snprintf(buf, size, "type %u config 0x%llx", evsel->attr.type,
			 (unsigned long long)evsel->attr.config);
	return buf;
}
