// SPDX-License-Identifier: GPL-2.0-only
/* The options of `perf stat`, and which of them exclude each other. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin-stat.h"
#include "util/opening/parse-events.h"
#include "util/sysfile.h"

enum {
	OPT_EVENT = 'e',
	OPT_PID = 'p',
	OPT_TID = 't',
	OPT_ALL_CPUS = 'a',
	OPT_CPU = 'C',
	OPT_NO_AGGR = 'A',
	OPT_BIG_NUM = 'B',
	OPT_DELAY = 'D',
	OPT_DETAILED = 'd',
	OPT_INTERVAL = 'I',
	OPT_NO_INHERIT = 'i',
	OPT_JSON = 'j',
	OPT_NULL = 'n',
	OPT_OUTPUT = 'o',
	OPT_REPEAT = 'r',
	OPT_SYNC = 'S',
	OPT_VERBOSE = 'v',
	OPT_SEPARATOR = 'x',
	OPT_NONE = 'c', /* taken for the sake of other perf's users: it is so anyway */
	OPT_FILTER = 256,
	OPT_PER_THREAD,
	OPT_NO_BIG_NUM,
	OPT_NO_SCALE,
	OPT_APPEND,
	OPT_LOG_FD,
	OPT_TIMEOUT,
	OPT_INTERVAL_COUNT,
	OPT_SUMMARY,
	OPT_NO_CSV_SUMMARY,
	OPT_QUIET,
	OPT_ALL_USER,
	OPT_ALL_KERNEL,
};

