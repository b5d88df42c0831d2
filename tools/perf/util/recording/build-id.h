/* SPDX-License-Identifier: GPL-2.0-only */
/* Build ids of what the kernel runs: its own, and its modules'. */
#ifndef PERF_UTIL_BUILD_ID_H
#define PERF_UTIL_BUILD_ID_H

#include "util/types.h"

#define BUILD_ID_SIZE 20 /* a SHA-1; shorter ones are followed by zeros */

/*
 * Finds the build id in @size bytes of ELF notes at @notes. Returns its size
 * and fills @id; 0 if there is none.
 */
size_t build_id__from_notes(const u8 *notes, size_t size, u8 id[BUILD_ID_SIZE]);

/* The kernel's or, with a @module, a loaded module's; 0 if it is not known. */
size_t build_id__kernel(u8 id[BUILD_ID_SIZE]);
size_t build_id__module(const char *module, u8 id[BUILD_ID_SIZE]);

#endif
