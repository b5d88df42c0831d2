// SPDX-License-Identifier: GPL-2.0-only
/*
 * The order in which a session hands out what several buffers hold, against a
 * plain stable sort. Recordings are made as a recorder makes them: events fall
 * into the buffer of the CPU where they happen, buffers are read one after the
 * other while more happens, and a round ends when each has been read.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "recording.h"
#include "util/event.h"

#define MAX_CPUS 16

struct event {
	u64 time;
	u32 tid, number; /* where it stands in the recording, from 0 */
	bool is_comm;
	u8 layout;
};

struct queue {
	struct event *events;
	size_t nr;
};

struct maker {
	struct rec *rec;
	u64 random, time;
	unsigned int nr_cpus, nr_layouts;
	struct queue buffers[MAX_CPUS];
	struct queue all;
};

static void push(struct queue *q, struct event e)
{
	if (!(q->nr & (q->nr - 1))) {
		q->events = realloc(q->events, (q->nr ? q->nr * 2 : 1) * sizeof(e));
		assert_non_null(q->events);
	}
	q->events[q->nr++] = e;
}

/* Layouts whose time and id stand at different places. */
static const struct rec_attr layouts[] = {
	{ .type = 1, .sample_type = REC_SAMPLE_TYPE, .sample_id_all = true },
	{ .type = 1, .sample_type = REC_SAMPLE_TYPE | PERF_SAMPLE_IP, .sample_id_all = true },
	{ .type = 1,
	  .sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID |
			 PERF_SAMPLE_CPU },
};

static void write_sample(struct rec *rec, const struct event *e)
{
	u64 type = layouts[e->layout].sample_type, id = 0x1000000000 + e->layout;
	size_t begin = rec__begin(rec, PERF_RECORD_SAMPLE, 0);

	if (type & PERF_SAMPLE_IDENTIFIER)
		rec__u64(rec, id);
	if (type & PERF_SAMPLE_IP)
		rec__u64(rec, 0xffffffff81000000);
	rec__u32(rec, e->tid);
	rec__u32(rec, e->tid);
	rec__u64(rec, e->time);
	if (type & PERF_SAMPLE_ADDR)
		rec__u64(rec, 0);
	if (type & PERF_SAMPLE_ID)
		rec__u64(rec, id);
	rec__u32(rec, e->number);
	rec__u32(rec, 0);
	rec__end(rec, begin);
}

static void write_event(struct maker *m, struct event e)
{
	char number[32];

	e.number = (u32)m->all.nr;
	push(&m->all, e);
	if (!e.is_comm) {
		write_sample(m->rec, &e);
		return;
	}
	snprintf(number, sizeof(number), "%u", e.number);
	rec__comm(m->rec, 0x1000000000, e.tid, e.time, number);
}

/* Something happens, on any CPU: threads move. Often at the same time as something else. */
static void happen(struct maker *m)
{
	u64 n = rec_random(&m->random);

	m->time += n % 4 ? n / 4 % 3 : n / 4 % 100;
	push(&m->buffers[n / 1024 % m->nr_cpus],
	     (struct event){ .time = m->time,
			     .tid = 100 + n / 65536 % 8,
			     .is_comm = n / (1 << 20) % 16 == 0,
			     .layout = (u8)(n / (1 << 25) % m->nr_layouts) });
}

static void read_round(struct maker *m)
{
	unsigned int cpu;
	size_t i;

	for (cpu = 0; cpu < m->nr_cpus; cpu++) {
		while (rec_random(&m->random) % 4)
			happen(m);
		for (i = 0; i < m->buffers[cpu].nr; i++)
			write_event(m, m->buffers[cpu].events[i]);
		m->buffers[cpu].nr = 0;
	}
	rec__end(m->rec, rec__begin(m->rec, PERF_RECORD_FINISHED_ROUND, 0));
}

