// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

#include "options.h"
#include "../builtin.h"

#define HELP_VAL 0x7fff /* no command's own value */

/* popt knows of one usage line only: the others go between that and its table. */
void cmdline__help(const struct cmdline *cmd, FILE *out)
{
	const char *const *line = cmd->usage;
	char *text = NULL, *table;
	size_t size;
	FILE *mem = open_memstream(&text, &size);

	if (!mem)
		return;
	poptSetOtherOptionHelp(cmd->popt, *line ? *line : "[<options>]");
	poptPrintHelp(cmd->popt, mem, 0);
	if (!fclose(mem)) {
		table = text + strcspn(text, "\n");
		table += *table == '\n';
		fwrite(text, 1, (size_t)(table - text), out);
		for (line += *line != NULL; *line; line++)
			fprintf(out, "   or: %s %s\n", cmd->name, *line);
		fputs(table, out);
	}
	free(text);
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

int cmdline__intlist(const struct cmdline *cmd, struct intlist *list, const char *text,
		     const char *option)
{
	const char *at;
	int err = text ? intlist__parse(list, text, &at) : 0;

	if (!err)
		return 0;
	if (err == -ERANGE)
		return cmdline__error(
			cmd,
			"%s: '%.*s' is a number above 2147483647, or a range that runs backwards",
			option, (int)strcspn(at, ","), at);
	if (err == -ENOMEM)
		return cmdline__error(cmd, "out of memory");
	return cmdline__error(cmd, "%s: '%s' is not a list of numbers such as 0,2-5", option, text);
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

static const struct poptOption *find_option(const struct poptOption *table, const char *name,
					    char letter)
{
	for (; table->longName || table->shortName || table->arg; table++) {
		const struct poptOption *found;

		if ((table->argInfo & POPT_ARG_MASK) == POPT_ARG_INCLUDE_TABLE) {
			found = find_option(table->arg, name, letter);
			if (found)
				return found;
		} else if (name ? table->longName && !strcmp(table->longName, name)
				: table->shortName == letter) {
			return table;
		}
	}
	return NULL;
}

/* The option of @word that takes its argument from the word behind, or NULL. */
static const struct poptOption *open_option(const struct poptOption *table, const char *word)
{
	const struct poptOption *opt = NULL;

	if (word[1] == '-') {
		opt = strchr(word, '=') ? NULL : find_option(table, word + 2, 0);
		return opt && (opt->argInfo & POPT_ARG_MASK) ? opt : NULL;
	}
	for (word++; *word; word++) {
		opt = find_option(table, NULL, *word);
		if (!opt)
			return NULL;
		if (opt->argInfo & POPT_ARG_MASK)
			return word[1] ? NULL : opt;
	}
	return NULL;
}

/*
 * An argument that may be left out has to stand in the option's own word, as in
 * -z=3: popt would take the next word, which may be a command. Where it is left
 * out, an empty one is put in.
 */
static int close_optional(struct cmdline *cmd, int argc)
{
	int i;

	for (i = 1; i < argc && cmd->words[i][0] == '-' && strcmp(cmd->words[i], "--"); i++) {
		const struct poptOption *opt = open_option(cmd->table, cmd->words[i]);

		if (!opt)
			continue;
		if (!(opt->argInfo & POPT_ARGFLAG_OPTIONAL)) {
			i++;
			continue;
		}
		if (asprintf(&cmd->closed[i], "%s=", cmd->words[i]) < 0) {
			cmd->closed[i] = NULL;
			return -ENOMEM;
		}
		cmd->words[i] = cmd->closed[i];
	}
	return 0;
}

/* Lists, from number @nr on, where options of @table put strings; only counts if @targets is NULL. */
static int list_targets(const struct poptOption *table, char ***targets, int nr)
{
	for (; table->longName || table->shortName || table->arg; table++) {
		unsigned int type = table->argInfo & POPT_ARG_MASK;

		if (type == POPT_ARG_INCLUDE_TABLE) {
			nr = list_targets(table->arg, targets, nr);
		} else if (type == POPT_ARG_STRING && table->arg) {
			if (targets)
				targets[nr] = table->arg;
			nr++;
		}
	}
	return nr;
}

static int cmdline__list_targets(struct cmdline *cmd)
{
	int i;

	cmd->nr_strings = list_targets(cmd->table, NULL, 0);
	cmd->targets = calloc(cmd->nr_strings + 1, sizeof(*cmd->targets));
	cmd->strings = calloc(cmd->nr_strings + 1, sizeof(*cmd->strings));
	if (!cmd->targets || !cmd->strings)
		return -ENOMEM;
	list_targets(cmd->table, cmd->targets, 0);
	for (i = 0; i < cmd->nr_strings; i++)
		cmd->strings[i] = *cmd->targets[i];
	return 0;
}

/*
 * popt leaves the strings that it makes to the options' owners: cmd->strings
 * become those that were not there before, each once.
 */
static void cmdline__own_strings(struct cmdline *cmd)
{
	int i, j;

	for (i = 0; i < cmd->nr_strings; i++) {
		char *now = *cmd->targets[i];

		cmd->strings[i] = now == cmd->strings[i] ? NULL : now;
		for (j = 0; j < i; j++) {
			if (cmd->targets[j] == cmd->targets[i])
				cmd->strings[i] = NULL;
		}
	}
}

int cmdline__parse(struct cmdline *cmd, int argc, const char **argv, int flags,
		   int (*seen)(int val, const char *arg, void *data), void *data)
{
	const char **words = calloc(argc + 1, sizeof(*words));
	int i, err;

	cmd->words = words;
	cmd->popt = NULL;
	cmd->args = NULL;
	cmd->targets = NULL;
	cmd->strings = NULL;
	cmd->nr_strings = 0;
	cmd->all[0] = (struct poptOption){
		NULL, 0, POPT_ARG_INCLUDE_TABLE, (void *)(uintptr_t)cmd->table, 0, "Options:", NULL
	};
	cmd->all[1] = (struct poptOption){ "help",	     'h', POPT_ARG_NONE, NULL, HELP_VAL,
					   "Show this help", NULL };
	cmd->all[2] = (struct poptOption)POPT_TABLEEND;
	cmd->closed = calloc((size_t)argc + 1, sizeof(*cmd->closed));
	cmd->nr_words = argc;
	if (!words || !cmd->closed)
		return cmdline__error(cmd, "out of memory") && 1;
	words[0] = cmd->name; /* what the help calls the program */
	for (i = 1; i < argc; i++)
		words[i] = argv[i];
	if (close_optional(cmd, argc) || cmdline__list_targets(cmd))
		return cmdline__error(cmd, "out of memory") && 1;
	cmd->popt = poptGetContext(NULL, argc, words, cmd->all,
				   flags & CMDLINE_STOP_AT_ARG ? POPT_CONTEXT_POSIXMEHARDER : 0);
	if (!cmd->popt)
		return cmdline__error(cmd, "out of memory") && 1;
	err = cmdline__options(cmd, seen, data);
	cmdline__own_strings(cmd);
	if (!err && cmdline__collect_args(cmd))
		err = cmdline__error(cmd, "out of memory") && 1;
	return err;
}

void cmdline__exit(struct cmdline *cmd)
{
	int i;

	for (i = 0; cmd->closed && i < cmd->nr_words; i++)
		free(cmd->closed[i]);
	free(cmd->closed);
	cmd->closed = NULL;
	for (i = 0; cmd->strings && i < cmd->nr_strings; i++)
		free(cmd->strings[i]);
	free(cmd->strings);
	free(cmd->targets);
	cmd->strings = NULL;
	cmd->targets = NULL;
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
