// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "histogram.h"

#define SUB_BITS 6 /* 64 buckets to a power of two */

/* Values below 128 are their own bucket's index; from there on it goes without a gap. */
static u32 bucket_index(u64 ns)
{
	unsigned int shift = ns >> (SUB_BITS + 1) ? 63 - SUB_BITS - __builtin_clzll(ns) : 0;

	return (shift << SUB_BITS) + (u32)(ns >> shift);
}

static struct kvm_bucket bucket_range(u32 index)
{
	unsigned int shift = index >> (SUB_BITS + 1) ? (index >> SUB_BITS) - 1 : 0;
	u64 low = (u64)(index - (shift << SUB_BITS)) << shift;

	return (struct kvm_bucket){ .low = low, .high = low + (((u64)1 << shift) - 1) };
}

static struct kvm_histogram_slot *find_slot(const struct kvm_histogram *h, u32 index)
{
	u32 mask = h->nr_slots - 1, i = (index * 0x9e3779b1u >> 16) & mask;

	while (h->slots[i].count && h->slots[i].index != index)
		i = (i + 1) & mask;
	return &h->slots[i];
}

static int grow(struct kvm_histogram *h)
{
	struct kvm_histogram bigger = { .nr_slots = h->nr_slots ? h->nr_slots * 2 : 8,
					.nr_used = h->nr_used };
	u32 i;

	bigger.slots = calloc(bigger.nr_slots, sizeof(*bigger.slots));
	if (!bigger.slots)
		return -ENOMEM;
	for (i = 0; i < h->nr_slots; i++) {
		if (h->slots[i].count)
			*find_slot(&bigger, h->slots[i].index) = h->slots[i];
	}
	free(h->slots);
	*h = bigger;
	return 0;
}

static int add(struct kvm_histogram *h, u32 index, u64 count)
{
	struct kvm_histogram_slot *slot = h->nr_slots ? find_slot(h, index) : NULL;

	if (!slot || !slot->count) {
		if (!slot || h->nr_used * 4 >= h->nr_slots * 3) {
			if (grow(h))
				return -ENOMEM;
			slot = find_slot(h, index);
		}
		slot->index = index;
		h->nr_used++;
	}
	slot->count += count;
	return 0;
}

int kvm_histogram__add(struct kvm_histogram *h, u64 ns)
{
	return add(h, bucket_index(ns), 1);
}

int kvm_histogram__merge(struct kvm_histogram *into, const struct kvm_histogram *from)
{
	int err = 0;
	u32 i;

	for (i = 0; !err && i < from->nr_slots; i++) {
		if (from->slots[i].count)
			err = add(into, from->slots[i].index, from->slots[i].count);
	}
	return err;
}

static int by_low(const void *a, const void *b)
{
	const struct kvm_bucket *x = a, *y = b;

	return x->low < y->low ? -1 : x->low > y->low;
}

int kvm_histogram__buckets(const struct kvm_histogram *h, struct kvm_bucket **out)
{
	struct kvm_bucket *buckets = calloc((size_t)h->nr_used + 1, sizeof(*buckets));
	size_t nr = 0;
	u32 i;

	if (!buckets)
		return -ENOMEM;
	for (i = 0; i < h->nr_slots; i++) {
		if (!h->slots[i].count)
			continue;
		buckets[nr] = bucket_range(h->slots[i].index);
		buckets[nr++].count = h->slots[i].count;
	}
	qsort(buckets, nr, sizeof(*buckets), by_low);
	*out = buckets;
	return 0;
}

u64 kvm_buckets__percentile(const struct kvm_bucket *buckets, size_t nr, unsigned int permille,
			    u64 min, u64 max)
{
	u64 count = 0, seen = 0, rank, value;
	size_t i;

	for (i = 0; i < nr; i++)
		count += buckets[i].count;
	if (!count)
		return 0;
	rank = (u64)(((unsigned __int128)count * permille + 999) / 1000);
	if (rank <= 1)
		return min;
	if (rank >= count)
		return max;
	for (i = 0; i < nr - 1; i++) {
		seen += buckets[i].count;
		if (seen >= rank)
			break;
	}
	value = buckets[i].low + (buckets[i].high - buckets[i].low) / 2;
	return value < min ? min : value > max ? max : value;
}

void kvm_histogram__exit(struct kvm_histogram *h)
{
	free(h->slots);
	*h = (struct kvm_histogram){ 0 };
}