static void make(struct maker *m, size_t nr_events)
{
	u64 id;
	u32 i;

	m->time = 1000;
	rec__pipe_header(m->rec);
	for (i = 0; i < m->nr_layouts; i++) {
		id = 0x1000000000 + i;
		rec__header_attr(m->rec, &layouts[i], &id, 1);
	}
	while (m->all.nr < nr_events) {
		unsigned int many = (unsigned int)(rec_random(&m->random) % 400);

		while (many--)
			happen(m);
		read_round(m);
	}
	read_round(m);
	read_round(m);
}

static void maker__exit(struct maker *m)
{
	unsigned int i;

	for (i = 0; i < MAX_CPUS; i++)
		free(m->buffers[i].events);
	free(m->all.events);
	rec__exit(m->rec);
}

static int by_time(const void *a, const void *b)
{
	const struct event *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

static void check_order(const struct queue *all, const struct seen *seen)
{
	size_t i;

	assert_int_equal(seen->nr_samples, all->nr);
	qsort(all->events, all->nr, sizeof(*all->events), by_time);
	for (i = 0; i < all->nr; i++) {
		const struct seen_sample *s = &seen->samples[i];

		if (s->cpu != all->events[i].number)
			fail_msg("place %zu: number %u instead of %u", i, s->cpu,
				 all->events[i].number);
		assert_true(s->time == all->events[i].time);
		assert_int_equal(s->tid, all->events[i].tid);
	}
}

static void check_rounds(unsigned int nr_cpus, unsigned int nr_layouts, size_t nr_events, bool swap,
			 bool pipe, u64 seed)
{
	struct rec rec = { .swap = swap };
	struct maker m = {
		.rec = &rec, .random = seed, .nr_cpus = nr_cpus, .nr_layouts = nr_layouts
	};
	struct seen seen = { .keep_comms = true };
	struct perf_err err;

	make(&m, nr_events);
	assert_int_equal(rec__process(&rec, rec.size, pipe, &seen, &err, NULL), 0);
	check_order(&m.all, &seen);
	seen__exit(&seen);
	maker__exit(&m);
}

static void test_rounds(void **state)
{
	u64 seed;

	for (seed = 1; seed < 40; seed++)
		check_rounds(1 + seed % MAX_CPUS, 1 + seed % 3, 2000, seed & 1, seed & 2,
			     seed * 0x9e3779b97f4a7c15ull);
}

/* Large enough that a file is read by a thread of its own, and in several windows. */
static void test_large(void **state)
{
	check_rounds(4, 1, 250000, false, false, 12345);
	check_rounds(3, 3, 120000, true, false, 67890);
	check_rounds(2, 2, 120000, false, true, 13579);
}

/* Without the ends of rounds, whatever disorder there is: all wait for the end. */
static void test_no_rounds(void **state)
{
	int swap;

	for (swap = 0; swap < 2; swap++) {
		struct rec rec = { .swap = swap };
		struct maker m = { .rec = &rec, .random = 42, .nr_cpus = 1, .nr_layouts = 1 };
		struct seen seen = { .keep_comms = true };
		struct perf_err err;
		u64 id = 0x1000000000;
		u32 i;

		rec__pipe_header(&rec);
		rec__header_attr(&rec, &layouts[0], &id, 1);
		for (i = 0; i < 20000; i++) {
			u64 n = rec_random(&m.random);

			write_event(&m, (struct event){ .time = 1 + n % 5000,
							.tid = n / 65536 % 8,
							.is_comm = n / 1048576 % 8 == 0 });
		}
		assert_int_equal(rec__process(&rec, rec.size, false, &seen, &err, NULL), 0);
		check_order(&m.all, &seen);
		seen__exit(&seen);
		maker__exit(&m);
	}
}

/* What comes later than its round allows is late, but none is lost and the rest keeps its order. */
static void test_late(void **state)
{
	struct rec rec = { 0 };
	struct seen seen = { .fail_at = 0 };
	struct perf_err err;
	u64 id = 0x1000000000, last = 0;
	size_t i;
	u32 n;

	rec__pipe_header(&rec);
	rec__header_attr(&rec, &layouts[0], &id, 1);
	for (n = 0; n < 300; n++) {
		rec__sample(&rec, id, 1, 1000 + n, n);
		if (n % 10 == 9)
			rec__end(&rec, rec__begin(&rec, PERF_RECORD_FINISHED_ROUND, 0));
		if (n == 200)
			rec__sample(&rec, id, 2, 1001, n);
	}
	assert_int_equal(rec__process(&rec, rec.size, false, &seen, &err, NULL), 0);
	assert_int_equal(seen.nr_samples, 301);
	for (i = 0; i < seen.nr_samples; i++) {
		if (seen.samples[i].tid != 1)
			continue;
		assert_true(seen.samples[i].time > last);
		last = seen.samples[i].time;
	}
	seen__exit(&seen);
	rec__exit(&rec);
}

/* A callback's error ends it there and then. */
static void test_callback_error(void **state)
{
	static const int places[] = { 1, 2, 4095, 4096, 4097, 50000, 100000 };
	struct rec rec = { 0 };
	struct maker m = { .rec = &rec, .random = 99, .nr_cpus = 3, .nr_layouts = 1 };
	size_t i;

	make(&m, 100000);
	for (i = 0; i < ARRAY_SIZE(places); i++) {
		struct seen seen = { .keep_comms = true, .fail_at = places[i] };
		struct perf_err err;

		assert_int_equal(rec__process(&rec, rec.size, i & 1, &seen, &err, NULL),
				 -ECANCELED);
		assert_int_equal(seen.nr_samples, places[i]);
		seen__exit(&seen);
	}
	maker__exit(&m);
}

static void write_file(const char *dir, const char *name, const struct rec *rec)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "we");
	assert_non_null(f);
	assert_int_equal(fwrite(rec->data, 1, rec->size, f), rec->size);
	fclose(f);
}

