// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "util/event.h"
#include "scan.h"

/*
 * A recording that ends no round, or never comes to an end with its disorder,
 * may not fill the memory with what waits: beyond this much a round is taken
 * to be over.
 */
#define MAX_WAITING_BYTES (1ull << 30)
#define MAX_WAITING_RUNS  (1u << 20)

#define MAX_TRACING_DATA (1ull << 30)

struct scan {
	struct perf_session *session;
	struct stream *stream;
	bool nested;	   /* within what COMPRESSED records hold */
	u64 behind;	   /* bytes behind the record just read that belong to it */
	bool tracing_data; /* and they are tracing data */
};

/*
 * The end of a round: every buffer has been read since the last one, so what
 * comes from now on is later than all that was there when the last one ended.
 */
static int finish_round(struct perf_session *s)
{
	int err = runs__flush(&s->runs, s->last_round_max);

	s->last_round_max = s->round_max;
	return err;
}

static int add_run(struct scan *scan, const u8 *start, const u8 *end, u64 first, u64 last,
		   struct chunk *chunk)
{
	struct perf_session *s = scan->session;
	int err;

	if (!start)
		return 0;
	err = runs__add(&s->runs, start, end, first, chunk);
	if (last > s->round_max)
		s->round_max = last;
	if (last > scan->stream->last_time)
		scan->stream->last_time = last;
	if (!err &&
	    unlikely(s->runs.account.heap > MAX_WAITING_BYTES || s->runs.nr > MAX_WAITING_RUNS))
		err = finish_round(s);
	return err;
}

static int add_attr(struct perf_session *s, const u8 *ev, size_t size)
{
	struct perf_event_attr attr;
	struct evsel *evsel;
	size_t attr_size, at;

	if (size < 16)
		return -EBADMSG;
	attr_size = get_u32(ev + 12, s->header.swap);
	if (attr_size < 64 || attr_size > size - 8 || s->evlist.nr_entries == PERF_MAX_EVENTS)
		return -EBADMSG;
	perf_event_attr__read(&attr, ev + 8, attr_size, s->header.swap);
	evsel = evlist__add(&s->evlist, &attr, (u32)attr_size);
	if (!evsel)
		return -ENOMEM;
	time_source__update(&s->runs.times);
	for (at = 8 + attr_size; at + 8 <= size; at += 8) {
		if (evlist__add_id(&s->evlist, evsel, get_u64(ev + at, s->header.swap)))
			return -ENOMEM;
	}
	return 0;
}

/* A name that the recorder gave an event. Units, scales and CPUs matter to counts only. */
static int update_event(struct perf_session *s, const u8 *ev, size_t size)
{
	struct evsel *evsel;
	char *name;

	if (size < 25 || get_u64(ev + 8, s->header.swap) != PERF_EVENT_UPDATE__NAME)
		return 0;
	evsel = evlist__id2evsel(&s->evlist, get_u64(ev + 16, s->header.swap));
	if (!evsel)
		return 0;
	name = strndup((const char *)ev + 24, size - 24);
	if (!name)
		return -ENOMEM;
	free(evsel->name);
	evsel->name = name;
	return 0;
}

/* u64 count; each: u64 id, index, CPU, thread. Samples need not tell the CPU again. */
static int read_id_index(struct perf_session *s, const u8 *ev, size_t size)
{
	u64 nr = size >= 16 ? get_u64(ev + 8, s->header.swap) : 0, i;
	struct id_slot *slot;

	for (i = 0; i < nr && 16 + (i + 1) * 32 <= size; i++) {
		slot = evlist__find_id(&s->evlist, get_u64(ev + 16 + i * 32, s->header.swap));
		if (slot)
			slot->cpu = (u32)get_u64(ev + 32 + i * 32, s->header.swap);
	}
	return 0;
}

static int add_feature(struct perf_session *s, const u8 *ev, size_t size)
{
	u64 feat = size >= 16 ? get_u64(ev + 8, s->header.swap) : 0;
	struct stream_feature *f;

	if (!feat || feat >= HEADER_LAST_FEATURE)
		return 0;
	f = &s->features[feat];
	free(f->section);
	f->size = size - 16;
	f->section = malloc(f->size + 1);
	if (!f->section)
		return -ENOMEM;
	memcpy(f->section, ev + 16, f->size);
	f->section[f->size] = '\0';
	perf_header__set_feat(&s->header, (int)feat);
	perf_env__read_feature(&s->env, &s->evlist, (int)feat, f->section, f->size, s->header.swap);
	return 0;
}

