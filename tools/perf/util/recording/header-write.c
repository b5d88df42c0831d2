// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <unistd.h>

#include "util/event.h"
#include "header-write.h"

#define MAX_RECORD	  UINT16_MAX
#define FEATURE_BIT(feat) (1ull << (feat))

/* The file header as it stands in the file. */
struct file_header {
	u64 magic, size, attr_size;
	struct perf_file_section attrs, data, early_table;
	u64 features[HEADER_FEAT_BITS / 64];
};

_Static_assert(sizeof(struct file_header) == 104, "the size that every perf expects");
_Static_assert(HEADER_LAST_FEATURE <= 64, "the features fit into one word");

/* Ids first, then the attrs that point to them. */
static void put_attrs(struct perf_writer *w, const struct evlist *evlist)
{
	struct buf *buf = &w->head;
	const struct evsel *evsel;
	u64 ids = buf->len;

	evlist__for_each_entry(evlist, evsel)
		buf__put(buf, evsel->ids, evsel->nr_ids * sizeof(u64));
	w->attrs_offset = buf->len;
	evlist__for_each_entry(evlist, evsel) {
		u64 size = evsel->nr_ids * sizeof(u64);

		buf__put(buf, &evsel->attr, sizeof(evsel->attr));
		buf__put_u64(buf, ids);
		buf__put_u64(buf, size);
		ids += size;
	}
	w->attrs_size = buf->len - w->attrs_offset;
}

static void make_table(struct perf_writer *w)
{
	int feat;

	buf__reset(&w->table);
	for (feat = 0; feat < HEADER_LAST_FEATURE; feat++) {
		if (w->features & FEATURE_BIT(feat))
			buf__put(&w->table, &w->sections[feat], sizeof(w->sections[feat]));
	}
}

static int put_sections(struct perf_writer *w, const struct feature_env *env)
{
	struct buf *buf = &w->head;
	int feat, ret;

	for (feat = 0; feat < HEADER_LAST_FEATURE; feat++) {
		w->sections[feat].offset = buf->len;
		if (feat == HEADER_SAMPLE_TIME) {
			/* Comes when the last sample is known, if there is one. */
			buf__put_zeros(buf, 2 * sizeof(u64));
			w->sections[feat].size = 2 * sizeof(u64);
			continue;
		}
		ret = feature__write(feat, env, buf);
		if (ret == -ENODATA)
			continue;
		if (ret)
			return ret;
		w->features |= FEATURE_BIT(feat);
		w->sections[feat].size = buf->len - w->sections[feat].offset;
		buf__pad(buf, 8);
	}
	return 0;
}

static int compose_file(struct perf_writer *w, const struct feature_env *env)
{
	struct buf *buf = &w->head;
	int ret;

	buf__put_zeros(buf, sizeof(struct file_header));
	put_attrs(w, env->evlist);
	ret = put_sections(w, env);
	if (ret)
		return ret;
	make_table(w);
	w->table_offset = buf->len;
	buf__put(buf, w->table.data, w->table.len);
	buf__put_zeros(buf, sizeof(struct perf_file_section)); /* for the sample times */
	buf__pad(buf, 8);
	w->data_offset = w->pos = buf->len;
	return buf__error(buf) ? -ENOMEM : buf__error(&w->table);
}

/* A record of @type: @fixed bytes of its own fields, then @len bytes. Too long ones are left out. */
static void put_record(struct buf *buf, u32 type, const void *fixed, size_t fixed_len,
		       const void *data, size_t len)
{
	struct perf_event_header header = { .type = type };
	size_t size = (sizeof(header) + fixed_len + len + 7) & ~(size_t)7;

	if (size > MAX_RECORD)
		return;
	header.size = (u16)size;
	buf__put(buf, &header, sizeof(header));
	buf__put(buf, fixed, fixed_len);
	buf__put(buf, data, len);
	buf__pad(buf, 8);
}

