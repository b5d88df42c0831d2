// SPDX-License-Identifier: GPL-2.0-only
/* Statistics against plain sums in floating point, and merged against all at once. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "kvm/report.h"

/* The definition, in two passes. */
static double naive_stderr(const u64 *v, size_t n)
{
	long double sum = 0, m2 = 0, mean;
	size_t i;

	for (i = 0; i < n; i++)
		/* cppcheck-suppress uninitvar; the caller fills it, in a loop that is not followed */
		sum += v[i];
	mean = sum / n;
	for (i = 0; i < n; i++)
		m2 += (v[i] - mean) * (v[i] - mean);
	return (double)(100 * sqrtl(m2 / (n - 1) / n) / mean);
}

static u64 random_ns(u64 *seed)
{
	*seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
	return *seed >> (24 + (*seed >> 60));
}

static void test_against_the_definition(void **state)
{
	u64 v[1000], seed = 1;
	struct kvm_stats s;
	size_t n, i;

	(void)state;
	for (n = 2; n <= 1000; n += 37) {
		long double sum = 0;

		kvm_stats__init(&s);
		for (i = 0; i < n; i++) {
			v[i] = random_ns(&seed);
			sum += v[i];
			kvm_stats__update(&s, v[i]);
		}
		assert_true(fabs(kvm_stats__mean(&s) - (double)(sum / n)) <
			    1e-6 * (double)(sum / n));
		assert_true(fabs(kvm_stats__rel_stderr(&s) - naive_stderr(v, n)) < 1e-9);
	}
}

/* A large mean and a small spread: where sums of squares in floating point fail. */
static void test_keeps_its_precision(void **state)
{
	struct kvm_stats s;
	u64 i;

	(void)state;
	kvm_stats__init(&s);
	for (i = 0; i < 1000000; i++)
		kvm_stats__update(&s, 100000000000ull + (i & 1));
	/* The variance is n/4/(n-1): the standard error 0.5/sqrt(n-1) ns. */
	assert_true(fabs(kvm_stats__rel_stderr(&s) * 1e11 / 100 - 0.5 / sqrt(999999)) < 1e-6);
}

static void test_merge(void **state)
{
	struct kvm_stats all, a, b;
	u64 seed = 7, i, ns;

	(void)state;
	kvm_stats__init(&all);
	kvm_stats__init(&a);
	kvm_stats__init(&b);
	for (i = 0; i < 10000; i++) {
		ns = random_ns(&seed);
		kvm_stats__update(&all, ns);
		kvm_stats__update(i % 3 ? &a : &b, ns);
	}
	kvm_stats__merge(&a, &b);
	assert_memory_equal(&a, &all, sizeof(a));
}

static void test_edges(void **state)
{
	struct kvm_stats s;
	int i;

	(void)state;
	kvm_stats__init(&s);
	assert_true(kvm_stats__mean(&s) == 0 && kvm_stats__rel_stderr(&s) == 0);
	kvm_stats__update(&s, 0);
	kvm_stats__update(&s, 0);
	assert_true(kvm_stats__mean(&s) == 0 && kvm_stats__rel_stderr(&s) == 0);
	kvm_stats__init(&s);
	kvm_stats__update(&s, 5);
	assert_true(kvm_stats__rel_stderr(&s) == 0);
	/* What only a damaged file holds must not turn into nan either. */
	for (i = 0; i < 10; i++)
		kvm_stats__update(&s, UINT64_MAX);
	assert_true(isfinite(kvm_stats__mean(&s)) && isfinite(kvm_stats__rel_stderr(&s)));
}

static void test_table(void **state)
{
	struct kvm_table a = { 0 }, b = { 0 };
	u64 i;

	(void)state;
	for (i = 0; i < 5000; i++) {
		struct kvm_key key = { i * 4096 % 1000, (u32)(i % 3) };

		kvm_stats__update(kvm_table__find(i & 1 ? &a : &b, &key), i);
	}
	assert_int_equal(kvm_table__merge(&a, &b), 0);
	for (i = 0; i < 5000; i++) {
		struct kvm_key key = { i * 4096 % 1000, (u32)(i % 3) };
		u64 j, sum = 0;

		for (j = i % 3; j < 5000; j += 3)
			sum += j * 4096 % 1000 == key.code ? j : 0;
		assert_true(kvm_table__find(&a, &key)->sum == sum);
	}
	kvm_table__exit(&a);
	kvm_table__exit(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_against_the_definition),
		cmocka_unit_test(test_keeps_its_precision),
		cmocka_unit_test(test_merge),
		cmocka_unit_test(test_edges),
		cmocka_unit_test(test_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
