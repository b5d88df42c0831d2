// SPDX-License-Identifier: GPL-2.0-only
/* `perf kvm`: host and guest options, then one of its subcommands. */
#include <stdio.h>

#include "builtin.h"
#include "util/options.h"

int cmd_kvm(int argc, const char **argv)
{
	static const struct poptOption options[] = { POPT_TABLEEND };
	static const char *const usage[] = { "[<options>] stat report [<options>]", NULL };
	struct cmdline cmd = { .name = "perf kvm", .table = options, .usage = usage };
	int status = cmdline__parse(&cmd, argc, argv, CMDLINE_STOP_AT_ARG, NULL, NULL);

	cmdline__exit(&cmd);
	return status;
}
