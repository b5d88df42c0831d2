// SPDX-License-Identifier: GPL-2.0-only
/* `perf record`: events to a file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-record.h"
#include "util/opening/parse-events.h"
#include "util/parse-size.h"
#include "util/sysfile.h"

enum {
	OPT_EVENT = 'e',
	OPT_PID = 'p',
	OPT_TID = 't',
	OPT_ALL_CPUS = 'a',
	OPT_CPU = 'C',
	OPT_PERIOD = 'c',
	OPT_FREQ = 'F',
	OPT_OUTPUT = 'o',
	OPT_PAGES = 'm',
	OPT_CALLCHAIN = 'g',
	OPT_CLOCKID = 'k',
	OPT_NO_INHERIT = 'i',
	OPT_NO_BUILDID = 'B',
	OPT_QUIET = 'q',
	OPT_VERBOSE = 'v',
	OPT_DELAY = 'D',
	OPT_COMPRESS = 'z',
	OPT_NONE = 'R', /* taken for the sake of other perf's users: it is so anyway */
	OPT_FILTER = 256,
	OPT_CALL_GRAPH,
	OPT_TIMEOUT,
	OPT_MAX_SIZE,
};

const struct poptOption record_common_options[] = {
	{ "event", 'e', POPT_ARG_STRING, NULL, OPT_EVENT,
	  "Record these events: names, tracepoints (sched:*), rNNN, pmu/term=value/", "EVENTS" },
	{ "filter", 0, POPT_ARG_STRING, NULL, OPT_FILTER,
	  "Of the tracepoint before, only what the kernel's filter lets through", "FILTER" },
	{ "pid", 'p', POPT_ARG_STRING, NULL, OPT_PID,
	  "Watch all threads of these processes, and those that they start", "PIDS" },
	{ "tid", 't', POPT_ARG_STRING, NULL, OPT_TID, "Watch these threads", "TIDS" },
	{ "all-cpus", 'a', POPT_ARG_NONE, NULL, OPT_ALL_CPUS, "Watch the whole machine", NULL },
	{ "cpu", 'C', POPT_ARG_STRING, NULL, OPT_CPU, "Watch these CPUs only", "LIST" },
	{ "output", 'o', POPT_ARG_STRING, NULL, OPT_OUTPUT,
	  "Write to this file (an older one is kept as FILE.old), or - for a pipe", "FILE" },
	{ "mmap-pages", 'm', POPT_ARG_STRING, NULL, OPT_PAGES,
	  "Size of each CPU's buffer: pages, or bytes with B, K, M or G (default 1024)", "SIZE" },
	{ "compression-level", 'z', POPT_ARG_STRING | POPT_ARGFLAG_OPTIONAL, NULL, OPT_COMPRESS,
	  "Compress with zstd, level 1 (default) to 22", "LEVEL" },
	{ "max-size", 0, POPT_ARG_STRING, NULL, OPT_MAX_SIZE,
	  "End when so much has been written: bytes with B, K, M or G", "SIZE" },
	{ "delay", 'D', POPT_ARG_STRING, NULL, OPT_DELAY, "Begin so many ms later", "MS" },
	{ "timeout", 0, POPT_ARG_STRING, NULL, OPT_TIMEOUT, "End after so many ms", "MS" },
	{ "count", 'c', POPT_ARG_STRING, NULL, OPT_PERIOD, "One sample in so many events", "N" },
	{ "freq", 'F', POPT_ARG_STRING, NULL, OPT_FREQ,
	  "So many samples a second and event, or max", "HZ" },
	{ NULL, 'g', POPT_ARG_NONE, NULL, OPT_CALLCHAIN, "Record who called, by frame pointers",
	  NULL },
	{ "call-graph", 0, POPT_ARG_STRING, NULL, OPT_CALL_GRAPH, "The same: fp", "MODE" },
	{ "clockid", 'k', POPT_ARG_STRING, NULL, OPT_CLOCKID,
	  "Take time from this clock, such as monotonic", "CLOCK" },
	{ "no-inherit", 'i', POPT_ARG_NONE, NULL, OPT_NO_INHERIT,
	  "Do not watch the threads that watched ones start", NULL },
	{ "no-buildid", 'B', POPT_ARG_NONE, NULL, OPT_NO_BUILDID, "Record no build ids", NULL },
	{ "quiet", 'q', POPT_ARG_NONE, NULL, OPT_QUIET, "Say nothing but errors", NULL },
	{ "verbose", 'v', POPT_ARG_NONE, NULL, OPT_VERBOSE, "Say more", NULL },
	{ "raw-samples", 'R', POPT_ARG_NONE | OPT_HIDDEN, NULL, OPT_NONE, NULL, NULL },
	{ "timestamp", 'T', POPT_ARG_NONE | OPT_HIDDEN, NULL, OPT_NONE, NULL, NULL },
	{ "no-buildid-cache", 'N', POPT_ARG_NONE | OPT_HIDDEN, NULL, OPT_NONE, NULL, NULL },
	{ "force", 'f', POPT_ARG_NONE | OPT_HIDDEN, NULL, OPT_NONE, NULL, NULL },
	POPT_TABLEEND
};

