// SPDX-License-Identifier: GPL-2.0-only
/* `perf report`: what a recording's header tells. */
#include <errno.h>
#include <stdio.h>

#include "builtin.h"
#include "ui/header.h"
#include "util/options.h"
#include "util/reading/session.h"

/* All of a stream has to be read: its header's features come as records in it. */
static int read_header(struct perf_session *session, struct perf_err *err)
{
	struct perf_tool nothing = { 0 };

	if (session->header.pipe)
		return perf_session__process_events(session, &nothing, err);
	return perf_session__check_whole(session, err);
}

static int run(const char *input, bool force, bool full)
{
	struct perf_session session;
	struct perf_err err = { "" };
	struct header_info info;
	int ret, whole;

	perf_data__guard();
	if (perf_session__open(&session, input, force, &err)) {
		fprintf(stderr, "perf report: %s %s\n", input, err.msg);
		return 1;
	}
	whole = read_header(&session, &err);
	ret = header_info__read(&info, &session);
	if (!ret) {
		ui_header__print(stdout, &info, full);
		fflush(stdout);
	}
	if (ret || whole)
		fprintf(stderr, "perf report: %s %s\n", input, whole ? err.msg : strerror(-ret));
	else if (info.damaged)
		fprintf(stderr, "perf report: %s has feature sections that are damaged\n", input);
	ret = ret || whole || info.damaged;
	header_info__exit(&info);
	perf_session__close(&session);
	return ret;
}

int cmd_report(int argc, const char **argv)
{
	const char *input = "perf.data";
	int force = 0, header_only = 0, full = 0, status;
	const struct poptOption options[] = {
		{ "input", 'i', POPT_ARG_STRING, &input, 0, "The recording; - is standard input",
		  "FILE" },
		{ "header-only", 0, POPT_ARG_NONE, &header_only, 0,
		  "Print what the recording's header tells", NULL },
		{ "show-info", 'I', POPT_ARG_NONE, &full, 0,
		  "Show CPU, cache and memory topologies too", NULL },
		{ "force", 'f', POPT_ARG_NONE, &force, 0, "Read the file whoever owns it", NULL },
		/* There is only a text output. */
		{ "stdio", 0, POPT_ARG_NONE | OPT_HIDDEN, NULL, 0, NULL, NULL },
		POPT_TABLEEND,
	};
	static const char *const usage[] = { "--header-only [<options>]", NULL };
	struct cmdline cmd = { .name = "perf report", .table = options, .usage = usage };

	status = cmdline__parse(&cmd, argc, argv, 0, NULL, NULL);
	if (!status && cmd.nr_args)
		status = cmdline__error(&cmd, "%s: what is this? The recording is named with -i",
					cmd.args[0]);
	if (!status && !header_only)
		status = cmdline__error(
			&cmd,
			"it prints headers, with --header-only; see perf kvm stat report for guests' exits, perf script for samples");
	if (!status)
		status = run(input, force, full);
	cmdline__exit(&cmd);
	return status;
}
