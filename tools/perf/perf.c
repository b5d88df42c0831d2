// SPDX-License-Identifier: GPL-2.0-only
/* The command table; nothing else. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "util/options.h"

static const struct cmd commands[] = {
	{ "evlist", cmd_evlist, "List the events of a recording" },
	{ "kvm", cmd_kvm, "See where the guests' time goes on a KVM host" },
	{ "report", cmd_report, "Print what a recording's header tells" },
	{ "record", cmd_record, "Record events to a file" },
	{ "script", cmd_script, "Print each sample of a recording as text" },
	{ "stat", cmd_stat, "Count events while a command runs" },
	{ "version", cmd_version, "Print the version of perf" },
	{ NULL, NULL, NULL },
};

static int usage(FILE *out, int status)
{
	const struct cmd *cmd;

	fputs("usage: perf [--version] [--help] COMMAND [ARGS]\n\nThe commands are:\n", out);
	for (cmd = commands; cmd->name; cmd++)
		fprintf(out, "  %-10s %s\n", cmd->name, cmd->help);
	fputs("\nSee 'perf COMMAND -h' for the options of a command.\n", out);
	return status;
}

static int cmd_help(int argc, const char **argv)
{
	const char *words[3] = { NULL, "-h", NULL };
	const struct cmd *cmd;

	if (argc < 2)
		return usage(stdout, 0);
	cmd = find_cmd(commands, argv[1]);
	if (!cmd) {
		fprintf(stderr, "perf help: '%s' is not a perf command; see perf help\n", argv[1]);
		return 1;
	}
	words[0] = cmd->name;
	cmd->fn(2, words);
	return 0;
}

int cmd_version(int argc, const char **argv)
{
	(void)argc;
	(void)argv;
	puts("perf version " PERF_VERSION);
	return 0;
}

static int run(int argc, const char **argv)
{
	const struct cmd *cmd;

	if (!strcmp(argv[0], "--version") || !strcmp(argv[0], "-v"))
		return cmd_version(argc, argv);
	if (!strcmp(argv[0], "--help") || !strcmp(argv[0], "-h") || !strcmp(argv[0], "help"))
		return cmd_help(argc, argv);
	cmd = find_cmd(commands, argv[0]);
	if (!cmd) {
		fprintf(stderr, "perf: '%s' is not a perf %s; see perf help\n", argv[0],
			argv[0][0] == '-' ? "option" : "command");
		return argv[0][0] == '-' ? EXIT_USAGE : 1;
	}
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
		status = argc < 2 ? usage(stdout, 1) : run(argc - 1, words + 1);
	free(words);
	/* What was printed may still be in the buffer, and the disk may be full. */
	if (fflush(stdout) || ferror(stdout)) {
		perror("perf: cannot write to standard output");
		return status ? status : 1;
	}
	return status;
}