static void put_pipe_events(struct buf *buf, const struct evlist *evlist)
{
	const struct evsel *evsel;

	evlist__for_each_entry(evlist, evsel)
		put_record(buf, PERF_RECORD_HEADER_ATTR, &evsel->attr, sizeof(evsel->attr),
			   evsel->ids, evsel->nr_ids * sizeof(u64));
}

static void put_pipe_names(struct buf *buf, const struct evlist *evlist)
{
	const struct evsel *evsel;

	evlist__for_each_entry(evlist, evsel) {
		u64 update[2] = { PERF_EVENT_UPDATE__NAME, evsel->nr_ids ? evsel->ids[0] : 0 };

		if (evsel->name)
			put_record(buf, PERF_RECORD_EVENT_UPDATE, update, sizeof(update),
				   evsel->name, strlen(evsel->name) + 1);
	}
}

/* The formats are too long for a record: they follow theirs. */
static void put_pipe_tracing_data(struct buf *buf, const struct buf *section)
{
	struct perf_event_header header = { .type = PERF_RECORD_HEADER_TRACING_DATA, .size = 16 };

	buf__put(buf, &header, sizeof(header));
	buf__put_u32(buf, (u32)((section->len + 7) & ~(size_t)7));
	buf__put_u32(buf, 0);
	buf__put(buf, section->data, section->len);
	buf__pad(buf, 8);
}

/* The section is a row of records but for their type. */
static void put_pipe_build_ids(struct buf *buf, struct buf *section)
{
	struct perf_event_header header;
	size_t at = 0;

	while (section->len - at >= sizeof(header)) {
		memcpy(&header, section->data + at, sizeof(header));
		if (header.size < sizeof(header) || header.size > section->len - at)
			break;
		header.type = PERF_RECORD_HEADER_BUILD_ID;
		memcpy(section->data + at, &header, sizeof(header));
		at += header.size;
	}
	buf__put(buf, section->data, section->len);
}

static int compose_pipe(struct perf_writer *w, const struct feature_env *env)
{
	struct buf *buf = &w->head, section = { 0 };
	u64 number;
	int feat, ret = 0;

	buf__put_u64(buf, PERF_MAGIC2);
	buf__put_u64(buf, 16);
	put_pipe_events(buf, env->evlist);
	/*
	 * No empty one past the last ends them, as perf itself would write: which
	 * number that has to be depends on the version of perf that reads it.
	 */
	for (feat = 0; feat < HEADER_LAST_FEATURE && (!ret || ret == -ENODATA); feat++) {
		buf__reset(&section);
		number = (u64)feat;
		ret = feature__write(feat, env, &section);
		if (ret)
			continue;
		if (feat == HEADER_TRACING_DATA)
			put_pipe_tracing_data(buf, &section);
		else if (feat == HEADER_BUILD_ID)
			put_pipe_build_ids(buf, &section);
		else
			put_record(buf, PERF_RECORD_HEADER_FEATURE, &number, sizeof(number),
				   section.data, section.len);
	}
	put_pipe_names(buf, env->evlist);
	buf__exit(&section);
	return ret && ret != -ENODATA ? ret : buf__error(buf);
}

int perf_writer__init(struct perf_writer *w, int fd, bool pipe, const struct feature_env *env)
{
	int ret;

	memset(w, 0, sizeof(*w));
	w->fd = fd;
	w->pipe = pipe;
	ret = pipe ? compose_pipe(w, env) : compose_file(w, env);
	if (ret)
		perf_writer__exit(w);
	return ret;
}

/* Everything at @offset of the file or, in a stream, at its end. */
static int write_all(struct perf_writer *w, const struct iovec *iov, int nr, u64 offset,
		     size_t *written)
{
	struct iovec left[PERF_WRITER_IOVS + 1];
	int i = 0;

	memcpy(left, iov, (size_t)nr * sizeof(*iov));
	*written = 0;
	while (i < nr) {
		ssize_t n = w->pipe ? writev(w->fd, left + i, nr - i)
				    : pwritev(w->fd, left + i, nr - i, (off_t)(offset + *written));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		*written += (size_t)n;
		while (i < nr && (size_t)n >= left[i].iov_len)
			n -= (ssize_t)left[i++].iov_len;
		if (i < nr) {
			left[i].iov_base = (char *)left[i].iov_base + n;
			left[i].iov_len -= (size_t)n;
		}
	}
	return 0;
}

