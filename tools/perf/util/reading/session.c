// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "deliver.h"
#include "scan.h"

int perf_session__read_feature(const struct perf_session *s, int feat, u8 **section, size_t *size)
{
	const struct stream_feature *f;

	if (!s->header.pipe)
		return perf_header__read_feature(&s->header, &s->data, feat, section, size);
	if (feat <= 0 || feat >= HEADER_LAST_FEATURE || !s->features[feat].section)
		return -ENOENT;
	f = &s->features[feat];
	*section = malloc(f->size + 1);
	if (!*section)
		return -ENOMEM;
	memcpy(*section, f->section, f->size + 1);
	*size = f->size;
	return 0;
}

/*
 * The features that an analysis needs. One that is damaged costs what it would
 * have told; that the file ends before it is kept for the end of the reading.
 */
static int read_features(struct perf_session *s, struct perf_err *err)
{
	static const u8 wanted[] = { HEADER_TRACING_DATA, HEADER_HOSTNAME,   HEADER_OSRELEASE,
				     HEADER_VERSION,	  HEADER_ARCH,	     HEADER_CPUDESC,
				     HEADER_CPUID,	  HEADER_EVENT_DESC, HEADER_SAMPLE_TIME };
	size_t i, size;
	u8 *section;
	int ret;

	s->features_cut = !s->header.no_table && perf_header__features_cut(&s->header, &s->data);
	for (i = 0; i < ARRAY_SIZE(wanted); i++) {
		ret = perf_header__read_feature(&s->header, &s->data, wanted[i], &section, &size);
		/* The formats that are whole are as good as ever. */
		if (ret == -ENODATA && wanted[i] == HEADER_TRACING_DATA)
			ret = perf_header__read_cut_feature(&s->header, &s->data, wanted[i],
							    &section, &size);
		if (ret == -ENOMEM)
			return perf_err__set(err, ret, "out of memory");
		if (ret)
			continue;
		if (wanted[i] == HEADER_TRACING_DATA) {
			ret = trace_event__parse(&s->formats, section, size, NULL);
		} else {
			ret = perf_env__read_feature(&s->env, &s->evlist, wanted[i], section, size,
						     s->header.swap);
			free(section);
		}
		if (ret == -ENOMEM)
			return perf_err__set(err, ret, "out of memory");
	}
	return 0;
}

/* Streams are read from the start of the one pipe or file; the header's 16 bytes come first. */
static int start_stream(struct perf_session *s, struct perf_err *err)
{
	struct reader *reader = &s->streams[0].reader;
	u64 limit = s->data.seekable ? s->data.size : UINT64_MAX;
	int ret;

	reader__init(reader, s->data.fd, s->data.seekable, 0, limit, &s->runs.account);
	ret = reader__more(reader, PERF_PIPE_HEADER_SIZE);
	if (ret < 0)
		return perf_err__set(err, ret, "cannot be read: %s", strerror(-ret));
	if (ret > 0 && !reader__avail(reader))
		return perf_err__set(err, -ENODATA, "is empty: nothing was recorded in it");
	if (ret > 0)
		return perf_err__set(err, -EINVAL, "is not a perf.data file");
	ret = perf_header__parse_start(&s->header, reader->pos, err);
	reader->pos += PERF_PIPE_HEADER_SIZE;
	if (ret)
		return ret;
	if (!s->header.pipe && !s->data.seekable)
		return perf_err__set(
			err, -ESPIPE,
			"comes by a pipe, but is a file whose header tells where to seek; name the file with -i");
	return 0;
}

/* The streams of a file with a header: its data, and what else is in a directory. */
static int start_files(struct perf_session *s, struct perf_err *err)
{
	const struct perf_file_section *data = &s->header.data;
	unsigned int i;
	int ret;

	reader__exit(&s->streams[0].reader);
	ret = perf_header__read(&s->header, &s->data, &s->evlist, err);
	if (ret)
		return ret;
	reader__init(&s->streams[0].reader, s->data.fd, true, data->offset,
		     data->offset + data->size, &s->runs.account);
	for (i = 1; i < s->nr_streams; i++) {
		struct reader *reader = &s->streams[i].reader;
		int fd = s->data.dir_fds[i - 1];
		off_t size = lseek(fd, 0, SEEK_END);

		if (size < 0)
			return perf_err__set(err, -errno, "data.%u in it cannot be read: %s", i - 1,
					     strerror(errno));
		reader__init(reader, fd, true, 0, (u64)size, &s->runs.account);
	}
	return read_features(s, err);
}

static int session__start(struct perf_session *s, struct perf_err *err)
{
	unsigned int i;
	int ret;

	s->nr_streams = 1 + s->data.nr_dir_fds;
	s->streams = calloc(s->nr_streams, sizeof(*s->streams));
	if (!s->streams)
		return perf_err__set(err, -ENOMEM, "out of memory");
	for (i = 0; i < s->nr_streams; i++)
		s->streams[i].inflate.account = &s->runs.account;
	ret = start_stream(s, err);
	if (!ret && !s->header.pipe)
		ret = start_files(s, err);
	s->runs.times.swap = s->header.swap;
	time_source__update(&s->runs.times);
	return ret;
}

