// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "runs.h"

/* With so much scanned and waiting, what has been passed is given back bit by bit. */
#define DROP_PENDING (24u << 20)
#define DROP_STEP    (256u << 10)

/* Without one layout for all, the sample's id says whose it is. */
static const struct sample_layout *odd_layout(const struct runs *runs,
					      const struct perf_event_header *event, size_t size)
{
	const struct evsel *evsel;

	evlist__for_each_entry(runs->evlist, evsel) {
		u8 at = evsel->layout.id;

		if (at && at + 8u <= size &&
		    evlist__id2evsel(runs->evlist, get_u64((const u8 *)event + at, runs->swap)) ==
			    evsel)
			return &evsel->layout;
	}
	evsel = evlist__first(runs->evlist);
	return evsel ? &evsel->layout : NULL;
}

/* A non-sample record ends with its ids and time; the last word may say whose layout it has. */
static u64 trailer_time(const struct runs *runs, const struct perf_event_header *event, size_t size)
{
	const struct evsel *evsel = NULL;
	u8 at;

	if (size >= 16)
		evsel = evlist__id2evsel(runs->evlist,
					 get_u64((const u8 *)event + size - 8, runs->swap));
	if (!evsel)
		evsel = evlist__first(runs->evlist);
	at = evsel ? evsel->layout.trailer_time : 0;
	return at && size >= at + 8u ? get_u64((const u8 *)event + size - at, runs->swap) : 0;
}

u64 record_time(const struct runs *runs, const struct perf_event_header *event, u32 type,
		size_t size)
{
	if (likely(type == PERF_RECORD_SAMPLE)) {
		const struct sample_layout *l;

		if (likely(runs->evlist->same_layout)) {
			const struct evsel *first = evlist__first(runs->evlist);

			l = first ? &first->layout : NULL;
		} else {
			l = odd_layout(runs, event, size);
		}
		if (!l || !l->time || l->time + 8u > size)
			return 0;
		return get_u64((const u8 *)event + l->time, runs->swap);
	}
	if (type >= 64) /* perf's own records */
		return 0;
	return trailer_time(runs, event, size);
}

static bool before(const struct run *a, const struct run *b)
{
	return a->time != b->time ? a->time < b->time : a->seq < b->seq;
}

static void sift_down(struct runs *runs)
{
	struct run *heap = runs->heap, run = heap[0];
	size_t i = 0, child;

	while ((child = 2 * i + 1) < runs->nr) {
		if (child + 1 < runs->nr && before(&heap[child + 1], &heap[child]))
			child++;
		if (!before(&heap[child], &run))
			break;
		heap[i] = heap[child];
		i = child;
	}
	heap[i] = run;
}

int runs__add(struct runs *runs, const u8 *pos, const u8 *end, u64 time, struct chunk *chunk)
{
	struct run run = { time, runs->next_seq++, pos, end, pos, chunk };
	size_t i, parent;

	if (runs->nr == runs->max) {
		size_t max = runs->max ? runs->max * 2 : 64;
		struct run *heap = reallocarray(runs->heap, max, sizeof(*heap));

		if (!heap)
			return -ENOMEM;
		runs->heap = heap;
		runs->max = max;
	}
	chunk__get(chunk);
	for (i = runs->nr++; i; i = parent) {
		parent = (i - 1) / 2;
		if (!before(&run, &runs->heap[parent]))
			break;
		runs->heap[i] = runs->heap[parent];
	}
	runs->heap[i] = run;
	return 0;
}

static void drop_first(struct runs *runs)
{
	chunk__put(runs->heap[0].chunk);
	runs->heap[0] = runs->heap[--runs->nr];
	if (runs->nr)
		sift_down(runs);
}

/*
 * Moves to the run's next record that has a time: false at its end. The sizes
 * were checked when the run was found, but the file may have changed since.
 */
static bool run__advance(const struct runs *runs, struct run *run)
{
	size_t size = get_u16(&((const struct perf_event_header *)run->pos)->size, runs->swap);

	for (;;) {
		const struct perf_event_header *event;

		if (size < sizeof(*event) || size >= (size_t)(run->end - run->pos))
			return false;
		run->pos += size;
		event = (const struct perf_event_header *)run->pos;
		if ((size_t)(run->end - run->pos) < sizeof(*event))
			return false;
		size = get_u16(&event->size, runs->swap);
		if (size < sizeof(*event) || size > (size_t)(run->end - run->pos))
			return false;
		run->time = record_time(runs, event, get_u32(&event->type, runs->swap), size);
		if (likely(run->time))
			return true;
	}
}

static void run__give_back(const struct runs *runs, struct run *run)
{
	if (run->pos - run->dropped < (ptrdiff_t)DROP_STEP || runs->account.mapped < DROP_PENDING)
		return;
	chunk__drop(run->chunk, run->dropped, run->pos);
	run->dropped = run->pos;
}

/* The second earliest head: the first run can be read on until it is passed. */
static const struct run *runner_up(const struct runs *runs)
{
	const struct run *heap = runs->heap;

	if (runs->nr < 2)
		return NULL;
	return runs->nr > 2 && before(&heap[2], &heap[1]) ? &heap[2] : &heap[1];
}

int runs__flush(struct runs *runs, u64 limit,
		int (*deliver)(void *ctx, const struct perf_event_header *event), void *ctx)
{
	while (runs->nr && runs->heap[0].time <= limit) {
		struct run *run = &runs->heap[0];
		const struct run *next = runner_up(runs);
		bool more;

		do {
			int err;

			if (unlikely(run->time < runs->last_time))
				runs->nr_late++;
			else
				runs->last_time = run->time;
			err = deliver(ctx, (const struct perf_event_header *)run->pos);
			if (unlikely(err))
				return err;
			more = run__advance(runs, run);
		} while (more && run->time <= limit && (!next || before(run, next)));
		if (more) {
			run__give_back(runs, run);
			sift_down(runs);
		} else {
			drop_first(runs);
		}
	}
	return 0;
}

void runs__exit(struct runs *runs)
{
	while (runs->nr)
		chunk__put(runs->heap[--runs->nr].chunk);
	free(runs->heap);
	runs->heap = NULL;
	runs->max = 0;
}
