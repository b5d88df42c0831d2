// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ring buffers as the kernel fills them, wrapped around many times and with
 * records cut by their end, merged by time: what comes out, and when.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "recording.h"
#include "util/evlist.h"
#include "util/recording/live-merge.h"

#define BUFFER_SIZE 8192
#define NR_BUFFERS  5

/* The kernel's side of the buffers, and what has been delivered. */
struct world {
	struct evlist evlist;
	struct perf_mmap maps[NR_BUFFERS];
	struct perf_mmaps mmaps;
	struct live_merge merge;
	u64 random;

	u64 *got; /* times of samples, in the order they came; UINT64_MAX for LOST */
	size_t nr_got, max_got;
	int fail; /* what delivering returns */
};

static u64 next_random(struct world *w)
{
	w->random = w->random * 6364136223846793005ull + 1442695040888963407ull;
	return w->random >> 33;
}

static int deliver(void *ctx, const struct batch *batch)
{
	struct world *w = ctx;
	unsigned int i;

	for (i = 0; i < batch->nr; i++) {
		const struct perf_event_header *event = batch->events[i].event;
		u64 time = UINT64_MAX;

		if (event->type == PERF_RECORD_SAMPLE)
			memcpy(&time, (const u8 *)event + 24, sizeof(time));
		if (w->nr_got == w->max_got) {
			w->max_got = w->max_got ? w->max_got * 2 : 1024;
			w->got = realloc(w->got, w->max_got * sizeof(*w->got));
			assert_non_null(w->got);
		}
		w->got[w->nr_got++] = time;
	}
	return w->fail;
}

static int set_up(void **state)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT,
					.sample_type = REC_SAMPLE_TYPE | PERF_SAMPLE_RAW,
					.sample_id_all = 1 };
	struct world *w = calloc(1, sizeof(*w));
	struct evsel *evsel;
	unsigned int i;

	assert_non_null(w);
	evlist__init(&w->evlist);
	evsel = evlist__add(&w->evlist, &attr, sizeof(attr));
	assert_non_null(evsel);
	assert_int_equal(evlist__add_id(&w->evlist, evsel, 7), 0);
	for (i = 0; i < NR_BUFFERS; i++) {
		w->maps[i] = (struct perf_mmap){ .base = calloc(1, 4096),
						 .data = calloc(1, BUFFER_SIZE),
						 .size = BUFFER_SIZE,
						 .cpu = (int)i };
		assert_non_null(w->maps[i].base);
		assert_non_null(w->maps[i].data);
	}
	w->mmaps = (struct perf_mmaps){ .maps = w->maps, .nr = NR_BUFFERS };
	w->random = 1;
	assert_int_equal(live_merge__init(&w->merge, &w->mmaps, &w->evlist, deliver, w), 0);
	*state = w;
	return 0;
}

static int tear_down(void **state)
{
	struct world *w = *state;
	unsigned int i;

	live_merge__exit(&w->merge);
	for (i = 0; i < NR_BUFFERS; i++) {
		free(w->maps[i].base);
		free(w->maps[i].data);
	}
	evlist__exit(&w->evlist);
	free(w->got);
	free(w);
	return 0;
}

/* As the kernel does it: false, and nothing written, if there is no room. */
static bool put(struct world *w, unsigned int cpu, const void *record, size_t size)
{
	struct perf_event_mmap_page *page = w->maps[cpu].base;
	size_t i;

	if (page->data_head - page->data_tail + size > BUFFER_SIZE)
		return false;
	for (i = 0; i < size; i++)
		w->maps[cpu].data[(page->data_head + i) % BUFFER_SIZE] = ((const u8 *)record)[i];
	page->data_head += size;
	return true;
}

/* header; u64 id; u32 pid, tid; u64 time; u32 cpu, 0; u32 size, raw data */
static bool put_sample(struct world *w, unsigned int cpu, u64 time, u32 raw_size)
{
	u8 record[512] = { 0 };
	struct perf_event_header header = { .type = PERF_RECORD_SAMPLE,
					    .size = (u16)((40 + 4 + raw_size + 7) / 8 * 8) };
	u64 id = 7;
	u32 n = header.size - 44u;

	memcpy(record, &header, sizeof(header));
	memcpy(record + 8, &id, sizeof(id));
	memcpy(record + 24, &time, sizeof(time));
	memcpy(record + 32, &cpu, sizeof(cpu));
	memcpy(record + 40, &n, sizeof(n));
	return put(w, cpu, record, header.size);
}

/* header; u64 id, lost; trailer: u32 pid, tid; u64 time; u32 cpu, 0; u64 id */
static void put_lost(struct world *w, unsigned int cpu, u64 time)
{
	u8 record[8 + 16 + 32] = { 0 };
	struct perf_event_header header = { .type = PERF_RECORD_LOST, .size = sizeof(record) };

	memcpy(record, &header, sizeof(header));
	memcpy(record + 8 + 16 + 8, &time, sizeof(time));
	assert_true(put(w, cpu, record, sizeof(record)));
}

static void expect(const struct world *w, const u64 *times, size_t nr)
{
	size_t i;

	assert_int_equal(w->nr_got, nr);
	for (i = 0; i < nr; i++)
		assert_int_equal(w->got[i], times[i]);
}

