// SPDX-License-Identifier: GPL-2.0-only
/*
 * `perf kvm stat live` with a recording where the kernel would be: the records go
 * through ring buffers, and from there on all is the command's own: the merge, the
 * engine, its intervals, the screen and what is printed.
 *
 *	REPLAY=FILE replay-live [OPTIONS OF perf kvm stat live]
 *
 * FILE is a plain file of this machine's byte order, whose samples have a CPU. At
 * its end the command ends as if what it watches had ended, or, with REPLAY_STAYS
 * in the environment, goes on without events. REPLAY_PEAK has the peak of the
 * memory told on standard error.
 *
 * This file stands in for util/recording/live.c and for builtin-kvm-events.c: what
 * it defines is not taken from the library.
 */
#include <err.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "builtin-kvm-events.h"
#include "builtin-kvm.h"
#include "util/reading/deliver.h"
#include "util/recording/live.h"

#define NR_BUFFERS  16
#define BUFFER_SIZE (4u << 20)

/* The kernel's side. What the command calls gets no argument of ours. */
static struct {
	const char *name;
	FILE *file;
	u64 left;	       /* bytes of records */
	u64 max, last_max;     /* times: the latest so far, and when the last round ended */
	int error;	       /* the recording is damaged */
	u8 record[UINT16_MAX]; /* the one that was read last */
} replay;

/* NULL at the end, or with replay.error set. */
static const struct perf_event_header *next_record(void)
{
	const struct perf_event_header *header = (const void *)replay.record;

	if (replay.left < sizeof(*header))
		return NULL;
	if (fread(replay.record, sizeof(*header), 1, replay.file) != 1 ||
	    header->size < sizeof(*header) || header->size > replay.left ||
	    (header->size > sizeof(*header) &&
	     fread(replay.record + sizeof(*header), header->size - sizeof(*header), 1,
		   replay.file) != 1)) {
		replay.error = -EBADMSG;
		return NULL;
	}
	replay.left -= header->size;
	return header;
}

/* As the kernel does it. */
static void put(struct perf_mmap *map, const struct perf_event_header *record)
{
	struct perf_event_mmap_page *page = map->base;
	size_t at = page->data_head % map->size, first = map->size - at;

	if (page->data_head - page->data_tail + record->size > map->size)
		errx(1, "%s: a round is larger than the buffers", replay.name);
	if (first > record->size)
		first = record->size;
	memcpy(map->data + at, record, first);
	memcpy(map->data, (const u8 *)record + first, record->size - first);
	page->data_head += record->size;
}

static u32 cpu_of(const struct perf_live *live, const struct perf_event_header *record)
{
	const struct sample_layout *l = &evlist__first(&live->session.evlist)->layout;
	const u8 *bytes = (const void *)record;
	u32 cpu;

	if (record->type == PERF_RECORD_SAMPLE)
		memcpy(&cpu, bytes + l->cpu, sizeof(cpu));
	else
		memcpy(&cpu, bytes + record->size - l->trailer_cpu, sizeof(cpu));
	return cpu < NR_BUFFERS ? cpu : 0;
}

/* Fills the buffers up to the end of a round. */
static void fill(struct perf_live *live)
{
	const struct perf_event_header *record;

	while ((record = next_record()) && record->type != PERF_RECORD_FINISHED_ROUND) {
		u64 time;

		if (record->type >= PERF_RECORD_USER_TYPE_START)
			continue;
		time = record_time(&live->merge.times, record, record->type, record->size, false);
		if (time > replay.max)
			replay.max = time;
		put(&live->mmaps.maps[cpu_of(live, record)], record);
	}
	live->upto = replay.last_max;
	replay.last_max = replay.max;
}

void perf_live__init(struct perf_live *live)
{
	memset(live, 0, sizeof(*live));
}

