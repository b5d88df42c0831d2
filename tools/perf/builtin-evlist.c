// SPDX-License-Identifier: GPL-2.0-only
/* `perf evlist`: the events of a recording, and what they were opened with. */
#include <stdio.h>

#include "builtin.h"
#include "ui/attr.h"
#include "ui/escape.h"
#include "util/options.h"
#include "util/reading/session.h"

struct evlist_opts {
	const char *input;
	int force, verbose, freq, trace_fields;
};

static const char *event_name(struct perf_session *session, struct evsel *evsel, char *buf,
			      size_t size)
{
	return evsel->name ? evsel->name : perf_session__event_name(session, evsel, buf, size);
}

static void print_trace_fields(struct perf_session *session, const struct evsel *evsel)
{
	const struct tep_event *format;
	const struct tep_format_field *f;

	if (!evsel__is_tracepoint(evsel)) {
		fputs(" (not a tracepoint)", stdout);
		return;
	}
	format = trace_event__find(&session->formats, evsel->attr.config);
	if (!format) {
		fputs(" (its format is not known)", stdout);
		return;
	}
	fputs(" trace_fields: ", stdout);
	for (f = format->format.fields; f; f = f->next) {
		ui_fputs(f->name, stdout);
		fputs(f->next ? "," : "", stdout);
	}
}

static void print_event(const struct evlist_opts *opts, struct perf_session *session,
			struct evsel *evsel)
{
	const struct perf_event_attr *attr = &evsel->attr;
	char buf[256];

	ui_fputs(event_name(session, evsel, buf, sizeof(buf)), stdout);
	if (opts->verbose) {
		fputs(": ", stdout);
		ui_attr__print(stdout, attr, ": ", 1);
	} else if (opts->trace_fields) {
		fputc(':', stdout);
		print_trace_fields(session, evsel);
	} else if (opts->freq) {
		printf(": sample_%s=%llu", attr->freq ? "freq" : "period",
		       (unsigned long long)attr->sample_freq);
	}
	putchar('\n');
}

static void print_events(const struct evlist_opts *opts, struct perf_session *session)
{
	bool tracepoints = false;
	struct evsel *evsel;

	evlist__for_each_entry(&session->evlist, evsel) {
		print_event(opts, session, evsel);
		tracepoints |= evsel__is_tracepoint(evsel);
	}
	if (tracepoints && !opts->trace_fields)
		puts("# Tip: use 'perf evlist --trace-fields' to show fields for tracepoint events");
}

/* A stream's events, and their names, come as records anywhere in it. */
static int read_events(struct perf_session *session, struct perf_err *err)
{
	struct perf_tool nothing = { 0 };

	if (session->header.pipe)
		return perf_session__process_events(session, &nothing, err);
	return perf_session__check_whole(session, err);
}

static int run(const struct evlist_opts *opts)
{
	struct perf_session session;
	struct perf_err err = { "" };
	int ret;

	perf_data__guard();
	if (perf_session__open(&session, opts->input, opts->force, &err)) {
		fprintf(stderr, "perf evlist: %s %s\n", opts->input, err.msg);
		return 1;
	}
	ret = read_events(&session, &err);
	print_events(opts, &session);
	fflush(stdout);
	if (ret)
		fprintf(stderr, "perf evlist: %s %s\n", opts->input, err.msg);
	perf_session__close(&session);
	return ret ? 1 : 0;
}

int cmd_evlist(int argc, const char **argv)
{
	struct evlist_opts opts = { .input = "perf.data" };
	const struct poptOption options[] = {
		{ "input", 'i', POPT_ARG_STRING, &opts.input, 0,
		  "The recording; - is standard input", "FILE" },
		{ "verbose", 'v', POPT_ARG_NONE, &opts.verbose, 0,
		  "Show all that each event was opened with", NULL },
		{ "freq", 'F', POPT_ARG_NONE, &opts.freq, 0,
		  "Show the sampling frequency or period", NULL },
		{ "trace-fields", 0, POPT_ARG_NONE, &opts.trace_fields, 0,
		  "Show the fields of tracepoints", NULL },
		{ "force", 'f', POPT_ARG_NONE, &opts.force, 0, "Read the file whoever owns it",
		  NULL },
		POPT_TABLEEND,
	};
	static const char *const usage[] = { "[<options>]", NULL };
	struct cmdline cmd = { .name = "perf evlist", .table = options, .usage = usage };
	int status;

	status = cmdline__parse(&cmd, argc, argv, 0, NULL, NULL);
	if (!status && cmd.nr_args)
		status = cmdline__error(&cmd, "%s: what is this? The recording is named with -i",
					cmd.args[0]);
	if (!status)
		status = run(&opts);
	cmdline__exit(&cmd);
	return status;
}
