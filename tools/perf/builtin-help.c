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
#include "builtin-kvm.h"
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

/* Room for "kvm stat report". */
struct help_words {
	const char *word[3];
	int nr;
	char text[64]; /* where words point to that were written as one */
};

/* `perf help kvm stat report`, or kvm-stat-report, as manual pages are called. */
static void split(struct help_words *w, int argc, const char **argv)
{
	char *save = NULL, *word;

	memset(w, 0, sizeof(*w));
	if (argc > 2 || !strchr(argv[1], '-')) {
		for (; w->nr < argc - 1 && w->nr < 3; w->nr++)
			w->word[w->nr] = argv[1 + w->nr];
		return;
	}
	snprintf(w->text, sizeof(w->text), "%s", argv[1]);
	for (word = strtok_r(w->text, "-", &save); word && w->nr < 3;
	     word = strtok_r(NULL, "-", &save))
		w->word[w->nr++] = word;
}

/*
 * Are the words behind @cmd such that it prints its help when they are followed
 * by -h? With others perf kvm stat would run a command.
 */
static bool is_subcommand(const struct cmd *cmd, const struct help_words *w)
{
	if (w->nr < 2)
		return true;
	return cmd->fn == cmd_kvm && !strcmp(w->word[1], "stat") &&
	       (w->nr < 3 || kvm_stat_has(w->word[2]));
}

int cmd_help(int argc, const char **argv)
{
	const char *words[5] = { NULL };
	struct help_words given;
	const struct cmd *cmd;
	char page[64];

	if (argc < 2 || argv[1][0] == '-')
		return perf_usage(stdout);
	split(&given, argc, argv);
	cmd = perf_command("perf help", given.nr ? given.word[0] : argv[1]);
	if (!cmd)
		return 1;
	if (!is_subcommand(cmd, &given)) {
		fprintf(stderr, "perf help: '%s %s%s%s' is not a perf command; see perf help %s\n",
			cmd->name, given.word[1], given.nr > 2 ? " " : "",
			given.nr > 2 ? given.word[2] : "", cmd->name);
		return 1;
	}
	snprintf(page, sizeof(page), "perf-%s", cmd->name);
	/* What is read by a program is the same everywhere. */
	if (isatty(STDOUT_FILENO) && !run_man(page, 1))
		return run_man(page, 0) ? 1 : 0;
	memcpy(words, given.word, sizeof(given.word));
	words[0] = cmd->name;
	words[given.nr] = "-h";
	cmd->fn(given.nr + 1, words);
	return 0;
}
