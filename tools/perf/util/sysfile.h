/* SPDX-License-Identifier: GPL-2.0-only */
/* The small files of /proc and /sys. */
#ifndef PERF_UTIL_SYSFILE_H
#define PERF_UTIL_SYSFILE_H

#include "types.h"

/*
 * The first line of the file whose path @fmt makes, without its newline; the
 * caller frees it. 0, -ENODATA if it is empty, or the errno of opening it.
 */
int sysfile__line(char **line, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A whole string as a number, such as "-1" or "0x10" for base 0; false if it is none. */
bool parse_s64(const char *text, int base, s64 *value);
bool parse_u64(const char *text, int base, u64 *value);

/* The number that stands in @path; @otherwise if none can be read. */
s64 sysfile__number(const char *path, s64 otherwise);

#endif
