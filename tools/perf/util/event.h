/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records of a perf.data stream that perf itself writes, beside the kernel's
 * own of <linux/perf_event.h> (types below 64).
 *
 * Every record begins with struct perf_event_header; its size is that of the
 * whole record, but for TRACING_DATA, AUXTRACE and COMPRESSED2 (see there),
 * whose data follow the record.
 */
#ifndef PERF_UTIL_EVENT_H
#define PERF_UTIL_EVENT_H

#include <linux/perf_event.h>

#include "types.h"

/* A record's header, which need not be aligned: @event's members can't be named then. */
static inline u32 record_type(const void *event, bool swap)
{
	return get_u32(event, swap);
}

static inline u16 record_misc(const void *event, bool swap)
{
	return get_u16((const u8 *)event + 4, swap);
}

static inline u16 record_size(const void *event, bool swap)
{
	return get_u16((const u8 *)event + 6, swap);
}

enum perf_user_event_type {
	PERF_RECORD_USER_TYPE_START = 64,
	PERF_RECORD_HEADER_ATTR = 64,	    /* attr, then its ids: pipe mode */
	PERF_RECORD_HEADER_EVENT_TYPE = 65, /* obsolete */
	PERF_RECORD_HEADER_TRACING_DATA =
		66, /* u32 size; the data follow the record, padded to 8 */
	PERF_RECORD_HEADER_BUILD_ID = 67,
	PERF_RECORD_FINISHED_ROUND = 68, /* every buffer has been read once since the last one */
	PERF_RECORD_ID_INDEX = 69,
	PERF_RECORD_AUXTRACE_INFO = 70,
	PERF_RECORD_AUXTRACE = 71, /* u64 size; the data follow the record */
	PERF_RECORD_AUXTRACE_ERROR = 72,
	PERF_RECORD_THREAD_MAP = 73,
	PERF_RECORD_CPU_MAP = 74,
	PERF_RECORD_STAT_CONFIG = 75,
	PERF_RECORD_STAT = 76,
	PERF_RECORD_STAT_ROUND = 77,
	PERF_RECORD_EVENT_UPDATE = 78, /* u64 type, u64 id; name, unit, scale or cpus of an event */
	PERF_RECORD_TIME_CONV = 79,
	PERF_RECORD_HEADER_FEATURE = 80, /* u64 feature; its section: pipe mode */
	PERF_RECORD_COMPRESSED = 81,	 /* a piece of one zstd stream, to the record's end */
	PERF_RECORD_FINISHED_INIT = 82,	 /* what existed before the recording has been told */
	PERF_RECORD_COMPRESSED2 = 83,	 /* u64 size; so many bytes of the stream, then padding */
	PERF_RECORD_BPF_METADATA = 84,
};

enum {
	PERF_EVENT_UPDATE__UNIT = 0,
	PERF_EVENT_UPDATE__SCALE = 1,
	PERF_EVENT_UPDATE__NAME = 2,
	PERF_EVENT_UPDATE__CPUS = 3,
};

#endif
