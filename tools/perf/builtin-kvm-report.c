// SPDX-License-Identifier: GPL-2.0-only
/* `perf kvm stat report`: a recording's spans as a table. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "builtin-kvm-empty.h"
#include "builtin-kvm-screen.h"
#include "builtin-kvm.h"
#include "builtin-kvm-view.h"
#include "builtin-kvm-when.h"
#include "ui/escape.h"
#include "ui/pager.h"
#include "ui/progress.h"
#include "ui/vcpu-rows.h"
#include "ui/vcpu-table.h"
#include "util/reading/formats.h"
#include "util/options.h"
#include "util/reading/session.h"

struct report {
	/* The options. */
	const char *input, *event, *formats;
	int force, verbose, quiet, stdio, tui;

	struct perf_tool tool;
	struct kvm_analysis kvm;
	struct kvm_sets others; /* with a screen, the other event sets */
	struct kvm_view view;
	struct kvm_when when;
	const struct kvm_event_ops *ops;
	struct ui_progress progress;
	bool broken; /* not all of the recording could be read */
};

static int report__error(const struct report *r, const char *what)
{
	char path[512];

	fprintf(stderr, "perf kvm stat report: %s %s\n", ui_escape(r->input, path, sizeof(path)),
		what);
	return 1;
}

/* Of an output that takes no more, main() tells. */
static int report__not_printed(const struct report *r)
{
	return ferror(stdout) ? 1 : report__error(r, "has a report that could not be printed");
}

static int on_sample(struct perf_tool *tool, struct perf_session *session,
		     const struct perf_sample *sample)
{
	struct report *r = container_of(tool, struct report, tool);
	int ret = 0;

	if (unlikely(!time_range__has(&r->when.range, sample->time)))
		return 0;
	if (unlikely(r->others.nr))
		ret = kvm_sets__sample(&r->others, session, sample);
	return unlikely(ret) ? ret : kvm_analysis__sample(&r->kvm, session, sample);
}

/* All of the time, and one set: there is nothing to ask of each sample. */
static int on_any_sample(struct perf_tool *tool, struct perf_session *session,
			 const struct perf_sample *sample)
{
	return kvm_analysis__sample(&container_of(tool, struct report, tool)->kvm, session, sample);
}

static int on_comm(struct perf_tool *tool, struct perf_session *session,
		   const struct comm_event *event)
{
	struct report *r = container_of(tool, struct report, tool);
	int ret = kvm_sets__comm(&r->others, event);

	return ret ? ret : kvm_analysis__comm(&r->kvm, event);
}

static int on_lost(struct perf_tool *tool, struct perf_session *session,
		   const struct lost_event *event)
{
	struct report *r = container_of(tool, struct report, tool);

	return time_range__has(&r->when.range, event->at.time) ? kvm_analysis__lost(&r->kvm, event)
							       : 0;
}

static int on_task(struct perf_tool *tool, struct perf_session *session,
		   const struct task_event *event)
{
	struct report *r = container_of(tool, struct report, tool);

	kvm_sets__seen_cpu(&r->others, event->at.cpu);
	kvm_analysis__seen_cpu(&r->kvm, event->at.cpu);
	return 0;
}

/* Behind the time that is looked at, what is open is no more than cut off. */
static int on_exit_of_task(struct perf_tool *tool, struct perf_session *session,
			   const struct task_event *event)
{
	struct report *r = container_of(tool, struct report, tool);
	int ret;

	if (!time_range__has(&r->when.range, event->time))
		return on_task(tool, session, event);
	ret = kvm_sets__task_exit(&r->others, event);
	return ret ? ret : kvm_analysis__task_exit(&r->kvm, event);
}

static int on_mmap(struct perf_tool *tool, struct perf_session *session,
		   const struct mmap_event *event)
{
	struct report *r = container_of(tool, struct report, tool);

	kvm_sets__seen_cpu(&r->others, event->at.cpu);
	kvm_analysis__seen_cpu(&r->kvm, event->at.cpu);
	return 0;
}

static void on_progress(struct perf_tool *tool, u64 done, u64 total)
{
	ui_progress__update(&container_of(tool, struct report, tool)->progress, done, total);
}

