// SPDX-License-Identifier: GPL-2.0-only
#include "deliver.h"

static struct evsel *odd_sample_evsel(struct perf_session *s, const u8 *ev, size_t size)
{
	struct evsel *evsel;

	evlist__for_each_entry(&s->evlist, evsel) {
		u8 at = evsel->layout.id;

		if (at && at + 8u <= size &&
		    evlist__id2evsel(&s->evlist, get_u64(ev + at, s->header.swap)) == evsel)
			return evsel;
	}
	return NULL;
}

/* A sample's event, by its id; without ids, or with a single event, there is no choice. */
static struct evsel *sample_evsel(struct perf_session *s, const u8 *ev, size_t size)
{
	struct evsel *first = evlist__first(&s->evlist), *evsel = NULL;

	if (unlikely(!first))
		return NULL;
	if (unlikely(!s->evlist.same_layout)) {
		evsel = odd_sample_evsel(s, ev, size);
	} else {
		u8 at = first->layout.id;

		if (unlikely(!at))
			return first;
		if (likely(at + 8u <= size))
			evsel = evlist__id2evsel(&s->evlist, get_u64(ev + at, s->header.swap));
	}
	if (unlikely(!evsel) && s->evlist.nr_entries == 1)
		return first;
	return evsel;
}

static int deliver_sample(struct perf_session *s, const struct perf_event_header *event,
			  size_t size)
{
	const struct evsel *evsel = sample_evsel(s, (const u8 *)event, size);
	struct perf_sample sample;

	s->stats.nr_samples++;
	if (unlikely(!evsel)) {
		s->stats.nr_unknown_id++;
		return 0;
	}
	if (unlikely(evsel__parse_sample(evsel, event, s->header.swap, &sample))) {
		s->stats.nr_bad_samples++;
		return 0;
	}
	if (!evsel->layout.cpu)
		sample.cpu = evlist__id2cpu(&s->evlist, sample.id);
	return s->tool->sample ? s->tool->sample(s->tool, s, &sample) : 0;
}

/* A non-sample record's own part, and where and when it happened. */
struct payload {
	const u8 *pos;
	size_t size;
	bool swap;
	u16 misc;
	struct record_id at;
};

static void read_payload(struct perf_session *s, const struct perf_event_header *event, size_t size,
			 struct payload *p)
{
	const u8 *end = (const u8 *)event + size;
	const struct sample_layout *l;
	const struct evsel *evsel = NULL;
	bool swap = s->header.swap;

	*p = (struct payload){ (const u8 *)(event + 1),
			       size - sizeof(*event),
			       swap,
			       get_u16(&event->misc, swap),
			       { (u32)-1, (u32)-1, (u32)-1, 0, 0 } };
	if (p->size >= 8)
		evsel = evlist__id2evsel(&s->evlist, get_u64(end - 8, swap));
	if (!evsel)
		evsel = evlist__first(&s->evlist);
	if (!evsel || evsel->layout.trailer_size > p->size)
		return;
	l = &evsel->layout;
	p->size -= l->trailer_size;
	if (l->trailer_tid) {
		p->at.pid = get_u32(end - l->trailer_tid, swap);
		p->at.tid = get_u32(end - l->trailer_tid + 4, swap);
	}
	if (l->trailer_time)
		p->at.time = get_u64(end - l->trailer_time, swap);
	if (l->trailer_id)
		p->at.id = get_u64(end - l->trailer_id, swap);
	p->at.cpu = l->trailer_cpu ? get_u32(end - l->trailer_cpu, swap)
				   : evlist__id2cpu(&s->evlist, p->at.id);
}

static u32 u32_at(const struct payload *p, size_t at)
{
	return get_u32(p->pos + at, p->swap);
}

static u64 u64_at(const struct payload *p, size_t at)
{
	return get_u64(p->pos + at, p->swap);
}

/* The string at @at, NULL if it does not end within the record. */
static const char *string_at(const struct payload *p, size_t at)
{
	if (at >= p->size || !memchr(p->pos + at, 0, p->size - at))
		return NULL;
	return (const char *)p->pos + at;
}

static int deliver_comm(struct perf_session *s, const struct payload *p)
{
	struct comm_event e = { .at = p->at, .exec = p->misc & PERF_RECORD_MISC_COMM_EXEC };
	int err;

	e.comm = string_at(p, 8);
	if (!e.comm)
		return 0;
	e.pid = u32_at(p, 0);
	e.tid = u32_at(p, 4);
	err = machine__set_comm(&s->machine, e.pid, e.tid, e.comm);
	return !err && s->tool->comm ? s->tool->comm(s->tool, s, &e) : err;
}

