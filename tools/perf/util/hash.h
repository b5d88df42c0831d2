/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where a number stands in a hash table. Recordings are hostile: one that knew
 * could hold a million ids or tids for the same slot, and take hours to read. So
 * it depends on a seed that is another one in each process.
 *
 * Slots are in the order of the hash, whatever the table's size. Who goes through
 * one table to fill another makes that as large before: a smaller one would be
 * filled from its begin on, all in one lump.
 */
#ifndef PERF_UTIL_HASH_H
#define PERF_UTIL_HASH_H

#include <sys/auxv.h>

#include "types.h"

struct hash {
	u64 seed;
	u8 shift;
};

/* For a table of @nr_slots, a power of two that is more than 1. */
static inline struct hash hash__init(size_t nr_slots)
{
	const u8 *random = (const u8 *)getauxval(AT_RANDOM);

	return (struct hash){
		.seed = (random ? get_u64(random, false) : 0) | 1,
		.shift = (u8)(64 - __builtin_ctzll(nr_slots)),
	};
}

/* The upper bits of a product: all of the key's bits count. */
static inline size_t hash__slot(const struct hash *hash, u64 key)
{
	return (size_t)((key ^ hash->seed) * 0x9e3779b97f4a7c15ull >> hash->shift);
}

/* The same for a key of two parts: the seed is odd, so none of @other's bits is lost either. */
static inline size_t hash__slot_of_two(const struct hash *hash, u64 key, u64 other)
{
	return (size_t)(((key ^ hash->seed) * 0x9e3779b97f4a7c15ull + other * hash->seed) >>
			hash->shift);
}

#endif