int perf_session__open(struct perf_session *s, const char *path, bool force, struct perf_err *err)
{
	int ret;

	memset(s, 0, sizeof(*s));
	evlist__init(&s->evlist);
	s->runs.times.evlist = &s->evlist;
	s->runs.out = &s->batches;
	chunk_account__init(&s->runs.account);
	ret = perf_data__open(&s->data, path, force, err);
	if (!ret)
		ret = session__start(s, err);
	if (ret)
		perf_session__close(s);
	return ret;
}

void perf_session__close(struct perf_session *s)
{
	unsigned int i;

	runs__exit(&s->runs);
	batches__exit(&s->batches);
	for (i = 0; i < s->nr_streams && s->streams; i++) {
		reader__exit(&s->streams[i].reader);
		inflate__exit(&s->streams[i].inflate);
	}
	free(s->streams);
	chunk_account__exit(&s->runs.account);
	for (i = 0; i < ARRAY_SIZE(s->features); i++)
		free(s->features[i].section);
	trace_event__exit(&s->formats);
	machine__exit(&s->machine);
	perf_env__exit(&s->env);
	evlist__exit(&s->evlist);
	perf_data__close(&s->data);
	memset(s, 0, sizeof(*s));
}

int perf_session__set_formats(struct perf_session *s, u8 *blob, size_t size, struct perf_err *err)
{
	return trace_event__parse(&s->formats, blob, size, err);
}

const char *perf_session__event_name(struct perf_session *s, struct evsel *evsel, char *buf,
				     size_t size)
{
	if (evsel__is_tracepoint(evsel) && !evsel->tp_format)
		evsel->tp_format = trace_event__find(&s->formats, evsel->attr.config);
	if (!evsel->tp_format)
		return evsel__name(evsel, buf, size);
	snprintf(buf, size, "%s:%s", evsel->tp_format->system, evsel->tp_format->name);
	return buf;
}

static void note_progress(struct perf_session *s)
{
	u64 done = 0, total = 0;
	unsigned int i;

	for (i = 0; i < s->nr_streams; i++) {
		const struct reader *reader = &s->streams[i].reader;

		done += reader->offset;
		total += reader->limit == UINT64_MAX ? 0 : reader->limit;
	}
	s->batches.done = done;
	s->batches.total = total;
}

/* A directory's files hold one sorted buffer each: read on where the time stands earliest. */
static struct stream *laggard(struct perf_session *s)
{
	struct stream *found = NULL;
	unsigned int i;

	for (i = 0; i < s->nr_streams; i++) {
		struct stream *stream = &s->streams[i];

		if (!stream->done && (!found || stream->last_time < found->last_time))
			found = stream;
	}
	return found;
}

/* Everything there is, in order, into batches. In the reader's thread. */
static int read_all(void *session)
{
	struct perf_session *s = session;
	struct stream *stream;
	int err = 0, flushed;

	while (!err && (stream = laggard(s))) {
		err = scan_stream(s, stream);
		if (!err && s->nr_streams > 1) {
			stream = laggard(s);
			if (stream)
				err = runs__flush(&s->runs, stream->last_time);
		}
		note_progress(s);
	}
	/* What was read before any damage counts. */
	flushed = runs__flush(&s->runs, UINT64_MAX);
	return err ? err : flushed;
}

/* What the header itself says is missing, once everything that is there has been read. */
int perf_session__check_whole(const struct perf_session *s, struct perf_err *err)
{
	if (s->header.unfinished)
		return perf_err__set(
			err, -ENODATA,
			"was not finished: its recorder was killed; the report is partial");
	if (s->header.cut)
		return perf_err__set(
			err, -ENODATA,
			"is cut off: it ends before its header says; the report is partial");
	if (s->features_cut)
		return perf_err__set(err, -ENODATA, "is cut off within its feature sections");
	return 0;
}

/* A thread of its own for the reader pays where there is much to read, and a CPU for it. */
#define THREADED_MIN (2u << 20)

static bool want_reader_thread(const struct perf_session *s)
{
	cpu_set_t cpus;

	if (s->data.seekable && s->data.size < THREADED_MIN && s->nr_streams == 1)
		return false;
	return !sched_getaffinity(0, sizeof(cpus), &cpus) && CPU_COUNT(&cpus) > 1;
}

int perf_session__process_events(struct perf_session *s, struct perf_tool *tool,
				 struct perf_err *err)
{
	int ret;

	s->tool = tool;
	ret = batches__init(&s->batches, &s->runs.account, session__deliver_batch, s);
	if (ret)
		return perf_err__set(err, ret, "cannot be read: out of memory");
	ret = tool->record ? batches__want_offsets(&s->batches) : 0;
	if (!ret)
		ret = batches__run(&s->batches, want_reader_thread(s), read_all, s);
	if (!ret)
		ret = perf_session__check_whole(s, err);
	if (ret && s->read_err.msg[0])
		perf_err__set(err, ret, "%s", s->read_err.msg);
	s->tool = NULL;
	return ret;
}
