// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "header.h"

#define MAX_FEATURE_SIZE (1ull << 30)
#define FILE_HEADER_SIZE 104 /* up to and with the features' bitmap */
#define MIN_ATTR_SIZE	 64  /* PERF_ATTR_SIZE_VER0 */

static const char *const feature_names[HEADER_LAST_FEATURE] = {
	[HEADER_TRACING_DATA] = "TRACING_DATA",
	[HEADER_BUILD_ID] = "BUILD_ID",
	[HEADER_HOSTNAME] = "HOSTNAME",
	[HEADER_OSRELEASE] = "OSRELEASE",
	[HEADER_VERSION] = "VERSION",
	[HEADER_ARCH] = "ARCH",
	[HEADER_NRCPUS] = "NRCPUS",
	[HEADER_CPUDESC] = "CPUDESC",
	[HEADER_CPUID] = "CPUID",
	[HEADER_TOTAL_MEM] = "TOTAL_MEM",
	[HEADER_CMDLINE] = "CMDLINE",
	[HEADER_EVENT_DESC] = "EVENT_DESC",
	[HEADER_CPU_TOPOLOGY] = "CPU_TOPOLOGY",
	[HEADER_NUMA_TOPOLOGY] = "NUMA_TOPOLOGY",
	[HEADER_BRANCH_STACK] = "BRANCH_STACK",
	[HEADER_PMU_MAPPINGS] = "PMU_MAPPINGS",
	[HEADER_GROUP_DESC] = "GROUP_DESC",
	[HEADER_AUXTRACE] = "AUXTRACE",
	[HEADER_STAT] = "STAT",
	[HEADER_CACHE] = "CACHE",
	[HEADER_SAMPLE_TIME] = "SAMPLE_TIME",
	[HEADER_MEM_TOPOLOGY] = "MEM_TOPOLOGY",
	[HEADER_CLOCKID] = "CLOCKID",
	[HEADER_DIR_FORMAT] = "DIR_FORMAT",
	[HEADER_BPF_PROG_INFO] = "BPF_PROG_INFO",
	[HEADER_BPF_BTF] = "BPF_BTF",
	[HEADER_COMPRESSED] = "COMPRESSED",
	[HEADER_CPU_PMU_CAPS] = "CPU_PMU_CAPS",
	[HEADER_CLOCK_DATA] = "CLOCK_DATA",
	[HEADER_HYBRID_TOPOLOGY] = "HYBRID_TOPOLOGY",
	[HEADER_PMU_CAPS] = "PMU_CAPS",
	[HEADER_CPU_DOMAIN_INFO] = "CPU_DOMAIN_INFO",
};

const char *perf_header__feat_name(int feat)
{
	return feat >= 0 && feat < HEADER_LAST_FEATURE ? feature_names[feat] : NULL;
}

int perf_header__parse_start(struct perf_header *header, const u8 *start, struct perf_err *err)
{
	u64 magic = get_u64(start, false);

	memset(header, 0, sizeof(*header));
	if (!memcmp(start, "PERFFILE", 8))
		return perf_err__set(
			err, -EINVAL,
			"is of the perf.data format before 2010, which is not read here");
	if (magic == bswap_64(PERF_MAGIC2))
		header->swap = true;
	else if (magic != PERF_MAGIC2)
		return perf_err__set(err, -EINVAL, "is not a perf.data file");
	header->size = get_u64(start + 8, header->swap);
	header->pipe = header->size == PERF_PIPE_HEADER_SIZE;
	return 0;
}

/* Big-endian machines lay out bit fields from the other end of each byte. */
static void reverse_bits(u8 *p, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++) {
		p[i] = (u8)((p[i] & 0xf0) >> 4 | (p[i] & 0x0f) << 4);
		p[i] = (u8)((p[i] & 0xcc) >> 2 | (p[i] & 0x33) << 2);
		p[i] = (u8)((p[i] & 0xaa) >> 1 | (p[i] & 0x55) << 1);
	}
}

#define ATTR_FLAGS_AT offsetof(struct perf_event_attr, read_format) + 8

static void swap_attr(struct perf_event_attr *attr)
{
	attr->type = bswap_32(attr->type);
	attr->size = bswap_32(attr->size);
	attr->config = bswap_64(attr->config);
	attr->sample_period = bswap_64(attr->sample_period);
	attr->sample_type = bswap_64(attr->sample_type);
	attr->read_format = bswap_64(attr->read_format);
	reverse_bits((u8 *)attr + ATTR_FLAGS_AT, 8);
	attr->wakeup_events = bswap_32(attr->wakeup_events);
	attr->bp_type = bswap_32(attr->bp_type);
	attr->config1 = bswap_64(attr->config1);
	attr->config2 = bswap_64(attr->config2);
	attr->branch_sample_type = bswap_64(attr->branch_sample_type);
	attr->sample_regs_user = bswap_64(attr->sample_regs_user);
	attr->sample_stack_user = bswap_32(attr->sample_stack_user);
	attr->clockid = (s32)bswap_32((u32)attr->clockid);
	attr->sample_regs_intr = bswap_64(attr->sample_regs_intr);
	attr->aux_watermark = bswap_32(attr->aux_watermark);
	attr->sample_max_stack = bswap_16(attr->sample_max_stack);
	attr->aux_sample_size = bswap_32(attr->aux_sample_size);
	attr->sig_data = bswap_64(attr->sig_data);
}

