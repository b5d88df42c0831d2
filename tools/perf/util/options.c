// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

#include "options.h"
#include "../builtin.h"

#define HELP_VAL   0x7fff  /* no command's own value */
#define STRING_VAL 0x10000 /* and the place in cmd->copy */

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

/* Hands @arg to the option at @nr of cmd->copy; of several the last one counts. */
static void take_string(struct cmdline *cmd, size_t nr, char *arg)
{
	size_t i;

	for (i = 0; i < cmd->nr_copied; i++) {
		if (cmd->targets[i] != cmd->targets[nr])
			continue;
		free(cmd->strings[i]);
		cmd->strings[i] = NULL;
	}
	cmd->strings[nr] = arg;
	*cmd->targets[nr] = arg;
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
		if (val >= STRING_VAL) {
			take_string(cmd, (size_t)(val - STRING_VAL), arg);
			continue;
		}
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

static bool is_end(const struct poptOption *opt)
{
	return !opt->longName && !opt->shortName && !opt->arg;
}

static const struct poptOption *find_option(const struct poptOption *table, const char *name,
					    char letter)
{
	for (; !is_end(table); table++) {
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

/* How many entries @table has, with those that it includes, and all ends. */
static size_t nr_entries(const struct poptOption *table)
{
	size_t nr = 1;

	for (; !is_end(table); table++) {
		nr++;
		if ((table->argInfo & POPT_ARG_MASK) == POPT_ARG_INCLUDE_TABLE)
			nr += nr_entries(table->arg);
	}
	return nr;
}

/*
 * popt makes a string for each option that has one, leaves it to the caller, and
 * forgets it when the option is given again. So options with strings are changed
 * to such that are told of, and take_string() does popt's work.
 */
static struct poptOption *copy_table(struct cmdline *cmd, const struct poptOption *table)
{
	struct poptOption *copy = cmd->copy + cmd->nr_copied, *opt;
	size_t nr = 0;

	while (!is_end(&table[nr]))
		nr++;
	memcpy(copy, table, (nr + 1) * sizeof(*copy));
	cmd->nr_copied += nr + 1;
	for (opt = copy; !is_end(opt); opt++) {
		unsigned int type = opt->argInfo & POPT_ARG_MASK;

		if (type == POPT_ARG_INCLUDE_TABLE) {
			opt->arg = copy_table(cmd, opt->arg);
		} else if (type == POPT_ARG_STRING && opt->arg && !opt->val) {
			opt->val = STRING_VAL + (int)(opt - cmd->copy);
			cmd->targets[opt - cmd->copy] = opt->arg;
			opt->arg = NULL;
		}
	}
	return copy;
}

static int cmdline__copy_table(struct cmdline *cmd)
{
	size_t nr = nr_entries(cmd->table);

	cmd->copy = calloc(nr, sizeof(*cmd->copy));
	cmd->targets = calloc(nr, sizeof(*cmd->targets));
	cmd->strings = calloc(nr, sizeof(*cmd->strings));
	if (!cmd->copy || !cmd->targets || !cmd->strings)
		return -ENOMEM;
	copy_table(cmd, cmd->table);
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
	cmd->copy = NULL;
	cmd->nr_copied = 0;
	cmd->targets = NULL;
	cmd->strings = NULL;
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
	if (close_optional(cmd, argc) || cmdline__copy_table(cmd))
		return cmdline__error(cmd, "out of memory") && 1;
	cmd->all[0] = (struct poptOption){ NULL,       0,   POPT_ARG_INCLUDE_TABLE, cmd->copy, 0,
					   "Options:", NULL };
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
	size_t i;

	for (i = 0; cmd->closed && i < (size_t)cmd->nr_words; i++)
		free(cmd->closed[i]);
	free(cmd->closed);
	cmd->closed = NULL;
	for (i = 0; cmd->strings && i < cmd->nr_copied; i++)
		free(cmd->strings[i]);
	free(cmd->strings);
	free(cmd->targets);
	cmd->strings = NULL;
	cmd->targets = NULL;
	free(cmd->args);
	cmd->args = NULL;
	cmd->popt = poptFreeContext(cmd->popt);
	free(cmd->copy); /* popt looked at it up to here */
	cmd->copy = NULL;
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
