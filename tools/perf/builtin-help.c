// SPDX-License-Identifier: GPL-2.0-only
/* `perf help [COMMAND]`: the manual page where a person can read it, else the options. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "builtin.h"
#include "util/options.h"

int perf_usage(FILE *out)
{
	const struct cmd *cmd;

	fputs("usage: perf [--version] [--help] COMMAND [ARGS]\n\nThe commands are:\n", out);
	for (cmd = perf_commands; cmd->name; cmd++)
		fprintf(out, "  %-10s %s\n", cmd->name, cmd->help);
	fputs("\nSee 'perf help COMMAND' for a command, 'perf COMMAND -h' for its options.\n", out);
	return 0;
}

const struct cmd *perf_command(const char *who, const char *word)
{
	const struct cmd *cmd = find_cmd(perf_commands, word);
	const char *sep = ": ";

	if (cmd)
		return cmd;
	fprintf(stderr, "%s: '%s' is not a perf command", who, word);
	/* Too short to tell several apart? */
	for (cmd = perf_commands; cmd->name; cmd++) {
		if (!*word || strncmp(cmd->name, word, strlen(word)))
			continue;
		fprintf(stderr, "%s%s", sep, cmd->name);
		sep = " or ";
	}
	fputs(*sep == ':' ? "; see perf help\n" : "?\n", stderr);
	return NULL;
}

/*
 * Beside a distribution's perf our pages are in a section of their own. With
 * @quietly it is only found out whether there is one. man's exit status.
 */
static int run_man(const char *page, int quietly)
{
	char where[] = "-w", sections[] = "-S1kvm:1", man[] = "man";
	char *argv[] = { man, sections, quietly ? where : (char *)(uintptr_t)page,
			 quietly ? (char *)(uintptr_t)page : NULL, NULL };
	posix_spawn_file_actions_t actions;
	int status = -1, err;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	if (quietly) {
		posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
		posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	}
	err = posix_spawnp(&pid, man, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (err)
		return -1;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

int cmd_help(int argc, const char **argv)
{
	const char *words[] = { NULL, "-h", NULL };
	const struct cmd *cmd;
	char page[64];

	if (argc < 2 || argv[1][0] == '-')
		return perf_usage(stdout);
	cmd = perf_command("perf help", argv[1]);
	if (!cmd)
		return 1;
	snprintf(page, sizeof(page), "perf-%s", cmd->name);
	/* What is read by a program is the same everywhere. */
	if (isatty(STDOUT_FILENO) && !run_man(page, 1))
		return run_man(page, 0) ? 1 : 0;
	words[0] = cmd->name;
	cmd->fn(2, words);
	return 0;
}
