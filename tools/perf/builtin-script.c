// SPDX-License-Identifier: GPL-2.0-only
/* `perf script`: each sample of a recording as a line of text, for reading and for checking. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "builtin-script.h"
#include "builtin.h"
#include "ui/header.h"
#include "ui/pager.h"
#include "util/reading/formats.h"

struct script_opts {
	const char *formats;
	int force, show_lost, show_task, show_mmap;
};

static int print_header(struct script *script, const struct perf_session *session)
{
	struct header_info info;
	int ret;

	script->header_printed = true;
	ret = header_info__read(&info, session);
	if (!ret)
		ui_header__print(stdout, &info, script->full_header);
	header_info__exit(&info);
	return ret;
}

/* A stream's header has come when its first sample does. */
static int header_once(struct script *script, const struct perf_session *session)
{
	if (script->header && !script->header_printed)
		return print_header(script, session);
	return 0;
}

static int on_sample(struct perf_tool *tool, struct perf_session *session,
		     const struct perf_sample *sample)
{
	struct script *script = container_of(tool, struct script, tool);
	struct record_id at = { sample->pid, sample->tid, sample->cpu, sample->time,
				perf_sample__id(sample) };
	const struct script_event *event;
	int ret = header_once(script, session);

	if (ret)
		return ret;
	event = script__event(script, session, sample->evsel);
	if (!event)
		return -EINVAL;
	if (script->dump)
		script__dump_sample(script, session, sample);
	if (!event->show || !script_filter__allows(&script->filter, session, &at, true))
		return 0;
	script__print_sample(script, session, sample, event);
	return ferror(stdout) ? -EPIPE : 0;
}

/* Shall a line be begun for this record? */
static bool begin_line(struct script *script, struct perf_session *session, bool show, u32 comm_tid,
		       const struct record_id *at)
{
	if (!show || header_once(script, session) ||
	    !script_filter__allows(&script->filter, session, at, false))
		return false;
	script__print_where(script, session, comm_tid, at);
	return true;
}

static int on_comm(struct perf_tool *tool, struct perf_session *session,
		   const struct comm_event *event)
{
	struct script *script = container_of(tool, struct script, tool);

	if (script__dump_line(script, event->at.cpu, event->at.time))
		script__print_comm(event);
	if (begin_line(script, session, script->show_task, event->tid, &event->at))
		script__print_comm(event);
	return 0;
}

static int on_fork(struct perf_tool *tool, struct perf_session *session,
		   const struct task_event *event)
{
	struct script *script = container_of(tool, struct script, tool);

	if (script__dump_line(script, event->at.cpu, event->at.time))
		script__print_task(event, true);
	if (begin_line(script, session, script->show_task, event->ptid, &event->at))
		script__print_task(event, true);
	return maps__fork(&script->maps, event);
}

static int on_exit_task(struct perf_tool *tool, struct perf_session *session,
			const struct task_event *event)
{
	struct script *script = container_of(tool, struct script, tool);

	if (script__dump_line(script, event->at.cpu, event->at.time))
		script__print_task(event, false);
	if (begin_line(script, session, script->show_task, event->tid, &event->at))
		script__print_task(event, false);
	maps__task_exit(&script->maps, event);
	return 0;
}

static int on_mmap(struct perf_tool *tool, struct perf_session *session,
		   const struct mmap_event *event)
{
	struct script *script = container_of(tool, struct script, tool);

	if (script__dump_line(script, event->at.cpu, event->at.time))
		script__print_mmap(event);
	if (begin_line(script, session, script->show_mmap, event->tid, &event->at))
		script__print_mmap(event);
	return maps__mmap(&script->maps, event);
}

static int on_lost(struct perf_tool *tool, struct perf_session *session,
		   const struct lost_event *event)
{
	struct script *script = container_of(tool, struct script, tool);

	if (script__dump_line(script, event->at.cpu, event->at.time))
		printf("PERF_RECORD_LOST: id:%llu: lost:%llu\n", (unsigned long long)event->id,
		       (unsigned long long)event->lost);
	if (begin_line(script, session, script->show_lost, event->at.tid, &event->at))
		printf("PERF_RECORD_LOST lost %llu\n", (unsigned long long)event->lost);
	return 0;
}

