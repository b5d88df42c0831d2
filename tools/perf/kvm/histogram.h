/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How spans are distributed: their numbers in buckets that are 1 ns wide up to
 * 128 ns, and above that 64 to each power of two, so that a bucket is at most
 * 1/64 (1.6 %) as wide as its lowest value. Only buckets that hold something
 * take memory. Two histograms merge by adding.
 */
#ifndef PERF_KVM_HISTOGRAM_H
#define PERF_KVM_HISTOGRAM_H

#include "util/types.h"

/* A slot: 52 bits count the spans of longer than the age of the universe. */
struct kvm_histogram_slot {
	u64 index : 12; /* of the bucket: 3776 of them cover 64 bits */
	u64 count : 52; /* 0: the slot is free */
};

struct kvm_histogram {
	struct kvm_histogram_slot *slots; /* open addressing, a power of two; NULL while empty */
	u32 nr_slots, nr_used;
};

struct kvm_bucket {
	u64 low, high; /* ns, both are in it */
	u64 count;
};

/* Counts a span of @ns. 0 or -ENOMEM. */
int kvm_histogram__add(struct kvm_histogram *histogram, u64 ns);

/* Adds all of @from to @into. 0 or -ENOMEM. */
int kvm_histogram__merge(struct kvm_histogram *into, const struct kvm_histogram *from);

/*
 * The buckets that hold something, in ascending order, in *@out, which is the
 * caller's to free; there are @histogram->nr_used of them. 0 or -ENOMEM.
 */
int kvm_histogram__buckets(const struct kvm_histogram *histogram, struct kvm_bucket **out);

/*
 * The percentile @permille / 10 of the spans in @buckets, the shortest and the
 * longest of which are known to be @min and @max: by nearest rank, the value of
 * rank ceil(permille / 1000 * count), where a bucket stands for its middle.
 * Never below @min nor above @max. 0 where there is no span.
 */
u64 kvm_buckets__percentile(const struct kvm_bucket *buckets, size_t nr, unsigned int permille,
			    u64 min, u64 max);

void kvm_histogram__exit(struct kvm_histogram *histogram);

#endif
