// SPDX-License-Identifier: GPL-2.0-only
/* What the trace buffers hold, made into the samples that perf's own buffers would have had. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <traceevent/kbuffer.h>

#include "trace-buffer.h"
#include "util/event.h"

/* Common to all tracepoints' records, in all kernels: u16 type; u8 flags, preempt count; s32 tid. */
#define RECORD_HEAD 8

#define WRITE_AT_A_TIME (256u << 10)

int trace_buffers__learn(struct trace_buffers *tb, const void *records, size_t size)
{
	const u8 *pos = records;
	int ret = 0;

	while (!ret && size >= sizeof(struct perf_event_header)) {
		u32 type = record_type(pos, false);
		size_t len = record_size(pos, false);

		if (len < sizeof(struct perf_event_header) || len > size)
			break;
		/* COMM: u32 pid, tid; FORK and EXIT: u32 pid, ppid, tid, ptid */
		if (type == PERF_RECORD_COMM && len >= 16)
			ret = machine__findnew_thread(&tb->machine, get_u32(pos + 8, false),
						      get_u32(pos + 12, false))
				      ? 0
				      : -ENOMEM;
		else if (type == PERF_RECORD_FORK && len >= 24)
			ret = machine__fork(&tb->machine, get_u32(pos + 8, false),
					    get_u32(pos + 16, false), get_u32(pos + 20, false));
		else if (type == PERF_RECORD_EXIT && len >= 24)
			buf__put_u32(&tb->exited, get_u32(pos + 16, false));
		pos += len;
		size -= len;
	}
	return ret ? ret : buf__error(&tb->exited);
}

/*
 * Who was told in the round before to have ended has no more records: those of this
 * round may have been told after their CPU's buffer was read.
 */
void trace_buffers__end_round(struct trace_buffers *tb)
{
	struct buf *exited = &tb->exited;
	size_t at;

	for (at = 0; at < tb->exited_before; at += sizeof(u32))
		machine__exit_thread(&tb->machine, get_u32(exited->data + at, false));
	if (at) {
		exited->len -= at;
		memmove(exited->data, exited->data + at, exited->len);
	}
	tb->exited_before = exited->len;
	machine__exit(&tb->asked);
}

/* "Tgid:\t1234" of /proc/TID/status; 0 if there is no such thread any more. */
static u32 ask_process(u32 tid)
{
	struct buf text = { 0 };
	const char *line = NULL;
	char path[64];
	u32 pid;

	snprintf(path, sizeof(path), "/proc/%u/status", tid);
	if (!buf__read_file(&text, path)) {
		buf__put_zeros(&text, 1);
		line = buf__error(&text) ? NULL : strstr((const char *)text.data, "\nTgid:");
	}
	pid = line ? (u32)strtoul(line + strlen("\nTgid:"), NULL, 10) : 0;
	buf__exit(&text);
	return pid;
}

/* A thread may be younger than what was heard of before the page was read, but not than the page. */
static const struct thread *find_young(struct trace_buffers *tb, u32 tid)
{
	if (tb->heard || tb->hear_ret)
		return NULL;
	tb->heard = true;
	tb->hear_ret = tb->hear(tb->hear_ctx);
	return machine__find_thread(&tb->machine, tid);
}

/*
 * A thread of which nobody tells, as it is not watched: what /proc says, else it
 * is taken for one of its own. That is forgotten after the round, since nobody
 * would tell when the number gets somebody else's.
 */
static u32 process_of(struct trace_buffers *tb, u32 tid)
{
	const struct thread *thread = machine__find_thread(&tb->machine, tid);
	u32 pid;

	if (!thread)
		thread = machine__find_thread(&tb->asked, tid);
	if (!thread && tid)
		thread = find_young(tb, tid);
	if (thread || !tid)
		return thread ? thread->pid : 0;
	pid = ask_process(tid);
	if (!pid)
		pid = tid;
	machine__findnew_thread(&tb->asked, pid, tid);
	return pid;
}

