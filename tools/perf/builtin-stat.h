/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of `perf stat` share. */
#ifndef PERF_BUILTIN_STAT_H
#define PERF_BUILTIN_STAT_H

#include "ui/stat.h"
#include "util/options.h"

/* What the words of one `perf stat` come to. */
struct stat_cmd {
	struct cmdline cmdline;
	struct evlist evlist;
	struct stat_opts opts;
	struct stat_output out;
	struct stat_run run;
	char *pid, *tid, *cpu_list, *separator, *output; /* what the user wrote; owned */
	u64 repeat;
	unsigned int detailed, verbose;
	u64 log_fd;
	u64 nr_ticks;
	bool has_events, null_run, json, big_num_wished, no_big_num, append, summary, quiet;
	bool no_csv_summary, log_to_fd, forever;
};

/* Parses the words of the command. 0, or the exit status with all said. */
int stat_cmd__parse(struct stat_cmd *cmd, int argc, const char **argv);
/* Adds the events of @words. 0, or the exit status with all said. */
int stat_cmd__add_events(struct stat_cmd *cmd, const char *words);
void stat_cmd__exit(struct stat_cmd *cmd);

#endif