static int deliver_task(struct perf_session *s, const struct payload *p, bool is_fork)
{
	struct task_event e = { .at = p->at };
	int (*fn)(struct perf_tool *, struct perf_session *, const struct task_event *);
	int err = 0;

	if (p->size < 24)
		return 0;
	e.pid = u32_at(p, 0);
	e.ppid = u32_at(p, 4);
	e.tid = u32_at(p, 8);
	e.ptid = u32_at(p, 12);
	e.time = u64_at(p, 16);
	if (is_fork)
		err = machine__fork(&s->machine, e.pid, e.tid, e.ptid);
	fn = is_fork ? s->tool->fork : s->tool->exit;
	if (!err && fn)
		err = fn(s->tool, s, &e);
	if (!is_fork)
		machine__exit_thread(&s->machine, e.tid);
	return err;
}

static int deliver_mmap(struct perf_session *s, const struct payload *p, bool mmap2)
{
	struct mmap_event e = { .at = p->at, .misc = p->misc };
	size_t name_at = mmap2 ? 64 : 32;

	if (!s->tool->mmap || !string_at(p, name_at))
		return 0;
	e.pid = u32_at(p, 0);
	e.tid = u32_at(p, 4);
	e.start = u64_at(p, 8);
	e.len = u64_at(p, 16);
	e.pgoff = u64_at(p, 24);
	e.filename = string_at(p, name_at);
	if (mmap2) {
		e.mmap2 = true;
		e.prot = u32_at(p, 56);
		e.flags = u32_at(p, 60);
		if ((p->misc & PERF_RECORD_MISC_MMAP_BUILD_ID) && p->pos[32] <= 20) {
			e.build_id_size = p->pos[32];
			e.build_id = p->pos + 36;
		} else {
			e.maj = u32_at(p, 32);
			e.min = u32_at(p, 36);
			e.ino = u64_at(p, 40);
			e.ino_generation = u64_at(p, 48);
		}
	}
	return s->tool->mmap(s->tool, s, &e);
}

static int deliver_lost(struct perf_session *s, const struct payload *p)
{
	struct lost_event e = { .at = p->at };

	if (p->size < 16)
		return 0;
	e.id = u64_at(p, 0);
	e.lost = u64_at(p, 8);
	if (__builtin_add_overflow(s->stats.lost, e.lost, &s->stats.lost))
		s->stats.lost = UINT64_MAX;
	return s->tool->lost ? s->tool->lost(s->tool, s, &e) : 0;
}

static int deliver_lost_samples(struct perf_session *s, const struct payload *p)
{
	struct lost_event e = { .at = p->at, .id = p->at.id };

	if (p->size < 8)
		return 0;
	e.lost = u64_at(p, 0);
	if (__builtin_add_overflow(s->stats.lost_samples, e.lost, &s->stats.lost_samples))
		s->stats.lost_samples = UINT64_MAX;
	return s->tool->lost_samples ? s->tool->lost_samples(s->tool, s, &e) : 0;
}

int session__deliver(struct perf_session *s, const struct perf_event_header *event)
{
	u32 type = get_u32(&event->type, s->header.swap);
	size_t size = get_u16(&event->size, s->header.swap);
	struct payload p;

	if (likely(type == PERF_RECORD_SAMPLE))
		return deliver_sample(s, event, size);
	read_payload(s, event, size, &p);
	switch (type) {
	case PERF_RECORD_COMM:
		return deliver_comm(s, &p);
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		return deliver_task(s, &p, type == PERF_RECORD_FORK);
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		return deliver_mmap(s, &p, type == PERF_RECORD_MMAP2);
	case PERF_RECORD_LOST:
		return deliver_lost(s, &p);
	case PERF_RECORD_LOST_SAMPLES:
		return deliver_lost_samples(s, &p);
	default:
		return 0;
	}
}

static int deliver_run(void *ctx, const struct perf_event_header *event)
{
	return session__deliver(ctx, event);
}

int session__dump(struct perf_session *s, const struct perf_event_header *event,
		  const struct chunk *chunk)
{
	return s->tool->record(s->tool, s, event,
			       chunk->offset + (u64)((const u8 *)event - chunk->base));
}

/* The run that is being delivered is the first of all. */
static int dump_run(void *ctx, const struct perf_event_header *event)
{
	struct perf_session *s = ctx;
	int err = session__dump(s, event, s->runs.heap[0].chunk);

	return err ? err : session__deliver(s, event);
}

int session__flush(struct perf_session *s, u64 limit)
{
	return runs__flush(&s->runs, limit, s->tool->record ? dump_run : deliver_run, s);
}