static int on_lost_samples(struct perf_tool *tool, struct perf_session *session,
			   const struct lost_event *event)
{
	struct script *script = container_of(tool, struct script, tool);

	(void)session;
	if (script__dump_line(script, event->at.cpu, event->at.time))
		printf("PERF_RECORD_LOST_SAMPLES: id:%llu: lost samples :%llu\n",
		       (unsigned long long)event->id, (unsigned long long)event->lost);
	return 0;
}

static void on_progress(struct perf_tool *tool, u64 done, u64 total)
{
	ui_progress__update(&container_of(tool, struct script, tool)->progress, done, total);
}

/* What could not be told, besides what the session says. */
static int check_result(const struct script *script, const struct perf_session *session)
{
	u64 lost = perf_session__lost(session);

	if (lost)
		fprintf(stderr, "perf script: %s: %llu events were lost while it was recorded\n",
			script->input, (unsigned long long)lost);
	if (session->stats.nr_unknown_id || session->stats.nr_bad_samples)
		fprintf(stderr,
			"perf script: %s: %llu samples of no known event and %llu damaged ones were passed over\n",
			script->input, (unsigned long long)session->stats.nr_unknown_id,
			(unsigned long long)session->stats.nr_bad_samples);
	if (script->nr_unfit)
		fprintf(stderr,
			"perf script: %s: %llu samples are not of the format that their event has%s\n",
			script->input, (unsigned long long)script->nr_unfit,
			session->formats_borrowed ? ": --formats is of another kernel" : "");
	return script->nr_unfit ? 1 : 0;
}

/* A stream's header is spread over it: it is read whole. */
static int show_header(struct script *script, struct perf_session *session)
{
	struct perf_tool nothing = { 0 };
	int ret = session->header.pipe
			  ? perf_session__process_events(session, &nothing, &script->err)
			  : perf_session__check_whole(session, &script->err);

	return print_header(script, session) ? -ENOMEM : ret;
}

static int show_samples(struct script *script, struct perf_session *session)
{
	int ret = session->header.pipe ? 0 : header_once(script, session);

	if (!ret)
		ret = perf_session__process_events(session, &script->tool, &script->err);
	script__dump_rest(script);
	return header_once(script, session) ? -ENOMEM : ret;
}

static int process(struct script *script, struct perf_session *session)
{
	struct ui_pager pager;
	int ret, status;

	/* A bar between the lines would help nobody. */
	ui_progress__start(&script->progress, isatty(STDOUT_FILENO));
	ui_pager__start(&pager);
	ret = script->header_only ? show_header(script, session) : show_samples(script, session);
	ui_progress__stop(&script->progress);
	fflush(stdout);
	ui_pager__stop(&pager);
	status = check_result(script, session);
	if (!ret)
		ret = script_filter__explain(&script->filter, &script->err);
	if (ret && ret != -EPIPE)
		fprintf(stderr, "perf script: %s %s\n", script->input,
			script->err.msg[0] ? script->err.msg : strerror(-ret));
	return ret ? 1 : status;
}

static int run(struct script *script, const struct script_opts *opts)
{
	struct perf_session session;
	struct perf_err err = { "" };
	int status;

	perf_data__guard();
	if (perf_session__open(&session, script->input, opts->force, &err)) {
		fprintf(stderr, "perf script: %s %s\n", script->input, err.msg);
		return 1;
	}
	if (opts->formats && perf_session__load_formats(&session, opts->formats, &err)) {
		fprintf(stderr, "perf script: --formats: %s\n", err.msg);
		perf_session__close(&session);
		return 1;
	}
	maps__init(&script->maps);
	trace_seq_init(&script->seq);
	status = process(script, &session);
	trace_seq_destroy(&script->seq);
	maps__exit(&script->maps);
	script__free_events(&session.evlist);
	perf_session__close(&session);
	return status;
}

static int check_options(struct script *script, const struct cmdline *cmd)
{
	if (cmd->nr_args)
		return cmdline__error(cmd, "%s: what is this? The recording is named with -i",
				      cmd->args[0]);
	return script_filter__check(&script->filter, cmd);
}

