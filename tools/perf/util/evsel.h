/* SPDX-License-Identifier: GPL-2.0-only */
/* One event of a recording: its attr, its ids, its name, and where its samples' fields lie. */
#ifndef PERF_UTIL_EVSEL_H
#define PERF_UTIL_EVSEL_H

#include <sys/queue.h>
#include <linux/perf_event.h>

#include "types.h"

struct tep_event;
struct tep_format_field;
struct evsel_ctl;

/*
 * Byte offsets from a record's header to the fields of a sample, 0 where the
 * sample has no such field. Fields up to PERIOD have fixed places; behind READ
 * and CALLCHAIN they have not, and are found by walking from @tail.
 */
struct sample_layout {
	u8 ip, tid, time, addr, id, stream_id, cpu, period;
	u8 tail;       /* the first byte behind PERIOD: READ, CALLCHAIN or RAW */
	bool variable; /* READ or CALLCHAIN stand between @tail and RAW */
	bool usual;    /* there are TID, TIME and RAW, and RAW has a fixed place */
	/* From the end of a non-sample record, 0 where its trailer has none. */
	u8 trailer_tid, trailer_time, trailer_id, trailer_cpu;
	u8 trailer_size;
};

struct evsel {
	STAILQ_ENTRY(evsel) node;
	unsigned int idx;	     /* place in its evlist, from 0 */
	struct perf_event_attr attr; /* in our byte order; fields that the file lacks are 0 */
	u32 attr_size;		     /* the attr's size in the file */
	u64 *ids;
	size_t nr_ids;
	char *name; /* as recorded ("kvm:kvm_exit"), NULL until known; owned */
	struct sample_layout layout;
	struct tep_event *tp_format; /* a tracepoint's format, NULL until known; owned by its tep */
	struct evsel *leader;	     /* of its group, itself in a leader; NULL: in none */
	char *filter;		     /* for a tracepoint that is to be opened, or NULL; owned */
	struct evsel_ctl *ctl;	     /* of an event that is to be opened, see evsel_ctl.h; owned */
	void *priv;		     /* for the one that uses the evlist, e.g. an analysis */
};

/* What an evsel is called, never NULL: its name, or one made from its type and config in @buf. */
const char *evsel__name(const struct evsel *evsel, char *buf, size_t size);

/* Fills @layout from the attr's sample_type and sample_id_all. */
void sample_layout__init(struct sample_layout *layout, const struct perf_event_attr *attr);

static inline bool evsel__is_tracepoint(const struct evsel *evsel)
{
	return evsel->attr.type == PERF_TYPE_TRACEPOINT;
}

#endif