static void print_verbose(const struct report *r, const struct kvm_report *report,
			  const struct perf_session *session)
{
	const struct session_stats *s = &session->stats;

	fprintf(stderr,
		"%" PRIu64 " samples of %" PRIu64 " records read; %zu vCPU threads\n"
		"unpaired: %" PRIu64 "; ends before their begin: %" PRIu64
		"; out of order: %" PRIu64 "\n",
		s->nr_samples, s->nr_records, report->nr_threads, report->nr_unpaired,
		report->nr_backward, session->runs.nr_late);
	if (s->nr_unknown_id || s->nr_bad_samples || r->kvm.nr_bad || s->nr_unknown_type)
		fprintf(stderr,
			"passed over: %" PRIu64 " samples of no known event, %" PRIu64
			" damaged ones, %" PRIu64 " records of unknown kinds\n",
			s->nr_unknown_id, s->nr_bad_samples + r->kvm.nr_bad, s->nr_unknown_type);
}

static int print_vcpus(const struct report *r, const struct perf_session *session,
		       const struct kvm_vcpu_report *report, const struct ui_kvm_title *title)
{
	struct ui_kvm_json json;
	struct ui_pager pager;
	int ret;

	if (r->view.csv) {
		ui_vcpu_csv_header(stdout, false);
		ui_vcpu_csv_rows(stdout, report);
	}
	if (r->view.csv || r->view.json_lines)
		return r->view.json_lines ? ui_vcpu_json_lines(stdout, report) : 0;
	if (!r->view.json) {
		ui_pager__start(&pager);
		ui_vcpu_table(stdout, report, title);
		ui_pager__stop(&pager);
		return 0;
	}
	ret = ui_kvm_json__begin(&json);
	if (!ret)
		ret = ui_vcpu_json__add(&json, report);
	if (!ret)
		ret = ui_kvm_json__print(&json, stdout, r->ops->name, &session->env, title->lost);
	ui_kvm_json__exit(&json);
	return ret;
}

/* There is no span: that is no error, but is said. Of a recording that broke off enough is. */
static void tell_empty(const struct report *r, const struct perf_session *session, bool any_thread)
{
	struct kvm_empty empty = { .input = r->input,
				   .formats = r->formats,
				   .ops = r->ops,
				   .range = r->when.range,
				   .filter = &r->view.query.filter };

	if (!r->broken)
		kvm_empty__tell(&empty, session, any_thread);
}

/* The states of the vCPUs instead of rows of spans. */
static int show_vcpus(struct report *r, struct perf_session *session)
{
	struct ui_kvm_title title = kvm_view__title(&r->view, &r->kvm, perf_session__lost(session));
	struct kvm_vcpu_report report;
	struct perf_err err = { "" };
	int ret;

	if (kvm_vcpu_report__build(&report, &r->kvm, &r->view.query))
		return report__error(r, "cannot be analysed: out of memory");
	if (!report.nr_threads && r->kvm.nr_threads) {
		kvm_vcpu_report__exit(&report);
		kvm_explain_filter(&r->kvm, &r->view, &err);
		return report__error(r, err.msg);
	}
	ret = print_vcpus(r, session, &report, &title);
	if (!report.nr_threads)
		tell_empty(r, session, false);
	kvm_vcpu_report__exit(&report);
	return ret ? report__error(r, "cannot be printed: out of memory, or of space") : 0;
}

static int show(struct report *r, struct perf_session *session)
{
	struct kvm_report report;
	struct perf_err err = { "" };
	int ret;

	ret = kvm_report__build(&report, &r->kvm, &r->view.query);
	if (ret)
		return report__error(r, "cannot be analysed: out of memory");
	ret = kvm_view__show(&r->view, &report, &r->kvm, &session->env, perf_session__lost(session),
			     &err);
	if (!ret && !report.nr_rows && !report.idle.count)
		tell_empty(r, session, report.nr_threads);
	if (!ret && r->verbose)
		print_verbose(r, &report, session);
	kvm_report__exit(&report);
	if (err.msg[0])
		return report__error(r, err.msg);
	if (ret == -ENOMEM)
		return report__error(r, "cannot be analysed: out of memory");
	return ret ? report__not_printed(r) : 0;
}

