/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads a feature section front to back. Whatever reaches over its end reads
 * as 0 or "" from then on and leaves @bad set, so that a reader of a section
 * need check only once. A string is a u32 length, then so many bytes, of which
 * the text ends at the first NUL.
 */
#ifndef PERF_UTIL_FEAT_CURSOR_H
#define PERF_UTIL_FEAT_CURSOR_H

#include "util/types.h"

struct feat_cursor {
	const u8 *pos, *end;
	bool swap;
	bool bad;
};

static inline const u8 *feat_bytes(struct feat_cursor *c, u64 size)
{
	const u8 *p = c->pos;

	if (c->bad || size > (u64)(c->end - c->pos)) {
		c->bad = true;
		return NULL;
	}
	c->pos += size;
	return p;
}

static inline u32 feat_u32(struct feat_cursor *c)
{
	const u8 *p = feat_bytes(c, 4);

	return p ? get_u32(p, c->swap) : 0;
}

static inline u64 feat_u64(struct feat_cursor *c)
{
	const u8 *p = feat_bytes(c, 8);

	return p ? get_u64(p, c->swap) : 0;
}

/* The text, in the section itself and terminated there; "" if it is not. */
static inline const char *feat_string(struct feat_cursor *c)
{
	u32 len = feat_u32(c);
	const u8 *p = feat_bytes(c, len);

	if (!p || !memchr(p, 0, len)) {
		c->bad = c->bad || len;
		return "";
	}
	return (const char *)p;
}

#endif
