// SPDX-License-Identifier: GPL-2.0-only
/* `perf kvm stat`: record, report and live; any other word is a command for perf stat. */
#include <stdio.h>
#include <string.h>

#include "builtin.h"
#include "builtin-kvm.h"
#include "util/options.h"

static const struct {
	const char *name;
	int (*fn)(int argc, const char **argv, const struct kvm_opts *opts);
} subcommands[] = {
	{ "live", cmd_kvm_stat_live },
	{ "record", cmd_kvm_stat_record },
	{ "report", cmd_kvm_stat_report },
};

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
	size_t i, len;

	if (argc < 2)
		return usage(stderr);
	if (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help"))
		return usage(stdout);
	/* Three letters at least: shorter ones may well be somebody's command. */
	len = strlen(argv[1]);
	for (i = 0; i < ARRAY_SIZE(subcommands); i++) {
		if (len >= 3 && !strncmp(subcommands[i].name, argv[1], len))
			return subcommands[i].fn(argc - 1, argv + 1, opts);
	}
	return cmd_stat(argc, argv);
}
