/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Option tables are popt's; this says, for all commands alike, what happens on
 * -h, on a wrong option, and with what is left over.
 */
#ifndef PERF_UTIL_OPTIONS_H
#define PERF_UTIL_OPTIONS_H

#include <popt.h>
#include <stdio.h>

#include "intlist.h"
#include "types.h"

#define EXIT_USAGE 129 /* as perf, and git, end on wrong usage */

/*
 * With POPT_ARGFLAG_OPTIONAL an option's argument may be left out; it is then
 * seen as "". It has to stand in the same word: -z=3, --level=3.
 */

/*
 * A POPT_ARG_STRING option that is given twice has its last argument. The strings
 * are there until cmdline__exit().
 */

/* An option that is accepted but not shown by -h: another spelling, say. */
#define OPT_HIDDEN POPT_ARGFLAG_DOC_HIDDEN

struct cmdline {
	poptContext popt; /* keeps what options point to alive until cmdline__exit() */
	const char *name; /* the command's words: "perf kvm stat report" */
	const struct poptOption *table;
	const char *const *usage; /* lines such as "[<options>]", NULL at the end */
	struct poptOption *copy;  /* @table and those that it includes, one behind the other */
	size_t nr_copied;
	struct poptOption all[3]; /* @copy and --help */
	const char **words;	  /* argv as popt sees it: it keeps pointing there */
	char **closed;		  /* those of @words that were changed on the way */
	int nr_words;
	char ***targets;   /* for each of @copy: what a POPT_ARG_STRING option points to, or NULL */
	char **strings;	   /* and what was put there; owned */
	const char **args; /* what is left behind the options; NULL at the end */
	int nr_args;
};

enum {
	CMDLINE_STOP_AT_ARG = 1, /* the first word that is no option ends the options */
};

/*
 * Parses @argv by @table. Options with a @val other than 0 are handed to
 * @seen(val, argument, data), whose return value other than 0 ends the parsing.
 * Returns 0; EXIT_USAGE with one line on stderr for a wrong option, or with
 * the help on stdout for -h and --help. Call cmdline__exit() in any case.
 */
int cmdline__parse(struct cmdline *cmd, int argc, const char **argv, int flags,
		   int (*seen)(int val, const char *arg, void *data), void *data);
void cmdline__exit(struct cmdline *cmd);

/* The help of @cmd: usage lines and options. */
void cmdline__help(const struct cmdline *cmd, FILE *out);

/* Prints "NAME: message" as one line on stderr; returns EXIT_USAGE. */
int cmdline__error(const struct cmdline *cmd, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Reads the list of numbers @text that @option gave; NULL is an empty one. 0, or
 * EXIT_USAGE after one line on stderr.
 */
int cmdline__intlist(const struct cmdline *cmd, struct intlist *list, const char *text,
		     const char *option);

struct cmd;

/* The entry of @cmds (a NULL name ends it) that @word names or uniquely begins, or NULL. */
const struct cmd *find_cmd(const struct cmd *cmds, const char *word);

#endif
