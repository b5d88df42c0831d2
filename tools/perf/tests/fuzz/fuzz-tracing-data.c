// SPDX-License-Identifier: GPL-2.0-only
/*
 * Hostile event formats: tracing data, and what libtraceevent makes of them when
 * a record is printed. An input ends with a record: its bytes, then their
 * number (u16). What stands before is tracing data if it begins with their
 * magic, otherwise the text of one event's format.
 */
#include <stdlib.h>

#include "fuzz.h"
#include "util/format/trace-event.h"

#define PREAMBLE                                                              \
	"\x17\x08\x44tracing0.6\0\0\x08\0\x10\0\0"                            \
	"header_page\0\0\0\0\0\0\0\0\0header_event\0\0\0\0\0\0\0\0\0\0\0\0\0" \
	"\1\0\0\0kvm\0\1\0\0\0"
#define TRAILER "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"

static u8 *whole(const u8 *data, size_t size, size_t *blob_size)
{
	static const char preamble[] = PREAMBLE, trailer[] = TRAILER;
	size_t head = sizeof(preamble) - 1, at = 0;
	u64 text_size = size;
	u8 *blob;

	if (size && data[0] == 0x17) {
		blob = malloc(size + 1);
		fuzz_check(blob);
		memcpy(blob, data, size);
		blob[size] = '\0';
		*blob_size = size;
		return blob;
	}
	*blob_size = head + 8 + size + sizeof(trailer);
	blob = malloc(*blob_size + 1);
	fuzz_check(blob);
	memcpy(blob, preamble, head);
	at = head;
	memcpy(blob + at, &text_size, 8);
	at += 8;
	if (size)
		memcpy(blob + at, data, size);
	at += size;
	memcpy(blob + at, trailer, sizeof(trailer));
	blob[*blob_size] = '\0';
	return blob;
}

static void touch_event(struct trace_event *te, struct tep_event *event, const u8 *raw, u32 size)
{
	static const char *const names[] = { "common_pid", "exit_reason", "vcpu_id", "ret", "a" };
	struct trace_seq seq;
	size_t i;
	u64 sum = 0;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		struct field_ref f = trace_event__field(event, names[i]);

		sum += field_ref__get(&f, raw, size, i & 1);
	}
	fuzz_use(sum);
	trace_seq_init(&seq);
	trace_event__print(te, event, raw, size, &seq);
	trace_seq_destroy(&seq);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct trace_event te = { 0 };
	struct perf_err err = { "" };
	const u8 *end = data + size;
	size_t raw_size, blob_size, i;
	u8 *raw, *blob;
	int ret;

	if (size < 2)
		return 0;
	raw_size = get_u16(end - 2, false);
	if (raw_size > size - 2)
		raw_size = size - 2;
	end -= 2 + raw_size;
	/* In memory of its own, so that no step beside it goes unseen. */
	raw = malloc(raw_size ? raw_size : 1);
	fuzz_check(raw);
	memcpy(raw, end, raw_size);
	blob = whole(data, (size_t)(end - data), &blob_size);
	ret = trace_event__parse(&te, blob, blob_size, &err);
	fuzz_check(!ret || err.msg[0]);
	for (i = 0; i < te.nr_formats && i < 16; i++) {
		struct tep_event *event = trace_event__find(&te, te.formats[i].id);

		if (event)
			touch_event(&te, event, raw, (u32)raw_size);
	}
	trace_event__exit(&te);
	free(raw);
	return 0;
}
