// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cmocka.h>

#include "recording.h"
#include "util/event.h"

void rec__exit(struct rec *rec)
{
	free(rec->data);
	rec->data = NULL;
	rec->size = rec->max = 0;
}

void rec__bytes(struct rec *rec, const void *p, size_t size)
{
	if (rec->size + size > rec->max) {
		while (rec->size + size > rec->max)
			rec->max = rec->max ? rec->max * 2 : 4096;
		rec->data = realloc(rec->data, rec->max);
		assert_non_null(rec->data);
	}
	if (size)
		memcpy(rec->data + rec->size, p, size);
	rec->size += size;
}

void rec__zeros(struct rec *rec, size_t size)
{
	while (size--)
		rec__bytes(rec, "", 1);
}

void rec__u8(struct rec *rec, u8 v)
{
	rec__bytes(rec, &v, sizeof(v));
}

void rec__u16(struct rec *rec, u16 v)
{
	v = rec->swap ? (u16)(v << 8 | v >> 8) : v;
	rec__bytes(rec, &v, sizeof(v));
}

/* Byte by byte, so that this and what is tested have nothing in common. */
static void put(const struct rec *rec, u8 *to, u64 v, unsigned int size)
{
	bool big = rec->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	unsigned int i;

	for (i = 0; i < size; i++)
		to[big ? size - 1 - i : i] = (u8)(v >> (8 * i));
}

void rec__u32(struct rec *rec, u32 v)
{
	u8 bytes[4];

	put(rec, bytes, v, 4);
	rec__bytes(rec, bytes, 4);
}

void rec__u64(struct rec *rec, u64 v)
{
	u8 bytes[8];

	put(rec, bytes, v, 8);
	rec__bytes(rec, bytes, 8);
}

void rec__set_u64(struct rec *rec, size_t at, u64 v)
{
	assert_true(at + 8 <= rec->size);
	put(rec, rec->data + at, v, 8);
}

size_t rec__begin(struct rec *rec, u32 type, u16 misc)
{
	size_t begin = rec->size;

	rec__u32(rec, type);
	rec__u16(rec, misc);
	rec__u16(rec, 0);
	return begin;
}

void rec__end(struct rec *rec, size_t begin)
{
	assert_true(rec->size - begin <= UINT16_MAX);
	put(rec, rec->data + begin + 6, rec->size - begin, 2);
}

void rec__attr(struct rec *rec, const struct rec_attr *attr, u32 size)
{
	bool big = rec->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	u8 flags[8] = { 0 };

	assert_true(size >= 64);
	/* sample_id_all is the 19th bit, from the end at which the machine begins. */
	if (attr->sample_id_all)
		flags[18 / 8] = (u8)(big ? 0x80 >> 18 % 8 : 1 << 18 % 8);
	rec__u32(rec, attr->type);
	rec__u32(rec, size);
	rec__u64(rec, attr->config);
	rec__u64(rec, 1); /* sample_period */
	rec__u64(rec, attr->sample_type);
	rec__u64(rec, attr->read_format);
	rec__bytes(rec, flags, sizeof(flags));
	rec__zeros(rec, size - 48);
}

void rec__pipe_header(struct rec *rec)
{
	rec__u64(rec, PERF_MAGIC2);
	rec__u64(rec, 16);
}

void rec__header_attr(struct rec *rec, const struct rec_attr *attr, const u64 *ids, size_t nr)
{
	size_t begin = rec__begin(rec, PERF_RECORD_HEADER_ATTR, 0), i;

	rec__attr(rec, attr, 128);
	for (i = 0; i < nr; i++)
		rec__u64(rec, ids[i]);
	rec__end(rec, begin);
}

void rec__file_header(struct rec *rec, const struct rec_attr *attr, unsigned int nr, u64 first_id)
{
	size_t attrs = 104 + 8 * nr;
	unsigned int i;

	rec__u64(rec, PERF_MAGIC2);
	rec__u64(rec, 104);
	rec__u64(rec, 128 + 16);
	rec__u64(rec, attrs);
	rec__u64(rec, nr * (128ull + 16));
	rec__u64(rec, attrs + nr * (128ull + 16));
	rec__zeros(rec, 104 - rec->size);
	for (i = 0; i < nr; i++)
		rec__u64(rec, first_id + i);
	for (i = 0; i < nr; i++) {
		rec__attr(rec, attr, 128);
		rec__u64(rec, 104 + 8 * i);
		rec__u64(rec, 8);
	}
}

void rec__end_data(struct rec *rec)
{
	bool big = rec->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	u64 at = 0;
	int i;

	for (i = 0; i < 8; i++)
		at |= (u64)rec->data[40 + (big ? 7 - i : i)] << (8 * i);
	rec__set_u64(rec, 48, rec->size - at);
}

void rec__sample(struct rec *rec, u64 id, u32 tid, u64 time, u32 cpu)
{
	size_t begin = rec__begin(rec, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_KERNEL);

	rec__u64(rec, id);
	rec__u32(rec, tid);
	rec__u32(rec, tid);
	rec__u64(rec, time);
	rec__u32(rec, cpu);
	rec__u32(rec, 0);
	rec__end(rec, begin);
}