/* Why --duration has listed nothing: such a VM is not there, or all took less time. */
static int show_no_span(struct report *r, const struct perf_session *session)
{
	struct kvm_report report;
	struct perf_err err = { "" };
	int ret;

	if (kvm_report__build(&report, &r->kvm, &r->view.query))
		return report__error(r, "cannot be analysed: out of memory");
	ret = kvm_view__explain(&r->view, &report, &r->kvm, &err);
	if (ret)
		report__error(r, err.msg);
	else if (!report.nr_rows && !report.idle.count)
		tell_empty(r, session, report.nr_threads);
	else
		fprintf(stderr, "no span took so long%s\n",
			r->when.idle ? "" : "; those of idle vCPUs are only listed with --idle");
	kvm_report__exit(&report);
	return ret ? 1 : 0;
}

/* On a screen the user may look at the other sets that the recording has. */
static int add_others(struct report *r, struct perf_session *session, struct perf_err *err)
{
	const struct kvm_event_ops *const *set;
	int ret = 0;

	for (set = kvm_event_ops__all(); r->tui && *set && !ret; set++) {
		struct perf_err lacks = { "" };

		if (*set != r->ops && !kvm_explain_set(session, *set, &lacks))
			ret = kvm_sets__add(&r->others, *set, true, err);
	}
	return ret;
}

static int analyse(struct report *r, struct perf_session *session)
{
	struct perf_err err = { "" }, set_err = { "" };
	int ret, status = 0;

	if (!session->header.pipe && kvm_explain_set(session, r->ops, &err))
		return report__error(r, err.msg);
	r->kvm.err = &err;
	if (kvm_when__start(&r->when, &r->kvm, session, &err))
		return report__error(r, err.msg);
	if (add_others(r, session, &err))
		return report__error(r, "cannot be analysed: out of memory");
	if (!r->others.nr && time_range__is_all(&r->when.range))
		r->tool.sample = on_any_sample;
	ui_progress__start(&r->progress, r->quiet || kvm_when__streams(&r->when));
	ret = perf_session__process_events(session, &r->tool, &err);
	ui_progress__stop(&r->progress);
	if (session->header.pipe && kvm_explain_set(session, r->ops, &set_err))
		return report__error(r, set_err.msg);
	r->broken = ret;
	if (ret)
		status = report__error(r, err.msg[0] ? err.msg : strerror(-ret));
	kvm_analysis__finish(&r->kvm);
	if (r->when.interval && r->when.printed &&
	    kvm_output__end(&r->when.output, &r->kvm, perf_session__lost(session)))
		status = report__not_printed(r);
	if ((ret && !r->kvm.nr_threads) || r->when.printed)
		return status;
	if (r->when.time && !r->kvm.nr_threads && !r->kvm.first_time) {
		kvm_explain_time(session, &set_err);
		return report__error(r, set_err.msg);
	}
	if (r->when.duration) {
		ret = show_no_span(r, session);
		return ret ? ret : status;
	}
	if (r->tui) {
		kvm_sets__finish(&r->others);
		ret = kvm_screen__run(&r->view, &r->kvm, &r->others, perf_session__lost(session),
				      "perf kvm stat report");
		if (ret != -ENOTTY)
			return ret ? report__error(r, strerror(-ret)) : status;
	}
	ret = r->ops->settle ? show_vcpus(r, session) : show(r, session);
	return ret ? ret : status;
}

static int run(struct report *r)
{
	struct perf_session session;
	struct perf_err err = { "" };
	int status = 1;

	perf_data__guard();
	if (perf_session__open(&session, r->input, r->force, &err))
		return report__error(r, err.msg);
	if (r->formats && perf_session__load_formats(&session, r->formats, &err)) {
		fprintf(stderr, "perf kvm stat report: --formats: %s\n", err.msg);
	} else if (kvm_analysis__init(&r->kvm, r->ops)) {
		report__error(r, "cannot be analysed: out of memory");
	} else {
		r->kvm.histograms = r->tui || kvm_view__needs_histograms(&r->view);
		status = analyse(r, &session);
		kvm_sets__exit(&r->others);
		kvm_analysis__exit(&r->kvm);
	}
	perf_session__close(&session);
	return status;
}