const char *record_cmd__keep(struct record_cmd *cmd, const char *arg)
{
	char *copy = cmd->nr_kept < ARRAY_SIZE(cmd->kept) ? strdup(arg) : NULL;

	if (copy)
		cmd->kept[cmd->nr_kept++] = copy;
	return copy;
}

/* Keeps the argument of an option that may be given once. */
static int keep_once(struct record_cmd *cmd, const char **to, const char *option, const char *arg)
{
	if (*to)
		return cmdline__error(&cmd->cmdline, "%s is given twice: give it one list or name",
				      option);
	*to = record_cmd__keep(cmd, arg);
	return *to ? 0 : cmdline__error(&cmd->cmdline, "out of memory");
}

static int number(struct record_cmd *cmd, const char *option, const char *arg, u64 *to)
{
	if (parse_u64(arg, 10, to) && *to)
		return 0;
	return cmdline__error(&cmd->cmdline, "%s %s: not a number above 0", option, arg);
}

static int add_events(struct record_cmd *cmd, const char *words)
{
	struct parse_events_error error;
	int ret = parse_events(&cmd->evlist, words, NULL, &error);

	if (!ret)
		return 0;
	fprintf(stderr, "%s: %s\n", cmd->cmdline.name, error.text);
	/* Only words that are no events are wrong usage. */
	return ret == -EINVAL ? EXIT_USAGE : 1;
}

static int add_filter(struct record_cmd *cmd, const char *filter)
{
	struct parse_events_error error;

	return parse_filter(&cmd->evlist, filter, &error)
		       ? cmdline__error(&cmd->cmdline, "%s", error.text)
		       : 0;
}

static int set_freq(struct record_cmd *cmd, const char *arg)
{
	if (!strcmp(arg, "max")) {
		cmd->opts.freq = UINT64_MAX;
		return 0;
	}
	return number(cmd, "-F", arg, &cmd->opts.freq);
}

static int set_level(struct record_cmd *cmd, const char *arg)
{
	u64 level = 1;

	if (*arg && (!parse_u64(arg, 10, &level) || !level || level > 22))
		return cmdline__error(&cmd->cmdline, "-z=%s: not a level from 1 to 22", arg);
	cmd->opts.compress_level = (int)level;
	return 0;
}

static int seen_number(struct record_cmd *cmd, int val, const char *arg)
{
	struct record_opts *opts = &cmd->opts;

	switch (val) {
	case OPT_PERIOD:
		return number(cmd, "-c", arg, &opts->period);
	case OPT_FREQ:
		return set_freq(cmd, arg);
	case OPT_DELAY:
		if (parse_u64(arg, 10, &opts->delay_ms))
			return 0;
		return cmdline__error(&cmd->cmdline, "-D %s: not a number of milliseconds", arg);
	case OPT_TIMEOUT:
		return number(cmd, "--timeout", arg, &opts->timeout_ms);
	case OPT_COMPRESS:
		return set_level(cmd, arg);
	case OPT_PAGES:
		if (!parse_pages(arg, &opts->mmap_pages))
			return 0;
		return cmdline__error(&cmd->cmdline,
				      "-m %s: not a number of pages, or a size such as 4M", arg);
	case OPT_MAX_SIZE:
		if (!parse_bytes(arg, &opts->max_size) && opts->max_size)
			return 0;
		return cmdline__error(&cmd->cmdline, "--max-size %s: not a size such as 100M", arg);
	case OPT_CLOCKID:
		opts->use_clockid = true;
		if (!parse_clockid(arg, &opts->clockid))
			return 0;
		return cmdline__error(&cmd->cmdline, "-k %s: not a clock such as monotonic", arg);
	default:
		return 0;
	}
}

