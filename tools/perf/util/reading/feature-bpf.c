// SPDX-License-Identifier: GPL-2.0-only
/* Feature sections that tell of the BPF programs that ran. */
#include <stddef.h>
#include <linux/bpf.h>

#include "feature-decode.h"

/* A field of a struct bpf_prog_info of @size bytes, which may be an older, shorter one. */
#define INFO_FIELD(info, size, field, swap, get)                                               \
	(offsetof(struct bpf_prog_info, field) + sizeof(((struct bpf_prog_info *)0)->field) <= \
			 (size)                                                                \
		 ? get((info) + offsetof(struct bpf_prog_info, field), swap)                   \
		 : 0)

/* The first of an array that stands at an offset in the data behind the info. */
static u64 first_of(const u8 *data, u32 size, u64 offset, u32 width, bool swap)
{
	if (offset > size || width > size - offset)
		return 0;
	return width == 8 ? get_u64(data + offset, swap) : get_u32(data + offset, swap);
}

static void decode_prog(struct feat_cursor *c, struct bpf_object *prog)
{
	u32 info_len = feat_u32(c), data_len = feat_u32(c);
	const u8 *info, *data;
	size_t name_at = offsetof(struct bpf_prog_info, name);

	feat_u64(c); /* which arrays the data hold */
	info = feat_bytes(c, info_len);
	data = feat_bytes(c, data_len);
	prog->name = "";
	if (c->bad)
		return;
	prog->id = INFO_FIELD(info, info_len, id, c->swap, get_u32);
	if (info_len >= 16)
		memcpy(prog->tag, info + offsetof(struct bpf_prog_info, tag), sizeof(prog->tag));
	if (info_len >= name_at + BPF_OBJ_NAME_LEN && memchr(info + name_at, 0, BPF_OBJ_NAME_LEN))
		prog->name = (const char *)info + name_at;
	if (INFO_FIELD(info, info_len, nr_jited_ksyms, c->swap, get_u32))
		prog->addr = first_of(data, data_len,
				      INFO_FIELD(info, info_len, jited_ksyms, c->swap, get_u64), 8,
				      c->swap);
	if (INFO_FIELD(info, info_len, nr_jited_func_lens, c->swap, get_u32))
		prog->size =
			(u32)first_of(data, data_len,
				      INFO_FIELD(info, info_len, jited_func_lens, c->swap, get_u64),
				      4, c->swap);
}

/*
 * u32 programs; each: u32 size of the info, u32 size of the data, u64 arrays,
 * struct bpf_prog_info, data: arrays that the info's pointers give offsets of
 */
void decode_bpf_progs(struct decoder *d)
{
	struct bpf_object *list;
	u32 i;

	DECODE_LIST(d, list, d->f->bpf.nr, 16);
	for (i = 0; list && i < d->f->bpf.nr; i++)
		decode_prog(&d->c, &list[i]);
	d->f->bpf.list = list;
}

/* u32 objects; each: u32 id, u32 size, data */
void decode_btf(struct decoder *d)
{
	struct bpf_object *list;
	u32 i;

	DECODE_LIST(d, list, d->f->bpf.nr, 8);
	for (i = 0; list && i < d->f->bpf.nr; i++) {
		list[i].id = feat_u32(&d->c);
		list[i].size = feat_u32(&d->c);
		list[i].name = "";
		feat_bytes(&d->c, list[i].size);
	}
	d->f->bpf.list = list;
}
