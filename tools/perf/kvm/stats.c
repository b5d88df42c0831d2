// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "stats.h"

void kvm_stats__merge(struct kvm_stats *into, const struct kvm_stats *from)
{
	into->count += from->count;
	into->sum += from->sum;
	if (__builtin_add_overflow(into->sum_sq, from->sum_sq, &into->sum_sq))
		into->sum_sq = ~(u128)0;
	if (from->min < into->min)
		into->min = from->min;
	if (from->max > into->max)
		into->max = from->max;
}

double kvm_stats__mean(const struct kvm_stats *s)
{
	return s->count ? (double)((long double)s->sum / s->count) : 0.0;
}

/*
 * The sum of squared distances from the mean, sum_sq - sum²/n. The difference
 * of two large numbers is taken before anything is rounded, wherever sum² fits
 * 128 bits, that is up to 584 years.
 */
static long double sum_of_squares(const struct kvm_stats *s)
{
	long double m2;

	if (s->sum <= UINT64_MAX && s->sum_sq != ~(u128)0) {
		u128 sq = s->sum * s->sum, whole = sq / s->count, rest = sq % s->count;

		return (long double)(s->sum_sq - whole) - (long double)rest / s->count;
	}
	m2 = (long double)s->sum_sq - (long double)s->sum / s->count * (long double)s->sum;
	return m2 > 0 ? m2 : 0;
}

double kvm_stats__rel_stderr(const struct kvm_stats *s)
{
	long double variance, mean;

	if (s->count < 2 || !s->sum)
		return 0.0;
	mean = (long double)s->sum / s->count;
	variance = sum_of_squares(s) / (s->count - 1);
	return (double)(100 * sqrtl(variance / s->count) / mean);
}
