/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The commands of perf. Each takes its own argv (argv[0] is the command's
 * name) and returns perf's exit status: 0 all was well, 1 an error that has
 * been told on stderr, 129 wrong usage, or a started command's own status.
 */
#ifndef PERF_BUILTIN_H
#define PERF_BUILTIN_H

struct cmd {
	const char *name;
	int (*fn)(int argc, const char **argv);
	const char *help; /* one line */
};

int cmd_evlist(int argc, const char **argv);
int cmd_kvm(int argc, const char **argv);
int cmd_record(int argc, const char **argv);
int cmd_report(int argc, const char **argv);
int cmd_script(int argc, const char **argv);
int cmd_stat(int argc, const char **argv);
int cmd_version(int argc, const char **argv);

#endif
