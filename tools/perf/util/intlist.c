// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "intlist.h"

static int parse_number(const char **p, u32 *n)
{
	u64 v = 0;

	if (**p < '0' || **p > '9')
		return -EINVAL;
	for (; **p >= '0' && **p <= '9'; (*p)++) {
		v = v * 10 + (u64)(**p - '0');
		if (v > INT32_MAX)
			return -ERANGE;
	}
	*n = (u32)v;
	return 0;
}

static int parse_range(const char **p, struct int_range *range)
{
	int err = parse_number(p, &range->first);

	if (err)
		return err;
	range->last = range->first;
	if (**p != '-')
		return 0;
	(*p)++;
	err = parse_number(p, &range->last);
	if (!err && range->last < range->first)
		err = -ERANGE;
	return err;
}

int intlist__parse(struct intlist *list, const char *text, const char **at)
{
	const char *p = text;
	int err;

	*list = (struct intlist){ 0 };
	for (;;) {
		struct int_range *ranges, range;

		*at = p;
		err = parse_range(&p, &range);
		if (!err && *p && *p != ',')
			err = -EINVAL;
		if (err)
			break;
		ranges = reallocarray(list->ranges, list->nr + 1, sizeof(*ranges));
		if (!ranges) {
			err = -ENOMEM;
			break;
		}
		list->ranges = ranges;
		ranges[list->nr++] = range;
		if (!*p)
			return 0;
		p++;
	}
	intlist__exit(list);
	return err;
}

void intlist__exit(struct intlist *list)
{
	free(list->ranges);
	*list = (struct intlist){ 0 };
}

bool intlist__allows(const struct intlist *list, u32 n)
{
	size_t i;

	for (i = 0; i < list->nr; i++) {
		if (n >= list->ranges[i].first && n <= list->ranges[i].last)
			return true;
	}
	return !list->nr;
}
