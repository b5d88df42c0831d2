/* SPDX-License-Identifier: GPL-2.0-only */
/* A growing piece of memory in which a record or a section of a file is put together. */
#ifndef PERF_UTIL_BUF_H
#define PERF_UTIL_BUF_H

#include "types.h"

/*
 * Starts as { 0 }. Running out of memory is remembered: what is put afterwards
 * is dropped, and buf__error() tells it, so that callers check once, at the end.
 */
struct buf {
	u8 *data; /* owned; aligned for any type */
	size_t len, size;
	bool failed;
};

void buf__put(struct buf *buf, const void *data, size_t len);
void buf__put_zeros(struct buf *buf, size_t len);
/* Zeros up to a multiple of @unit, a power of two. */
void buf__pad(struct buf *buf, size_t unit);

static inline void buf__put_u32(struct buf *buf, u32 v)
{
	buf__put(buf, &v, sizeof(v));
}

static inline void buf__put_u64(struct buf *buf, u64 v)
{
	buf__put(buf, &v, sizeof(v));
}

/* Sets a u32 that was put before, such as a count known only later. */
static inline void buf__set_u32(struct buf *buf, size_t at, u32 v)
{
	if (!buf->failed && at + sizeof(v) <= buf->len)
		memcpy(buf->data + at, &v, sizeof(v));
}

/* Adds what is left of @fd to @buf: for files of /proc and sysfs. 0 or a negative errno. */
int buf__read_fd(struct buf *buf, int fd);
/* The same for a whole file. */
int buf__read_file(struct buf *buf, const char *path);

/* Forgets the contents, keeps the memory. */
static inline void buf__reset(struct buf *buf)
{
	buf->len = 0;
}

/* 0, or -ENOMEM if something could not be put. */
int buf__error(const struct buf *buf);
void buf__exit(struct buf *buf);

#endif