static const struct poptOption options[] = {
	{ "event", 'e', POPT_ARG_STRING, NULL, OPT_EVENT,
	  "Count these: names, tracepoints (sched:*), rNNN, pmu/term=value/, groups {a,b}",
	  "EVENTS" },
	{ "filter", 0, POPT_ARG_STRING, NULL, OPT_FILTER,
	  "Of the tracepoint before, only what the kernel's filter lets through", "FILTER" },
	{ "pid", 'p', POPT_ARG_STRING, NULL, OPT_PID,
	  "Count in all threads of these processes, and those that they start", "PIDS" },
	{ "tid", 't', POPT_ARG_STRING, NULL, OPT_TID, "Count in these threads", "TIDS" },
	{ "all-cpus", 'a', POPT_ARG_NONE, NULL, OPT_ALL_CPUS, "Count on the whole machine", NULL },
	{ "cpu", 'C', POPT_ARG_STRING, NULL, OPT_CPU, "Count on these CPUs only", "LIST" },
	{ "no-aggr", 'A', POPT_ARG_NONE, NULL, OPT_NO_AGGR,
	  "Tell each CPU's count by itself (with -a or -C)", NULL },
	{ "per-thread", 0, POPT_ARG_NONE, NULL, OPT_PER_THREAD,
	  "Tell each thread's count by itself (with -p, -t or -a)", NULL },
	{ "detailed", 'd', POPT_ARG_NONE, NULL, OPT_DETAILED,
	  "Count caches too; twice and three times: more of them", NULL },
	{ "null", 'n', POPT_ARG_NONE, NULL, OPT_NULL, "Count nothing, just measure the time",
	  NULL },
	{ "repeat", 'r', POPT_ARG_STRING, NULL, OPT_REPEAT,
	  "Run the command so many times and tell means, with +- their standard error; 0: until "
	  "interrupted",
	  "N" },
	{ "interval-print", 'I', POPT_ARG_STRING, NULL, OPT_INTERVAL,
	  "Tell what was counted in each interval of so many ms", "MS" },
	{ "interval-count", 0, POPT_ARG_STRING, NULL, OPT_INTERVAL_COUNT,
	  "End after so many intervals", "N" },
	{ "summary", 0, POPT_ARG_NONE, NULL, OPT_SUMMARY, "After intervals, tell their total",
	  NULL },
	{ "no-csv-summary", 0, POPT_ARG_NONE, NULL, OPT_NO_CSV_SUMMARY,
	  "With -x, do not mark the total by the word summary", NULL },
	{ "delay", 'D', POPT_ARG_STRING, NULL, OPT_DELAY,
	  "Begin to count so many ms after the start; -1: never", "MS" },
	{ "timeout", 0, POPT_ARG_STRING, NULL, OPT_TIMEOUT, "End the command after so many ms",
	  "MS" },
	{ "no-inherit", 'i', POPT_ARG_NONE, NULL, OPT_NO_INHERIT,
	  "Do not count in the threads that counted ones start", NULL },
	{ "no-scale", 0, POPT_ARG_NONE, NULL, OPT_NO_SCALE,
	  "Do not scale up counts of events that had to share counters", NULL },
	{ "all-user", 0, POPT_ARG_NONE, NULL, OPT_ALL_USER, "Count in user space only", NULL },
	{ "all-kernel", 0, POPT_ARG_NONE, NULL, OPT_ALL_KERNEL, "Count in the kernel only", NULL },
	{ "sync", 'S', POPT_ARG_NONE, NULL, OPT_SYNC, "Call sync() before each run", NULL },
	{ "field-separator", 'x', POPT_ARG_STRING, NULL, OPT_SEPARATOR,
	  "Print fields for programs, with this between them", "SEP" },
	{ "json-output", 'j', POPT_ARG_NONE, NULL, OPT_JSON, "Print one JSON object a line", NULL },
	{ "big-num", 'B', POPT_ARG_NONE, NULL, OPT_BIG_NUM,
	  "Set thousands apart, as the locale does (so it is anyway)", NULL },
	{ "no-big-num", 0, POPT_ARG_NONE, NULL, OPT_NO_BIG_NUM, "Don't", NULL },
	{ "output", 'o', POPT_ARG_STRING, NULL, OPT_OUTPUT, "Write to this file, not to stderr",
	  "FILE" },
	{ "append", 0, POPT_ARG_NONE, NULL, OPT_APPEND, "With -o: behind what the file holds",
	  NULL },
	{ "log-fd", 0, POPT_ARG_STRING, NULL, OPT_LOG_FD,
	  "Write to this file descriptor, not to stderr", "FD" },
	{ "quiet", 0, POPT_ARG_NONE, NULL, OPT_QUIET, "Print nothing but errors", NULL },
	{ "verbose", 'v', POPT_ARG_NONE, NULL, OPT_VERBOSE, "Say more", NULL },
	{ "scale", 'c', POPT_ARG_NONE | OPT_HIDDEN, NULL, OPT_NONE, NULL, NULL },
	POPT_TABLEEND
};

static int number(struct stat_cmd *cmd, const char *option, const char *arg, u64 *to)
{
	if (parse_u64(arg, 10, to) && *to)
		return 0;
	return cmdline__error(&cmd->cmdline, "%s %s: not a number above 0", option, arg);
}

static int set_repeat(struct stat_cmd *cmd, const char *arg)
{
	if (!parse_u64(arg, 10, &cmd->repeat) || cmd->repeat > 1000000)
		return cmdline__error(&cmd->cmdline, "-r %s: not a number of runs", arg);
	cmd->forever = !cmd->repeat;
	return 0;
}

static int set_delay(struct stat_cmd *cmd, const char *arg)
{
	if (parse_s64(arg, 10, &cmd->opts.delay_ms) && cmd->opts.delay_ms >= -1)
		return 0;
	return cmdline__error(&cmd->cmdline, "-D %s: not a number of milliseconds, nor -1", arg);
}

int stat_cmd__add_events(struct stat_cmd *cmd, const char *words)
{
	struct parse_events_error error;
	int err = parse_events(&cmd->evlist, words, NULL, &error);

	if (!err)
		return 0;
	fprintf(stderr, "%s: %s\n", cmd->cmdline.name, error.text);
	/* Only words that are no events are wrong usage. */
	return err == -EINVAL ? EXIT_USAGE : 1;
}

