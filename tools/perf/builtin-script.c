// SPDX-License-Identifier: GPL-2.0-only
/* `perf script`: each sample of a recording as a line of text, for reading and for checking. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <traceevent/trace-seq.h>

#include "builtin.h"
#include "ui/escape.h"
#include "util/options.h"
#include "util/session.h"

enum {
	SHOW_COMM = 1,
	SHOW_PID = 2,
	SHOW_TID = 4,
	SHOW_CPU = 8,
	SHOW_TIME = 16,
	SHOW_EVENT = 32,
	SHOW_TRACE = 64,
	SHOW_IP = 128,
	SHOW_PERIOD = 256,
};

#define SHOW_DEFAULT (SHOW_COMM | SHOW_TID | SHOW_CPU | SHOW_TIME | SHOW_EVENT | SHOW_TRACE)

static const struct {
	const char *name;
	int bit;
} field_names[] = {
	{ "comm", SHOW_COMM },	 { "pid", SHOW_PID },	{ "tid", SHOW_TID },
	{ "cpu", SHOW_CPU },	 { "time", SHOW_TIME }, { "event", SHOW_EVENT },
	{ "trace", SHOW_TRACE }, { "ip", SHOW_IP },	{ "period", SHOW_PERIOD },
};

struct script {
	struct perf_tool tool;
	int fields;
	int nanoseconds;
	int show_lost;
	int show_task;
	int name_width;
	struct trace_seq seq;
};

/* "system:name" once per event, kept in its priv. */
static const char *event_name(struct perf_session *session, struct evsel *evsel)
{
	char buf[256], safe[512];

	if (!evsel->priv)
		evsel->priv =
			strdup(ui_escape(perf_session__event_name(session, evsel, buf, sizeof(buf)),
					 safe, sizeof(safe)));
	return evsel->priv ? evsel->priv : "?";
}

/* In a column as wide as the longest name, as far as the events are known by now. */
static int name_width(struct script *script, struct perf_session *session)
{
	struct evsel *evsel;

	if (script->name_width)
		return script->name_width;
	evlist__for_each_entry(&session->evlist, evsel) {
		int len = (int)strlen(event_name(session, evsel));

		if (len > script->name_width)
			script->name_width = len;
	}
	return script->name_width;
}

static void print_time(const struct script *script, u64 time)
{
	if (script->nanoseconds)
		printf("%5llu.%09llu: ", (unsigned long long)(time / 1000000000),
		       (unsigned long long)(time % 1000000000));
	else
		printf("%5llu.%06llu: ", (unsigned long long)(time / 1000000000),
		       (unsigned long long)(time % 1000000000 / 1000));
}

static void print_where(const struct script *script, struct perf_session *session, u32 pid, u32 tid,
			u32 cpu, u64 time)
{
	const struct thread *thread = machine__find_thread(&session->machine, tid);
	char comm[4 * THREAD_COMM_SIZE];

	if (script->fields & SHOW_COMM)
		printf("%16s ", tid == 0 ? "swapper"
				: thread && thread->comm[0]
					? ui_escape(thread->comm, comm, sizeof(comm))
					: ":-1");
	if ((script->fields & SHOW_PID) && (script->fields & SHOW_TID))
		printf("%5d/%-5d ", (int)pid, (int)tid);
	else if (script->fields & (SHOW_PID | SHOW_TID))
		printf("%5d ", (int)(script->fields & SHOW_PID ? pid : tid));
	if ((script->fields & SHOW_CPU) && cpu != (u32)-1)
		printf("[%03u] ", cpu);
	if ((script->fields & SHOW_TIME) && time)
		print_time(script, time);
}

static void print_trace(struct script *script, struct perf_session *session,
			const struct perf_sample *sample)
{
	struct tep_event *event = sample->evsel->tp_format;
	char safe[4096];

	trace_seq_reset(&script->seq);
	if (event && !trace_event__print(&session->formats, event, sample->raw_data,
					 sample->raw_size, &script->seq))
		fputs(ui_escape(script->seq.buffer, safe, sizeof(safe)), stdout);
}

static int script__sample(struct perf_tool *tool, struct perf_session *session,
			  const struct perf_sample *sample)
{
	struct script *script = container_of(tool, struct script, tool);
	struct evsel *evsel = (struct evsel *)(uintptr_t)sample->evsel;

	print_where(script, session, sample->pid, sample->tid, sample->cpu, sample->time);
	if (script->fields & SHOW_PERIOD)
		printf("%10llu ", (unsigned long long)perf_sample__period(sample));
	if (script->fields & SHOW_EVENT)
		printf("%*s: ", name_width(script, session), event_name(session, evsel));
	if ((script->fields & SHOW_TRACE) && evsel__is_tracepoint(evsel) && sample->raw_data)
		print_trace(script, session, sample);
	if (script->fields & SHOW_IP)
		printf(" %16llx", (unsigned long long)perf_sample__ip(sample));
	putchar('\n');
	return ferror(stdout) ? -EPIPE : 0;
}

