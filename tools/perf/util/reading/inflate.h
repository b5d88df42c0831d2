/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The records inside of PERF_RECORD_COMPRESSED: the payloads of a stream's
 * COMPRESSED records, put together, are one zstd stream of records, which may
 * begin in one payload and end in the next.
 */
#ifndef PERF_UTIL_INFLATE_H
#define PERF_UTIL_INFLATE_H

#include "chunk.h"

struct ZSTD_DCtx_s;

struct inflate {
	struct ZSTD_DCtx_s *zstd;
	struct chunk *chunk;
	const u8 *pos; /* the first record that has not been taken */
	u8 *end;       /* behind what has been decompressed */
	struct chunk_account *account;
};

/*
 * Decompresses @size bytes of @payload. Whenever there is something new,
 * @scan(ctx, &pos, end, chunk) takes what whole records there are and moves
 * pos on. 0, @scan's error, -ENOMEM, or -EBADMSG for damaged data.
 */
int inflate__feed(struct inflate *inflate, const u8 *payload, size_t size,
		  int (*scan)(void *ctx, const u8 **pos, const u8 *end, struct chunk *chunk),
		  void *ctx);
void inflate__exit(struct inflate *inflate);

#endif
