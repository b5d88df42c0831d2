// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>

#include "time-range.h"

#define NSEC_PER_SEC 1000000000ull

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* "4.58" as ns; *@p moves behind it. */
static int parse_seconds(const char **p, u64 *ns)
{
	u64 value = 0, unit = NSEC_PER_SEC;

	if (!is_digit(**p))
		return -EINVAL;
	for (; is_digit(**p); (*p)++) {
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_add_overflow(value, (u64)(**p - '0') * NSEC_PER_SEC, &value))
			return -EINVAL;
	}
	if (**p == '.')
		for ((*p)++; is_digit(**p) && unit > 1; (*p)++) {
			unit /= 10;
			if (__builtin_add_overflow(value, (u64)(**p - '0') * unit, &value))
				return -EINVAL;
		}
	*ns = value;
	return 0;
}

int time_range__parse(struct time_range *range, const char *text)
{
	*range = TIME_RANGE_ALL;
	if (*text != ',' && parse_seconds(&text, &range->start))
		return -EINVAL;
	if (*text++ != ',')
		return -EINVAL;
	if (*text && parse_seconds(&text, &range->stop))
		return -EINVAL;
	return *text || range->stop < range->start ? -EINVAL : 0;
}
