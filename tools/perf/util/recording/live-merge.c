// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "util/event.h"
#include "live-merge.h"

int live_merge__init(struct live_merge *merge, struct perf_mmaps *mmaps,
		     const struct evlist *evlist,
		     int (*deliver)(void *ctx, const struct batch *batch), void *ctx)
{
	unsigned int i;

	memset(merge, 0, sizeof(*merge));
	merge->deliver = deliver;
	merge->ctx = ctx;
	merge->times.evlist = evlist;
	time_source__update(&merge->times);
	merge->batch = calloc(1, sizeof(*merge->batch));
	merge->heap = calloc(mmaps->nr + 1, sizeof(struct live_buffer *));
	merge->buffers = calloc(mmaps->nr + 1, sizeof(*merge->buffers));
	if (!merge->batch || !merge->heap || !merge->buffers)
		return -ENOMEM;
	STAILQ_INIT(&merge->batch->retired);
	for (i = 0; i < mmaps->nr; i++) {
		merge->buffers[i].map = &mmaps->maps[i];
		merge->buffers[i].scratch = malloc(PERF_MMAP_SCRATCH);
		if (!merge->buffers[i].scratch)
			return -ENOMEM;
		merge->nr++;
	}
	return 0;
}

void live_merge__exit(struct live_merge *merge)
{
	unsigned int i;

	for (i = 0; i < merge->nr; i++)
		free(merge->buffers[i].scratch);
	free(merge->buffers);
	free(merge->heap);
	free(merge->batch);
	memset(merge, 0, sizeof(*merge));
}

/*
 * When the record in front was @last, the time of @event. What has none, and
 * LOST, which tells of a gap behind the record in front of it but has the time
 * of the one behind the gap, keep their place.
 */
static inline u64 time_of(const struct live_merge *merge, const struct perf_event_header *event,
			  u64 last)
{
	u64 time;

	if (unlikely(event->type == PERF_RECORD_LOST))
		return last;
	time = record_time(&merge->times, event, event->type, event->size, false);
	return time > last ? time : last;
}

static inline void advance(const struct live_merge *merge, struct live_buffer *buffer)
{
	buffer->at = buffer->next;
	buffer->event = perf_mmap__next(buffer->map, &buffer->next, buffer->scratch);
	if (likely(buffer->event))
		buffer->time = time_of(merge, buffer->event, buffer->time);
	else
		buffer->at = perf_mmap__len(buffer->map);
}

bool live_merge__read(struct live_merge *merge)
{
	bool full = false;
	unsigned int i;

	for (i = 0; i < merge->nr; i++) {
		struct live_buffer *buffer = &merge->buffers[i];
		struct iovec iov[2];

		perf_mmap__read(buffer->map, iov);
		full |= perf_mmap__len(buffer->map) >= buffer->map->size / 2;
		buffer->next = 0;
		advance(merge, buffer);
	}
	return full;
}

/* Puts heap[@i], which may be later than those below it, where it belongs. */
static void sift_down(struct live_merge *merge, unsigned int i)
{
	struct live_buffer **heap = merge->heap, *buffer = heap[i];
	unsigned int child;

	while ((child = 2 * i + 1) < merge->nr_heap) {
		if (child + 1 < merge->nr_heap && heap[child + 1]->time < heap[child]->time)
			child++;
		if (heap[child]->time >= buffer->time)
			break;
		heap[i] = heap[child];
		i = child;
	}
	heap[i] = buffer;
}

/* Delivers the batch, and gives back to the kernel what it has passed. */
static int submit(struct live_merge *merge)
{
	unsigned int i;
	int ret = merge->batch->nr ? merge->deliver(merge->ctx, merge->batch) : 0;

	merge->batch->nr = 0;
	for (i = 0; i < merge->nr; i++) {
		struct live_buffer *buffer = &merge->buffers[i];

		if (!buffer->at)
			continue;
		perf_mmap__consume_first(buffer->map, buffer->at);
		buffer->next -= buffer->event ? buffer->at : buffer->next;
		buffer->at = 0;
	}
	return ret;
}

/* Up to which time the first buffer can be read on: that of the second one's record. */
static u64 bound(const struct live_merge *merge, u64 limit)
{
	struct live_buffer *const *heap = merge->heap;
	u64 time = limit;

	if (merge->nr_heap > 1 && heap[1]->time < time)
		time = heap[1]->time;
	if (merge->nr_heap > 2 && heap[2]->time < time)
		time = heap[2]->time;
	return time;
}

int live_merge__flush(struct live_merge *merge, u64 limit)
{
	unsigned int i;
	int ret = 0;

	merge->nr_heap = 0;
	for (i = 0; i < merge->nr; i++) {
		if (merge->buffers[i].event)
			merge->heap[merge->nr_heap++] = &merge->buffers[i];
	}
	for (i = merge->nr_heap / 2; i > 0; i--)
		sift_down(merge, i - 1);
	while (!ret && merge->nr_heap && merge->heap[0]->time <= limit) {
		struct live_buffer *buffer = merge->heap[0];
		u64 upto = bound(merge, limit);

		do {
			merge->batch->events[merge->batch->nr++] =
				(struct batch_event){ buffer->event,
						      record_slot(&merge->times, buffer->event,
								  buffer->event->type,
								  buffer->event->size, false) };
			if (likely(buffer->time >= merge->last_time))
				merge->last_time = buffer->time;
			else
				merge->nr_late += buffer->event->type == PERF_RECORD_SAMPLE;
			advance(merge, buffer);
			if (unlikely(merge->batch->nr == BATCH_EVENTS))
				ret = submit(merge);
		} while (!ret && buffer->event && buffer->time <= upto);
		if (!buffer->event)
			merge->heap[0] = merge->heap[--merge->nr_heap];
		if (merge->nr_heap)
			sift_down(merge, 0);
	}
	return ret ? ret : submit(merge);
}
