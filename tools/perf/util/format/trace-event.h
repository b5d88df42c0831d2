/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A recording's tracing data: the formats of its tracepoints, in the words of
 * the kernel that recorded it, for libtraceevent.
 *
 * Layout (as trace-cmd version 6 and perf's HEADER_TRACING_DATA have it;
 * numbers in the byte order that the sixth item names):
 *
 *	"\x17\x08\x44tracing", version "0.6\0", u8 big endian?, u8 size of long,
 *	u32 page size, "header_page\0" u64 size, text, "header_event\0" u64 size,
 *	text; u32 number of ftrace formats, each {u64 size, text}; u32 number of
 *	systems, each {name\0, u32 number of formats, each {u64 size, text}};
 *	u32 size of kallsyms, text; u32 size of printk formats, text;
 *	u64 size of saved command lines, text (since version 0.6)
 */
#ifndef PERF_UTIL_TRACE_EVENT_H
#define PERF_UTIL_TRACE_EVENT_H

#include <traceevent/event-parse.h>

#include "util/err.h"
#include "util/types.h"

/* One tracepoint's format, parsed by libtraceevent only when it is asked for. */
struct trace_format {
	u64 id;
	const char *system;
	const char *text;
	size_t size;
	struct tep_event *event; /* owned by tep; NULL: not parsed yet, or not parsable */
	bool tried;
};

struct trace_event {
	struct tep_handle *tep; /* NULL: the recording has no tracing data (yet) */
	u8 *blob;
	struct trace_format *formats; /* in order of id */
	size_t nr_formats;
	u8 *scratch; /* for trace_event__print() */
	u32 scratch_used;
};

/*
 * Takes @blob, @size bytes of tracing data, in memory that is the callee's from
 * now on. 0, -EINVAL with the cause in @err, -ENOMEM. What was there before is
 * freed. Formats that precede the damage are kept.
 */
int trace_event__parse(struct trace_event *te, u8 *blob, size_t size, struct perf_err *err);
void trace_event__exit(struct trace_event *te);

/* The format of the tracepoint with number @id, NULL if there is none that can be parsed. */
struct tep_event *trace_event__find(struct trace_event *te, u64 id);

/*
 * Appends to @seq, as text, what a record @raw of @size bytes of @event tells:
 * by the event's own print format where that can be followed safely, else field
 * by field. The text is as recorded: escape it. 0; -EINVAL if the record is too
 * short; -ENOMEM.
 */
int trace_event__print(struct trace_event *te, struct tep_event *event, const u8 *raw, u32 size,
		       struct trace_seq *seq);

/*
 * Where a field lies in a tracepoint's raw data. A recording's words about it
 * are hostile: whoever reads it checks offset + size against the raw size.
 */
struct field_ref {
	u16 offset;
	u8 size; /* 1, 2, 4 or 8; 0: there is no such field */
	bool is_signed;
};

/* Do all of @event's fixed fields lie within a raw record of @size bytes? */
bool trace_event__fits(const struct tep_event *event, u32 size);

struct field_ref trace_event__field(struct tep_event *event, const char *name);

/* The value, zero-extended, of a field that is known to lie within @raw; 0 if there is none. */
static inline u64 field_ref__load(const struct field_ref *f, const u8 *raw, bool swap)
{
	raw += f->offset;
	if (likely(f->size == 4))
		return get_u32(raw, swap);
	if (f->size == 8)
		return get_u64(raw, swap);
	if (f->size == 2)
		return get_u16(raw, swap);
	return f->size ? *raw : 0;
}

/* The same, of a field that may not lie within @raw's @size bytes: 0 then. */
static inline u64 field_ref__get(const struct field_ref *f, const u8 *raw, u32 size, bool swap)
{
	return likely((u32)f->offset + f->size <= size) ? field_ref__load(f, raw, swap) : 0;
}

#endif
