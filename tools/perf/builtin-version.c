// SPDX-License-Identifier: GPL-2.0-only
/* `perf version`, and what it was built with. */
#include <stdio.h>

#include "builtin.h"
#include "util/options.h"

/* By the names that scripts look for; a library that nothing here uses is off. */
static const struct {
	const char *name, *macro;
	bool on;
} build_options[] = {
	{ "libtraceevent", "HAVE_LIBTRACEEVENT", true },
	{ "libtracefs", "HAVE_LIBTRACEFS", true },
	{ "libslang", "HAVE_SLANG_SUPPORT", true },
	{ "zstd", "HAVE_ZSTD_SUPPORT", true },
	{ "libbpf", "HAVE_LIBBPF_SUPPORT", false },
	{ "dwarf", "HAVE_DWARF_SUPPORT", false },
	{ "libunwind", "HAVE_LIBUNWIND_SUPPORT", false },
	{ "libperl", "HAVE_LIBPERL_SUPPORT", false },
	{ "libpython", "HAVE_LIBPYTHON_SUPPORT", false },
	{ "aio", "HAVE_AIO_SUPPORT", false },
};

static void print_build_options(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(build_options); i++)
		printf("%22s: [ %-3s ]  # %s\n", build_options[i].name,
		       build_options[i].on ? "on" : "OFF", build_options[i].macro);
}

int cmd_version(int argc, const char **argv)
{
	int options_too = 0, verbose = 0, status;
	const struct poptOption options[] = {
		{ "build-options", 0, POPT_ARG_NONE, &options_too, 0, "Show what it was built with",
		  NULL },
		{ "verbose", 'v', POPT_ARG_NONE, &verbose, 0, "The same", NULL },
		POPT_TABLEEND,
	};
	static const char *const usage[] = { "[--build-options]", NULL };
	struct cmdline cmd = { .name = "perf version", .table = options, .usage = usage };

	status = cmdline__parse(&cmd, argc, argv, 0, NULL, NULL);
	if (!status && cmd.nr_args)
		status = cmdline__error(&cmd, "%s: what is this? There is --build-options",
					cmd.args[0]);
	if (!status) {
		puts("perf version " PERF_VERSION);
		if (options_too || verbose)
			print_build_options();
	}
	cmdline__exit(&cmd);
	return status;
}
