/* SPDX-License-Identifier: GPL-2.0-only */
/* Short names for fixed-width integers, and unaligned reads in either byte order. */
#ifndef PERF_UTIL_TYPES_H
#define PERF_UTIL_TYPES_H

#include <byteswap.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t s32;
typedef int64_t s64;

#define ARRAY_SIZE(a)		      (sizeof(a) / sizeof((a)[0]))
#define likely(x)		      __builtin_expect(!!(x), 1)
#define unlikely(x)		      __builtin_expect(!!(x), 0)
#define container_of(p, type, member) ((type *)((char *)(p)-offsetof(type, member)))

/*
 * Nothing in a recording is known to be aligned or in our byte order: these
 * read a value where it lies; @swap is a property of the whole file.
 */
static inline u16 get_u16(const void *p, bool swap)
{
	u16 v;

	memcpy(&v, p, sizeof(v));
	return unlikely(swap) ? bswap_16(v) : v;
}

static inline u32 get_u32(const void *p, bool swap)
{
	u32 v;

	memcpy(&v, p, sizeof(v));
	return unlikely(swap) ? bswap_32(v) : v;
}

static inline u64 get_u64(const void *p, bool swap)
{
	u64 v;

	memcpy(&v, p, sizeof(v));
	return unlikely(swap) ? bswap_64(v) : v;
}

#endif
