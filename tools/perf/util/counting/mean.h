/* SPDX-License-Identifier: GPL-2.0-only */
/* Mean and its standard error over few values, such as the figures of -r N. */
#ifndef PERF_UTIL_MEAN_H
#define PERF_UTIL_MEAN_H

#include "util/types.h"

struct mean {
	unsigned long n;
	double mean;
	double m2; /* the sum of squared distances from the mean (Welford) */
};

static inline void mean__add(struct mean *m, double value)
{
	double delta = value - m->mean;

	m->n++;
	m->mean += delta / (double)m->n;
	m->m2 += delta * (value - m->mean);
}

/* The standard error of the mean: sqrt(s²/n) with the sample variance s²; 0 for n < 2. */
double mean__stderr(const struct mean *m);

/* The same in percent of the mean; 0 if that is 0. */
double mean__stderr_pct(const struct mean *m);

#endif
