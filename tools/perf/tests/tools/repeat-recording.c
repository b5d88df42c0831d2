// SPDX-License-Identifier: GPL-2.0-only
/*
 * Makes a recording of any size out of a real one: its records over and over,
 * each time later than the time before. For benchmarks.
 *
 *	repeat-recording [-p] [-z] -n SAMPLES INPUT [OUTPUT]
 *
 * INPUT is a plain file of this machine's byte order. What has no time (the
 * threads and maps that existed before) and perf's own records come once, but
 * FINISHED_ROUND keeps its places and ends each repetition. That threads end is
 * told in the last one only, since they go on in the others. -p writes a
 * pipe-mode stream, -z a file of COMPRESSED records. It prints how many
 * repetitions and samples there are.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "util/event.h"
#include "util/reading/header.h"

#define PAUSE_NS    1000000 /* from the end of a repetition to the next one's begin */
#define PIECE_BYTES 32768   /* that one COMPRESSED record holds, before compression */

struct file_header {
	u64 magic, size, attr_size;
	struct perf_file_section attrs, data, unused;
	u8 features[HEADER_FEAT_BITS / 8];
};

struct feature_compressed {
	u32 version, type, level, ratio, mmap_len;
};

struct input {
	const char *name;
	const u8 *map;
	u64 size;
	struct file_header header;
	u32 nr_attrs;
	u32 sample_time; /* where the time stands in a sample, from the record's begin */
	u32 other_time;	 /* and in other records, from their end; 0: nowhere */
	u64 first, last; /* times, in ns */
	u64 samples;
};

/* What is repeated: records, and where in them the times stand. */
struct part {
	u8 *bytes;
	u64 size;
	u32 *times;
	u32 nr_times;
};

struct output {
	FILE *file;
	u64 size; /* what has been written to it */
	ZSTD_CCtx *zstd;
	u8 piece[PIECE_BYTES];
	u32 piece_size;
};

static void *alloc(size_t size)
{
	void *data = malloc(size ? size : 1);

	if (!data)
		err(1, "malloc");
	return data;
}

static struct perf_event_attr read_attr(const struct input *in, u32 n)
{
	struct perf_event_attr attr = { 0 };
	u64 size = in->header.attr_size - sizeof(struct perf_file_section);

	memcpy(&attr, in->map + in->header.attrs.offset + n * in->header.attr_size,
	       size < sizeof(attr) ? size : sizeof(attr));
	return attr;
}

static struct perf_file_section read_ids(const struct input *in, u32 n)
{
	struct perf_file_section ids;

	memcpy(&ids,
	       in->map + in->header.attrs.offset + (n + 1) * in->header.attr_size - sizeof(ids),
	       sizeof(ids));
	return ids;
}

/* Where times stand: the same in all events, or this tool can't do it. */
static void find_times(struct input *in)
{
	u32 n;

	for (n = 0; n < in->nr_attrs; n++) {
		struct perf_event_attr attr = read_attr(in, n);
		u64 before = attr.sample_type &
			     (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID);
		u64 behind = attr.sample_type & (PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID |
						 PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER);
		u32 sample = 8 + 8 * __builtin_popcountll(before);
		u32 other = attr.sample_id_all ? 8 + 8 * __builtin_popcountll(behind) : 0;

		if (!(attr.sample_type & PERF_SAMPLE_TIME))
			errx(1, "%s: not all samples have a time", in->name);
		if (n && (sample != in->sample_time || other != in->other_time))
			errx(1, "%s: its events have different layouts", in->name);
		in->sample_time = sample;
		in->other_time = other;
	}
}

