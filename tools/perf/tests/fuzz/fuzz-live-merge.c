// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ring buffers with hostile contents, read and merged as a live session does it.
 * An input says how many buffers there are, how large, how much has passed through
 * them before, and what samples hold; then comes step by step what the kernel
 * writes, and when it is read.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/queue.h>

#include "touch.h"
#include "util/reading/deliver.h"
#include "util/recording/live-merge.h"

#define MAX_BUFFERS 4
#define FIRST_ID    7

struct world {
	const u8 *pos, *end; /* of the input */
	struct perf_mmap maps[MAX_BUFFERS];
	struct perf_mmaps mmaps;
	struct live_merge merge;
	struct perf_session session;
	struct toucher toucher;
	size_t nr_given; /* records */
	u64 now;
};

static u8 next_byte(struct world *w)
{
	return w->pos < w->end ? *w->pos++ : 0;
}

static u64 head(const struct perf_mmap *map)
{
	return ((const struct perf_event_mmap_page *)map->base)->data_head;
}

static u64 tail(const struct perf_mmap *map)
{
	return ((const struct perf_event_mmap_page *)map->base)->data_tail;
}

static int deliver(void *ctx, const struct batch *batch)
{
	struct world *w = ctx;

	fuzz_check(batch->nr && batch->nr <= BATCH_EVENTS);
	w->nr_given += batch->nr;
	return session__deliver_batch(&w->session, batch);
}

static void set_up_events(struct world *w)
{
	static const u64 extras[] = {
		PERF_SAMPLE_RAW, PERF_SAMPLE_CALLCHAIN, PERF_SAMPLE_PERIOD,
		PERF_SAMPLE_IP,	 PERF_SAMPLE_ADDR,	PERF_SAMPLE_STREAM_ID
	};
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT, .sample_id_all = 1 };
	u8 words = next_byte(w);
	size_t i;

	attr.sample_type =
		PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU;
	for (i = 0; i < ARRAY_SIZE(extras); i++)
		attr.sample_type |= words >> i & 1 ? extras[i] : 0;
	evlist__init(&w->session.evlist);
	STAILQ_INIT(&w->session.runs.account.retired);
	for (i = 0; i < 2; i++) {
		struct evsel *evsel = evlist__add(&w->session.evlist, &attr, sizeof(attr));

		fuzz_check(evsel && !evlist__add_id(&w->session.evlist, evsel, FIRST_ID + i));
		/* The second one's samples may hold more. */
		attr.sample_type |= words & 64 ? PERF_SAMPLE_CALLCHAIN : 0;
	}
}

static void set_up_buffers(struct world *w)
{
	u8 shape = next_byte(w);
	unsigned int i;

	w->mmaps = (struct perf_mmaps){ .maps = w->maps, .nr = 1 + shape % MAX_BUFFERS };
	for (i = 0; i < w->mmaps.nr; i++) {
		struct perf_mmap *map = &w->maps[i];
		struct perf_event_mmap_page *page = calloc(1, sizeof(*page));

		*map = (struct perf_mmap){ .base = page,
					   .size = 64u << (shape >> 2) % 8,
					   .cpu = (int)i };
		/* Of its own size exactly, so that no step beside it goes unseen. */
		map->data = calloc(1, map->size);
		fuzz_check(page && map->data);
		map->start = page->data_head = page->data_tail = next_byte(w) * 8;
	}
	fuzz_check(!live_merge__init(&w->merge, &w->mmaps, &w->session.evlist, deliver, w));
}

static void tear_down(struct world *w)
{
	unsigned int i;

	live_merge__exit(&w->merge);
	for (i = 0; i < w->mmaps.nr; i++) {
		free(w->maps[i].base);
		free(w->maps[i].data);
	}
	machine__exit(&w->session.machine);
	evlist__exit(&w->session.evlist);
}

/* As the kernel does it: all or nothing, and a multiple of 8 bytes. */
static void put(struct world *w, unsigned int at, const u8 *record, size_t size)
{
	struct perf_mmap *map = &w->maps[at % w->mmaps.nr];
	struct perf_event_mmap_page *page = map->base;
	size_t i;

	if (page->data_head - page->data_tail + size > map->size)
		return;
	for (i = 0; i < size; i++)
		map->data[(page->data_head + i) & (map->size - 1)] = record[i];
	page->data_head += size;
}

static void put_bytes(struct world *w, unsigned int at)
{
	size_t size = next_byte(w) * 8u;

	if (size > (size_t)(w->end - w->pos))
		size = (size_t)(w->end - w->pos) / 8 * 8;
	put(w, at, w->pos, size);
	w->pos += size;
}

/* A record of some kind that is what it says but for what comes behind its first fields. */
static void put_record(struct world *w, unsigned int at, u32 type)
{
	u8 record[8 + 255 * 8] = { 0 };
	struct perf_event_header header = { .type = type };
	u8 words = next_byte(w), *end;
	u64 id = FIRST_ID + (words & 1);
	u32 cpu = at;
	size_t i;

	w->now += next_byte(w);
	header.size = (u16)(48 + words / 8 * 8);
	end = record + header.size;
	for (i = sizeof(header); i < header.size; i++)
		record[i] = i < 40 ? 0 : next_byte(w);
	memcpy(record, &header, sizeof(header));
	if (type == PERF_RECORD_SAMPLE) {
		memcpy(record + 8, &id, sizeof(id));
		memcpy(record + 24, &w->now, sizeof(w->now));
		memcpy(record + 32, &cpu, sizeof(cpu));
	} else {
		memcpy(end - 24, &w->now, sizeof(w->now));
		memcpy(end - 16, &cpu, sizeof(cpu));
		memcpy(end - 8, &id, sizeof(id));
	}
	put(w, at, record, header.size);
}

static void read_buffers(struct world *w, u64 limit)
{
	unsigned int i;

	live_merge__read(&w->merge);
	fuzz_check(!live_merge__flush(&w->merge, limit));
	for (i = 0; i < w->mmaps.nr; i++) {
		fuzz_check(tail(&w->maps[i]) <= head(&w->maps[i]));
		fuzz_check(limit != UINT64_MAX || tail(&w->maps[i]) == head(&w->maps[i]));
	}
}

static void step(struct world *w)
{
	static const u32 types[] = { PERF_RECORD_LOST,	      PERF_RECORD_COMM, PERF_RECORD_FORK,
				     PERF_RECORD_EXIT,	      PERF_RECORD_MMAP, PERF_RECORD_MMAP2,
				     PERF_RECORD_LOST_SAMPLES };
	u8 what = next_byte(w);
	unsigned int at = what >> 3;

	switch (what % 8) {
	case 0:
		put_bytes(w, at);
		break;
	case 1:
	case 2:
	case 3:
		put_record(w, at, PERF_RECORD_SAMPLE);
		break;
	case 4:
		put_record(w, at, types[next_byte(w) % ARRAY_SIZE(types)]);
		break;
	default:
		read_buffers(w, w->now - at);
	}
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct world w = { .pos = data, .end = data + size };

	if (size < 8)
		return 0;
	toucher__init(&w.toucher, false);
	w.session.tool = &w.toucher.tool;
	w.session.tool->progress = NULL;
	w.now = 1000;
	set_up_events(&w);
	set_up_buffers(&w);
	while (w.pos < w.end)
		step(&w);
	read_buffers(&w, UINT64_MAX);
	tear_down(&w);
	fuzz_use(w.toucher.sum);
	return 0;
}