void perf_event_attr__read(struct perf_event_attr *attr, const u8 *from, size_t size, bool swap)
{
	memset(attr, 0, sizeof(*attr));
	memcpy(attr, from, size < sizeof(*attr) ? size : sizeof(*attr));
	if (swap)
		swap_attr(attr);
}

static struct perf_file_section get_section(const u8 *p, bool swap)
{
	return (struct perf_file_section){ get_u64(p, swap), get_u64(p + 8, swap) };
}

static bool within(const struct perf_file_section *section, u64 size)
{
	return section->offset <= size && section->size <= size - section->offset;
}

static int read_ids(struct evlist *evlist, struct evsel *evsel, const struct perf_data *data,
		    const struct perf_file_section *ids, bool swap, struct perf_err *err)
{
	u64 buf[512], at, left;
	size_t i, nr;

	if (!within(ids, data->size))
		return perf_err__set(err, -EINVAL,
				     "is damaged: the ids of event %u lie outside of the file",
				     evsel->idx);
	/* Sections that overlap could hold any number of ids in a small file. */
	if (evlist->nr_ids + ids->size / 8 > data->size / 8)
		return perf_err__set(
			err, -EINVAL,
			"is damaged: its events have more ids than there is room for in the file");
	for (at = ids->offset, left = ids->size / 8; left; at += nr * 8, left -= nr) {
		nr = left < ARRAY_SIZE(buf) ? (size_t)left : ARRAY_SIZE(buf);
		if (perf_data__read_at(data, buf, nr * 8, at))
			return perf_err__set(err, -EIO, "cannot be read at offset %llu",
					     (unsigned long long)at);
		for (i = 0; i < nr; i++) {
			if (evlist__add_id(evlist, evsel, get_u64(&buf[i], swap)))
				return perf_err__set(err, -ENOMEM, "out of memory");
		}
	}
	return 0;
}

static int read_attrs(struct perf_header *h, const struct perf_data *data, struct evlist *evlist,
		      struct perf_err *err)
{
	size_t entry = (size_t)h->attr_size, attr_size = entry - 16;
	u64 nr = h->attrs.size / h->attr_size, i;
	u8 *buf;
	int ret = 0;

	if (nr > PERF_MAX_EVENTS)
		return perf_err__set(err, -EINVAL, "is damaged: it claims to hold %llu events",
				     (unsigned long long)nr);
	buf = malloc(entry);
	if (!buf)
		return perf_err__set(err, -ENOMEM, "out of memory");
	for (i = 0; !ret && i < nr; i++) {
		struct perf_file_section ids;
		struct perf_event_attr attr;
		struct evsel *evsel;

		ret = perf_data__read_at(data, buf, entry, h->attrs.offset + i * entry);
		if (ret) {
			perf_err__set(err, ret, "cannot be read: its list of events is cut off");
			break;
		}
		perf_event_attr__read(&attr, buf, attr_size, h->swap);
		ids = get_section(buf + attr_size, h->swap);
		evsel = evlist__add(evlist, &attr, (u32)attr_size);
		ret = evsel ? read_ids(evlist, evsel, data, &ids, h->swap, err)
			    : perf_err__set(err, -ENOMEM, "out of memory");
	}
	free(buf);
	return ret;
}

/* Where the data end: as the header says, or where the file does. */
static void bound_data(struct perf_header *h, u64 file_size)
{
	h->unfinished = !h->data.size;
	if (h->unfinished || !within(&h->data, file_size)) {
		h->cut = h->no_table = true;
		h->data.size = h->data.offset < file_size ? file_size - h->data.offset : 0;
	}
	h->feat_offset = h->table_offset = h->data.offset + h->data.size;
}

/*
 * Before 2010's end the bitmap was an array of unsigned long of the writer's
 * machine; a 32-bit or big-endian writer's words then lie differently. The
 * bits below 64 tell: HOSTNAME is in every file since.
 */
static void read_features(struct perf_header *h, const u8 *bits)
{
	int word, bit;

	for (word = 0; word < HEADER_FEAT_BITS / 64; word++) {
		u64 v = get_u64(bits + word * 8, h->swap);

		for (bit = 0; bit < 64; bit++) {
			if (v >> bit & 1)
				perf_header__set_feat(h, word * 64 + bit);
		}
	}
	if (!h->swap || perf_header__has_feat(h, HEADER_HOSTNAME))
		return;
	/* A 32-bit writer of the other byte order: its words are 4 bytes. */
	memset(h->features, 0, sizeof(h->features));
	for (word = 0; word < HEADER_FEAT_BITS / 32; word++) {
		u32 v = get_u32(bits + word * 4, h->swap);

		for (bit = 0; bit < 32; bit++) {
			if (v >> bit & 1)
				perf_header__set_feat(h, word * 32 + bit);
		}
	}
}

