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

static void print_bytes(struct trace_seq *seq, const u8 *bytes, size_t size)
{
	size_t i;

	trace_seq_puts(seq, "ARRAY[");
	for (i = 0; i < size; i++)
		trace_seq_printf(seq, "%s%02x", i ? ", " : "", bytes[i]);
	trace_seq_putc(seq, ']');
}

static void print_array(struct trace_seq *seq, const struct tep_format_field *f, const u8 *data,
			size_t size)
{
	if (f->flags & TEP_FIELD_IS_STRING)
		trace_seq_printf(seq, "%.*s", (int)strnlen((const char *)data, size), data);
	else
		print_bytes(seq, data, size);
}

static void print_number(struct trace_seq *seq, const struct tep_format_field *f, const u8 *data)
{
	u64 value = tep_read_number(f->event->tep, data, f->size);
	unsigned int unused = f->size > 0 && f->size < 8 ? 64 - 8 * (unsigned int)f->size : 0;

	if (f->flags & (TEP_FIELD_IS_POINTER | TEP_FIELD_IS_LONG))
		trace_seq_printf(seq, "0x%llx", (unsigned long long)value);
	else if (f->flags & TEP_FIELD_IS_SIGNED)
		trace_seq_printf(seq, "%lld", (long long)((s64)(value << unused) >> unused));
	else
		trace_seq_printf(seq, "%llu", (unsigned long long)value);
}

/* " name=value" for each field; libtraceevent's own looks at the print format for that, too. */
static void print_fields(struct trace_seq *seq, const struct tep_event *event, const u8 *data)
{
	const struct tep_format_field *f;

	for (f = event->format.fields; f; f = f->next) {
		trace_seq_printf(seq, " %s=", f->name);
		if ((f->flags & TEP_FIELD_IS_DYNAMIC) && f->size == 4) {
			u32 where = (u32)tep_read_number(event->tep, data + f->offset, 4);
			size_t at = where & 0xffff;

			if (f->flags & TEP_FIELD_IS_RELATIVE)
				at += (size_t)f->offset + 4;
			print_array(seq, f, data + at, where >> 16);
		} else if (f->flags & TEP_FIELD_IS_ARRAY) {
			print_array(seq, f, data + f->offset, (size_t)f->size);
		} else {
			print_number(seq, f, data + f->offset);
		}
	}
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
		print_fields(seq, event, record.data);
	}
	trace_seq_terminate(seq);
	return 0;
}