/* A directory's files hold one buffer each; which is read on depends on where the others are. */
static void test_directory(void **state)
{
	struct rec header = { 0 }, files[5] = { { 0 } };
	struct queue all = { 0 };
	struct seen seen = { .keep_comms = true };
	char dir[] = "/tmp/perf-test-dir-XXXXXX", path[128], name[32];
	u64 random = 7, time = 5;
	struct perf_err err;
	unsigned int i;

	assert_non_null(mkdtemp(dir));
	rec__file_header(&header, &layouts[0], 1, 0x1000000000);
	rec__comm(&header, 0x1000000000, 1, 1, "0");
	rec__end_data(&header);
	push(&all, (struct event){ .time = 1, .tid = 1, .number = 0, .is_comm = true });
	for (i = 1; i < 400000; i++) {
		u64 n = rec_random(&random);
		/* Now and then one is silent for long, then it has all. */
		unsigned int file = n % 5;
		struct event e = { .tid = 2, .number = i };

		time += 1 + n / 8 % 3;
		e.time = time;
		if (i / 20000 % 3 == 1)
			file = i / 20000 % 5;
		push(&all, e);
		write_sample(&files[file], &e);
	}
	write_file(dir, "data", &header);
	for (i = 0; i < 5; i++) {
		snprintf(name, sizeof(name), "data.%u", i);
		write_file(dir, name, &files[i]);
		rec__exit(&files[i]);
	}
	assert_int_equal(rec__process_path(dir, &seen, &err, NULL), 0);
	check_order(&all, &seen);
	for (i = 0; i < 6; i++) {
		snprintf(path, sizeof(path), i ? "%s/data.%u" : "%s/data", dir, i - 1);
		unlink(path);
	}
	rmdir(dir);
	free(all.events);
	seen__exit(&seen);
	rec__exit(&header);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rounds),	       cmocka_unit_test(test_large),
		cmocka_unit_test(test_no_rounds),      cmocka_unit_test(test_late),
		cmocka_unit_test(test_callback_error), cmocka_unit_test(test_directory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
