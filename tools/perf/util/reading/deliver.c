// SPDX-License-Identifier: GPL-2.0-only
#include "deliver.h"
#include "util/event.h"

/* A sample's event where it takes more than one look at a fixed place. */
static const struct evsel *odd_sample_evsel(struct perf_session *s, const u8 *ev, size_t size)
{
	const struct evsel *first = evlist__first(&s->evlist), *evsel = NULL;

	if (!first || (s->evlist.same_layout && !first->layout.id))
		return first; /* without ids there is no choice */
	if (!s->evlist.same_layout)
		evsel = evlist__sample_evsel(&s->evlist, ev, size, s->header.swap);
	return !evsel && s->evlist.nr_entries == 1 ? first : evsel;
}

static inline __attribute__((always_inline)) int
deliver_sample(struct perf_session *s, const struct perf_event_header *event, size_t size,
	       const struct id_slot *slot, bool swap)
{
	const struct evsel *evsel;
	struct perf_sample sample;

	s->stats.nr_samples++;
	evsel = likely(slot) ? slot->evsel : odd_sample_evsel(s, (const u8 *)event, size);
	if (unlikely(!evsel)) {
		s->stats.nr_unknown_id++;
		return 0;
	}
	if (unlikely(evsel__parse_sample_inline(evsel, event, size, swap, &sample))) {
		s->stats.nr_bad_samples++;
		return 0;
	}
	/* Without it the id tells the CPU, which each CPU's buffer has of its own. */
	if (unlikely(!evsel->layout.cpu))
		sample.cpu =
			slot ? slot->cpu : evlist__id2cpu(&s->evlist, perf_sample__id(&sample));
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
			       record_misc(event, swap),
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

static int deliver_other(struct perf_session *s, const struct perf_event_header *event, u32 type,
			 size_t size)
{
	struct payload p;

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

static inline __attribute__((always_inline)) int deliver_batch(struct perf_session *s,
							       const struct batch *batch, bool swap)
{
	const struct batch_event *pos = batch->events, *end = pos + batch->nr;
	const u64 *offset = batch->offsets;
	int err = 0;

	for (; !err && pos < end; pos++) {
		const struct perf_event_header *event = pos->event;
		uintptr_t ahead = (uintptr_t)pos[BATCH_AHEAD].event; /* maybe none */
		size_t size = record_size(event, swap);
		u32 type = record_type(event, swap);

		__builtin_prefetch((const void *)ahead);
		__builtin_prefetch((const void *)(ahead + 64));
		if (unlikely(offset)) {
			err = s->tool->record(s->tool, s, event, *offset++);
			if (err)
				break;
		}
		if (likely(type == PERF_RECORD_SAMPLE))
			err = deliver_sample(s, event, size, pos->slot, swap);
		else
			err = deliver_other(s, event, type, size);
	}
	return err;
}

int session__deliver_batch(void *session, const struct batch *batch)
{
	struct perf_session *s = session;
	int err = s->header.swap ? deliver_batch(s, batch, true) : deliver_batch(s, batch, false);

	if (!err && s->tool->progress)
		s->tool->progress(s->tool, batch->done, batch->total);
	return err;
}
