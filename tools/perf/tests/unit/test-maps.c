// SPDX-License-Identifier: GPL-2.0-only
/* What is mapped where, against a page by page model; and times as options give them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "util/maps.h"
#include "util/time-range.h"

#define PAGES 64
#define PAGE  0x1000ull

struct page {
	char dso[16]; /* "": nothing is mapped */
	u64 pgoff;
};

static void map_pages(struct maps *maps, struct page *model, unsigned int first, unsigned int nr,
		      unsigned int id)
{
	char name[16];
	struct mmap_event event = {
		.pid = 7,
		.start = first * PAGE,
		.len = nr * PAGE,
		.pgoff = id * 0x100000ull,
		.misc = PERF_RECORD_MISC_USER,
		.filename = name,
	};
	unsigned int i;

	snprintf(name, sizeof(name), "lib%u", id);
	assert_int_equal(maps__mmap(maps, &event), 0);
	for (i = 0; i < nr; i++) {
		memcpy(model[first + i].dso, name, sizeof(name));
		model[first + i].pgoff = event.pgoff + i * PAGE;
	}
}

static void check_pages(const struct maps *maps, const struct page *model)
{
	unsigned int i;

	for (i = 0; i < PAGES; i++) {
		u64 addr = i * PAGE + 0x123;
		const struct map *map = maps__find(maps, PERF_RECORD_MISC_USER, 7, addr);

		if (!model[i].dso[0]) {
			assert_null(map);
			continue;
		}
		assert_non_null(map);
		assert_string_equal(map->dso, model[i].dso);
		assert_int_equal(addr - map->start + map->pgoff, model[i].pgoff + 0x123);
	}
}

static void test_overlaps(void **state)
{
	unsigned int round, i;

	(void)state;
	srandom(1);
	for (round = 0; round < 50; round++) {
		struct page model[PAGES] = { { "", 0 } };
		struct maps maps;

		maps__init(&maps);
		for (i = 1; i < 60; i++) {
			unsigned int first = (unsigned int)random() % PAGES;
			unsigned int nr = 1 + (unsigned int)random() % (PAGES - first);

			map_pages(&maps, model, first, nr % 12 ? nr % 12 : 1, i);
			check_pages(&maps, model);
		}
		maps__exit(&maps);
	}
}

static void test_processes(void **state)
{
	struct mmap_event mmap = {
		.pid = 7, .start = PAGE, .len = PAGE, .misc = PERF_RECORD_MISC_USER, .filename = "a"
	};
	struct mmap_event kernel = { .pid = (u32)-1,
				     .start = PAGE,
				     .len = PAGE,
				     .misc = PERF_RECORD_MISC_KERNEL,
				     .filename = "[k]" };
	struct task_event task = { .pid = 8, .ppid = 7, .tid = 8, .ptid = 7 };
	struct maps maps;
	u32 pid;

	(void)state;
	maps__init(&maps);
	assert_int_equal(maps__mmap(&maps, &mmap), 0);
	assert_int_equal(maps__mmap(&maps, &kernel), 0);
	assert_string_equal(maps__find(&maps, PERF_RECORD_MISC_KERNEL, 7, PAGE)->dso, "[k]");
	assert_null(maps__find(&maps, PERF_RECORD_MISC_GUEST_KERNEL, 7, PAGE));
	assert_null(maps__find(&maps, PERF_RECORD_MISC_USER, 8, PAGE));

	/* A child has what its parent has, and what it maps itself. */
	assert_int_equal(maps__fork(&maps, &task), 0);
	assert_string_equal(maps__find(&maps, PERF_RECORD_MISC_USER, 8, PAGE)->dso, "a");
	mmap.pid = 8;
	mmap.filename = "b";
	assert_int_equal(maps__mmap(&maps, &mmap), 0);
	assert_string_equal(maps__find(&maps, PERF_RECORD_MISC_USER, 8, PAGE)->dso, "b");
	assert_string_equal(maps__find(&maps, PERF_RECORD_MISC_USER, 7, PAGE)->dso, "a");

	/* It is remembered for a while behind its exit, not for ever. */
	maps__task_exit(&maps, &task);
	assert_non_null(maps__find(&maps, PERF_RECORD_MISC_USER, 8, PAGE));
	for (pid = 100; pid < 100 + MAPS_EXITED; pid++) {
		task.pid = task.tid = pid;
		assert_int_equal(maps__fork(&maps, &task), 0);
		maps__task_exit(&maps, &task);
	}
	assert_null(maps__find(&maps, PERF_RECORD_MISC_USER, 8, PAGE));

	/* A family that is its own ancestor ends somewhere. */
	task = (struct task_event){ .pid = 200, .ppid = 201, .tid = 200, .ptid = 201 };
	maps__fork(&maps, &task);
	task = (struct task_event){ .pid = 201, .ppid = 200, .tid = 201, .ptid = 200 };
	maps__fork(&maps, &task);
	assert_null(maps__find(&maps, PERF_RECORD_MISC_USER, 200, PAGE));
	maps__exit(&maps);
}

static void test_hostile_mappings(void **state)
{
	struct mmap_event event = { .pid = 7,
				    .start = UINT64_MAX - 5,
				    .len = 100,
				    .misc = PERF_RECORD_MISC_USER,
				    .filename = "over the end" };
	struct maps maps;

	(void)state;
	maps__init(&maps);
	assert_int_equal(maps__mmap(&maps, &event), 0);
	assert_null(maps__find(&maps, PERF_RECORD_MISC_USER, 7, UINT64_MAX - 1));
	event.start = 5;
	event.len = 0;
	assert_int_equal(maps__mmap(&maps, &event), 0);
	assert_null(maps__find(&maps, PERF_RECORD_MISC_USER, 7, 5));
	maps__exit(&maps);
}

static void check_range(const char *text, u64 start, u64 stop)
{
	struct time_range range;

	assert_int_equal(time_range__parse(&range, text), 0);
	assert_int_equal(range.start, start);
	assert_int_equal(range.stop, stop);
}

static void test_time_range(void **state)
{
	static const char *const wrong[] = {
		"",    "5",	"5,4",	 "a,b",		 "1,2,3",
		"1.2", "-1,2",	" 1,2",	 "1,2 ",	 "1.0000000001,2",
		"1;2", "0x1,2", "1e3,2", "18446744074,", ",."
	};
	struct time_range range;
	size_t i;

	(void)state;
	check_range("4.5,4.75", 4500000000, 4750000000);
	check_range("4.580873230,4.580873231", 4580873230, 4580873231);
	check_range(",2", 0, 2000000000);
	check_range("3,", 3000000000, UINT64_MAX);
	check_range(",", 0, UINT64_MAX);
	check_range("18446744073.709551615,", UINT64_MAX, UINT64_MAX);
	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		assert_int_equal(time_range__parse(&range, wrong[i]), -22);
	assert_int_equal(time_range__parse(&range, "1,2"), 0);
	assert_true(time_range__has(&range, 1000000000));
	assert_true(time_range__has(&range, 1999999999));
	assert_false(time_range__has(&range, 2000000000));
	assert_false(time_range__has(&range, 999999999));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_overlaps),
		cmocka_unit_test(test_processes),
		cmocka_unit_test(test_hostile_mappings),
		cmocka_unit_test(test_time_range),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
