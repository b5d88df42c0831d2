// SPDX-License-Identifier: GPL-2.0-only
/*
 * cut-recording FROM TO [FORMATS FEATURES | samples]: a recording of a few KB with
 * something of all that the whole one holds: some records of each kind, a few
 * events and their formats, small features. What the fuzzers start from (see
 * ../fuzz/make-corpus.sh). Formats and features go one by one to the directories
 * FORMATS and FEATURES, as fuzz-tracing-data and fuzz-features take them. With the
 * word "samples" more of them and of the events stay, but no formats, as
 * fuzz-analysis takes it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/event.h"
#include "util/reading/header.h"

#define MAX_EVENTS	8
#define MAX_IDS		8
#define MAX_OF_TYPE	2
#define MAX_FEATURE	1024
#define MAX_FORMAT	800
#define FILE_HEADER	104
#define TRACING_TO_ARCH 16 /* bytes up to the page size: magic, version, order, size of long */

struct buf {
	u8 *data;
	size_t size;
};

struct cut {
	const u8 *in;
	size_t size;
	bool swap;
	bool only_samples;
	unsigned int max_events, max_samples;
	u64 ids[MAX_EVENTS]; /* of the tracepoints whose formats stay */
	unsigned int nr_events;
	struct buf out;
	const char *formats, *features; /* directories, or NULL */
};

static void *check(void *p)
{
	if (!p) {
		fprintf(stderr, "cut-recording: out of memory\n");
		exit(1);
	}
	return p;
}

static void put(struct buf *out, const void *p, size_t size)
{
	out->data = check(realloc(out->data, out->size + size + 1));
	if (!size)
		return;
	memcpy(out->data + out->size, p, size);
	out->size += size;
}

static void put_u32(struct buf *out, u32 v, bool swap)
{
	v = swap ? bswap_32(v) : v;
	put(out, &v, sizeof(v));
}

static void put_u64(struct buf *out, u64 v, bool swap)
{
	v = swap ? bswap_64(v) : v;
	put(out, &v, sizeof(v));
}

static void set_u64(struct buf *out, size_t at, u64 v, bool swap)
{
	v = swap ? bswap_64(v) : v;
	memcpy(out->data + at, &v, sizeof(v));
}

static const u8 *at(const struct cut *cut, u64 offset, u64 size)
{
	if (offset > cut->size || size > cut->size - offset) {
		fprintf(stderr, "cut-recording: the recording ends early\n");
		exit(1);
	}
	return cut->in + offset;
}

static void write_file(const char *path, const struct buf *buf)
{
	FILE *f = fopen(path, "we");

	if (!f || fwrite(buf->data, 1, buf->size, f) != buf->size || fclose(f)) {
		fprintf(stderr, "cut-recording: %s: %s\n", path, strerror(errno));
		exit(1);
	}
}

/* A format's text, a record of 64 bytes that count up, and their number. */
static void write_format(const struct cut *cut, const u8 *text, size_t size)
{
	const char *name = memmem(text, size, "name: ", 6);
	struct buf buf = { 0 };
	char path[4096];
	u8 i;

	if (!cut->formats || !name)
		return;
	snprintf(path, sizeof(path), "%s/%.*s", cut->formats, (int)strcspn(name + 6, "\n/"),
		 name + 6);
	put(&buf, text, size);
	for (i = 0; i < 64; i++)
		put(&buf, &i, 1);
	put(&buf, "\x40", 2);
	write_file(path, &buf);
	free(buf.data);
}

static void write_feature(const struct cut *cut, int feat, const u8 *section, size_t size)
{
	struct buf buf = { 0 };
	char path[4096];
	u8 head[2] = { (u8)feat, cut->swap };

	if (!cut->features)
		return;
	snprintf(path, sizeof(path), "%s/%s", cut->features, perf_header__feat_name(feat));
	put(&buf, head, 2);
	put(&buf, section, size);
	write_file(path, &buf);
	free(buf.data);
}

/* Tracing data are read front to back. */
struct walk {
	const u8 *pos, *end;
	bool swap;
};

static const u8 *walk(struct walk *w, u64 size)
{
	const u8 *p = w->pos;

	if (size > (u64)(w->end - w->pos)) {
		fprintf(stderr, "cut-recording: the tracing data end early\n");
		exit(1);
	}
	w->pos += size;
	return p;
}

static bool wanted(const struct cut *cut, const u8 *text, size_t size)
{
	const char *id = memmem(text, size, "\nID: ", 5);
	unsigned int i;

	for (i = 0; id && i < cut->nr_events; i++) {
		if (strtoull(id + 5, NULL, 10) == cut->ids[i])
			return true;
	}
	return false;
}

