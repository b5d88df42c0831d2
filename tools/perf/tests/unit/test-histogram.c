// SPDX-License-Identifier: GPL-2.0-only
/* Histograms against exactly sorted values, and merged against all at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "kvm/table.h"

#define NR 20000

static const unsigned int permilles[] = { 1, 10, 250, 500, 900, 990, 999, 1000 };

static u64 random_u64(u64 *seed)
{
	*seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
	return *seed ^ *seed >> 29;
}

/* From 0 ns to @top bits, all magnitudes alike. */
static u64 random_ns(u64 *seed, unsigned int top)
{
	u64 r = random_u64(seed);

	return r >> (64 - 1 - (r >> 7) % top);
}

static int by_value(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

static void fill(struct kvm_histogram *h, const u64 *v, size_t nr)
{
	size_t i;

	*h = (struct kvm_histogram){ 0 };
	for (i = 0; i < nr; i++)
		assert_int_equal(kvm_histogram__add(h, v[i]), 0);
}

/* @v is sorted. Of each value the bucket's middle is less than 0.8 % away. */
static void check_percentiles(const struct kvm_histogram *h, const u64 *v, size_t nr)
{
	struct kvm_bucket *b;
	size_t i;

	assert_int_equal(kvm_histogram__buckets(h, &b), 0);
	for (i = 0; i < ARRAY_SIZE(permilles); i++) {
		size_t rank = (nr * permilles[i] + 999) / 1000;
		u64 exact = v[rank - 1], limit = exact / 125;
		u64 found = kvm_buckets__percentile(b, h->nr_used, permilles[i], v[0], v[nr - 1]);

		if ((found < exact ? exact - found : found - exact) > limit)
			fail_msg("%zu spans: p%u is %llu, not %llu", nr, permilles[i],
				 (unsigned long long)found, (unsigned long long)exact);
		assert_true(found >= v[0] && found <= v[nr - 1]);
		if (exact < 128 || rank == 1 || rank == nr)
			assert_int_equal(found, exact);
	}
	free(b);
}

static void test_percentiles(void **state)
{
	static const size_t sizes[] = { 1, 2, 3, 9, 10, 11, 99, 100, 101, 999, 1000, 1001, NR };
	u64 *v = calloc(NR, sizeof(*v)), seed = 7;
	struct kvm_histogram h;
	unsigned int top;
	size_t n, i;

	(void)state;
	assert_non_null(v);
	for (top = 4; top <= 64; top += 12) {
		for (n = 0; n < ARRAY_SIZE(sizes); n++) {
			for (i = 0; i < sizes[n]; i++)
				v[i] = top == 64 ? random_u64(&seed) : random_ns(&seed, top);
			fill(&h, v, sizes[n]);
			qsort(v, sizes[n], sizeof(*v), by_value);
			check_percentiles(&h, v, sizes[n]);
			kvm_histogram__exit(&h);
		}
	}
	free(v);
}

/* Each value lies in its bucket; buckets are narrow, adjoin and do not overlap. */
static void test_buckets(void **state)
{
	u64 edge, seed = 3, last_high = 0;
	struct kvm_histogram h = { 0 };
	struct kvm_bucket *b;
	unsigned int shift;
	size_t i;

	(void)state;
	for (i = 0; i < 1000; i++) {
		u64 ns = i < 300 ? i : random_ns(&seed, 64);

		fill(&h, &ns, 1);
		assert_int_equal(kvm_histogram__buckets(&h, &b), 0);
		assert_int_equal(h.nr_used, 1);
		assert_true(b->low <= ns && ns <= b->high && b->count == 1);
		assert_true(b->high == b->low || (b->high - b->low) <= b->low / 64);
		free(b);
		kvm_histogram__exit(&h);
	}
	for (shift = 0; shift <= 57; shift++) {
		for (edge = shift ? 64 : 0; edge < 128; edge++)
			kvm_histogram__add(&h, edge << shift);
	}
	assert_int_equal(kvm_histogram__buckets(&h, &b), 0);
	assert_int_equal(h.nr_used, 3776);
	for (i = 0; i < h.nr_used; i++) {
		assert_true(i ? b[i].low == last_high + 1 : b[i].low == 0);
		last_high = b[i].high;
	}
	assert_true(last_high == UINT64_MAX);
	free(b);
	kvm_histogram__exit(&h);
}

static void assert_same(const struct kvm_histogram *a, const struct kvm_histogram *b)
{
	struct kvm_bucket *x, *y;

	assert_int_equal(a->nr_used, b->nr_used);
	assert_int_equal(kvm_histogram__buckets(a, &x), 0);
	assert_int_equal(kvm_histogram__buckets(b, &y), 0);
	assert_memory_equal(x, y, a->nr_used * sizeof(*x));
	free(x);
	free(y);
}

static void test_merge(void **state)
{
	u64 *v = calloc(NR, sizeof(*v)), seed = 11;
	struct kvm_histogram all, a, b, none = { 0 };
	size_t i;

	(void)state;
	assert_non_null(v);
	for (i = 0; i < NR; i++)
		v[i] = random_ns(&seed, 40);
	fill(&all, v, NR);
	fill(&a, v, NR / 3);
	fill(&b, v + NR / 3, NR - NR / 3);
	assert_int_equal(kvm_histogram__merge(&a, &b), 0);
	assert_same(&a, &all);
	assert_int_equal(kvm_histogram__merge(&a, &none), 0);
	assert_same(&a, &all);
	assert_int_equal(kvm_histogram__merge(&none, &a), 0);
	assert_same(&none, &all);
	kvm_histogram__exit(&none);
	kvm_histogram__exit(&all);
	kvm_histogram__exit(&a);
	kvm_histogram__exit(&b);
	free(v);
}

/* A million spans of three kinds take no more than three. */
static void test_memory_follows_the_values(void **state)
{
	struct kvm_histogram h = { 0 };
	unsigned int i;

	(void)state;
	for (i = 0; i < 1000000; i++)
		kvm_histogram__add(&h, 1000u << (i % 3) * 8);
	assert_int_equal(h.nr_used, 3);
	assert_true(h.nr_slots <= 8);
	kvm_histogram__exit(&h);
}

/* Tables keep distributions only where asked to, through growth and merges. */
static void test_tables(void **state)
{
	struct kvm_table a = { .histograms = true }, b = { .histograms = true }, plain = { 0 };
	struct kvm_key key = { 0 };
	u64 i;

	(void)state;
	for (i = 0; i < 10000; i++) {
		key.code = i % 100;
		assert_int_equal(kvm_table__count(i % 7 ? &a : &b, &key, i), 0);
		assert_int_equal(kvm_table__count(&plain, &key, i), 0);
	}
	assert_int_equal(kvm_table__merge(&a, &b), 0);
	assert_int_equal(kvm_table__merge(&plain, &b), 0);
	for (i = 0; i < 100; i++) {
		struct kvm_histogram h = { 0 };
		u64 k;

		key.code = i;
		assert_null(kvm_table__find(&plain, &key)->histogram);
		for (k = i; k < 10000; k += 100)
			kvm_histogram__add(&h, k);
		assert_same(kvm_table__find(&a, &key)->histogram, &h);
		kvm_histogram__exit(&h);
	}
	kvm_table__exit(&a);
	kvm_table__exit(&b);
	kvm_table__exit(&plain);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_percentiles),
		cmocka_unit_test(test_buckets),
		cmocka_unit_test(test_merge),
		cmocka_unit_test(test_memory_follows_the_values),
		cmocka_unit_test(test_tables),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
