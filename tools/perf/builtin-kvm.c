// SPDX-License-Identifier: GPL-2.0-only
/* `perf kvm`: host and guest options, then one of its subcommands. */
#include <stdio.h>

#include "builtin.h"
#include "builtin-kvm.h"
#include "util/options.h"

const char *kvm_default_file(const struct kvm_opts *opts)
{
	if (opts->host)
		return opts->guest ? "perf.data.kvm" : "perf.data.host";
	return "perf.data.guest";
}

static int dispatch(const struct cmdline *cmd, const struct kvm_opts *opts)
{
	static const struct cmd subcommands[] = {
		{ "stat", NULL, NULL },
		{ NULL, NULL, NULL },
	};
	const struct cmd *sub;

	if (!cmd->nr_args) {
		cmdline__help(cmd, stderr);
		return EXIT_USAGE;
	}
	sub = find_cmd(subcommands, cmd->args[0]);
	if (!sub)
		return cmdline__error(cmd, "'%s' is not a subcommand; there is stat", cmd->args[0]);
	return cmd_kvm_stat(cmd->nr_args, cmd->args, opts);
}

int cmd_kvm(int argc, const char **argv)
{
	struct kvm_opts opts = { 0 };
	const struct poptOption options[] = {
		{ "input", 'i', POPT_ARG_STRING, &opts.input, 0, "The recording to read", "FILE" },
		{ "output", 'o', POPT_ARG_STRING, &opts.output, 0, "The recording to write",
		  "FILE" },
		{ "host", 0, POPT_ARG_NONE, &opts.host, 0, "Of the host: perf.data.host", NULL },
		{ "guest", 0, POPT_ARG_NONE, &opts.guest, 0,
		  "Of the guests (the default): perf.data.guest", NULL },
		{ "verbose", 'v', POPT_ARG_NONE, &opts.verbose, 0, "Tell more", NULL },
		POPT_TABLEEND,
	};
	static const char *const usage[] = { "[<options>] stat record [<options>] [<command>]",
					     "[<options>] stat report [<options>]",
					     "[<options>] stat live [<options>] [<command>]",
					     "[<options>] stat <command>", NULL };
	struct cmdline cmd = { .name = "perf kvm", .table = options, .usage = usage };
	int status = cmdline__parse(&cmd, argc, argv, CMDLINE_STOP_AT_ARG, NULL, NULL);

	if (!status)
		status = dispatch(&cmd, &opts);
	cmdline__exit(&cmd);
	return status;
}
