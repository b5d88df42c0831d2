// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record-output.h"
#include "util/opening/tracepoint.h"

#define LOOK_INTO_AT_MOST (256u << 10) /* bytes of a reading, while there is no time to lose */
#define LOOK_AHEAD	  4	       /* records */

static const char *shown(const struct record_output *out)
{
	return strcmp(out->path, "-") ? out->path : "standard output";
}

static int tell(const struct record_output *out, int ret, struct perf_err *err)
{
	if ((ret == -ENOSPC || ret == -EDQUOT) && !out->begun)
		return perf_err__set(err, ret,
				     "%s: no space left, not for the begin of a recording: free "
				     "space, or record elsewhere (-o)",
				     shown(out));
	if (ret == -ENOSPC || ret == -EDQUOT)
		return perf_err__set(err, ret,
				     "%s: no space left after %.1f MB; what was recorded until "
				     "then can be read: free space, or record elsewhere (-o), "
				     "compressed (-z) or less (--only, -p, --max-size)",
				     shown(out), (double)out->writer.bytes / (1 << 20));
	if (ret == -EFBIG)
		return perf_err__set(err, ret,
				     "%s: the file may not grow beyond %.1f MB; what was recorded "
				     "until then can be read: see ulimit -f",
				     shown(out), (double)out->writer.bytes / (1 << 20));
	if (ret == -EPIPE)
		return perf_err__set(err, ret, "standard output: whoever read it has gone");
	return perf_err__set(err, ret, "%s: cannot write: %s", shown(out), strerror(-ret));
}

/* An earlier recording is kept, once. */
static int keep_old(const char *path, const struct stat *st)
{
	char *old;
	int ret;

	if (!S_ISREG(st->st_mode) || !st->st_size)
		return 0;
	if (asprintf(&old, "%s.old", path) < 0)
		return -ENOMEM;
	ret = rename(path, old) ? -errno : 0;
	free(old);
	return ret;
}

/* Opens the output's file; *@stream says whether it is one that has no places to go back to. */
static int open_file(struct record_output *out, bool *stream, struct perf_err *err)
{
	struct stat st;
	int ret = 0;

	*stream = true;
	out->fd = -1;
	if (!strcmp(out->path, "-")) {
		if (isatty(STDOUT_FILENO))
			return perf_err__set(err, -EINVAL,
					     "standard output is a terminal: -o - is for a pipe");
		out->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
		return out->fd < 0 ? tell(out, -errno, err) : 0;
	}
	if (!stat(out->path, &st)) {
		*stream = S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode);
		ret = keep_old(out->path, &st);
		if (ret)
			return perf_err__set(err, ret, "%s: cannot be renamed to %s.old: %s",
					     out->path, out->path, strerror(-ret));
	} else {
		*stream = false;
	}
	/* A recording tells of everybody's processes: it is its owner's alone. */
	out->fd = open(out->path, O_CREAT | O_RDWR | O_TRUNC | O_CLOEXEC, 0600);
	if (out->fd < 0 && errno == ENXIO)
		out->fd = open(out->path, O_WRONLY | O_CLOEXEC);
	if (out->fd < 0)
		return perf_err__set(err, -errno, "%s: cannot be created: %s", out->path,
				     strerror(errno));
	return 0;
}

static int tell_formats(int ret, struct perf_err *err)
{
	char line[400];

	if (ret == -ENOMEM)
		return perf_err__set(err, ret, "out of memory");
	tracepoint__strerror("*", "*", ret, line, sizeof(line));
	return perf_err__set(err, ret, "the tracepoints' formats cannot be read: %s", line);
}

int record_output__open(struct record_output *out, const struct record_opts *opts,
			const struct feature_env *env, const struct perf_mmaps *mmaps,
			struct perf_err *err)
{
	bool stream;
	int ret;

	memset(out, 0, sizeof(*out));
	out->path = opts->output;
	out->evlist = env->evlist;
	out->fd = -1;
	out->unseen = calloc(mmaps->nr + 1, sizeof(*out->unseen));
	out->nr_unseen = mmaps->nr;
	out->scratch = malloc(PERF_MMAP_SCRATCH);
	if (!out->unseen || !out->scratch)
		return perf_err__set(err, -ENOMEM, "out of memory");
	if (opts->compress_level) {
		ret = deflate__init(&out->deflate, opts->compress_level);
		if (ret)
			return perf_err__set(err, ret, "-z %d: no such level of compression",
					     opts->compress_level);
		out->compress = true;
	}
	ret = open_file(out, &stream, err);
	if (ret)
		return ret;
	ret = perf_writer__init(&out->writer, out->fd, stream, env);
	if (ret)
		return tell_formats(ret, err);
	ret = perf_writer__begin(&out->writer);
	out->begun = !ret;
	return ret ? tell(out, ret, err) : 0;
}

/* How many of the first @max bytes of @iov are whole records. */
static size_t whole_records(const struct iovec *iov, int nr, size_t max)
{
	struct perf_event_header header;
	size_t at = 0, i = 0, base = 0;

	/* Headers are never cut, since records in a buffer are multiples of 8 bytes. */
	while (max - at >= sizeof(header)) {
		while (i < (size_t)nr && at - base >= iov[i].iov_len)
			base += iov[i++].iov_len;
		if (i == (size_t)nr)
			break;
		memcpy(&header, (const u8 *)iov[i].iov_base + (at - base), sizeof(header));
		if (header.size < sizeof(header) || header.size > max - at)
			break;
		at += header.size;
	}
	return at;
}

static int write_pieces(struct record_output *out, const struct iovec *iov, int nr,
			struct perf_err *err)
{
	size_t written, reserve = perf_writer__reserve(&out->writer);
	int ret;