static int script__lost(struct perf_tool *tool, struct perf_session *session,
			const struct lost_event *event)
{
	const struct script *script = container_of(tool, struct script, tool);

	print_where(script, session, event->at.pid, event->at.tid, event->at.cpu, event->at.time);
	printf("PERF_RECORD_LOST lost %llu\n", (unsigned long long)event->lost);
	return 0;
}

static int script__comm(struct perf_tool *tool, struct perf_session *session,
			const struct comm_event *event)
{
	const struct script *script = container_of(tool, struct script, tool);
	char comm[4 * THREAD_COMM_SIZE];

	print_where(script, session, event->pid, event->tid, event->at.cpu, event->at.time);
	printf("PERF_RECORD_COMM%s: %s:%u/%u\n", event->exec ? " exec" : "",
	       ui_escape(event->comm, comm, sizeof(comm)), event->pid, event->tid);
	return 0;
}

static int parse_fields(struct script *script, const char *list)
{
	size_t len, i;

	for (script->fields = 0; *list; list += len + (list[len] == ',')) {
		len = strcspn(list, ",");
		for (i = 0; i < ARRAY_SIZE(field_names); i++) {
			if (strlen(field_names[i].name) == len &&
			    !memcmp(field_names[i].name, list, len))
				break;
		}
		if (i == ARRAY_SIZE(field_names)) {
			fprintf(stderr, "perf script: -F: no field '%.*s'; there are", (int)len,
				list);
			for (i = 0; i < ARRAY_SIZE(field_names); i++)
				fprintf(stderr, "%s %s", i ? "," : "", field_names[i].name);
			fputc('\n', stderr);
			return EXIT_USAGE;
		}
		script->fields |= field_names[i].bit;
	}
	return 0;
}

static int run(struct script *script, const char *input, bool force)
{
	struct perf_session session;
	struct perf_err err = { "" };
	struct evsel *evsel;
	int ret;

	ret = perf_session__open(&session, input, force, &err);
	if (ret) {
		fprintf(stderr, "perf script: %s %s\n", input, err.msg);
		return 1;
	}
	trace_seq_init(&script->seq);
	ret = perf_session__process_events(&session, &script->tool, &err);
	if (ret && ret != -EPIPE)
		fprintf(stderr, "perf script: %s %s\n", input,
			err.msg[0] ? err.msg : strerror(-ret));
	trace_seq_destroy(&script->seq);
	evlist__for_each_entry(&session.evlist, evsel)
		free(evsel->priv);
	perf_session__close(&session);
	return ret ? 1 : 0;
}

int cmd_script(int argc, const char **argv)
{
	struct script script = { .tool = { .sample = script__sample }, .fields = SHOW_DEFAULT };
	const char *input = "perf.data", *fields = NULL;
	int force = 0, status;
	const struct poptOption options[] = {
		{ "input", 'i', POPT_ARG_STRING, &input, 0, "The recording; - is standard input",
		  "FILE" },
		{ "fields", 'F', POPT_ARG_STRING, &fields, 0,
		  "What to print of comm,pid,tid,cpu,time,event,trace,ip,period", "LIST" },
		{ "ns", 0, POPT_ARG_NONE, &script.nanoseconds, 0, "Print times in nanoseconds",
		  NULL },
		{ "show-lost-events", 0, POPT_ARG_NONE, &script.show_lost, 0,
		  "Print where events were lost", NULL },
		{ "show-task-events", 0, POPT_ARG_NONE, &script.show_task, 0,
		  "Print how threads are named", NULL },
		{ "force", 'f', POPT_ARG_NONE, &force, 0, "Whoever owns the file", NULL },
		POPT_TABLEEND,
	};
	static const char *const usage[] = { "[<options>]", NULL };
	struct cmdline cmd = { .name = "perf script", .table = options, .usage = usage };

	status = cmdline__parse(&cmd, argc, argv, 0, NULL, NULL);
	if (!status && cmd.nr_args)
		status = cmdline__error(&cmd, "%s: what is this? The recording is named with -i",
					cmd.args[0]);
	if (!status && fields)
		status = parse_fields(&script, fields);
	if (!status) {
		script.tool.lost = script.show_lost ? script__lost : NULL;
		script.tool.comm = script.show_task ? script__comm : NULL;
		status = run(&script, input, force);
	}
	cmdline__exit(&cmd);
	return status;
}
