// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "util/event.h"
#include "runs.h"

/* With so much scanned and waiting, what has been passed is given back bit by bit. */
#define DROP_PENDING (24u << 20)
#define DROP_STEP    (256u << 10)

static bool before(const struct run_head *a, const struct run_head *b)
{
	return a->time != b->time ? a->time < b->time : a->seq < b->seq;
}

static void sift_down(struct runs *runs)
{
	struct run_head *heap = runs->heap, head = heap[0];
	size_t nr = runs->nr, i = 0, child;

	while ((child = 2 * i + 1) < nr) {
		if (child + 1 < nr && before(&heap[child + 1], &heap[child]))
			child++;
		if (!before(&heap[child], &head))
			break;
		heap[i] = heap[child];
		i = child;
	}
	heap[i] = head;
}

/*
 * A few runs are kept sorted, which is a heap as well: a head that has moved on
 * is most often passed by one other, or two.
 */
#define MAX_SORTED 16

static void insert_first(struct run_head *heads, size_t nr)
{
	struct run_head head = heads[0];
	size_t i;

	for (i = 0; i + 1 < nr && before(&heads[i + 1], &head); i++)
		heads[i] = heads[i + 1];
	heads[i] = head;
}

static void sort(struct runs *runs)
{
	size_t i;

	for (i = runs->nr; i-- > 1;)
		insert_first(&runs->heap[i - 1], runs->nr - i + 1);
}

/* The first run's head has moved on. */
static inline void reorder(struct runs *runs, bool sorted)
{
	if (likely(sorted))
		insert_first(runs->heap, runs->nr);
	else
		sift_down(runs);
}

static int grow(struct runs *runs)
{
	size_t max = runs->max ? runs->max * 2 : 64;
	struct run_head *heap = reallocarray(runs->heap, max, sizeof(*heap));

	if (!heap)
		return -ENOMEM;
	runs->heap = heap;
	runs->max = max;
	return 0;
}

int runs__add(struct runs *runs, const u8 *pos, const u8 *end, u64 time, struct chunk *chunk)
{
	struct run_head head = { .time = time };
	size_t i, parent;

	if (runs->nr == runs->max && grow(runs))
		return -ENOMEM;
	head.run = malloc(sizeof(*head.run));
	if (!head.run)
		return -ENOMEM;
	*head.run = (struct run){ pos, end, pos, chunk__get(chunk) };
	head.seq = runs->next_seq++;
	for (i = runs->nr++; i; i = parent) {
		parent = (i - 1) / 2;
		if (!before(&head, &runs->heap[parent]))
			break;
		runs->heap[i] = runs->heap[parent];
	}
	runs->heap[i] = head;
	return 0;
}

static void free_run(struct run *run)
{
	chunk__put(run->chunk);
	free(run);
}

static void drop_first(struct runs *runs, bool sorted)
{
	free_run(runs->heap[0].run);
	runs->nr--;
	if (sorted)
		memmove(runs->heap, runs->heap + 1, runs->nr * sizeof(*runs->heap));
	else
		runs->heap[0] = runs->heap[runs->nr];
	if (!sorted && runs->nr)
		sift_down(runs);
}

/*
 * The size of the record at @pos, of which @left bytes are there; 0 if they are
 * not all. That was checked when the run was found, but the file may have
 * changed since.
 */
static inline size_t checked_size(const u8 *pos, size_t left, bool swap)
{
	size_t size;

	if (unlikely(left < sizeof(struct perf_event_header)))
		return 0;
	size = record_size(pos, swap);
	return likely(size >= sizeof(struct perf_event_header) && size <= left) ? size : 0;
}

/*
 * Hands on the run's records, of which the first is of @time, up to time @upto.
 * Returns 0 or what a delivery returned; *@next is the next record's time, 0 at
 * the run's end. The inner loop, for which everything is kept at hand.
 */
static inline __attribute__((always_inline)) int pass_on(struct runs *runs, struct run *run,
							 u64 time, u64 upto, u64 *next, bool swap)
{
	struct time_source times = runs->times;
	const u8 *pos = run->pos, *end = run->end;
	size_t size = checked_size(pos, (size_t)(end - pos), swap);
	u64 last = runs->last_time;
	u32 type = record_type(pos, swap);
	int err;

	do {
		const struct perf_event_header *event = (const void *)pos;

		err = batches__add(runs->out, event, record_slot(&times, event, type, size, swap),
				   run->chunk);
		if (likely(time >= last))
			last = time;
		else
			runs->nr_late++;
		do {
			pos += size;
			size = checked_size(pos, (size_t)(end - pos), swap);
			if (unlikely(!size)) {
				time = 0;
				break;
			}
			type = record_type(pos, swap);
			time = record_time(&times, (const void *)pos, type, size, swap);
		} while (unlikely(!time));
	} while (time && time <= upto && likely(!err));
	run->pos = pos;
	runs->last_time = last;
	*next = time;
	return err;
}

static void run__give_back(const struct runs *runs, struct run *run)
{
	if (likely(runs->account.mapped < DROP_PENDING ||
		   run->pos - run->dropped < (ptrdiff_t)DROP_STEP))
		return;
	chunk__drop(run->chunk, run->dropped, run->pos);
	run->dropped = run->pos;
}

/* Up to which time the first run can be read on: until it passes the second earliest head. */
static inline u64 bound(const struct runs *runs, u64 limit, bool sorted)
{
	const struct run_head *heap = runs->heap, *next;
	u64 time;

	if (runs->nr < 2)
		return limit;
	next = !sorted && runs->nr > 2 && before(&heap[2], &heap[1]) ? &heap[2] : &heap[1];
	/* A head's time is never 0. Of equal times, the earlier run's come first. */
	time = heap[0].seq < next->seq ? next->time : next->time - 1;
	return time < limit ? time : limit;
}

static inline __attribute__((always_inline)) int flush(struct runs *runs, u64 limit, bool swap)
{
	bool sorted = false;

	while (runs->nr && runs->heap[0].time <= limit) {
		struct run *run = runs->heap[0].run;
		u64 time = runs->heap[0].time, upto;
		int err;

		if (unlikely(!sorted && runs->nr <= MAX_SORTED)) {
			sort(runs);
			sorted = true;
		}
		upto = bound(runs, limit, sorted);

		/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): what is freed is not in the heap */
		err = pass_on(runs, run, time, upto, &time, swap);
		if (time) {
			runs->heap[0].time = time;
			run__give_back(runs, run);
			reorder(runs, sorted);
		} else {
			drop_first(runs, sorted);
		}
		if (unlikely(err))
			return err;
	}
	return 0;
}

int runs__flush(struct runs *runs, u64 limit)
{
	return runs->times.swap ? flush(runs, limit, true) : flush(runs, limit, false);
}

void runs__exit(struct runs *runs)
{
	while (runs->nr)
		free_run(runs->heap[--runs->nr].run);
	free(runs->heap);
	runs->heap = NULL;
	runs->max = 0;
}