static void open_input(struct input *in, const char *name)
{
	struct file_header *header = &in->header;
	struct stat st;
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	u32 n;

	in->name = name;
	if (fd < 0 || fstat(fd, &st))
		err(1, "%s", name);
	in->size = (u64)st.st_size;
	if (in->size < sizeof(*header))
		errx(1, "%s: too short", name);
	in->map = mmap(NULL, in->size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (in->map == MAP_FAILED)
		err(1, "%s", name);
	close(fd);
	memcpy(header, in->map, sizeof(*header));
	if (header->magic != PERF_MAGIC2 || header->size < sizeof(*header))
		errx(1, "%s: not a plain recording of this byte order", name);
	if (header->attr_size < 64 + sizeof(struct perf_file_section) ||
	    header->attrs.offset + header->attrs.size > header->data.offset ||
	    header->data.offset + header->data.size > in->size || !header->data.size)
		errx(1, "%s: not a whole recording", name);
	in->nr_attrs = (u32)(header->attrs.size / header->attr_size);
	for (n = 0; n < in->nr_attrs; n++) {
		struct perf_file_section ids = read_ids(in, n);

		if (ids.offset + ids.size > header->data.offset)
			errx(1, "%s: ids stand behind the data", name);
	}
	find_times(in);
}

/* The offset of the time in a record, 0 if it has none that counts. */
static u32 time_offset(const struct input *in, const struct perf_event_header *record, u64 *time)
{
	u32 at = 0;

	if (record->type == PERF_RECORD_SAMPLE)
		at = in->sample_time;
	else if (record->type < PERF_RECORD_USER_TYPE_START && in->other_time)
		at = record->size - in->other_time;
	if (!at || at + sizeof(*time) > record->size)
		return 0;
	memcpy(time, (const u8 *)record + at, sizeof(*time));
	return *time ? at : 0;
}

/* Gathers the records that are repeated, and what is to be known of all. */
static void read_part(struct input *in, struct part *part)
{
	const u8 *data = in->map + in->header.data.offset;
	const struct perf_event_header round = { PERF_RECORD_FINISHED_ROUND, 0, sizeof(round) };
	u64 at = 0, time = 0;

	part->bytes = alloc(in->header.data.size + sizeof(round));
	part->times = alloc(in->header.data.size / sizeof(round) * sizeof(u32));
	in->first = UINT64_MAX;
	while (at + sizeof(round) <= in->header.data.size) {
		const struct perf_event_header *record = (const void *)(data + at);
		u32 offset;

		if (record->size < sizeof(*record) || at + record->size > in->header.data.size)
			errx(1, "%s: broken record at %" PRIu64, in->name, (u64)at);
		if (record->type == PERF_RECORD_COMPRESSED)
			errx(1, "%s: is compressed", in->name);
		offset = time_offset(in, record, &time);
		if (offset || record->type == PERF_RECORD_FINISHED_ROUND) {
			if (offset) {
				part->times[part->nr_times++] = (u32)part->size + offset;
				in->first = time < in->first ? time : in->first;
				in->last = time > in->last ? time : in->last;
			}
			memcpy(part->bytes + part->size, record, record->size);
			part->size += record->size;
		}
		in->samples += record->type == PERF_RECORD_SAMPLE;
		at += record->size;
	}
	memcpy(part->bytes + part->size, &round, sizeof(round));
	part->size += sizeof(round);
	if (!in->samples)
		errx(1, "%s: no samples", in->name);
}

static void emit(struct output *out, const void *data, size_t size)
{
	if (fwrite(data, 1, size, out->file) != size)
		err(1, "write");
	out->size += size;
}

/* Writes what is in out->piece as a COMPRESSED record. */
static void flush_piece(struct output *out)
{
	u8 packed[sizeof(struct perf_event_header) + PIECE_BYTES + 1024];
	struct perf_event_header *record = (void *)packed;
	ZSTD_inBuffer from = { out->piece, out->piece_size, 0 };
	ZSTD_outBuffer to = { packed + sizeof(*record), sizeof(packed) - sizeof(*record), 0 };

	if (!out->piece_size)
		return;
	if (ZSTD_compressStream2(out->zstd, &to, &from, ZSTD_e_flush))
		errx(1, "zstd: a piece did not fit");
	record->type = PERF_RECORD_COMPRESSED;
	record->misc = 0;
	record->size = (u16)(sizeof(*record) + to.pos);
	emit(out, packed, record->size);
	out->piece_size = 0;
}

/* As perf record -z does: all but FINISHED_ROUND is in the zstd stream. */
static void emit_packed(struct output *out, const u8 *data, u64 size)
{
	u64 at, length;

	for (at = 0; at < size; at += length) {
		const struct perf_event_header *record = (const void *)(data + at);

		length = record->size;
		if (record->type == PERF_RECORD_FINISHED_ROUND ||
		    out->piece_size + length > PIECE_BYTES)
			flush_piece(out);
		if (record->type == PERF_RECORD_FINISHED_ROUND || length > PIECE_BYTES) {
			emit(out, record, length);
			continue;
		}
		memcpy(out->piece + out->piece_size, record, length);
		out->piece_size += (u32)length;
	}
}

static void emit_records(struct output *out, const void *data, u64 size)
{
	if (out->zstd)
		emit_packed(out, data, size);
	else
		emit(out, data, size);
}

/* A repetition: with the ends of threads, or without. */
static void emit_one(struct output *out, const u8 *pos, u64 len, bool ends)
{
	const u8 *end = pos + len, *start = pos;
	u16 size;

	for (; end - pos >= (ptrdiff_t)sizeof(struct perf_event_header); pos += size) {
		const struct perf_event_header *record = (const void *)pos;

		size = record->size;
		if (ends || record->type != PERF_RECORD_EXIT)
			continue;
		emit_records(out, start, (u64)(pos - start));
		start = pos + size;
	}
	emit_records(out, start, (u64)(end - start));
}

static u64 emit_data(struct output *out, const struct input *in, struct part *part, u64 samples)
{
	u64 repetitions = (samples + in->samples - 1) / in->samples, n;
	u64 period = in->last - in->first + PAUSE_NS, time;
	const u8 *round = part->bytes + part->size - sizeof(struct perf_event_header);
	u32 i;

	emit_one(out, in->map + in->header.data.offset, in->header.data.size, repetitions == 1);
	emit_records(out, round, sizeof(struct perf_event_header));
	for (n = 1; n < repetitions; n++) {
		for (i = 0; i < part->nr_times; i++) {
			memcpy(&time, part->bytes + part->times[i], sizeof(time));
			time += period;
			memcpy(part->bytes + part->times[i], &time, sizeof(time));
		}
		emit_one(out, part->bytes, part->size, n + 1 == repetitions);
	}
	flush_piece(out);
	return repetitions;
}

/* The section of feature @feat in the input; of size 0 if there is none. */
static struct perf_file_section read_feature(const struct input *in, int feat)
{
	struct perf_file_section section = { 0 };
	u64 table = in->header.data.offset + in->header.data.size;
	int n;

	if (!(in->header.features[feat / 8] >> (feat % 8) & 1))
		return section;
	for (n = 0; n < feat; n++)
		table += in->header.features[n / 8] >> (n % 8) & 1 ? sizeof(section) : 0;
	if (table + sizeof(section) > in->size)
		errx(1, "%s: no features", in->name);
	memcpy(&section, in->map + table, sizeof(section));
	if (section.offset > in->size || section.size > in->size - section.offset)
		errx(1, "%s: feature %d stands behind the end", in->name, feat);
	return section;
}

/* The feature sections, with the table of where they stand in front. */
static void emit_features(struct output *out, const struct input *in, u64 last,
			  const struct file_header *header)
{
	const struct feature_compressed compressed = { 1, 1, 1, 4, PIECE_BYTES };
	u64 at = out->size;
	int feat;

	for (feat = 0; feat < HEADER_FEAT_BITS; feat++)
		at += header->features[feat / 8] >> (feat % 8) & 1
			      ? sizeof(struct perf_file_section)
			      : 0;
	for (feat = 0; feat < HEADER_FEAT_BITS; feat++) {
		struct perf_file_section section = read_feature(in, feat);

		if (!(header->features[feat / 8] >> (feat % 8) & 1))
			continue;
		section.offset = at;
		if (feat == HEADER_COMPRESSED)
			section.size = sizeof(compressed);
		emit(out, &section, sizeof(section));
		at += section.size;
	}
	for (feat = 0; feat < HEADER_FEAT_BITS; feat++) {
		struct perf_file_section section = read_feature(in, feat);
		const u64 times[] = { in->first, last };

		if (feat == HEADER_COMPRESSED && out->zstd)
			emit(out, &compressed, sizeof(compressed));
		else if (feat == HEADER_SAMPLE_TIME && section.size == sizeof(times))
			emit(out, times, sizeof(times));
		else
			emit(out, in->map + section.offset, section.size);
	}
}

static u64 write_file(struct output *out, const struct input *in, struct part *part, u64 samples)
{
	struct file_header header = in->header;
	u64 repetitions;

	if (out->zstd)
		header.features[HEADER_COMPRESSED / 8] |= 1u << (HEADER_COMPRESSED % 8);
	emit(out, &header, sizeof(header));
	emit(out, in->map + sizeof(header), header.data.offset - sizeof(header));
	repetitions = emit_data(out, in, part, samples);
	header.data.size = out->size - header.data.offset;
	emit_features(out, in, in->last + (repetitions - 1) * (in->last - in->first + PAUSE_NS),
		      &header);
	if (fseeko(out->file, 0, SEEK_SET))
		err(1, "the output can't be a pipe without -p");
	emit(out, &header, sizeof(header));
	return repetitions;
}

/* A record of @type: its header, @head and @body. Passed over if it is too large to be one. */
static void emit_record(struct output *out, u32 type, const void *head, size_t head_size,
			const void *body, size_t body_size)
{
	struct perf_event_header record = { .type = type };
	size_t size = sizeof(record) + head_size + body_size;

	if (size > UINT16_MAX)
		return;
	record.size = (u16)size;
	emit(out, &record, sizeof(record));
	emit(out, head, head_size);
	emit(out, body, body_size);
}

static u64 write_pipe(struct output *out, const struct input *in, struct part *part, u64 samples)
{
	const u64 start[2] = { PERF_MAGIC2, 16 };
	struct perf_file_section section;
	u64 feat;
	u32 n, size;

	emit(out, start, sizeof(start));
	for (n = 0; n < in->nr_attrs; n++) {
		struct perf_file_section ids = read_ids(in, n);

		emit_record(out, PERF_RECORD_HEADER_ATTR,
			    in->map + in->header.attrs.offset + n * in->header.attr_size,
			    in->header.attr_size - sizeof(ids), in->map + ids.offset, ids.size);
	}
	for (feat = HEADER_HOSTNAME; feat < HEADER_LAST_FEATURE; feat++) {
		section = read_feature(in, (int)feat);
		if (section.size)
			emit_record(out, PERF_RECORD_HEADER_FEATURE, &feat, sizeof(feat),
				    in->map + section.offset, section.size);
	}
	section = read_feature(in, HEADER_TRACING_DATA);
	size = (u32)(section.size + 7) & ~7u;
	emit_record(out, PERF_RECORD_HEADER_TRACING_DATA, &size, sizeof(size), "", 0);
	emit(out, in->map + section.offset, section.size);
	emit(out, "\0\0\0\0\0\0\0", size - section.size);
	return emit_data(out, in, part, samples);
}

int main(int argc, char **argv)
{
	static const char usage[] = "usage: repeat-recording [-p] [-z] -n SAMPLES INPUT [OUTPUT]\n";
	struct input in = { 0 };
	struct part part = { 0 };
	struct output out = { 0 };
	bool pipe = false, zstd = false;
	u64 samples = 0, repetitions;
	int opt;

	while ((opt = getopt(argc, argv, "pzn:")) != -1) {
		if (opt == 'p')
			pipe = true;
		else if (opt == 'z')
			zstd = true;
		else if (opt == 'n')
			samples = strtoull(optarg, NULL, 0);
	}
	if (!samples || (pipe && zstd) || argc - optind < 1 || argc - optind > 2) {
		fputs(usage, stderr);
		return 129;
	}
	open_input(&in, argv[optind]);
	read_part(&in, &part);
	out.file = argc - optind == 2 ? fopen(argv[optind + 1], "w") : stdout;
	if (!out.file)
		err(1, "%s", argv[optind + 1]);
	out.zstd = zstd ? ZSTD_createCCtx() : NULL;
	repetitions = (pipe ? write_pipe : write_file)(&out, &in, &part, samples);
	if (fclose(out.file))
		err(1, "write");
	fprintf(stderr, "%" PRIu64 " repetitions, %" PRIu64 " samples\n", repetitions,
		repetitions * in.samples);
	ZSTD_freeCCtx(out.zstd);
	free(part.bytes);
	free(part.times);
	return 0;
}
