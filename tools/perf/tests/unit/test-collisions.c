// SPDX-License-Identifier: GPL-2.0-only
/* Keys, tids and pids that were chosen to collide take no longer than any others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <cmocka.h>

#include "engine.h"

#define FACTOR 0x9e3779b97f4a7c15ull /* what the hash multiplies with: no secret */
#define NR     30000

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Where each has to pass all before it, it takes some hundred times as long. */
static void assert_as_fast(double chosen, double ordinary)
{
	if (chosen > 10 * ordinary + 0.05)
		fail_msg("%.3f s of CPU time, where ordinary keys take %.3f s", chosen, ordinary);
}

/*
 * The next tid whose product with FACTOR has zeros in the 17 bits from bit 32 on:
 * without a seed they were all for one slot. Two steps, or both, lead to it.
 */
static u32 next_colliding_tid(u32 tid)
{
	const u64 mask = ((u64)1 << 49) - 1, limit = (u64)1 << 32;
	const u32 up = 14074, down = 6098305;
	u64 at = tid * FACTOR & mask;

	if (at + (up * FACTOR & mask) < limit)
		tid += up;
	else
		tid += at + (down * FACTOR & mask) > mask ? down : up + down;
	assert_true((tid * FACTOR & mask) < limit);
	return tid;
}

enum threads { ORDINARY, TIDS, PIDS };

/* The seconds that it takes to learn of NR threads, with events of each. */
static double many_threads(enum threads which)
{
	double start = cpu_seconds();
	struct stage st;
	u32 i;

	stage__init(&st, "x86", "x86_64", "vmexit");
	for (i = 1, st.tid = 0; i <= NR; i++) {
		if (which == TIDS)
			st.tid = next_colliding_tid(st.tid);
		else
			*(which == PIDS ? &st.pid : &st.tid) = i << 8;
		assert_int_equal(stage__event(&st, "kvm:kvm_pio", i, ""), 0);
		assert_int_equal(stage__event(&st, "kvm:kvm_entry", i, "vcpu_id=0"), 0);
	}
	assert_int_equal(st.kvm.nr_threads, NR);
	stage__exit(&st);
	return cpu_seconds() - start;
}

static void test_threads(void **state)
{
	double ordinary = many_threads(ORDINARY);

	(void)state;
	assert_as_fast(many_threads(TIDS), ordinary);
	assert_as_fast(many_threads(PIDS), ordinary);
}

/* The scheduler's events have no pid. */
static void test_newest_of_a_tid(void **state)
{
	struct stage st;
	u32 pid;

	(void)state;
	stage__init(&st, "x86", "x86_64", "vmexit");
	assert_null(kvm_analysis__find_tid(&st.kvm, st.tid));
	for (pid = 1; pid < 1000; pid++) {
		st.pid = pid;
		assert_int_equal(stage__event(&st, "kvm:kvm_entry", pid, ""), 0);
		assert_int_equal(kvm_analysis__find_tid(&st.kvm, st.tid)->pid, pid);
	}
	stage__exit(&st);
}

/* What FACTOR has to be multiplied with for 1. */
static u64 inverse(void)
{
	u64 n = FACTOR;
	int i;

	for (i = 0; i < 5; i++)
		n *= 2 - FACTOR * n;
	return n;
}

enum keys { ANY, CODES, KINDS };

static struct kvm_key nth_key(enum keys which, u64 n)
{
	static const u64 other = 0xc0ffee;

	if (which == KINDS)
		return (struct kvm_key){ other, (u32)n << 8 };
	/* The product is @n: its bits from 32 on are zero. */
	return (struct kvm_key){ which == CODES ? n * inverse() : n << 12, 1 };
}

static double many_keys(struct kvm_table *table, enum keys which, u64 nr)
{
	double start = cpu_seconds();
	u64 n;

	for (n = 0; n < nr; n++) {
		struct kvm_key key = nth_key(which, n);

		assert_int_equal(kvm_table__count(table, &key, n), 0);
	}
	assert_int_equal(table->nr_used, nr);
	return cpu_seconds() - start;
}

static void test_keys(void **state)
{
	struct kvm_table any = { 0 }, codes = { 0 }, kinds = { 0 };
	double ordinary = many_keys(&any, ANY, NR);

	(void)state;
	assert_as_fast(many_keys(&codes, CODES, NR), ordinary);
	assert_as_fast(many_keys(&kinds, KINDS, NR), ordinary);
	kvm_table__exit(&any);
	kvm_table__exit(&codes);
	kvm_table__exit(&kinds);
}

/* A table gives its keys in the order in which the other has its slots. */
static void test_merge(void **state)
{
	struct kvm_table from = { 0 }, into = { 0 };
	double ordinary = many_keys(&from, ANY, 10 * NR), start = cpu_seconds();

	(void)state;
	assert_int_equal(kvm_table__merge(&into, &from), 0);
	assert_as_fast(cpu_seconds() - start, ordinary);
	assert_int_equal(into.nr_used, from.nr_used);
	assert_true(into.nr_slots <= from.nr_slots);
	kvm_table__exit(&from);
	kvm_table__exit(&into);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_newest_of_a_tid),
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_merge),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