static void test_order(void **state)
{
	struct world *w = *state;

	put_sample(w, 0, 10, 8);
	put_sample(w, 0, 40, 8);
	put_sample(w, 1, 20, 8);
	put_sample(w, 1, 50, 8);
	put_sample(w, 3, 30, 8);
	live_merge__read(&w->merge);
	assert_int_equal(live_merge__flush(&w->merge, UINT64_MAX), 0);
	expect(w, (u64[]){ 10, 20, 30, 40, 50 }, 5);
	assert_int_equal(w->merge.nr_late, 0);
}

/* What is later than the limit waits, and takes its place among what comes meanwhile. */
static void test_limit(void **state)
{
	struct world *w = *state;

	put_sample(w, 0, 10, 8);
	put_sample(w, 0, 40, 8);
	live_merge__read(&w->merge);
	assert_int_equal(live_merge__flush(&w->merge, 39), 0);
	expect(w, (u64[]){ 10 }, 1);
	put_sample(w, 1, 30, 8);
	live_merge__read(&w->merge);
	assert_int_equal(live_merge__flush(&w->merge, 40), 0);
	expect(w, (u64[]){ 10, 30, 40 }, 3);
	assert_int_equal(w->merge.nr_late, 0);
}

static void test_late(void **state)
{
	struct world *w = *state;

	put_sample(w, 0, 40, 8);
	live_merge__read(&w->merge);
	live_merge__flush(&w->merge, UINT64_MAX);
	put_sample(w, 1, 30, 8);
	put_sample(w, 1, 50, 8);
	live_merge__read(&w->merge);
	live_merge__flush(&w->merge, UINT64_MAX);
	expect(w, (u64[]){ 40, 30, 50 }, 3);
	assert_int_equal(w->merge.nr_late, 1);
}

/* A loss is told right behind the record in front of the gap, whatever time it has. */
static void test_lost(void **state)
{
	struct world *w = *state;

	put_sample(w, 0, 10, 8);
	put_lost(w, 0, 90);
	put_sample(w, 0, 90, 8);
	put_sample(w, 1, 20, 8);
	put_sample(w, 1, 80, 8);
	live_merge__read(&w->merge);
	live_merge__flush(&w->merge, UINT64_MAX);
	expect(w, (u64[]){ 10, UINT64_MAX, 20, 80, 90 }, 5);
	assert_int_equal(w->merge.nr_late, 0);
}

/* Behind what is no record nothing is looked for; the buffer goes on with what comes after. */
static void test_no_record(void **state)
{
	static const u16 sizes[] = { 0, 4, 12, 17, 4096 };
	struct world *w = *state;
	u8 record[16] = { 0 };
	u64 time = 10;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++, time += 10) {
		struct perf_event_header header = { .type = PERF_RECORD_SAMPLE, .size = sizes[i] };

		memcpy(record, &header, sizeof(header));
		put_sample(w, 0, time, 8);
		assert_true(put(w, 0, record, sizeof(record)));
		put_sample(w, 0, time + 1, 8);
		live_merge__read(&w->merge);
		assert_int_equal(live_merge__flush(&w->merge, UINT64_MAX), 0);
	}
	expect(w, (u64[]){ 10, 20, 30, 40, 50 }, 5);
}

static void test_full(void **state)
{
	struct world *w = *state;
	u64 time = 0;

	assert_false(live_merge__read(&w->merge));
	while (w->maps[2].size / 2 > ((struct perf_event_mmap_page *)w->maps[2].base)->data_head)
		assert_true(put_sample(w, 2, ++time, 64));
	assert_true(live_merge__read(&w->merge));
	live_merge__flush(&w->merge, UINT64_MAX);
	assert_false(live_merge__read(&w->merge));
}

static void test_failure(void **state)
{
	struct world *w = *state;

	put_sample(w, 0, 10, 8);
	w->fail = -5;
	live_merge__read(&w->merge);
	assert_int_equal(live_merge__flush(&w->merge, UINT64_MAX), -5);
}

static int by_time(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

/* Millions of bytes through small buffers: all that was written comes out, once, in order. */
static void test_many(void **state)
{
	struct world *w = *state;
	u64 time = 0, *times = calloc(200000, sizeof(*times));
	size_t nr = 0, i, round;

	assert_non_null(times);
	for (round = 0; round < 3000; round++) {
		u64 now;

		for (i = next_random(w) % 120; i > 0; i--) {
			time += 1 + next_random(w) % 50;
			if (put_sample(w, (unsigned int)(next_random(w) % NR_BUFFERS), time,
				       (u32)(next_random(w) % 200)))
				times[nr++] = time;
		}
		now = time;
		live_merge__read(&w->merge);
		/* While the buffers are looked at, more happens. */
		time += 1;
		if (put_sample(w, round % NR_BUFFERS, time, 8))
			times[nr++] = time;
		assert_int_equal(live_merge__flush(&w->merge, now - next_random(w) % 100), 0);
	}
	live_merge__read(&w->merge);
	live_merge__flush(&w->merge, UINT64_MAX);
	qsort(times, nr, sizeof(*times), by_time);
	assert_true(nr > 100000);
	expect(w, times, nr);
	assert_int_equal(w->merge.nr_late, 0);
	free(times);
}

#define TEST(fn) cmocka_unit_test_setup_teardown(fn, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_order),     TEST(test_limit), TEST(test_late),    TEST(test_lost),
		TEST(test_no_record), TEST(test_full),	TEST(test_failure), TEST(test_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