static int scan_nested(void *ctx, const u8 **pos, const u8 *end, struct chunk *chunk);

static int decompress(struct scan *outer, const u8 *ev, size_t size, u32 type)
{
	struct scan scan = { outer->session, outer->stream, true, 0, false };
	size_t at = 8, payload = size - 8;
	int err;

	if (type == PERF_RECORD_COMPRESSED2) {
		u64 len = size >= 16 ? get_u64(ev + 8, outer->session->header.swap) : 0;

		if (size < 16 || len > size - 16)
			return -EBADMSG;
		at = 16;
		payload = (size_t)len;
	}
	err = inflate__feed(&outer->stream->inflate, ev + at, payload, scan_nested, &scan);
	if (err == -EBADMSG)
		perf_err__set(&outer->session->read_err, err, "its compressed data are damaged");
	return err;
}

/* What changes the session itself: nobody may be looking at it. */
static int describe(struct perf_session *s, const u8 *ev, size_t size, u32 type)
{
	int err = 0;

	/* An event that comes late may change how records are read: not those that wait. */
	if (type == PERF_RECORD_HEADER_ATTR)
		err = runs__flush(&s->runs, UINT64_MAX);
	if (!err)
		err = batches__drain(&s->batches);
	if (err)
		return err;
	if (type == PERF_RECORD_EVENT_UPDATE)
		return update_event(s, ev, size);
	if (type == PERF_RECORD_ID_INDEX)
		return read_id_index(s, ev, size);
	if (!s->header.pipe)
		return 0;
	return type == PERF_RECORD_HEADER_ATTR ? add_attr(s, ev, size) : add_feature(s, ev, size);
}

/* perf's own records. What is not needed here is passed over. */
static int user_record(struct scan *scan, const u8 *ev, size_t size, u32 type)
{
	struct perf_session *s = scan->session;
	bool swap = s->header.swap;

	switch (type) {
	case PERF_RECORD_HEADER_ATTR:
	case PERF_RECORD_EVENT_UPDATE:
	case PERF_RECORD_ID_INDEX:
	case PERF_RECORD_HEADER_FEATURE:
		return describe(s, ev, size, type);
	case PERF_RECORD_HEADER_TRACING_DATA:
		if (size < 12 || scan->nested)
			return -EBADMSG;
		scan->behind = get_u32(ev + 8, swap);
		scan->tracing_data = true;
		return 0;
	case PERF_RECORD_AUXTRACE:
		if (size < 16 || scan->nested)
			return -EBADMSG;
		scan->behind = get_u64(ev + 8, swap);
		return 0;
	case PERF_RECORD_FINISHED_ROUND:
		return s->nr_streams == 1 ? finish_round(s) : 0;
	case PERF_RECORD_COMPRESSED:
	case PERF_RECORD_COMPRESSED2:
		return scan->nested ? -EBADMSG : decompress(scan, ev, size, type);
	default:
		if (type > PERF_RECORD_BPF_METADATA)
			s->stats.nr_unknown_type++;
		return 0;
	}
}

/* How far ahead memory is fetched: the next record's place is known too late. In bytes. */
#define PREFETCH 1024

/*
 * Takes the whole records from *@ppos to @end, until one has more behind it
 * than itself. The hot loop: all but samples are rare.
 */
static inline __attribute__((always_inline)) int
scan_records(struct scan *scan, const u8 **ppos, const u8 *end, struct chunk *chunk, bool swap)
{
	struct perf_session *s = scan->session;
	const u8 *pos = *ppos, *start = NULL;
	u64 first = 0, last = 0, nr = 0;
	int err = 0, ret;

	while (!scan->behind && (size_t)(end - pos) >= sizeof(struct perf_event_header)) {
		const struct perf_event_header *event = (const void *)pos;
		size_t size = record_size(event, swap);
		u32 type = record_type(event, swap);
		u64 time;

		__builtin_prefetch(pos + PREFETCH);
		__builtin_prefetch(pos + PREFETCH + 64);
		if (unlikely(size > (size_t)(end - pos)))
			break;
		if (unlikely(size < sizeof(*event))) {
			err = -EBADMSG;
			break;
		}
		time = record_time(&s->runs.times, event, type, size, swap);
		if (likely(time)) {
			if (unlikely(!start || time < last)) {
				err = add_run(scan, start, pos, first, last, chunk);
				start = pos;
				first = time;
			}
			last = time;
		} else if (type < PERF_RECORD_USER_TYPE_START) {
			err = batches__add(&s->batches, event,
					   record_slot(&s->runs.times, event, type, size, swap),
					   chunk);
		} else {
			err = add_run(scan, start, pos, first, last, chunk);
			start = NULL;
			if (!err && unlikely(s->tool->record))
				err = batches__add(&s->batches, event, NULL, chunk);
			if (!err)
				err = user_record(scan, pos, size, type);
		}
		if (unlikely(err))
			break;
		nr++;
		pos += size;
	}
	s->stats.nr_records += nr;
	*ppos = pos;
	ret = add_run(scan, start, pos, first, last, chunk);
	return err ? err : ret;
}