/* Appends @word to @list, a buffer of @size bytes, as far as there is room. */
static void append(char *list, size_t size, const char *word)
{
	size_t len = strlen(list);

	snprintf(list + len, size - len, "%s%s", len ? ", " : "", word);
}

static int check_names(struct report *r, const struct cmdline *cmd)
{
	const struct kvm_event_ops *const *set;
	char list[256] = "";

	r->ops = kvm_event_ops__find(r->event);
	if (!r->ops) {
		for (set = kvm_event_ops__all(); *set; set++)
			append(list, sizeof(list), (*set)->name);
		return cmdline__error(cmd, "there is no event set '%s'; there are %s", r->event,
				      list);
	}
	return 0;
}

static int check_options(struct report *r, const struct cmdline *cmd)
{
	int status;

	if (cmd->nr_args)
		return cmdline__error(cmd, "'%s' is not an option; a recording is named with -i",
				      cmd->args[0]);
	r->view.intervals = r->when.interval;
	status = kvm_view__check(&r->view, cmd);
	if (!status)
		status = check_names(r, cmd);
	if (!status)
		status = kvm_view__check_set(&r->view, cmd, r->ops);
	return status ? status : kvm_when__check(&r->when, cmd, r->ops);
}

int cmd_kvm_stat_report(int argc, const char **argv, const struct kvm_opts *opts)
{
	struct report r = {
		.input = opts->input ? opts->input : kvm_default_file(opts),
		.event = "vmexit",
		.verbose = opts->verbose,
		.tool = { .sample = on_sample,
			  .comm = on_comm,
			  .lost = on_lost,
			  .fork = on_task,
			  .exit = on_exit_of_task,
			  .mmap = on_mmap,
			  .progress = on_progress },
	};
	const struct poptOption options[] = {
		{ "input", 'i', POPT_ARG_STRING, &r.input, 0, "The recording; - is standard input",
		  "FILE" },
		{ "event", 0, POPT_ARG_STRING, &r.event, 0,
		  "What to show: vmexit (default), mmio, ioport, msr, hcall, vcpu", "SET" },
		{ "events", 0, POPT_ARG_STRING | OPT_HIDDEN, &r.event, 0, NULL, NULL },
		{ "formats", 0, POPT_ARG_STRING, &r.formats, 0,
		  "Take the event formats from another recording of the same kernel, or from this machine's tracefs",
		  "FILE|tracefs" },
		{ "force", 'f', POPT_ARG_NONE, &r.force, 0, "Whoever owns the file", NULL },
		{ "stdio", 0, POPT_ARG_NONE, &r.stdio, 0, "Print a plain table", NULL },
		{ "tui", 0, POPT_ARG_NONE, &r.tui, 0,
		  "Show it on a screen: to be sorted, searched, filtered, opened", NULL },
		{ "verbose", 'v', POPT_ARG_NONE, &r.verbose, 0,
		  "Tell what was read and what could not be paired", NULL },
		{ "quiet", 'q', POPT_ARG_NONE, &r.quiet, 0, "No progress bar", NULL },
		{ NULL, 0, POPT_ARG_INCLUDE_TABLE, r.view.options, 0, "What to show:", NULL },
		{ NULL, 0, POPT_ARG_INCLUDE_TABLE, r.when.options, 0, "Of which time:", NULL },
		{ NULL, 0, POPT_ARG_INCLUDE_TABLE, r.view.forms, 0, "In which form:", NULL },
		POPT_TABLEEND,
	};
	static const char *const usage[] = { "[<options>]", NULL };
	struct cmdline cmd = { .name = "perf kvm stat report", .table = options, .usage = usage };
	int status;

	kvm_view__init(&r.view);
	kvm_when__init(&r.when, &r.view);
	status = cmdline__parse(&cmd, argc, argv, 0, NULL, NULL);
	if (!status)
		status = check_options(&r, &cmd);
	/* What is printed while the recording is read is not to be looked at on a screen. */
	r.tui = r.tui && !r.stdio && !kvm_when__streams(&r.when) && ui_screen__possible();
	if (!status)
		status = run(&r);
	kvm_view__exit(&r.view);
	cmdline__exit(&cmd);
	return status;
}