/* The trailer of sample_id_all, as the kernel writes it. */
static void put_trailer(struct buf *buf, const struct trace_cpu *cpu, const struct evsel *evsel,
			u64 time)
{
	u64 type = evsel->attr.sample_type;

	if (type & PERF_SAMPLE_TID)
		buf__put_u64(buf, 0);
	if (type & PERF_SAMPLE_TIME)
		buf__put_u64(buf, time);
	if (type & PERF_SAMPLE_CPU)
		buf__put_u64(buf, (u32)cpu->cpu);
	if (type & PERF_SAMPLE_IDENTIFIER)
		buf__put_u64(buf, cpu->ids[evsel->idx]);
}

/* Sets the header's size; the record began at @start. */
static void end_record(struct buf *buf, size_t start)
{
	u16 size = (u16)(buf->len - start);

	if (!buf->failed)
		memcpy(buf->data + start + 6, &size, sizeof(size));
}

static void put_header(struct buf *buf, u32 type, u16 misc)
{
	struct perf_event_header header = { .type = type, .misc = misc };

	buf__put(buf, &header, sizeof(header));
}

/* u64 id, lost; with the time and the event of the record that it stands before. */
static void put_lost(struct trace_buffers *tb, struct trace_cpu *cpu, const struct evsel *evsel,
		     u64 time, u64 lost, struct record_output *out)
{
	size_t start = tb->samples.len;

	put_header(&tb->samples, PERF_RECORD_LOST, 0);
	buf__put_u64(&tb->samples, cpu->ids[evsel->idx]);
	buf__put_u64(&tb->samples, lost);
	put_trailer(&tb->samples, cpu, evsel, time);
	end_record(&tb->samples, start);
	cpu->lost += lost;
	out->lost += lost;
}

/*
 * How many were lost before a page that tells @missed, -1 if it had no room for
 * the number: no more, all in all, than the kernel has counted by now.
 */
static u64 nr_lost(const struct trace_buffers *tb, const struct trace_cpu *cpu, int missed)
{
	u64 all = trace_buffers__lost(tb, cpu), left = all > cpu->lost ? all - cpu->lost : 0;

	return missed > 0 && ((u64)missed < left || !all) ? (u64)missed : left;
}

/* What no page has told. */
static void put_rest(struct trace_buffers *tb, struct trace_cpu *cpu, struct record_output *out)
{
	u64 all = trace_buffers__lost(tb, cpu);

	if (all <= cpu->lost)
		return;
	if (cpu->last)
		put_lost(tb, cpu, cpu->last, cpu->last_time, all - cpu->lost, out);
	else
		out->lost += all - cpu->lost;
}

/*
 * In the order of perf_event_open(2). The raw data are as many bytes as make a
 * whole number of words with their length in front.
 */
static void put_sample(struct trace_buffers *tb, const struct trace_cpu *cpu,
		       const struct evsel *evsel, u64 time, const u8 *data, u32 size)
{
	struct buf *buf = &tb->samples;
	u64 type = evsel->attr.sample_type;
	u32 tid = get_u32(data + 4, false), raw = ((size + 4 + 7) & ~7u) - 4;
	size_t start = buf->len;

	put_header(buf, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_KERNEL);
	buf__put_u64(buf, cpu->ids[evsel->idx]);
	if (type & PERF_SAMPLE_TID)
		buf__put(buf, (u32[2]){ process_of(tb, tid), tid }, 8);
	if (type & PERF_SAMPLE_TIME)
		buf__put_u64(buf, time);
	if (type & PERF_SAMPLE_CPU)
		buf__put_u64(buf, (u32)cpu->cpu);
	if (type & PERF_SAMPLE_PERIOD)
		buf__put_u64(buf, 1);
	if (type & PERF_SAMPLE_RAW) {
		buf__put_u32(buf, raw);
		buf__put(buf, data, size);
		buf__put_zeros(buf, raw - size);
	}
	end_record(buf, start);
	tb->nr_samples++;
}