int record_cmd__seen(int val, const char *arg, void *data)
{
	struct record_cmd *cmd = data;
	struct record_opts *opts = &cmd->opts;

	switch (val) {
	case OPT_EVENT:
		return add_events(cmd, arg);
	case OPT_FILTER:
		return add_filter(cmd, arg);
	case OPT_PID:
		return keep_once(cmd, &opts->target.pid, "-p", arg);
	case OPT_TID:
		return keep_once(cmd, &opts->target.tid, "-t", arg);
	case OPT_CPU:
		return keep_once(cmd, &opts->target.cpu_list, "-C", arg);
	case OPT_OUTPUT:
		opts->output = record_cmd__keep(cmd, arg);
		return opts->output ? 0 : cmdline__error(&cmd->cmdline, "-o is given too often");
	case OPT_ALL_CPUS:
		opts->target.system_wide = true;
		return 0;
	case OPT_CALL_GRAPH:
		if (strcmp(arg, "fp"))
			return cmdline__error(&cmd->cmdline,
					      "--call-graph %s: only fp (frame pointers) is there",
					      arg);
		opts->callchain = true;
		return 0;
	case OPT_CALLCHAIN:
		opts->callchain = true;
		return 0;
	case OPT_NO_INHERIT:
		opts->no_inherit = true;
		return 0;
	case OPT_NO_BUILDID:
		opts->no_build_ids = true;
		return 0;
	case OPT_QUIET:
		cmd->quiet = true;
		return 0;
	case OPT_VERBOSE:
		cmd->verbose++;
		return 0;
	default:
		return seen_number(cmd, val, arg);
	}
}

static void warn(void *ctx, const char *line)
{
	const struct record_cmd *cmd = ctx;

	if (!cmd->quiet)
		fprintf(stderr, "%s: %s\n", cmd->cmdline.name, line);
}

void record_cmd__init(struct record_cmd *cmd, const char *name, const struct poptOption *table,
		      const char *const *usage)
{
	memset(cmd, 0, sizeof(*cmd));
	cmd->cmdline.name = name;
	cmd->cmdline.table = table;
	cmd->cmdline.usage = usage;
	cmd->opts.warn = warn;
	cmd->opts.warn_ctx = cmd;
	evlist__init(&cmd->evlist);
}

void record_cmd__exit(struct record_cmd *cmd)
{
	unsigned int i;

	evlist__exit(&cmd->evlist);
	cmdline__exit(&cmd->cmdline);
	for (i = 0; i < cmd->nr_kept; i++)
		free(cmd->kept[i]);
}

int record_cmd__check(const struct record_cmd *cmd)
{
	char line[PERF_ERR_SIZE];

	if (cmd->opts.period && cmd->opts.freq)
		return cmdline__error(&cmd->cmdline, "-c and -F do not go together");
	return target__check(&cmd->opts.target, line, sizeof(line))
		       ? cmdline__error(&cmd->cmdline, "%s", line)
		       : 0;
}

static void tell_written(const struct record_cmd *cmd, const struct record_result *result)
{
	const char *to = strcmp(cmd->opts.output, "-") ? cmd->opts.output : "standard output";
	double mb = (double)result->bytes / (1 << 20);

	fprintf(stderr, "[ perf record: Woken up %llu times to write data ]\n",
		(unsigned long long)result->nr_wakeups);
	fprintf(stderr, "[ perf record: Captured and wrote %.3f MB %s", mb, to);
	if (result->nr_samples)
		fprintf(stderr, " (%llu samples)", (unsigned long long)result->nr_samples);
	if (result->bytes_original)
		fprintf(stderr, ", compressed (original %.3f MB, ratio is %.3f)",
			(double)result->bytes_original / (1 << 20),
			(double)result->bytes_original / (double)result->bytes_compressed);
	fputs(" ]\n", stderr);
	if (cmd->verbose)
		fprintf(stderr, "%s: %s of %zu pages for each CPU\n", cmd->cmdline.name,
			result->ftrace ? "trace buffers" : "buffers", result->mmap_pages);
}

