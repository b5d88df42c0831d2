/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records to COMPRESSED records: all of a recording are one zstd stream, cut
 * into records, and flushed after each piece, so that what has been written
 * can be read without what follows.
 */
#ifndef PERF_UTIL_DEFLATE_H
#define PERF_UTIL_DEFLATE_H

#include <sys/uio.h>

#include "util/buf.h"

struct deflate {
	struct ZSTD_CCtx_s *zstd;
	struct buf out; /* of the last deflate__pieces() */
	u64 bytes_in, bytes_out;
};

/* @level: 1 (fast) to 22. 0, -EINVAL for another one, -ENOMEM. */
int deflate__init(struct deflate *deflate, int level);

/* Makes deflate->out of the pieces. 0, -ENOMEM, or -EIO if zstd fails. */
int deflate__pieces(struct deflate *deflate, const struct iovec *iov, int nr);

/* The ratio as HEADER_COMPRESSED has it: original to compressed, rounded up. */
u32 deflate__ratio(const struct deflate *deflate);

void deflate__exit(struct deflate *deflate);

#endif
