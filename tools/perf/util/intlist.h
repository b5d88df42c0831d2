/* SPDX-License-Identifier: GPL-2.0-only */
/* Lists of numbers and ranges as options take them: "0,2-5". */
#ifndef PERF_UTIL_INTLIST_H
#define PERF_UTIL_INTLIST_H

#include "types.h"

struct int_range {
	u32 first, last; /* both are in it */
};

struct intlist {
	struct int_range *ranges;
	size_t nr; /* 0: nothing was said */
};

/*
 * Reads @text. 0; -EINVAL if it is no such list (*@at is the part that is
 * wrong), -ERANGE for a number over 2^31-1 or a range that runs backwards,
 * -ENOMEM. On success the list is the caller's to free by intlist__exit().
 */
int intlist__parse(struct intlist *list, const char *text, const char **at);
void intlist__exit(struct intlist *list);

/* Is @n in the list? All numbers are in an empty one. */
bool intlist__allows(const struct intlist *list, u32 n);

#endif