static int add_filter(struct stat_cmd *cmd, const char *filter)
{
	struct parse_events_error error;

	if (!parse_filter(&cmd->evlist, filter, &error))
		return 0;
	return cmdline__error(&cmd->cmdline, "%s", error.text);
}

/* Keeps the argument of an option; the last one counts. */
static int keep(struct stat_cmd *cmd, char **to, const char *arg)
{
	free(*to);
	*to = strdup(arg);
	return *to ? 0 : cmdline__error(&cmd->cmdline, "out of memory");
}

static int seen_argument(struct stat_cmd *cmd, int val, const char *arg)
{
	switch (val) {
	case OPT_EVENT:
		cmd->has_events = true;
		return stat_cmd__add_events(cmd, arg);
	case OPT_FILTER:
		return add_filter(cmd, arg);
	case OPT_PID:
		return keep(cmd, &cmd->pid, arg);
	case OPT_TID:
		return keep(cmd, &cmd->tid, arg);
	case OPT_CPU:
		return keep(cmd, &cmd->cpu_list, arg);
	case OPT_OUTPUT:
		return keep(cmd, &cmd->output, arg);
	case OPT_SEPARATOR:
		return keep(cmd, &cmd->separator, strcmp(arg, "\\t") ? arg : "\t");
	case OPT_REPEAT:
		return set_repeat(cmd, arg);
	case OPT_DELAY:
		return set_delay(cmd, arg);
	case OPT_INTERVAL:
		return number(cmd, "-I", arg, &cmd->opts.interval_ms);
	case OPT_INTERVAL_COUNT:
		return number(cmd, "--interval-count", arg, &cmd->opts.interval_count);
	case OPT_TIMEOUT:
		return number(cmd, "--timeout", arg, &cmd->opts.timeout_ms);
	case OPT_LOG_FD:
		cmd->log_to_fd = true;
		return number(cmd, "--log-fd", arg, &cmd->log_fd);
	default:
		return 0;
	}
}

static int seen(int val, const char *arg, void *data)
{
	struct stat_cmd *cmd = data;

	switch (val) {
	case OPT_ALL_CPUS:
		cmd->opts.target.system_wide = true;
		return 0;
	case OPT_NO_AGGR:
		cmd->opts.aggr = STAT_PER_CPU;
		return 0;
	case OPT_PER_THREAD:
		cmd->opts.aggr = STAT_PER_THREAD;
		return 0;
	case OPT_DETAILED:
		cmd->detailed++;
		return 0;
	case OPT_NULL:
		cmd->null_run = true;
		return 0;
	case OPT_SUMMARY:
		cmd->summary = true;
		return 0;
	case OPT_NO_CSV_SUMMARY:
		cmd->no_csv_summary = true;
		return 0;
	case OPT_NO_INHERIT:
		cmd->opts.no_inherit = true;
		return 0;
	case OPT_NO_SCALE:
		cmd->opts.no_scale = true;
		return 0;
	case OPT_ALL_USER:
		cmd->opts.all_user = true;
		return 0;
	case OPT_ALL_KERNEL:
		cmd->opts.all_kernel = true;
		return 0;
	case OPT_SYNC:
		cmd->opts.sync = true;
		return 0;
	case OPT_JSON:
		cmd->json = true;
		return 0;
	case OPT_BIG_NUM:
		cmd->big_num_wished = true;
		return 0;
	case OPT_NO_BIG_NUM:
		cmd->no_big_num = true;
		return 0;
	case OPT_APPEND:
		cmd->append = true;
		return 0;
	case OPT_QUIET:
		cmd->quiet = true;
		return 0;
	case OPT_VERBOSE:
		cmd->verbose++;
		return 0;
	default:
		return seen_argument(cmd, val, arg);
	}
}

