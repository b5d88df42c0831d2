// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "print-guard.h"
#include "trace-event.h"

#define MAX_RAW (64u << 10) /* a record's own limit */

/* The record with zeros behind it, wherever its dynamic fields point to. */
static u8 *padded(struct trace_event *te, const u8 *raw, u32 size)
{
	if (!te->scratch) {
		te->scratch = calloc(1, MAX_RAW + PRINT_GUARD_PADDING);
		if (!te->scratch)
			return NULL;
	}
	memcpy(te->scratch, raw, size);
	if (te->scratch_used > size)
		memset(te->scratch + size, 0, te->scratch_used - size);
	te->scratch_used = size;
	return te->scratch;
}

/*
 * libtraceevent takes the event from the record, where the first event's format
 * says that its type is. Make it @event that it finds.
 */
static bool type_leads_to(struct trace_event *te, struct tep_event *event,
			  struct tep_record *record)
{
	struct tep_event *first = tep_get_first_event(te->tep);
	const struct tep_format_field *f =
		first ? tep_find_common_field(first, "common_type") : NULL;
	u16 type = (u16)event->id;

	if (!f || f->offset || f->size != 2 || record->size < 2)
		return false;
	if (tep_is_local_bigendian(te->tep) != tep_is_file_bigendian(te->tep))
		type = bswap_16(type);
	memcpy(record->data, &type, sizeof(type));
	return tep_find_event_by_record(te->tep, record) == event;
}

int trace_event__print(struct trace_event *te, struct tep_event *event, const u8 *raw, u32 size,
		       struct trace_seq *seq)
{
	struct tep_record record = { .size = (int)size, .record_size = (int)size };

	if (size > MAX_RAW || !trace_event__fits(event, size))
		return -EINVAL;
	record.data = padded(te, raw, size);
	if (!record.data)
		return -ENOMEM;
	if (print_guard__may_print(event, raw, size) && type_leads_to(te, event, &record)) {
		tep_print_event(te->tep, seq, &record, "%s", TEP_PRINT_INFO);
	} else {
		if (event->flags & TEP_EVENT_FL_FAILED)
			trace_seq_puts(seq, "[FAILED TO PARSE]");
		tep_record_print_fields(seq, &record, event);
	}
	trace_seq_terminate(seq);
	return 0;
}
