/* SPDX-License-Identifier: GPL-2.0-only */
/* Numbers as users write them: sizes, buffers, clocks. All return 0 or -EINVAL. */
#ifndef PERF_UTIL_PARSE_SIZE_H
#define PERF_UTIL_PARSE_SIZE_H

#include <time.h>

#include "types.h"

/* Bytes: a number followed by B, K, M, G or T, in either case. */
int parse_bytes(const char *s, u64 *bytes);

/* A buffer: a number of pages or bytes as above; to pages, up to a power of two. */
int parse_pages(const char *s, size_t *pages);

/* A clock of clock_gettime(): its name with or without CLOCK_, or its number. */
int parse_clockid(const char *s, clockid_t *clockid);

#endif
