// SPDX-License-Identifier: GPL-2.0-only
#include "touch.h"

static struct toucher *toucher(struct perf_tool *tool)
{
	return container_of(tool, struct toucher, tool);
}

void touch_bytes(struct toucher *t, const void *p, size_t size)
{
	static u8 copy[65536]; /* the copying is checked */

	if (!size)
		return;
	memcpy(copy, p, size < sizeof(copy) ? size : sizeof(copy));
	t->sum += copy[0];
}

static void touch_id(struct toucher *t, const struct record_id *at)
{
	t->sum += at->pid + at->tid + at->cpu + at->time + at->id;
}

static int touch_sample(struct perf_tool *tool, struct perf_session *s, const struct perf_sample *p)
{
	struct toucher *t = toucher(tool);
	struct evsel *evsel = (struct evsel *)(uintptr_t)p->evsel;
	const struct thread *thread = machine__find_thread(&s->machine, p->tid);
	const u8 *ips;
	char buf[128];
	u64 nr;

	fuzz_check(evsel->idx < s->evlist.nr_entries);
	t->sum += perf_sample__misc(p) + p->pid + p->tid + p->cpu + p->time + perf_sample__id(p);
	t->sum += perf_sample__ip(p) + perf_sample__addr(p) + perf_sample__period(p);
	nr = perf_sample__callchain(p, &ips);
	if (nr)
		touch_bytes(t, ips, nr * 8);
	touch_bytes(t, p->event, record_size(p->event, p->swap));
	if (p->raw_data)
		touch_bytes(t, p->raw_data, p->raw_size);
	if (thread)
		touch_bytes(t, thread->comm, strlen(thread->comm));
	/* Formats are fuzz-tracing-data's: parsing them each time would take most of the time. */
	if (t->with_formats)
		touch_bytes(t, perf_session__event_name(s, evsel, buf, sizeof(buf)), 1);
	if (evsel->tp_format && p->raw_data) {
		struct field_ref f = trace_event__field(evsel->tp_format, "exit_reason");

		t->sum += field_ref__get(&f, p->raw_data, p->raw_size, p->swap);
		t->sum += trace_event__fits(evsel->tp_format, p->raw_size);
	}
	return 0;
}

static int touch_comm(struct perf_tool *tool, struct perf_session *s, const struct comm_event *e)
{
	touch_id(toucher(tool), &e->at);
	touch_bytes(toucher(tool), e->comm, strlen(e->comm));
	toucher(tool)->sum += e->pid + e->tid + e->exec;
	return 0;
}

static int touch_task(struct perf_tool *tool, struct perf_session *s, const struct task_event *e)
{
	touch_id(toucher(tool), &e->at);
	toucher(tool)->sum += e->pid + e->ppid + e->tid + e->ptid + e->time;
	return 0;
}

static int touch_mmap(struct perf_tool *tool, struct perf_session *s, const struct mmap_event *e)
{
	touch_id(toucher(tool), &e->at);
	toucher(tool)->sum += e->pid + e->tid + e->start + e->len + e->pgoff + e->prot + e->misc;
	touch_bytes(toucher(tool), e->filename, strlen(e->filename));
	touch_bytes(toucher(tool), e->build_id, e->build_id_size);
	return 0;
}

static int touch_lost(struct perf_tool *tool, struct perf_session *s, const struct lost_event *e)
{
	touch_id(toucher(tool), &e->at);
	toucher(tool)->sum += e->id + e->lost;
	return 0;
}

static int touch_record(struct perf_tool *tool, struct perf_session *s,
			const struct perf_event_header *event, u64 offset)
{
	touch_bytes(toucher(tool), event, record_size(event, s->header.swap));
	toucher(tool)->sum += offset;
	return 0;
}

static void touch_progress(struct perf_tool *tool, u64 done, u64 total)
{
	fuzz_check(!total || done <= total);
}

void toucher__init(struct toucher *t, bool with_formats)
{
	*t = (struct toucher){ .tool = {
				       .sample = touch_sample,
				       .comm = touch_comm,
				       .fork = touch_task,
				       .exit = touch_task,
				       .mmap = touch_mmap,
				       .lost = touch_lost,
				       .lost_samples = touch_lost,
				       .record = with_formats ? touch_record : NULL,
				       .progress = touch_progress,
			       } };
	t->with_formats = with_formats;
}