static int check_target(struct stat_cmd *cmd)
{
	const struct target *target = &cmd->opts.target;
	enum stat_aggr aggr = cmd->opts.aggr;
	char line[PERF_ERR_SIZE];

	if (target__check(target, line, sizeof(line)))
		return cmdline__error(&cmd->cmdline, "%s", line);
	if (target__none(target) && !cmd->cmdline.nr_args && aggr != STAT_PER_THREAD) {
		cmdline__error(&cmd->cmdline, "nothing to count: name a command, -p, -t, -C or -a");
		cmdline__help(&cmd->cmdline, stderr);
		return EXIT_USAGE;
	}
	if (aggr == STAT_PER_CPU && !target__has_cpu(target))
		return cmdline__error(&cmd->cmdline, "-A tells CPUs apart: it needs -a or -C");
	if (aggr == STAT_PER_THREAD && target->cpu_list)
		return cmdline__error(&cmd->cmdline, "--per-thread and -C do not go together");
	if (aggr == STAT_PER_THREAD && target__none(target) && cmd->cmdline.nr_args)
		return cmdline__error(&cmd->cmdline, "--per-thread needs -p, -t or -a");
	return 0;
}

static int check_output(struct stat_cmd *cmd)
{
	if (cmd->separator && cmd->json)
		return cmdline__error(&cmd->cmdline, "-x and -j do not go together");
	if (cmd->separator && !*cmd->separator)
		return cmdline__error(&cmd->cmdline, "-x: the separator is empty");
	if (cmd->big_num_wished && cmd->separator)
		return cmdline__error(&cmd->cmdline, "-B and -x do not go together");
	if (cmd->output && cmd->log_to_fd)
		return cmdline__error(&cmd->cmdline, "-o and --log-fd do not go together");
	if (cmd->append && !cmd->output)
		return cmdline__error(&cmd->cmdline, "--append needs -o");
	return 0;
}

static int check(struct stat_cmd *cmd)
{
	int status;

	if ((cmd->repeat > 1 || cmd->forever) && !cmd->cmdline.nr_args)
		return cmdline__error(&cmd->cmdline, "-r needs a command to run again");
	if (cmd->opts.interval_count && !cmd->opts.interval_ms)
		return cmdline__error(&cmd->cmdline, "--interval-count needs -I");
	if (cmd->null_run && (cmd->has_events || cmd->detailed))
		return cmdline__error(&cmd->cmdline, "-n counts nothing: leave out -e and -d");
	if (cmd->opts.all_user && cmd->opts.all_kernel)
		return cmdline__error(&cmd->cmdline,
				      "--all-user and --all-kernel do not go together");
	status = check_target(cmd);
	return status ? status : check_output(cmd);
}

/* What has been kept becomes the target. */
static void settle(struct stat_cmd *cmd)
{
	struct target *target = &cmd->opts.target;
	const char *line;

	target->pid = cmd->pid;
	target->tid = cmd->tid;
	target->cpu_list = cmd->cpu_list;
	line = target__settle(target);
	if (line)
		fprintf(stderr, "%s: %s\n", cmd->cmdline.name, line);
	if (cmd->cmdline.nr_args)
		cmd->opts.command = cmd->cmdline.args;
}

int stat_cmd__parse(struct stat_cmd *cmd, int argc, const char **argv)
{
	static const char *const usage[] = { "[<options>] [--] [<command> [<args>]]", NULL };
	int status;

	memset(cmd, 0, sizeof(*cmd));
	cmd->repeat = 1;
	cmd->cmdline.name = "perf stat";
	cmd->cmdline.table = options;
	cmd->cmdline.usage = usage;
	evlist__init(&cmd->evlist);
	status = cmdline__parse(&cmd->cmdline, argc, argv, CMDLINE_STOP_AT_ARG, seen, cmd);
	if (status)
		return status;
	settle(cmd);
	return check(cmd);
}

void stat_cmd__exit(struct stat_cmd *cmd)
{
	evlist__exit(&cmd->evlist);
	cmdline__exit(&cmd->cmdline);
	free(cmd->pid);
	free(cmd->tid);
	free(cmd->cpu_list);
	free(cmd->separator);
	free(cmd->output);
}