void rec__comm(struct rec *rec, u64 id, u32 tid, u64 time, const char *comm)
{
	size_t begin = rec__begin(rec, PERF_RECORD_COMM, 0), len = strlen(comm) + 1;

	rec__u32(rec, tid);
	rec__u32(rec, tid);
	rec__bytes(rec, comm, len);
	rec__zeros(rec, (8 - len % 8) % 8);
	rec__u32(rec, tid);
	rec__u32(rec, tid);
	rec__u64(rec, time);
	rec__u32(rec, 0);
	rec__u32(rec, 0);
	rec__u64(rec, id);
	rec__end(rec, begin);
}

static struct seen *to_seen(struct perf_tool *tool)
{
	return container_of(tool, struct seen, tool);
}

static int keep(struct seen *seen, struct seen_sample sample)
{
	size_t nr = seen->nr_samples;

	if (!(nr & (nr - 1))) {
		seen->samples = realloc(seen->samples, (nr ? nr * 2 : 1) * sizeof(*seen->samples));
		assert_non_null(seen->samples);
	}
	seen->samples[seen->nr_samples++] = sample;
	return seen->fail_at && seen->nr_samples == (size_t)seen->fail_at ? -ECANCELED : 0;
}

static int see_sample(struct perf_tool *tool, struct perf_session *s, const struct perf_sample *p)
{
	return keep(to_seen(tool),
		    (struct seen_sample){ p->time, perf_sample__id(p), p->tid, p->cpu });
}

static int see_comm(struct perf_tool *tool, struct perf_session *s, const struct comm_event *e)
{
	struct seen *seen = to_seen(tool);

	seen->nr_comms++;
	if (!seen->keep_comms)
		return 0;
	return keep(seen, (struct seen_sample){ e->at.time, e->at.id, e->tid,
						(u32)strtoul(e->comm, NULL, 10) });
}

static int see_fork(struct perf_tool *tool, struct perf_session *s, const struct task_event *e)
{
	to_seen(tool)->nr_forks++;
	return 0;
}

static int see_exit(struct perf_tool *tool, struct perf_session *s, const struct task_event *e)
{
	to_seen(tool)->nr_exits++;
	return 0;
}

static int see_mmap(struct perf_tool *tool, struct perf_session *s, const struct mmap_event *e)
{
	to_seen(tool)->nr_mmaps++;
	return 0;
}

static int see_lost(struct perf_tool *tool, struct perf_session *s, const struct lost_event *e)
{
	to_seen(tool)->nr_lost++;
	return 0;
}

void seen__exit(struct seen *seen)
{
	free(seen->samples);
	memset(seen, 0, sizeof(*seen));
}

int rec__process_path(const char *path, struct seen *seen, struct perf_err *err,
		      struct session_stats *stats)
{
	struct perf_session s;
	int ret;

	seen->tool = (struct perf_tool){
		.sample = see_sample,
		.comm = see_comm,
		.fork = see_fork,
		.exit = see_exit,
		.mmap = see_mmap,
		.lost = see_lost,
		.lost_samples = see_lost,
	};
	err->msg[0] = '\0';
	ret = perf_session__open(&s, path, true, err);
	if (ret)
		return ret;
	ret = perf_session__process_events(&s, &seen->tool, err);
	if (stats)
		*stats = s.stats;
	perf_session__close(&s);
	return ret;
}

struct writer {
	const struct rec *rec;
	size_t size;
	int fd;
};

static void *write_pipe(void *arg)
{
	const struct writer *w = arg;
	size_t at = 0;

	while (at < w->size) {
		ssize_t n = write(w->fd, w->rec->data + at, w->size - at);

		if (n <= 0)
			break;
		at += (size_t)n;
	}
	close(w->fd);
	return NULL;
}

static int process_pipe(const struct rec *rec, size_t size, struct seen *seen, struct perf_err *err,
			struct session_stats *stats)
{
	struct writer w = { rec, size, -1 };
	char path[64];
	pthread_t id;
	int fds[2], ret;

	assert_int_equal(pipe2(fds, O_CLOEXEC), 0);
	signal(SIGPIPE, SIG_IGN); /* the session may stop before the end */
	w.fd = fds[1];
	assert_int_equal(pthread_create(&id, NULL, write_pipe, &w), 0);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fds[0]);
	ret = rec__process_path(path, seen, err, stats);
	close(fds[0]);
	pthread_join(id, NULL);
	return ret;
}

int rec__process(const struct rec *rec, size_t size, bool pipe, struct seen *seen,
		 struct perf_err *err, struct session_stats *stats)
{
	char path[64];
	int fd, ret;

	if (pipe)
		return process_pipe(rec, size, seen, err, stats);
	fd = memfd_create("recording", MFD_CLOEXEC);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, rec->data, size), size);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	ret = rec__process_path(path, seen, err, stats);
	close(fd);
	return ret;
}
