// SPDX-License-Identifier: GPL-2.0-only
/* `perf kvm stat`: record, report and live; any other word is a command for perf stat. */
#include <stdio.h>
#include <string.h>

#include "builtin.h"
#include "builtin-kvm.h"
#include "util/options.h"

static const struct subcommand {
	const char *name;
	int (*fn)(int argc, const char **argv, const struct kvm_opts *opts);
	bool reads, writes; /* a recording */
} subcommands[] = {
	{ "live", cmd_kvm_stat_live, false, false },
	{ "record", cmd_kvm_stat_record, false, true },
	{ "report", cmd_kvm_stat_report, true, false },
};

/* The subcommand that @word is or begins, or NULL. */
static const struct subcommand *find_subcommand(const char *word)
{
	size_t i, len = strlen(word);

	/* Three letters at least: shorter ones may well be somebody's command. */
	for (i = 0; i < ARRAY_SIZE(subcommands); i++) {
		if (len >= 3 && !strncmp(subcommands[i].name, word, len))
			return &subcommands[i];
	}
	return NULL;
}

bool kvm_stat_has(const char *word)
{
	return find_subcommand(word);
}

/* Nobody shall believe that a file was read, or written, which was not touched. */
static int check_files(const struct subcommand *sub, const struct kvm_opts *opts)
{
	if (opts->input && !(sub && sub->reads))
		fprintf(stderr, "perf kvm: -i %s: only stat report reads a recording%s\n",
			opts->input, sub && sub->writes ? "; to write one: -o" : "");
	else if (opts->output && !(sub && sub->writes))
		fprintf(stderr, "perf kvm: -o %s: only stat record writes a recording%s\n",
			opts->output, sub && sub->reads ? "; to read one: -i" : "");
	else
		return 0;
	return EXIT_USAGE;
}

static int usage(FILE *out)
{
	fputs("Usage: perf kvm [<options>] stat record [<options>] [<command>]\n"
	      "   or: perf kvm [<options>] stat report [<options>]\n"
	      "   or: perf kvm [<options>] stat live [<options>] [<command>]\n"
	      "See 'perf kvm stat record -h', report -h and live -h for their options.\n",
	      out);
	return EXIT_USAGE;
}

int cmd_kvm_stat(int argc, const char **argv, const struct kvm_opts *opts)
{
	const struct subcommand *sub;
	int status;

	if (argc < 2)
		return usage(stderr);
	if (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help"))
		return usage(stdout);
	sub = find_subcommand(argv[1]);
	status = check_files(sub, opts);
	if (status)
		return status;
	return sub ? sub->fn(argc - 1, argv + 1, opts) : cmd_stat(argc, argv);
}