/* One system: its name, and the formats that stay. Returns whether there are any. */
static bool cut_system(const struct cut *cut, struct walk *w, struct buf *out)
{
	size_t name = strnlen((const char *)w->pos, (size_t)(w->end - w->pos)) + 1, start;
	u32 nr, kept = 0;

	put(out, walk(w, name), name);
	start = out->size;
	put_u32(out, 0, false);
	for (nr = get_u32(walk(w, 4), w->swap); nr; nr--) {
		u64 size = get_u64(walk(w, 8), w->swap);
		const u8 *text = walk(w, size);

		if (!wanted(cut, text, size))
			continue;
		write_format(cut, text, size);
		if (size > MAX_FORMAT)
			continue;
		put_u64(out, size, w->swap);
		put(out, text, size);
		kept++;
	}
	kept = w->swap ? bswap_32(kept) : kept;
	memcpy(out->data + start, &kept, sizeof(kept));
	return kept;
}

static void cut_tracing_data(const struct cut *cut, const u8 *in, size_t size, struct buf *out)
{
	struct walk w = { in, in + size, false };
	struct buf systems = { 0 }, one = { 0 };
	u32 nr, kept = 0;
	int i;

	w.swap = in[TRACING_TO_ARCH - 2] != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	put(out, walk(&w, TRACING_TO_ARCH + 4), TRACING_TO_ARCH + 4);
	for (i = 0; i < 2; i++) { /* header_page, header_event */
		size_t name = strlen((const char *)w.pos) + 1;

		put(out, walk(&w, name), name);
		walk(&w, get_u64(walk(&w, 8), w.swap));
		put_u64(out, 0, w.swap);
	}
	put_u32(out, 0, w.swap);
	for (nr = get_u32(walk(&w, 4), w.swap); nr; nr--)
		walk(&w, get_u64(walk(&w, 8), w.swap));
	for (nr = get_u32(walk(&w, 4), w.swap); nr; nr--) {
		one.size = 0;
		if (!cut_system(cut, &w, &one))
			continue;
		put(&systems, one.data, one.size);
		kept++;
	}
	put_u32(out, kept, w.swap);
	put(out, systems.data, systems.size);
	free(systems.data);
	free(one.data);
	put_u32(out, 0, w.swap); /* kallsyms */
	walk(&w, get_u32(walk(&w, 4), w.swap));
	nr = get_u32(walk(&w, 4), w.swap);
	put_u32(out, nr > 128 ? 128 : nr, w.swap);
	put(out, w.pos, nr > 128 ? 128 : nr);
	put_u64(out, 0, w.swap); /* command lines */
}

static void note_event(struct cut *cut, const u8 *attr)
{
	if (cut->nr_events < cut->max_events)
		cut->ids[cut->nr_events++] = get_u64(attr + 8, cut->swap);
}

/* The record at the end of what is written, of tracing data, with what stands behind it. */
static size_t cut_behind(struct cut *cut, size_t pos, u32 type)
{
	size_t size = get_u16(cut->in + pos + 6, cut->swap), behind, start = cut->out.size;

	if (type == PERF_RECORD_AUXTRACE)
		return size + get_u64(at(cut, pos + 8, 8), cut->swap);
	behind = get_u32(at(cut, pos + 8, 4), cut->swap);
	if (cut->only_samples)
		return size + behind;
	put(&cut->out, at(cut, pos, size), size);
	cut_tracing_data(cut, at(cut, pos + size, behind), behind, &cut->out);
	while ((cut->out.size - start - size) % 8)
		put(&cut->out, "", 1);
	put_u32(&cut->out, (u32)(cut->out.size - start - size), cut->swap);
	memcpy(cut->out.data + start + 8, cut->out.data + cut->out.size - 4, 4);
	cut->out.size -= 4;
	return size + behind;
}

static void cut_records(struct cut *cut, size_t pos, size_t end)
{
	unsigned int nr[256] = { 0 };

	while (pos + 8 <= end) {
		const u8 *ev = cut->in + pos;
		u32 type = get_u32(ev, cut->swap) & 255;
		size_t size = get_u16(ev + 6, cut->swap);
		unsigned int max = type == PERF_RECORD_SAMPLE		? cut->max_samples
				   : type == PERF_RECORD_HEADER_ATTR	? cut->max_events
				   : type == PERF_RECORD_EVENT_UPDATE	? cut->max_events
				   : type == PERF_RECORD_HEADER_FEATURE ? 64
									: MAX_OF_TYPE;

		if (size < 8 || size > end - pos)
			break;
		if (type == PERF_RECORD_HEADER_TRACING_DATA || type == PERF_RECORD_AUXTRACE) {
			pos += cut_behind(cut, pos, type);
			continue;
		}
		if (nr[type]++ < max && (size <= MAX_FEATURE || type == PERF_RECORD_COMPRESSED)) {
			put(&cut->out, ev, size);
			if (type == PERF_RECORD_HEADER_ATTR)
				note_event(cut, ev + 8);
		}
		pos += size;
	}
}