static int scan_block(struct scan *scan, const u8 **ppos, const u8 *end, struct chunk *chunk)
{
	return scan->session->header.swap ? scan_records(scan, ppos, end, chunk, true)
					  : scan_records(scan, ppos, end, chunk, false);
}

static int scan_nested(void *ctx, const u8 **pos, const u8 *end, struct chunk *chunk)
{
	return scan_block(ctx, pos, end, chunk);
}

/* Tracing data behind their record: needed whole, and parsed; a stream's come this way. */
static int take_tracing_data(struct scan *scan)
{
	struct reader *reader = &scan->stream->reader;
	struct perf_session *s = scan->session;
	size_t size = (size_t)scan->behind;
	u8 *blob;
	int err;

	if (scan->behind > MAX_TRACING_DATA)
		return -EBADMSG;
	err = reader__more(reader, size);
	if (!err)
		err = batches__drain(&scan->session->batches);
	if (err)
		return err;
	blob = malloc(size + 1);
	if (!blob)
		return -ENOMEM;
	memcpy(blob, reader->pos, size);
	blob[size] = '\0';
	reader->pos += size;
	/* Damaged formats cost what depends on them; the records are read all the same. */
	err = trace_event__parse(&s->formats, blob, size, &s->read_err);
	return err == -ENOMEM ? err : 0;
}

static int take_behind(struct scan *scan)
{
	struct reader *reader = &scan->stream->reader;
	bool wanted = scan->tracing_data && !scan->session->formats.tep;
	int ret = wanted ? take_tracing_data(scan) : reader__skip(reader, scan->behind);

	scan->behind = 0;
	scan->tracing_data = false;
	return ret;
}

/* Where and why it is that nothing more can be read. */
static int stream_error(struct perf_session *s, const struct stream *stream, int err)
{
	unsigned long long at = reader__tell(&stream->reader);

	if (err == -ENOMEM)
		return perf_err__set(&s->read_err, err, "out of memory");
	if (err == -EBADMSG)
		return perf_err__set(
			&s->read_err, err,
			"is damaged at byte %llu; what stands behind that was not read", at);
	return perf_err__set(&s->read_err, err, "cannot be read at byte %llu: %s", at,
			     strerror(-err));
}

int scan_stream(struct perf_session *s, struct stream *stream)
{
	struct reader *reader = &stream->reader;
	struct scan scan = { s, stream, false, 0, false };
	size_t need = sizeof(struct perf_event_header);
	int ret, err = 0;

	if (reader__avail(reader) >= need) {
		size_t size = record_size(reader->pos, s->header.swap);

		need = size > need ? size : need;
	}
	if (reader__would_wait(reader, need)) {
		err = batches__hurry(&s->batches);
		if (err)
			return err;
	}
	ret = reader__more(reader, need);
	if (ret < 0) {
		stream->done = true;
		return stream_error(s, stream, ret);
	}
	if (ret) {
		stream->done = true;
		if (!reader__avail(reader))
			return 0;
		return perf_err__set(
			&s->read_err, -ENODATA,
			"is cut off within a record, at byte %llu; the report is partial",
			(unsigned long long)reader__tell(reader));
	}
	err = scan_block(&scan, &reader->pos, reader->end, reader->chunk);
	if (!err && scan.behind) {
		ret = take_behind(&scan);
		if (ret > 0)
			err = perf_err__set(&s->read_err, -ENODATA,
					    "is cut off within its tracing data or AUX data");
		else
			err = ret;
	}
	if (err) {
		stream->done = true;
		/* A callback's own error is not the file's. */
		return err == -EBADMSG || err == -ENOMEM ? stream_error(s, stream, err) : err;
	}
	return 0;
}
