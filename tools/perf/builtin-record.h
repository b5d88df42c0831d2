/* SPDX-License-Identifier: GPL-2.0-only */
/* What `perf record` and `perf kvm stat record` share: options, and what is said at the end. */
#ifndef PERF_BUILTIN_RECORD_H
#define PERF_BUILTIN_RECORD_H

#include "util/options.h"
#include "util/recording/record.h"

struct record_cmd {
	struct cmdline cmdline;
	struct record_opts opts;
	struct evlist evlist; /* those of -e, with their filters, as they are named */
	bool quiet;
	int verbose;
	const char **argv; /* as the command got it */
	const char *only;  /* --only of `perf kvm stat record` */
	char *kept[8];	   /* option arguments that opts points to */
	unsigned int nr_kept;
};

/* The options that both have; to be included in a table, with record_cmd__seen(). */
extern const struct poptOption record_common_options[];

/*
 * An option's handler for cmdline__parse(), its data a struct record_cmd.
 * Returns 0 or EXIT_USAGE, having told why.
 */
int record_cmd__seen(int val, const char *arg, void *data);

void record_cmd__init(struct record_cmd *cmd, const char *name, const struct poptOption *table,
		      const char *const *usage);
void record_cmd__exit(struct record_cmd *cmd);

/* Do the options go together, and are they what they should be? 0, or EXIT_USAGE, told. */
int record_cmd__check(const struct record_cmd *cmd);

/*
 * Records, tells how it went on stderr, and returns perf's exit status. The
 * options' target, output and evlist must be settled.
 */
int record_cmd__run(struct record_cmd *cmd);

/* Keeps a copy of an option's argument until record_cmd__exit(); NULL when out of memory. */
const char *record_cmd__keep(struct record_cmd *cmd, const char *arg);

#endif
