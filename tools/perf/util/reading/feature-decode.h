/* SPDX-License-Identifier: GPL-2.0-only */
/* What the decoders of feature sections share; for feature*.c. */
#ifndef PERF_UTIL_FEATURE_DECODE_H
#define PERF_UTIL_FEATURE_DECODE_H

#include "feat-cursor.h"
#include "feature.h"

struct decoder {
	struct feat_cursor c; /* the section; what is missing in it reads as 0 and "" */
	struct feature *f;
	bool no_memory;
};

/*
 * Room, zeroed, for @nr things of @size bytes, which take up @min bytes of the
 * section each, at least: so no number in it makes more than it can hold. NULL
 * if there is none; the section is marked as bad then. The feature owns it.
 */
void *decoder__alloc(struct decoder *d, u64 nr, size_t min, size_t size);

/* The u32 that a list begins with, and room for so many of what @list points to. */
#define DECODE_LIST(d, list, nr, min) \
	((nr) = feat_u32(&(d)->c), (list) = decoder__alloc(d, nr, min, sizeof(*(list))))

const char **decoder__strings(struct decoder *d, u32 *nr);

void decode_topology(struct decoder *d, u32 nr_cpus);
void decode_numa(struct decoder *d);
void decode_caches(struct decoder *d);
void decode_memory(struct decoder *d);
void decode_hybrid(struct decoder *d);
void decode_bpf_progs(struct decoder *d);
void decode_btf(struct decoder *d);

#endif
