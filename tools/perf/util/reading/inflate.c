// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <zstd.h>

#include "inflate.h"

#define OUT_SIZE CHUNK_BUFFER_SIZE
#define OUT_ROOM (128u << 10) /* more than a record: there is always progress */

/* A new buffer when this one is full; a record that was cut moves over. */
static int inflate__make_room(struct inflate *inf)
{
	size_t have = (size_t)(inf->end - inf->pos);
	struct chunk *chunk;

	if (inf->chunk && (size_t)(inf->chunk->base + inf->chunk->size - inf->end) >= OUT_ROOM)
		return 0;
	if (have > OUT_SIZE / 2)
		return -EBADMSG; /* a record has 64 KiB at most */
	chunk = chunk__alloc(OUT_SIZE, inf->account);
	if (!chunk)
		return -ENOMEM;
	if (inf->chunk)
		chunk->offset = inf->chunk->offset + (u64)(inf->pos - inf->chunk->base);
	if (have)
		memcpy(chunk->base, inf->pos, have);
	chunk__put(inf->chunk);
	inf->chunk = chunk;
	inf->pos = chunk->base;
	inf->end = chunk->base + have;
	return 0;
}

int inflate__feed(struct inflate *inf, const u8 *payload, size_t size,
		  int (*scan)(void *ctx, const u8 **pos, const u8 *end, struct chunk *chunk),
		  void *ctx)
{
	ZSTD_inBuffer in = { payload, size, 0 };
	ZSTD_outBuffer out;
	int err;

	if (!inf->zstd) {
		inf->zstd = ZSTD_createDCtx();
		if (!inf->zstd)
			return -ENOMEM;
	}
	do {
		err = inflate__make_room(inf);
		if (err)
			return err;
		out.dst = inf->end;
		out.size = (size_t)(inf->chunk->base + inf->chunk->size - inf->end);
		out.pos = 0;
		if (ZSTD_isError(ZSTD_decompressStream(inf->zstd, &out, &in)))
			return -EBADMSG;
		inf->end += out.pos;
		err = scan(ctx, &inf->pos, inf->end, inf->chunk);
		if (err)
			return err;
	} while (in.pos < in.size || out.pos == out.size);
	return 0;
}

void inflate__exit(struct inflate *inf)
{
	chunk__put(inf->chunk);
	ZSTD_freeDCtx(inf->zstd);
	memset(inf, 0, sizeof(*inf));
}