int perf_live__open(struct perf_live *live, const struct record_opts *opts, struct perf_err *err)
{
	struct perf_session *s = &live->session;
	const struct sample_layout *l;
	unsigned int i;

	live->opts = *opts;
	if (perf_session__open(s, replay.name, true, err))
		return -EINVAL;
	l = &evlist__first(&s->evlist)->layout;
	if (s->header.swap || s->header.pipe || !s->evlist.same_layout || !l->cpu ||
	    !l->trailer_cpu)
		return perf_err__set(err, -EINVAL, "%s: no recording that can be replayed",
				     replay.name);
	replay.left = s->header.data.size;
	if (fseeko(replay.file, (off_t)s->header.data.offset, SEEK_SET))
		return -errno;
	live->mmaps.maps = calloc(NR_BUFFERS, sizeof(*live->mmaps.maps));
	for (i = 0; live->mmaps.maps && i < NR_BUFFERS; i++) {
		struct perf_mmap *map = &live->mmaps.maps[live->mmaps.nr++];

		*map = (struct perf_mmap){ .base = calloc(1, sizeof(struct perf_event_mmap_page)),
					   .data = malloc(BUFFER_SIZE),
					   .size = BUFFER_SIZE,
					   .fd = -1,
					   .cpu = (int)i };
		if (!map->base || !map->data)
			return -ENOMEM;
	}
	return live_merge__init(&live->merge, &live->mmaps, &s->evlist, session__deliver_batch, s);
}

int perf_live__start(struct perf_live *live, struct perf_tool *tool, struct perf_err *err)
{
	(void)err;
	live->session.tool = tool;
	return 0;
}

int perf_live__wait(struct perf_live *live, int other, int timeout_ms)
{
	struct pollfd fd = { .fd = other, .events = POLLIN };

	(void)live;
	if (!replay.left && !getenv("REPLAY_STAYS"))
		return 0;
	if (poll(&fd, 1, replay.left ? 0 : timeout_ms) < 0 && errno != EINTR)
		return -errno;
	return 1;
}

int perf_live__read(struct perf_live *live, bool end)
{
	if (end) {
		live->upto = replay.max;
		live_merge__read(&live->merge);
		return live_merge__flush(&live->merge, UINT64_MAX);
	}
	fill(live);
	if (replay.error)
		return replay.error;
	live_merge__read(&live->merge);
	return live_merge__flush(&live->merge, live->upto);
}

bool perf_live__reap(struct perf_live *live, bool block)
{
	(void)live;
	(void)block;
	return false;
}

void perf_live__close(struct perf_live *live)
{
	unsigned int i;

	live_merge__exit(&live->merge);
	for (i = 0; i < live->mmaps.nr; i++) {
		free(live->mmaps.maps[i].base);
		free(live->mmaps.maps[i].data);
	}
	free(live->mmaps.maps);
	perf_session__close(&live->session);
}

/* The recording's. */
const struct kvm_arch *kvm_arch_here(const char *command)
{
	struct perf_session session;
	struct perf_err error = { "" };
	const struct kvm_arch *arch;

	(void)command;
	if (perf_session__open(&session, replay.name, true, &error))
		errx(1, "%s %s", replay.name, error.msg);
	arch = kvm_arch__find(session.env.arch ? session.env.arch : "");
	perf_session__close(&session);
	return arch;
}

int kvm_add_events(struct evlist *evlist, const struct kvm_arch *arch, const char *sets,
		   u64 sample_type, const char *command)
{
	(void)evlist;
	(void)arch;
	(void)sets;
	(void)sample_type;
	(void)command;
	return 0;
}

int main(int argc, char **argv)
{
	const struct kvm_opts opts = { 0 };
	struct rusage used;
	int status;

	replay.name = getenv("REPLAY");
	if (!replay.name)
		errx(129, "REPLAY names no recording");
	replay.file = fopen(replay.name, "re");
	if (!replay.file)
		err(1, "%s", replay.name);
	status = cmd_kvm_stat_live(argc, (const char **)argv, &opts);
	fclose(replay.file);
	if (getenv("REPLAY_PEAK") && !getrusage(RUSAGE_SELF, &used))
		fprintf(stderr, "peak: %ld kB\n", used.ru_maxrss);
	return status;
}
