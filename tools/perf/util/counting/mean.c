// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "mean.h"

double mean__stderr(const struct mean *m)
{
	if (m->n < 2)
		return 0;
	return sqrt(m->m2 / (double)(m->n - 1) / (double)m->n);
}

double mean__stderr_pct(const struct mean *m)
{
	return fpclassify(m->mean) == FP_ZERO ? 0 : 100 * mean__stderr(m) / fabs(m->mean);
}
