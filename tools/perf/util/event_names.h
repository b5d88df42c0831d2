/* SPDX-License-Identifier: GPL-2.0-only */
/* The events that every perf knows by name: hardware, software, and hardware caches. */
#ifndef PERF_UTIL_EVENT_NAMES_H
#define PERF_UTIL_EVENT_NAMES_H

#include "types.h"

/* Type and config of the event called by the @len bytes at @name; false if none is. */
bool event_name__find(const char *name, size_t len, u32 *type, u64 *config);

/* The first name of the hardware or software event with @config, NULL if it has none. */
const char *event_name__of(u32 type, u64 config);

/*
 * Looks for a name close to what the user wrote: hand each name that could
 * have been meant to nearest__offer(), and see what @best holds in the end.
 */
struct nearest {
	const char *word;
	size_t len;
	unsigned int distance; /* the edits that lead from @word to @best */
	char best[64];	       /* "" if nothing is close */
};

void nearest__init(struct nearest *nearest, const char *word, size_t len);
void nearest__offer(struct nearest *nearest, const char *name);
/* Offers the names that event_name__find() knows. */
void nearest__offer_event_names(struct nearest *nearest);

#endif