/* The event of a record, NULL for one that is none of ours, such as a marker's. */
static const struct evsel *event_of(const struct trace_buffers *tb, const u8 *data, u32 size)
{
	return size >= RECORD_HEAD ? tb->events[get_u16(data, false)] : NULL;
}

/* Makes samples of the page that was read; adds to *@nr what it had, of ours or not. */
static int convert(struct trace_buffers *tb, struct trace_cpu *cpu, struct record_output *out,
		   u64 *nr)
{
	unsigned long long time;
	u64 first = 0, last = 0;
	const u8 *data;
	int missed;

	tb->heard = false;
	if (kbuffer_load_subbuffer(tb->parser, tb->page))
		return 0;
	missed = kbuffer_missed_events(tb->parser);
	for (data = kbuffer_read_event(tb->parser, &time); data;
	     data = kbuffer_next_event(tb->parser, &time)) {
		u32 size = (u32)kbuffer_event_size(tb->parser);
		const struct evsel *evsel = event_of(tb, data, size);

		++*nr;
		if (!evsel)
			continue;
		if (missed)
			put_lost(tb, cpu, evsel, time, nr_lost(tb, cpu, missed), out);
		missed = 0;
		put_sample(tb, cpu, evsel, time, data, size);
		first = first ? first : time;
		last = time;
		cpu->last = evsel;
	}
	cpu->last_time = last ? last : cpu->last_time;
	record_output__note_times(out, first, last);
	return tb->hear_ret ? tb->hear_ret : buf__error(&tb->samples);
}

/* Is the page that was read perhaps the one that is being filled? Or the next event was large. */
static bool is_short(const struct trace_buffers *tb)
{
	return (size_t)kbuffer_subbuffer_size(tb->parser) < tb->page_size / 2;
}

/* How far a reading of a buffer has come. */
struct drain {
	size_t nr_pages;
	u64 nr_events;
	u64 most; /* events */
};

/*
 * What was there when we began has been read, at the least, but not for ever what
 * comes meanwhile: events may come faster than they can be written, and each
 * reading may cause some. Since the buffer's whole size, or what is in it when a
 * short page is seen first, is read, nothing stays that is older than the round.
 */
static bool is_enough(struct drain *drain, const struct trace_buffers *tb,
		      const struct trace_cpu *cpu)
{
	if (++drain->nr_pages > tb->nr_pages)
		return true;
	if (drain->most == UINT64_MAX && is_short(tb))
		drain->most = drain->nr_events + trace_buffers__entries(tb, cpu);
	return drain->nr_events >= drain->most;
}

static int flush(struct trace_buffers *tb, struct record_output *out, ssize_t *sum,
		 struct perf_err *err)
{
	int ret = record_output__made(out, tb->samples.data, tb->samples.len, err);

	*sum += (ssize_t)tb->samples.len;
	buf__reset(&tb->samples);
	return ret;
}

ssize_t trace_buffers__drain(struct trace_buffers *tb, unsigned int i, bool last,
			     struct record_output *out, struct perf_err *err)
{
	struct drain drain = { .most = UINT64_MAX };
	struct trace_cpu *cpu = &tb->cpus[i];
	ssize_t sum = 0, n;
	bool goes_on;
	int ret = 0;

	do {
		n = read(cpu->fd, tb->page, tb->page_size);
		if (n < 0 && errno != EAGAIN && errno != EINTR)
			return perf_err__set(err, -errno,
					     "--ftrace: CPU %d's buffer cannot be read: %s",
					     cpu->cpu, strerror(errno));
		if (n > 0)
			ret = convert(tb, cpu, out, &drain.nr_events);
		goes_on = n > 0 && (last || !is_enough(&drain, tb, cpu));
		if (last && !goes_on)
			put_rest(tb, cpu, out);
		if (!ret)
			ret = buf__error(&tb->samples);
		if (ret)
			return perf_err__set(err, ret, "out of memory");
		if (!goes_on || tb->samples.len >= WRITE_AT_A_TIME)
			ret = flush(tb, out, &sum, err);
	} while (!ret && goes_on);
	return ret ? ret : sum;
}
