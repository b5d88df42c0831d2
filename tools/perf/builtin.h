/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The commands of perf. Each takes its own argv (argv[0] is the command's
 * name) and returns perf's exit status: 0 all was well, 1 an error that has
 * been told on stderr, 129 wrong usage, or a started command's own status.
 */
#ifndef PERF_BUILTIN_H
#define PERF_BUILTIN_H

#include <stdio.h>

struct cmd {
	const char *name;
	int (*fn)(int argc, const char **argv);
	const char *help; /* one line */
};

/* All of them; a NULL name ends it. */
extern const struct cmd perf_commands[];

/* The one that @word names or uniquely begins; NULL if there is none, which @who has told. */
const struct cmd *perf_command(const char *who, const char *word);

/* What there is. 0. */
int perf_usage(FILE *out);

int cmd_evlist(int argc, const char **argv);
int cmd_help(int argc, const char **argv);
int cmd_kvm(int argc, const char **argv);
int cmd_record(int argc, const char **argv);
int cmd_report(int argc, const char **argv);
int cmd_script(int argc, const char **argv);
int cmd_stat(int argc, const char **argv);
int cmd_version(int argc, const char **argv);

#endif
