/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What went wrong, in words, for whoever knows the file's or the option's name
 * to put in front of it.
 */
#ifndef PERF_UTIL_ERR_H
#define PERF_UTIL_ERR_H

#define PERF_ERR_SIZE 512

struct perf_err {
	char msg[PERF_ERR_SIZE]; /* one line, without a full stop; printable */
};

/* Sets @err's message, unless it has one already: the first cause stands. Returns @code. */
int perf_err__set(struct perf_err *err, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
