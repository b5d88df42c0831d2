// SPDX-License-Identifier: GPL-2.0-only
/* Samples of every combination of fields up to RAW, in both byte orders. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#include "recording.h"
#include "util/event.h"

/* In the kernel's order: the bits, from bit 0 on, are not in the order of the fields. */
static const u64 bits[] = {
	PERF_SAMPLE_IDENTIFIER, PERF_SAMPLE_IP,	  PERF_SAMPLE_TID,	 PERF_SAMPLE_TIME,
	PERF_SAMPLE_ADDR,	PERF_SAMPLE_ID,	  PERF_SAMPLE_STREAM_ID, PERF_SAMPLE_CPU,
	PERF_SAMPLE_PERIOD,	PERF_SAMPLE_READ, PERF_SAMPLE_CALLCHAIN, PERF_SAMPLE_RAW,
};

#define IP     0x1011121314151617
#define TIME   0x2021222324252627
#define ADDR   0x3031323334353637
#define ID     0x4041424344454647
#define STREAM 0x5051525354555657
#define PERIOD 0x6061626364656667
#define PID    0x71727374
#define TID    0x75767778
#define CPU    0x81828384

static void write_read(struct rec *rec, u64 format)
{
	u64 nr = 1, i;

	if (format & PERF_FORMAT_GROUP)
		rec__u64(rec, nr = 3);
	else
		rec__u64(rec, 0xdead);
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		rec__u64(rec, 1);
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		rec__u64(rec, 2);
	for (i = 0; i < nr; i++) {
		if (format & PERF_FORMAT_GROUP)
			rec__u64(rec, 0xdead);
		if (format & PERF_FORMAT_ID)
			rec__u64(rec, 3);
		if (format & PERF_FORMAT_LOST)
			rec__u64(rec, 4);
	}
}

static void write_sample(struct rec *rec, u64 type, u64 format)
{
	size_t begin = rec__begin(rec, PERF_RECORD_SAMPLE, 0x1234);

	if (type & PERF_SAMPLE_IDENTIFIER)
		rec__u64(rec, ID);
	if (type & PERF_SAMPLE_IP)
		rec__u64(rec, IP);
	if (type & PERF_SAMPLE_TID) {
		rec__u32(rec, PID);
		rec__u32(rec, TID);
	}
	if (type & PERF_SAMPLE_TIME)
		rec__u64(rec, TIME);
	if (type & PERF_SAMPLE_ADDR)
		rec__u64(rec, ADDR);
	if (type & PERF_SAMPLE_ID)
		rec__u64(rec, ID);
	if (type & PERF_SAMPLE_STREAM_ID)
		rec__u64(rec, STREAM);
	if (type & PERF_SAMPLE_CPU) {
		rec__u32(rec, CPU);
		rec__u32(rec, 0);
	}
	if (type & PERF_SAMPLE_PERIOD)
		rec__u64(rec, PERIOD);
	if (type & PERF_SAMPLE_READ)
		write_read(rec, format);
	if (type & PERF_SAMPLE_CALLCHAIN) {
		rec__u64(rec, 3);
		rec__u64(rec, 0xc0);
		rec__u64(rec, 0xc1);
		rec__u64(rec, 0xc2);
	}
	if (type & PERF_SAMPLE_RAW) {
		rec__u32(rec, 12);
		rec__bytes(rec, "raw contents", 12);
	}
	rec__end(rec, begin);
}

static void check_fields(const struct perf_sample *s, u64 type, const u8 *ev)
{
	const u8 *ips = NULL;

	assert_int_equal(perf_sample__misc(s), 0x1234);
	assert_int_equal(s->pid, type & PERF_SAMPLE_TID ? PID : (u32)-1);
	assert_int_equal(s->tid, type & PERF_SAMPLE_TID ? TID : (u32)-1);
	assert_int_equal(s->cpu, type & PERF_SAMPLE_CPU ? CPU : (u32)-1);
	assert_true(s->time == (type & PERF_SAMPLE_TIME ? TIME : 0));
	assert_true(perf_sample__id(s) ==
		    (type & (PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER) ? ID : 0));
	assert_true(perf_sample__ip(s) == (type & PERF_SAMPLE_IP ? IP : 0));
	assert_true(perf_sample__addr(s) == (type & PERF_SAMPLE_ADDR ? ADDR : 0));
	assert_true(perf_sample__period(s) == (type & PERF_SAMPLE_PERIOD ? PERIOD : 0));
	if (type & PERF_SAMPLE_RAW) {
		assert_int_equal(s->raw_size, 12);
		assert_memory_equal(s->raw_data, "raw contents", 12);
	} else {
		assert_null(s->raw_data);
		assert_int_equal(s->raw_size, 0);
	}
	assert_int_equal(perf_sample__callchain(s, &ips), type & PERF_SAMPLE_CALLCHAIN ? 3 : 0);
	if (type & PERF_SAMPLE_CALLCHAIN) {
		assert_true(get_u64(ips, s->swap) == 0xc0);
		assert_true(get_u64(ips + 16, s->swap) == 0xc2);
	}
	assert_ptr_equal(s->event, ev);
}