struct seen {
	struct script *script;
	struct cmdline *cmd;
};

static int on_option(int val, const char *arg, void *data)
{
	struct seen *seen = data;

	(void)val; /* there is but -F */
	return script_fields__parse(&seen->script->fields, seen->cmd, arg);
}

int cmd_script(int argc, const char **argv)
{
	struct script script = {
		.tool = { .sample = on_sample,
			  .comm = on_comm,
			  .fork = on_fork,
			  .exit = on_exit_task,
			  .mmap = on_mmap,
			  .lost = on_lost,
			  .lost_samples = on_lost_samples,
			  .progress = on_progress },
		.input = "perf.data",
		.filter = { .time = TIME_RANGE_ALL },
	};
	struct script_opts opts = { 0 };
	const struct poptOption options[] = {
		{ "input", 'i', POPT_ARG_STRING, &script.input, 0,
		  "The recording; - is standard input", "FILE" },
		{ "fields", 'F', POPT_ARG_STRING, NULL, 'F',
		  "What to print; +FIELD and -FIELD change the default", "LIST" },
		{ "ns", 0, POPT_ARG_NONE, &script.nanoseconds, 0, "Print times in nanoseconds",
		  NULL },
		{ "time", 0, POPT_ARG_STRING, &script.filter.time_text, 0,
		  "Only what happened from START on and before STOP, in seconds", "START,STOP" },
		{ "pid", 0, POPT_ARG_STRING, &script.filter.pid_list, 0, "Only these processes",
		  "LIST" },
		{ "tid", 0, POPT_ARG_STRING, &script.filter.tid_list, 0, "Only these threads",
		  "LIST" },
		{ "comms", 'c', POPT_ARG_STRING, &script.filter.comms, 0,
		  "Only threads of these names", "NAME,..." },
		{ "cpu", 'C', POPT_ARG_STRING, &script.filter.cpu_list, 0, "Only these CPUs",
		  "LIST" },
		{ "hide-call-graph", 'G', POPT_ARG_NONE, &script.no_callchain, 0,
		  "Print no callchains", NULL },
		{ "show-lost-events", 0, POPT_ARG_NONE, &opts.show_lost, 0,
		  "Print where events were lost", NULL },
		{ "show-task-events", 0, POPT_ARG_NONE, &opts.show_task, 0,
		  "Print how threads are named, begin and end", NULL },
		{ "show-mmap-events", 0, POPT_ARG_NONE, &opts.show_mmap, 0,
		  "Print what is mapped where", NULL },
		{ "dump-raw-trace", 'D', POPT_ARG_NONE, &script.dump, 0,
		  "Print every record of the recording, byte by byte", NULL },
		{ "header", 0, POPT_ARG_NONE, &script.header, 0,
		  "Print first what the header tells", NULL },
		{ "header-only", 0, POPT_ARG_NONE, &script.header_only, 0,
		  "Print what the header tells, and nothing else", NULL },
		{ "show-info", 'I', POPT_ARG_NONE, &script.full_header, 0,
		  "With --header: CPU, cache and memory topologies too", NULL },
		{ "formats", 0, POPT_ARG_STRING, &opts.formats, 0,
		  "Take the event formats from another recording of the same kernel, or from this machine's tracefs",
		  "FILE|tracefs" },
		{ "force", 'f', POPT_ARG_NONE, &opts.force, 0, "Read the file whoever owns it",
		  NULL },
		POPT_TABLEEND,
	};
	static const char *const usage[] = { "[<options>]", NULL };
	struct cmdline cmd = { .name = "perf script", .table = options, .usage = usage };
	struct seen seen = { &script, &cmd };
	int status;

	script_fields__init(&script.fields);
	status = cmdline__parse(&cmd, argc, argv, 0, on_option, &seen);
	if (!status)
		status = check_options(&script, &cmd);
	if (!status) {
		script.show_lost = opts.show_lost;
		script.show_task = opts.show_task;
		script.show_mmap = opts.show_mmap;
		script.tool.record = script.dump ? script__dump_record : NULL;
		status = run(&script, &opts);
	}
	script_filter__exit(&script.filter);
	cmdline__exit(&cmd);
	return status;
}
