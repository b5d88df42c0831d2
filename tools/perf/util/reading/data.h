/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where a recording comes from: a file, a pipe (or a file that can't be
 * mapped), or a directory as `perf record --threads` writes it.
 */
#ifndef PERF_UTIL_DATA_H
#define PERF_UTIL_DATA_H

#include "util/err.h"
#include "util/types.h"

struct perf_data {
	int fd;	       /* the file with the header; -1 when closed */
	bool seekable; /* a regular file: its size is known and it can be mapped */
	u64 size;      /* in bytes; 0 unless @seekable */
	int *dir_fds;  /* a directory's data.0, data.1, … */
	unsigned int nr_dir_fds;
};

/*
 * Opens @path for reading, "-" for standard input. With @force, whoever owns
 * it. 0, or a negative errno with the cause in @err.
 */
int perf_data__open(struct perf_data *data, const char *path, bool force, struct perf_err *err);
void perf_data__close(struct perf_data *data);

/*
 * For commands that read a recording: one that is cut while it is mapped ends
 * the program with one line on stderr and exit status 1, not with a signal.
 */
void perf_data__guard(void);

/* Reads exactly @size bytes at @offset of a seekable file. 0, -ENODATA at its end, -errno. */
int perf_data__read_at(const struct perf_data *data, void *buf, size_t size, u64 offset);

#endif
