// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <zstd.h>

#include "deflate.h"
#include "util/event.h"

#define MAX_PAYLOAD (UINT16_MAX - 7 - sizeof(struct perf_event_header))

int deflate__init(struct deflate *deflate, int level)
{
	memset(deflate, 0, sizeof(*deflate));
	if (level < 1 || level > ZSTD_maxCLevel())
		return -EINVAL;
	deflate->zstd = ZSTD_createCCtx();
	if (!deflate->zstd)
		return -ENOMEM;
	if (ZSTD_isError(ZSTD_CCtx_setParameter(deflate->zstd, ZSTD_c_compressionLevel, level))) {
		deflate__exit(deflate);
		return -EINVAL;
	}
	return 0;
}

/* One record with as much as goes into it. *@left: what zstd says is still to come. */
static int put_record(struct deflate *deflate, ZSTD_inBuffer *in, ZSTD_EndDirective mode,
		      size_t *left)
{
	struct perf_event_header header = { .type = PERF_RECORD_COMPRESSED };
	struct buf *out = &deflate->out;
	size_t at = out->len;
	ZSTD_outBuffer to;

	/* The room is taken before it is filled. */
	buf__put_zeros(out, sizeof(header) + MAX_PAYLOAD);
	if (out->failed)
		return -ENOMEM;
	to = (ZSTD_outBuffer){ out->data + at + sizeof(header), MAX_PAYLOAD, 0 };
	*left = ZSTD_compressStream2(deflate->zstd, &to, in, mode);
	if (ZSTD_isError(*left))
		return -EIO;
	out->len = at;
	if (!to.pos)
		return 0;
	header.size = (u16)(sizeof(header) + to.pos);
	memcpy(out->data + at, &header, sizeof(header));
	out->len = at + header.size;
	return 0;
}

int deflate__pieces(struct deflate *deflate, const struct iovec *iov, int nr)
{
	int i, ret = 0;

	buf__reset(&deflate->out);
	for (i = 0; i < nr && !ret; i++) {
		ZSTD_inBuffer in = { iov[i].iov_base, iov[i].iov_len, 0 };
		bool last = i == nr - 1;
		size_t left = 1;

		while (!ret && (in.pos < in.size || (last && left)))
			ret = put_record(deflate, &in, last ? ZSTD_e_flush : ZSTD_e_continue,
					 &left);
		deflate->bytes_in += in.pos;
	}
	deflate->bytes_out += deflate->out.len;
	return ret;
}

u32 deflate__ratio(const struct deflate *deflate)
{
	if (!deflate->bytes_out)
		return 0;
	return (u32)((deflate->bytes_in + deflate->bytes_out - 1) / deflate->bytes_out);
}

void deflate__exit(struct deflate *deflate)
{
	ZSTD_freeCCtx(deflate->zstd);
	buf__exit(&deflate->out);
	memset(deflate, 0, sizeof(*deflate));
}