static int write_one(struct perf_writer *w, const void *data, size_t len, u64 offset)
{
	struct iovec iov = { (void *)data, len };
	size_t written;

	return write_all(w, &iov, 1, offset, &written);
}

static int write_header(struct perf_writer *w)
{
	u64 spare = w->finished ? 0 : sizeof(struct perf_file_section);
	struct file_header header = {
		.magic = PERF_MAGIC2,
		.size = sizeof(header),
		.attr_size = sizeof(struct perf_event_attr) + sizeof(struct perf_file_section),
		.attrs = { w->attrs_offset, w->attrs_size },
		.data = { w->data_offset, w->pos - w->data_offset },
		.early_table = { w->table_offset, w->table.len + spare },
		.features = { w->features },
	};

	return write_one(w, &header, sizeof(header), 0);
}

int perf_writer__begin(struct perf_writer *w)
{
	int ret = write_one(w, w->head.data, w->head.len, 0);

	if (!ret)
		w->bytes = w->head.len;
	buf__exit(&w->head);
	if (!ret && !w->pipe)
		ret = perf_writer__keep(w, 0);
	return ret ? ret : perf_writer__checkpoint(w);
}

int perf_writer__write(struct perf_writer *w, const struct iovec *iov, int nr, size_t *written)
{
	struct iovec all[PERF_WRITER_IOVS + 1];
	size_t size = 0;
	int i, ret;

	for (i = 0; i < nr; i++) {
		all[i] = iov[i];
		size += iov[i].iov_len;
	}
	if (!w->pipe)
		all[nr++] = (struct iovec){ w->table.data, w->table.len };
	ret = write_all(w, all, nr, w->pos, written);
	if (ret)
		return ret;
	*written = size;
	w->pos += size;
	w->bytes += size;
	return 0;
}

int perf_writer__keep(struct perf_writer *w, size_t size)
{
	if (w->pipe)
		return 0;
	w->pos += size;
	w->bytes += size;
	return write_one(w, w->table.data, w->table.len, w->pos);
}

int perf_writer__checkpoint(struct perf_writer *w)
{
	return w->pipe ? 0 : write_header(w);
}

/* Fills a section whose place was kept. */
static int rewrite_section(struct perf_writer *w, int feat, const struct feature_env *env)
{
	struct buf section = { 0 };
	int ret = feature__write(feat, env, &section);

	if (!ret && section.len == w->sections[feat].size) {
		ret = write_one(w, section.data, section.len, w->sections[feat].offset);
		w->features |= FEATURE_BIT(feat);
	}
	buf__exit(&section);
	return ret == -ENODATA ? 0 : ret;
}

int perf_writer__finish(struct perf_writer *w, const struct feature_env *env)
{
	int ret;

	if (w->pipe)
		return 0;
	ret = rewrite_section(w, HEADER_COMPRESSED, env);
	if (!ret)
		ret = rewrite_section(w, HEADER_SAMPLE_TIME, env);
	if (ret)
		return ret;
	make_table(w);
	ret = buf__error(&w->table);
	if (!ret)
		ret = write_one(w, w->table.data, w->table.len, w->table_offset);
	if (!ret)
		ret = write_one(w, w->table.data, w->table.len, w->pos);
	if (!ret && ftruncate(w->fd, (off_t)(w->pos + w->table.len)) && errno != EINVAL)
		ret = -errno; /* what was not kept; EINVAL: not a regular file */
	w->finished = !ret;
	return ret ? ret : perf_writer__checkpoint(w);
}

void perf_writer__exit(struct perf_writer *w)
{
	buf__exit(&w->head);
	buf__exit(&w->table);
}
