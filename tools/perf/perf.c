// SPDX-License-Identifier: GPL-2.0-only
/* The command table; nothing else. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "util/options.h"

const struct cmd perf_commands[] = {
	{ "evlist", cmd_evlist, "List the events of a recording" },
	{ "help", cmd_help, "Show a command's manual page, or its options" },
	{ "kvm", cmd_kvm, "See where the guests' time goes on a KVM host" },
	{ "report", cmd_report, "Print what a recording's header tells" },
	{ "record", cmd_record, "Record events to a file" },
	{ "script", cmd_script, "Print each sample of a recording as text" },
	{ "stat", cmd_stat, "Count events while a command runs" },
	{ "version", cmd_version, "Print the version of perf" },
	{ NULL, NULL, NULL },
};

static int run(int argc, const char **argv)
{
	const struct cmd *cmd;

	if (!strcmp(argv[0], "--version") || !strcmp(argv[0], "-v"))
		return cmd_version(argc, argv);
	if (!strcmp(argv[0], "--help") || !strcmp(argv[0], "-h"))
		return cmd_help(argc, argv);
	if (argv[0][0] == '-') {
		fprintf(stderr, "perf: there is no option %s; see perf help\n", argv[0]);
		return EXIT_USAGE;
	}
	cmd = perf_command("perf", argv[0]);
	if (!cmd)
		return 1;
	return cmd->fn(argc, argv);
}

/* Installed beside another perf as perf-kvm, the program is `perf kvm`. */
static int run_as_kvm(int argc, const char **argv)
{
	argv[0] = "kvm";
	return cmd_kvm(argc, argv);
}

int main(int argc, char **argv)
{
	const char **words = calloc((size_t)argc + 1, sizeof(*words));
	const char *self = argc ? strrchr(argv[0], '/') : NULL;
	int i, status;

	if (!words)
		return 1;
	for (i = 0; i < argc; i++)
		words[i] = argv[i];
	self = self ? self + 1 : argc ? argv[0] : "perf";
	if (!strcmp(self, "perf-kvm"))
		status = run_as_kvm(argc, words);
	else
		status = argc < 2 ? perf_usage(stdout) + 1 : run(argc - 1, words + 1);
	free(words);
	/* What was printed may still be in the buffer, and the disk may be full. */
	if (fflush(stdout) || ferror(stdout)) {
		perror("perf: cannot write to standard output");
		return status ? status : 1;
	}
	return status;
}