	if (out->full)
		return 0;
	ret = perf_writer__write(&out->writer, iov, nr, &written);
	if (!ret)
		return 0;
	out->full = true;
	/* What is there of it makes way for the table that belongs behind. */
	written = written > reserve ? whole_records(iov, nr, written - reserve) : 0;
	perf_writer__keep(&out->writer, written);
	return tell(out, ret, err);
}

static int write_recorded(struct record_output *out, const struct iovec *iov, int nr,
			  struct perf_err *err)
{
	struct iovec packed;
	int ret;

	if (!out->compress)
		return write_pieces(out, iov, nr, err);
	ret = deflate__pieces(&out->deflate, iov, nr);
	if (ret)
		return perf_err__set(err, ret, "zstd: cannot compress");
	packed = (struct iovec){ out->deflate.out.data, out->deflate.out.len };
	return write_pieces(out, &packed, 1, err);
}

int record_output__made(struct record_output *out, const void *records, size_t size,
			struct perf_err *err)
{
	struct iovec iov = { (void *)(uintptr_t)records, size };

	return size ? write_recorded(out, &iov, 1, err) : 0;
}

int record_output__records(struct record_output *out, const void *records, size_t size,
			   struct perf_err *err)
{
	struct iovec iov = { (void *)records, size };

	return write_pieces(out, &iov, 1, err);
}

void record_output__note_times(struct record_output *out, u64 first, u64 last)
{
	if (first && (!out->first_sample || first < out->first_sample))
		out->first_sample = first;
	if (last > out->last_sample)
		out->last_sample = last;
}

/* True for a sample. */
static bool look(struct record_output *out, const struct perf_event_header *header)
{
	const u8 *p = (const u8 *)header;
	const struct evsel *evsel;
	u64 time;

	if (header->type == PERF_RECORD_LOST && header->size >= 24)
		out->lost += get_u64(p + 16, false);
	if (header->type != PERF_RECORD_SAMPLE || header->size < 16)
		return false;
	evsel = evlist__id2evsel(out->evlist, get_u64(p + 8, false));
	if (!evsel || !evsel->layout.time || header->size < evsel->layout.time + 8)
		return false;
	time = get_u64(p + evsel->layout.time, false);
	record_output__note_times(out, time, time);
	return true;
}

/*
 * Looks for lost records and the times of samples. Of a reading that is large,
 * while more are coming, only where records that were lost are told: where
 * the reading before it ended, or anywhere in it if the buffer may have been
 * full. The last of these is looked into in the end.
 */
static int look_into(struct record_output *out, const struct perf_mmap *map, unsigned int i,
		     bool all)
{
	size_t len = perf_mmap__len(map), pos = 0, n = 0;
	const struct perf_event_header *header;
	bool seen = false;
	int ret = 0;

	all = all || out->compress || out->heard || len <= LOOK_INTO_AT_MOST ||
	      len >= map->size / 4 * 3;
	while (!ret && (all || n++ < LOOK_AHEAD) &&
	       (header = perf_mmap__next(map, &pos, out->scratch))) {
		seen |= look(out, header);
		if (out->heard)
			ret = out->heard(out->heard_ctx, header);
	}
	if (!all)
		out->unseen[i] = (struct unseen){ out->writer.pos, len };
	else if (seen)
		out->unseen[i].len = 0;
	return ret;
}

ssize_t record_output__drain(struct record_output *out, struct perf_mmaps *mmaps, unsigned int i,
			     bool last, struct perf_err *err)
{
	struct perf_mmap *map = &mmaps->maps[i];
	struct iovec iov[2];
	int nr = perf_mmap__read(map, iov), ret;
	ssize_t len = (ssize_t)perf_mmap__len(map);

	if (!nr)
		return 0;
	ret = look_into(out, map, i, last);
	if (ret)
		return perf_err__set(err, ret, "out of memory");
	ret = write_recorded(out, iov, nr, err);
	perf_mmap__consume(map);
	return ret ? ret : len;
}

int record_output__checkpoint(struct record_output *out, struct perf_err *err)
{
	int ret = perf_writer__checkpoint(&out->writer);

	return ret ? tell(out, ret, err) : 0;
}

/* Looks into a reading that has been written without. */
static void look_back(struct record_output *out, const struct unseen *unseen)
{
	u8 *data = malloc(unseen->len);
	size_t at = 0;
	ssize_t n = 0;

	if (data)
		n = pread(out->fd, data, unseen->len, (off_t)unseen->offset);
	while (n > 0 && (size_t)n - at >= sizeof(struct perf_event_header)) {
		const struct perf_event_header *header = (const void *)(data + at);

		if (header->size < sizeof(*header) || header->size > (size_t)n - at)
			break;
		/* What is told of losses at its begin has been heard already. */
		if (header->type == PERF_RECORD_SAMPLE)
			look(out, header);
		at += header->size;
	}
	free(data);
}

int record_output__finish(struct record_output *out, struct feature_env *env, struct perf_err *err)
{
	unsigned int i;
	int ret;

	for (i = 0; i < out->nr_unseen && !out->writer.pipe; i++) {
		if (out->unseen[i].len)
			look_back(out, &out->unseen[i]);
	}
	env->first_sample = out->first_sample;
	env->last_sample = out->last_sample;
	if (out->compress)
		env->comp_ratio = deflate__ratio(&out->deflate);
	ret = perf_writer__finish(&out->writer, env);
	return ret ? tell(out, ret, err) : 0;
}

void record_output__exit(struct record_output *out)
{
	if (out->fd >= 0)
		close(out->fd);
	perf_writer__exit(&out->writer);
	deflate__exit(&out->deflate);
	free(out->unseen);
	free(out->scratch);
}
