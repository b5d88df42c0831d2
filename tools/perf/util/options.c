// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

#include "options.h"
#include "../builtin.h"

#define HELP_VAL 0x7fff /* no command's own value */

void cmdline__help(const struct cmdline *cmd, FILE *out)
{
	const char *const *line = cmd->usage;

	poptSetOtherOptionHelp(cmd->popt, *line ? *line : "[<options>]");
	poptPrintHelp(cmd->popt, out, 0);
	if (!*line)
		return;
	for (line++; *line; line++)
		fprintf(out, "   or: %s %s\n", cmd->name, *line);
}

int cmdline__error(const struct cmdline *cmd, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s: ", cmd->name);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	return EXIT_USAGE;
}

static int cmdline__collect_args(struct cmdline *cmd)
{
	const char **args = poptGetArgs(cmd->popt);
	int i;

	for (cmd->nr_args = 0; args && args[cmd->nr_args]; cmd->nr_args++)
		;
	cmd->args = calloc(cmd->nr_args + 1, sizeof(*cmd->args));
	if (!cmd->args)
		return -ENOMEM;
	for (i = 0; i < cmd->nr_args; i++)
		cmd->args[i] = args[i];
	return 0;
}

static int cmdline__options(struct cmdline *cmd, int (*seen)(int val, const char *arg, void *data),
			    void *data)
{
	int val, err;

	while ((val = poptGetNextOpt(cmd->popt)) > 0) {
		char *arg;

		if (val == HELP_VAL) {
			cmdline__help(cmd, stdout);
			return EXIT_USAGE;
		}
		arg = poptGetOptArg(cmd->popt);
		err = seen ? seen(val, arg, data) : 0;
		free(arg);
		if (err)
			return err;
	}
	if (val < -1)
		return cmdline__error(cmd, "%s: %s; see %s -h",
				      poptBadOption(cmd->popt, POPT_BADOPTION_NOALIAS),
				      poptStrerror(val), cmd->name);
	return 0;
}

int cmdline__parse(struct cmdline *cmd, int argc, const char **argv, int flags,
		   int (*seen)(int val, const char *arg, void *data), void *data)
{
	const char **words = calloc(argc + 1, sizeof(*words));
	int i, err;

	cmd->words = words;
	cmd->popt = NULL;
	cmd->args = NULL;
	cmd->all[0] = (struct poptOption){
		NULL, 0, POPT_ARG_INCLUDE_TABLE, (void *)(uintptr_t)cmd->table, 0, "Options:", NULL
	};
	cmd->all[1] = (struct poptOption){ "help",	     'h', POPT_ARG_NONE, NULL, HELP_VAL,
					   "Show this help", NULL };
	cmd->all[2] = (struct poptOption)POPT_TABLEEND;
	if (!words)
		return cmdline__error(cmd, "out of memory") && 1;
	words[0] = cmd->name; /* what the help calls the program */
	for (i = 1; i < argc; i++)
		words[i] = argv[i];
	cmd->popt = poptGetContext(NULL, argc, words, cmd->all,
				   flags & CMDLINE_STOP_AT_ARG ? POPT_CONTEXT_POSIXMEHARDER : 0);
	if (!cmd->popt)
		return cmdline__error(cmd, "out of memory") && 1;
	err = cmdline__options(cmd, seen, data);
	if (!err && cmdline__collect_args(cmd))
		err = cmdline__error(cmd, "out of memory") && 1;
	return err;
}

void cmdline__exit(struct cmdline *cmd)
{
	free(cmd->args);
	cmd->args = NULL;
	cmd->popt = poptFreeContext(cmd->popt);
	free(cmd->words);
	cmd->words = NULL;
}

const struct cmd *find_cmd(const struct cmd *cmds, const char *word)
{
	const struct cmd *cmd, *found = NULL;
	size_t len = strlen(word);

	for (cmd = cmds; cmd->name; cmd++) {
		if (!strcmp(cmd->name, word))
			return cmd;
		if (!len || strncmp(cmd->name, word, len))
			continue;
		if (found)
			return NULL;
		found = cmd;
	}
	return found;
}
