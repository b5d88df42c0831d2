/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kernel's tracepoints, found through tracefs. Nothing is mounted on the
 * way: where tracefs is missing, the user is told how to mount it.
 */
#ifndef PERF_UTIL_TRACEPOINT_H
#define PERF_UTIL_TRACEPOINT_H

#include "util/types.h"

struct nearest;

/*
 * The directory of tracefs that holds "events"; the caller frees it. 0, -ENODEV
 * if tracefs is mounted nowhere, or -ENOMEM.
 */
int tracefs__dir(char **dir);

/*
 * The id of tracepoint @sys:@name, which is a tracepoint's perf_event_attr
 * config. 0; -ENODEV if tracefs is mounted nowhere, -EACCES if we may not read
 * it, -ENOENT if the kernel has no such tracepoint, -ENOEXEC if it is one that
 * perf cannot use (ftrace's own), -ENOMEM.
 */
int tracepoint__id(const char *sys, const char *name, u64 *id);

/*
 * The text of the file "format" of @sys:@name, which the caller frees, and its
 * length. Errors as of tracepoint__id().
 */
int tracepoint__format(const char *sys, const char *name, char **format, size_t *size);

/*
 * Calls @found for each tracepoint whose system and name match the patterns of
 * fnmatch(), in order of their names, until it returns other than 0, which is
 * then returned. Without any match -ENOENT; other errors as above.
 */
int tracepoint__match(const char *sys, const char *name,
		      int (*found)(const char *sys, const char *name, void *data), void *data);

/* Is it a pattern, not a name? */
bool tracepoint__is_glob(const char *name);

/*
 * Says in one line why @sys:@name (names or patterns) could not be found or
 * read, and what to do. @err is what one of the functions above returned.
 */
void tracepoint__strerror(const char *sys, const char *name, int err, char *msg, size_t size);

#endif