/*
 * A copy of the features' table in front of the data, where the recorder left
 * one: right also in a file that lost its end. It is one entry longer in a file
 * that was not finished. What old perfs have there is none: it must point to
 * sections in front of the data, too.
 */
static void use_early_table(struct perf_header *h, const struct perf_data *data, const u8 *header)
{
	struct perf_file_section table = get_section(header + 56, h->swap), section;
	struct perf_file_section recorded = get_section(header + 40, h->swap);
	u64 nr = 0, i;
	u8 buf[16];

	for (i = 0; i < HEADER_FEAT_BITS; i++)
		nr += perf_header__has_feat(h, (int)i);
	if (!nr || (table.size != nr * 16 && table.size != (nr + 1) * 16) ||
	    !within(&table, h->data.offset))
		return;
	for (i = 0; i < nr; i++) {
		if (perf_data__read_at(data, buf, sizeof(buf), table.offset + i * 16))
			return;
		section = get_section(buf, h->swap);
		if (!within(&section, table.offset))
			return;
	}
	h->table_offset = table.offset;
	h->no_table = false;
	h->unfinished = table.size != nr * 16;
	/* Even then the header tells how far whole records go. */
	if (within(&recorded, data->size)) {
		h->data = recorded;
		h->feat_offset = recorded.offset + recorded.size;
		h->cut = false;
	}
}

int perf_header__read(struct perf_header *h, const struct perf_data *data, struct evlist *evlist,
		      struct perf_err *err)
{
	u8 buf[FILE_HEADER_SIZE];

	if (h->size < FILE_HEADER_SIZE)
		return perf_err__set(err, -EINVAL, "is damaged: a header of %llu bytes",
				     (unsigned long long)h->size);
	if (perf_data__read_at(data, buf, sizeof(buf), 0))
		return perf_err__set(err, -ENODATA, "is cut off within its header");
	h->attr_size = get_u64(buf + 16, h->swap);
	h->attrs = get_section(buf + 24, h->swap);
	h->data = get_section(buf + 40, h->swap);
	if (h->attr_size < MIN_ATTR_SIZE + 16 || h->attr_size > 4096)
		return perf_err__set(err, -EINVAL, "is damaged: events of %llu bytes each",
				     (unsigned long long)h->attr_size);
	if (!within(&h->attrs, data->size))
		return perf_err__set(err, -ENODATA, "is cut off within its list of events");
	read_features(h, buf + 72);
	bound_data(h, data->size);
	use_early_table(h, data, buf);
	return read_attrs(h, data, evlist, err);
}

/* Where feature @feat's section is, as the table behind the data says. */
static int find_section(const struct perf_header *h, const struct perf_data *data, int feat,
			struct perf_file_section *section)
{
	u64 at = h->table_offset;
	u8 buf[16];
	int i;

	if (!perf_header__has_feat(h, feat))
		return -ENOENT;
	if (h->no_table || h->pipe)
		return -ENODATA;
	for (i = 0; i < feat; i++) {
		if (perf_header__has_feat(h, i))
			at += sizeof(buf);
	}
	if (perf_data__read_at(data, buf, sizeof(buf), at))
		return -ENODATA;
	*section = get_section(buf, h->swap);
	return 0;
}

static int read_section(const struct perf_data *data, const struct perf_file_section *section,
			u8 **out, size_t *size)
{
	u8 *p;

	if (section->size > MAX_FEATURE_SIZE)
		return -EFBIG;
	p = malloc((size_t)section->size + 1);
	if (!p)
		return -ENOMEM;
	if (perf_data__read_at(data, p, (size_t)section->size, section->offset)) {
		free(p);
		return -ENODATA;
	}
	p[section->size] = '\0';
	*out = p;
	*size = (size_t)section->size;
	return 0;
}

int perf_header__read_feature(const struct perf_header *h, const struct perf_data *data, int feat,
			      u8 **out, size_t *size)
{
	struct perf_file_section section;
	int err = find_section(h, data, feat, &section);

	if (err)
		return err;
	return within(&section, data->size) ? read_section(data, &section, out, size) : -ENODATA;
}

bool perf_header__features_cut(const struct perf_header *h, const struct perf_data *data)
{
	struct perf_file_section section;
	int feat, err;

	for (feat = 0; feat < HEADER_FEAT_BITS; feat++) {
		err = find_section(h, data, feat, &section);
		if (!err ? !within(&section, data->size) : err != -ENOENT)
			return true;
	}
	return false;
}

int perf_header__read_cut_feature(const struct perf_header *h, const struct perf_data *data,
				  int feat, u8 **out, size_t *size)
{
	struct perf_file_section section;
	int err = find_section(h, data, feat, &section);

	if (err)
		return err;
	if (section.offset >= data->size)
		return -ENODATA;
	if (!within(&section, data->size))
		section.size = data->size - section.offset;
	return read_section(data, &section, out, size);
}
