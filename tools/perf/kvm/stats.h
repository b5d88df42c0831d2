/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is kept of the spans under one key: enough for count, total, minimum,
 * maximum, mean and variance, all exact.
 *
 * The sums are integers of 128 bits. Against Welford's recurrence they cost no
 * division per span, lose nothing over any number of spans, and two of them
 * merge by adding, with the result of having counted all at once. How the spans
 * are distributed is kept where it is asked for.
 */
#ifndef PERF_KVM_STATS_H
#define PERF_KVM_STATS_H

#include "histogram.h"

typedef unsigned __int128 u128;

struct kvm_stats {
	u64 count;
	u64 min, max; /* ns; with a count of 0: UINT64_MAX and 0 */
	/* Owned by whoever owns the statistics; NULL: the distribution is not kept. */
	struct kvm_histogram *histogram;
	u128 sum;    /* ns */
	u128 sum_sq; /* ns²; stays at its maximum once it would overflow */
};

static inline void kvm_stats__init(struct kvm_stats *s)
{
	*s = (struct kvm_stats){ .min = UINT64_MAX };
}

/* Counts a span of @ns. 0, or -ENOMEM where there is a histogram. */
static inline int kvm_stats__update(struct kvm_stats *s, u64 ns)
{
	s->count++;
	s->sum += ns;
	if (unlikely(__builtin_add_overflow(s->sum_sq, (u128)ns * ns, &s->sum_sq)))
		s->sum_sq = ~(u128)0;
	if (ns < s->min)
		s->min = ns;
	if (ns > s->max)
		s->max = ns;
	return unlikely(s->histogram) ? kvm_histogram__add(s->histogram, ns) : 0;
}

/* Adds the figures of @from to those of @into; not the histogram. */
void kvm_stats__merge(struct kvm_stats *into, const struct kvm_stats *from);

/* In ns; 0 without a span. */
double kvm_stats__mean(const struct kvm_stats *s);

/*
 * The relative standard error of the mean in percent: with the sample variance
 * s² over n spans, 100·sqrt(s²/n)/mean; 0 where n is 1 or the mean is 0.
 */
double kvm_stats__rel_stderr(const struct kvm_stats *s);

#endif