static void tell_lost(const struct record_cmd *cmd, const struct record_result *result)
{
	u64 all = result->nr_samples + result->nr_lost;

	fprintf(stderr, "%s: lost %llu", cmd->cmdline.name, (unsigned long long)result->nr_lost);
	if (result->nr_samples)
		fprintf(stderr, " of %llu samples (%.2f%%)", (unsigned long long)all,
			100.0 * (double)result->nr_lost / (double)all);
	else
		fputs(" samples", stderr);
	fprintf(stderr, ": the buffers were full; use larger ones (-m %zu) or record less (-p%s)\n",
		result->mmap_pages * 4,
		cmd->only || cmd->opts.no_mmaps ? ", --only" : ", --filter");
}

/* The command's own words, such as "perf kvm stat record", and the user's behind them. */
static const char **full_command_line(struct record_cmd *cmd, char *name)
{
	const char **words = calloc((size_t)cmd->cmdline.nr_words + 8, sizeof(*words));
	char *save = NULL, *word;
	int i, nr = 0;

	if (!words)
		return NULL;
	for (word = strtok_r(name, " ", &save); word && nr < 7; word = strtok_r(NULL, " ", &save))
		words[nr++] = word;
	for (i = 1; i < cmd->cmdline.nr_words; i++)
		words[nr++] = cmd->argv[i];
	return words;
}

int record_cmd__run(struct record_cmd *cmd)
{
	struct record_result result;
	const char *line = target__settle(&cmd->opts.target);
	char *name = strdup(cmd->cmdline.name);
	const char **words = name ? full_command_line(cmd, name) : NULL;
	int ret;

	if (line)
		warn(cmd, line);
	cmd->opts.argv = words;
	ret = perf_record(&cmd->evlist, &cmd->opts, &result);
	free(words);
	free(name);
	if (ret)
		fprintf(stderr, "%s: %s\n", cmd->cmdline.name, result.err.msg);
	if (result.bytes && !cmd->quiet && (!ret || result.nr_wakeups))
		tell_written(cmd, &result);
	if (result.nr_lost)
		tell_lost(cmd, &result);
	if (ret)
		return 1;
	return result.command_started ? result.command_status : 0;
}

static int check(struct record_cmd *cmd)
{
	struct target *target = &cmd->opts.target;

	if (target__none(target) && !cmd->cmdline.nr_args) {
		cmdline__error(&cmd->cmdline,
			       "nothing to record: name a command, -p, -t, -C or -a");
		cmdline__help(&cmd->cmdline, stderr);
		return EXIT_USAGE;
	}
	return record_cmd__check(cmd);
}

/* Where the output goes if the user does not say: into a pipe, if there is one. */
static const char *default_output(void)
{
	struct stat st;

	return !fstat(STDOUT_FILENO, &st) && S_ISFIFO(st.st_mode) ? "-" : "perf.data";
}

int cmd_record(int argc, const char **argv)
{
	static const struct poptOption options[] = {
		{ NULL, 0, POPT_ARG_INCLUDE_TABLE, (void *)record_common_options, 0, NULL, NULL },
		POPT_TABLEEND
	};
	static const char *const usage[] = { "[<options>] [--] [<command> [<args>]]", NULL };
	struct record_cmd cmd;
	int status;

	record_cmd__init(&cmd, "perf record", options, usage);
	status = cmdline__parse(&cmd.cmdline, argc, argv, CMDLINE_STOP_AT_ARG, record_cmd__seen,
				&cmd);
	if (!status)
		status = check(&cmd);
	if (!status && !cmd.evlist.nr_entries)
		status = add_events(&cmd, "cycles:P");
	if (!status) {
		if (cmd.cmdline.nr_args)
			cmd.opts.command = cmd.cmdline.args;
		if (!cmd.opts.output)
			cmd.opts.output = default_output();
		cmd.argv = argv;
		status = record_cmd__run(&cmd);
	}
	record_cmd__exit(&cmd);
	return status;
}