static void cut_attrs(struct cut *cut, u64 entry, u64 offset, u64 nr)
{
	size_t start = cut->out.size;
	u64 i;

	nr = nr < cut->max_events ? nr : cut->max_events;
	put(&cut->out, at(cut, offset, nr * entry), nr * entry);
	for (i = 0; i < nr; i++) {
		const u8 *p = at(cut, offset + i * entry, entry);
		u64 ids_at = get_u64(p + entry - 16, cut->swap);
		u64 size = get_u64(p + entry - 8, cut->swap);

		note_event(cut, p);
		size = size < MAX_IDS * 8 ? size : MAX_IDS * 8;
		set_u64(&cut->out, start + (i + 1) * entry - 16, cut->out.size, cut->swap);
		set_u64(&cut->out, start + (i + 1) * entry - 8, size, cut->swap);
		put(&cut->out, at(cut, ids_at, size), size);
	}
	set_u64(&cut->out, 24, start, cut->swap);
	set_u64(&cut->out, 32, nr * entry, cut->swap);
}

static void cut_features(struct cut *cut, const u8 *header, u64 table)
{
	struct buf feats = { 0 };
	u64 kept = 0, at_feat;
	int feat, nr = 0;

	for (feat = 0; feat < 64; feat++) {
		u64 offset, size;

		if (!(get_u64(header + 72, cut->swap) >> feat & 1))
			continue;
		offset = get_u64(at(cut, table, 16), cut->swap);
		size = get_u64(at(cut, table + 8, 8), cut->swap);
		table += 16;
		if (feat == HEADER_TRACING_DATA ? cut->only_samples : size > MAX_FEATURE)
			continue;
		kept |= 1ull << feat;
		nr++;
		at_feat = feats.size;
		put_u64(&feats, 0, false); /* its size, for now */
		if (feat == HEADER_TRACING_DATA)
			cut_tracing_data(cut, at(cut, offset, size), size, &feats);
		else
			put(&feats, at(cut, offset, size), size);
		if (feat != HEADER_TRACING_DATA)
			write_feature(cut, feat, at(cut, offset, size), size);
		set_u64(&feats, at_feat, feats.size - at_feat - 8, false);
	}
	set_u64(&cut->out, 72, kept, cut->swap);
	table = cut->out.size + (u64)nr * 16;
	for (at_feat = 0; at_feat < feats.size;) {
		u64 size = get_u64(feats.data + at_feat, false);

		put_u64(&cut->out, table, cut->swap);
		put_u64(&cut->out, size, cut->swap);
		table += size;
		at_feat += 8 + size;
	}
	for (at_feat = 0; at_feat < feats.size;) {
		u64 size = get_u64(feats.data + at_feat, false);

		put(&cut->out, feats.data + at_feat + 8, size);
		at_feat += 8 + size;
	}
	free(feats.data);
}

static void cut_file(struct cut *cut)
{
	const u8 *h = at(cut, 0, FILE_HEADER);
	u64 entry = get_u64(h + 16, cut->swap), data = get_u64(h + 40, cut->swap);
	u64 size = get_u64(h + 48, cut->swap), end = data + size;
	size_t start;

	put(&cut->out, h, FILE_HEADER);
	cut_attrs(cut, entry, get_u64(h + 24, cut->swap), get_u64(h + 32, cut->swap) / entry);
	start = cut->out.size;
	cut_records(cut, data, size && end < cut->size ? end : cut->size);
	set_u64(&cut->out, 40, start, cut->swap);
	if (!size)
		return;
	set_u64(&cut->out, 48, cut->out.size - start, cut->swap);
	if (end < cut->size)
		cut_features(cut, h, end);
}

static u8 *read_file(const char *path, size_t *size)
{
	struct buf buf = { 0 };
	FILE *f = fopen(path, "re");
	u8 block[65536];
	size_t n;

	if (!f) {
		fprintf(stderr, "cut-recording: %s: %s\n", path, strerror(errno));
		exit(1);
	}
	while ((n = fread(block, 1, sizeof(block), f)))
		put(&buf, block, n);
	fclose(f);
	*size = buf.size;
	return buf.data;
}

int main(int argc, char **argv)
{
	struct perf_header header;
	struct perf_err err = { "" };
	struct cut cut = { 0 };
	u8 *in;

	cut.only_samples = argc == 4 && !strcmp(argv[3], "samples");
	if (argc != 3 && argc != 5 && !cut.only_samples) {
		fprintf(stderr, "usage: cut-recording FROM TO [FORMATS FEATURES | samples]\n");
		return 129;
	}
	cut.max_events = cut.only_samples ? MAX_EVENTS : 4;
	cut.max_samples = cut.only_samples ? 48 : 16;
	cut.formats = argc > 4 ? argv[3] : NULL;
	cut.features = argc > 4 ? argv[4] : NULL;
	cut.in = in = read_file(argv[1], &cut.size);
	if (perf_header__parse_start(&header, at(&cut, 0, 16), &err)) {
		fprintf(stderr, "cut-recording: %s %s\n", argv[1], err.msg);
		exit(1);
	}
	cut.swap = header.swap;
	if (header.pipe) {
		put(&cut.out, in, PERF_PIPE_HEADER_SIZE);
		cut_records(&cut, PERF_PIPE_HEADER_SIZE, cut.size);
	} else {
		cut_file(&cut);
	}
	write_file(argv[2], &cut.out);
	free(cut.out.data);
	free(in);
	return 0;
}