/* The record in memory that ends where it does, at an address that fits no type. */
static void check_sample(u64 type, u64 format, bool swap, bool cut)
{
	struct evsel evsel = { .attr = { .sample_type = type, .read_format = format } };
	struct rec rec = { .swap = swap };
	struct perf_sample s;
	size_t size;
	u8 *ev;

	sample_layout__init(&evsel.layout, &evsel.attr);
	write_sample(&rec, type, format);
	for (size = cut ? 8 : rec.size; size <= rec.size; size++) {
		struct rec header = { .swap = swap };
		int ret;

		ev = malloc(size + 1);
		assert_non_null(ev);
		memcpy(ev + 1, rec.data, size);
		rec__u16(&header, (u16)size);
		memcpy(ev + 1 + 6, header.data, 2);
		ret = evsel__parse_sample(&evsel, (const void *)(ev + 1), swap, &s);
		if (size == rec.size) {
			assert_int_equal(ret, 0);
			check_fields(&s, type, ev + 1);
		} else if (type & PERF_SAMPLE_RAW) {
			assert_int_equal(ret, -EFAULT);
		}
		ret = evsel__parse_sample_inline(&evsel, (const void *)(ev + 1), size, swap, &s);
		if (size == rec.size) {
			assert_int_equal(ret, 0);
			check_fields(&s, type, ev + 1);
		} else if (type & PERF_SAMPLE_RAW) {
			assert_int_equal(ret, -EFAULT);
		}
		free(ev);
		rec__exit(&header);
	}
	rec__exit(&rec);
}

static u64 subset(unsigned int n)
{
	u64 type = 0;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bits); i++) {
		if (n >> i & 1)
			type |= bits[i];
	}
	return type;
}

static void test_all_fields(void **state)
{
	unsigned int n, format;

	for (n = 0; n < 1u << ARRAY_SIZE(bits); n++) {
		u64 type = subset(n);

		for (format = 0; format < (type & PERF_SAMPLE_READ ? 32 : 1); format++) {
			check_sample(type, format, false, false);
			check_sample(type, format, true, false);
		}
	}
}

static void test_cut(void **state)
{
	unsigned int n;

	for (n = 0; n < 1u << ARRAY_SIZE(bits); n += 7) {
		check_sample(subset(n), n % 32, false, true);
		check_sample(subset(n), n % 32, true, true);
	}
	check_sample(REC_SAMPLE_TYPE | PERF_SAMPLE_RAW | PERF_SAMPLE_PERIOD, 0, false, true);
}

/* Counts that a record cannot hold, at each place where there is one. */
static void test_hostile_counts(void **state)
{
	static const u64 counts[] = { 2, 1ull << 31, 1ull << 61, 1ull << 60 | 1, UINT64_MAX };
	u64 formats[] = { PERF_FORMAT_GROUP, PERF_FORMAT_GROUP | PERF_FORMAT_ID,
			  PERF_FORMAT_GROUP | PERF_FORMAT_ID | PERF_FORMAT_LOST |
				  PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING };
	size_t i, j;

	for (i = 0; i < ARRAY_SIZE(counts); i++) {
		for (j = 0; j < ARRAY_SIZE(formats); j++) {
			struct evsel evsel = { .attr = { .sample_type =
								 PERF_SAMPLE_READ | PERF_SAMPLE_RAW,
							 .read_format = formats[j] } };
			struct rec rec = { 0 };
			struct perf_sample s;
			size_t begin = rec__begin(&rec, PERF_RECORD_SAMPLE, 0);

			sample_layout__init(&evsel.layout, &evsel.attr);
			rec__u64(&rec, counts[i]);
			rec__u32(&rec, 4);
			rec__u32(&rec, 0);
			rec__end(&rec, begin);
			assert_int_equal(evsel__parse_sample(&evsel, (const void *)rec.data, false,
							     &s),
					 -EFAULT);
			evsel.attr.sample_type = PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW;
			sample_layout__init(&evsel.layout, &evsel.attr);
			assert_int_equal(evsel__parse_sample(&evsel, (const void *)rec.data, false,
							     &s),
					 -EFAULT);
			rec__exit(&rec);
		}
	}
}

/* The trailer of other records: where each of its fields is, counted from the end. */
static void test_trailer(void **state)
{
	static const u64 in_order[] = { PERF_SAMPLE_TID, PERF_SAMPLE_TIME,
					PERF_SAMPLE_ID,	 PERF_SAMPLE_STREAM_ID,
					PERF_SAMPLE_CPU, PERF_SAMPLE_IDENTIFIER };
	unsigned int n, i;

	for (n = 0; n < 64; n++) {
		struct perf_event_attr attr = { .sample_id_all = 1, .sample_type = PERF_SAMPLE_IP };
		u8 from_end[6] = { 0 }, at = 0;
		struct sample_layout l;

		for (i = 0; i < 6; i++)
			attr.sample_type |= n >> i & 1 ? in_order[i] : 0;
		for (i = 6; i--;) {
			if (n >> i & 1)
				from_end[i] = at += 8;
		}
		sample_layout__init(&l, &attr);
		assert_int_equal(l.trailer_size, at);
		assert_int_equal(l.trailer_tid, from_end[0]);
		assert_int_equal(l.trailer_time, from_end[1]);
		assert_int_equal(l.trailer_id, from_end[5] ? from_end[5] : from_end[2]);
		assert_int_equal(l.trailer_cpu, from_end[4]);
		attr.sample_id_all = 0;
		sample_layout__init(&l, &attr);
		assert_int_equal(l.trailer_size, 0);
		assert_int_equal(l.trailer_time, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_fields),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_hostile_counts),
		cmocka_unit_test(test_trailer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
