// SPDX-License-Identifier: GPL-2.0-only
/* `perf stat`: counts of events while a command runs. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-stat.h"
#include "util/evsel_ctl.h"
#include "util/sysfile.h"

/* What is counted if the user does not say. */
static int default_events(struct stat_cmd *cmd)
{
	static const char stalled[] = "/sys/bus/event_source/devices/cpu/events/stalled-cycles-";
	char path[128];
	int status;

	status = stat_cmd__add_events(cmd, target__has_cpu(&cmd->opts.target) ? "cpu-clock"
									      : "task-clock");
	if (!status)
		status = stat_cmd__add_events(cmd,
					      "context-switches,cpu-migrations,page-faults,cycles");
	snprintf(path, sizeof(path), "%sfrontend", stalled);
	if (!status && !access(path, R_OK))
		status = stat_cmd__add_events(cmd, "stalled-cycles-frontend");
	snprintf(path, sizeof(path), "%sbackend", stalled);
	if (!status && !access(path, R_OK))
		status = stat_cmd__add_events(cmd, "stalled-cycles-backend");
	return status ? status : stat_cmd__add_events(cmd, "instructions,branches,branch-misses");
}

static int choose_events(struct stat_cmd *cmd)
{
	static const char *const more[] = {
		"L1-dcache-loads,L1-dcache-load-misses,LLC-loads,LLC-load-misses",
		("L1-icache-loads,L1-icache-load-misses,dTLB-loads,dTLB-load-misses,iTLB-loads,"
		 "iTLB-load-misses"),
		"L1-dcache-prefetches,L1-dcache-prefetch-misses",
	};
	unsigned int i;
	int status = 0;

	if (cmd->null_run)
		return 0;
	if (!cmd->has_events)
		status = default_events(cmd);
	for (i = 0; i < cmd->detailed && i < ARRAY_SIZE(more) && !status; i++)
		status = stat_cmd__add_events(cmd, more[i]);
	return status;
}

/* Output */

static void warn(void *ctx, const char *line)
{
	const struct stat_cmd *cmd = ctx;

	if (cmd->verbose)
		fprintf(stderr, "%s: %s\n", cmd->cmdline.name, line);
}

static void put_row(const struct stat_row *row, void *data)
{
	struct stat_output *out = data;

	out->format->row(out, row);
	if (row->state == STAT_NOT_COUNTED && row->ena > 0)
		out->starved = true;
}

static void tick(void *ctx, u64 since_start_ns, u64 interval_ns)
{
	struct stat_cmd *cmd = ctx;
	struct stat_output *out = &cmd->out;

	if (cmd->quiet)
		return;
	if (out->format->interval_header && cmd->nr_ticks++ % 25 == 0)
		out->format->interval_header(out, cmd->opts.aggr);
	out->time_ns = since_start_ns;
	stat_rows(&cmd->run, (double)interval_ns, put_row, out);
	fflush(out->file);
}

static void put_verbose(const struct stat_cmd *cmd)
{
	const struct evsel *evsel;
	unsigned int i;

	evlist__for_each_entry(&cmd->evlist, evsel) {
		const struct evsel_stat *stat = evsel__stat(evsel);

		for (i = 0; stat->supported && i < stat->nr_units; i++)
			fprintf(cmd->out.file, "%s: %.0f %.0f %.0f\n", evsel->name,
				stat->units[i].val.mean, stat->units[i].ena.mean,
				stat->units[i].run.mean);
	}
}

/* The result of all runs, or the total behind intervals. */
static void put_result(struct stat_cmd *cmd, unsigned int nr_runs)
{
	struct stat_output *out = &cmd->out;
	bool text = out->format == &stat_text;

	if (cmd->quiet)
		return;
	if (cmd->verbose)
		put_verbose(cmd);
	if (text)
		stat_text__header(out, &cmd->run, nr_runs);
	stat_rows(&cmd->run, cmd->run.elapsed.mean, put_row, out);
	if (text)
		stat_text__footer(out, &cmd->run);
	if (text && out->starved && sysfile__number("/proc/sys/kernel/nmi_watchdog", 0) > 0)
		fputs("Some events got no counter. The NMI watchdog takes one: "
		      "sysctl kernel.nmi_watchdog=0 frees it.\n",
		      out->file);
	fflush(out->file);
}

static int open_output(struct stat_cmd *cmd)
{
	struct stat_output *out = &cmd->out;
	time_t now = time(NULL);
	char date[64] = "";
	struct tm tm;

	out->file = stderr;
	if (cmd->output)
		out->file = fopen(cmd->output, cmd->append ? "ae" : "we");
	else if (cmd->log_to_fd)
		out->file = cmd->log_fd > INT32_MAX ? NULL : fdopen((int)cmd->log_fd, "a");
	if (!out->file) {
		out->file = stderr;
		if (cmd->output)
			fprintf(stderr, "%s: -o %s: %s\n", cmd->cmdline.name, cmd->output,
				strerror(errno));
		else
			fprintf(stderr, "%s: --log-fd %llu: it is not open for writing\n",
				cmd->cmdline.name, (unsigned long long)cmd->log_fd);
		return 1;
	}
	if (cmd->output && localtime_r(&now, &tm) &&
	    strftime(date, sizeof(date), "%a %b %e %H:%M:%S %Y", &tm))
		fprintf(out->file, "# started on %s\n\n", date);
	return 0;
}

static void choose_format(struct stat_cmd *cmd)
{
	struct stat_output *out = &cmd->out;
	const struct evsel *evsel;

	out->format = cmd->json ? &stat_json : cmd->separator ? &stat_csv : &stat_text;
	out->separator = cmd->separator;
	out->big_num = !cmd->no_big_num;
	out->locale = newlocale(LC_NUMERIC_MASK, "", (locale_t)0);
	out->noise = cmd->repeat > 1;
	out->interval = cmd->opts.interval_ms;
	out->csv_summary = !cmd->no_csv_summary;
	out->unit_width = 4;
	evlist__for_each_entry(&cmd->evlist, evsel) {
		int len = evsel->ctl->unit ? (int)strlen(evsel->ctl->unit) : 0;

		if (len > out->unit_width)
			out->unit_width = len;
	}
}

static int close_output(struct stat_cmd *cmd)
{
	FILE *file = cmd->out.file;
	bool failed;

	if (cmd->out.locale)
		freelocale(cmd->out.locale);
	if (!file)
		return 0;
	failed = fflush(file) || ferror(file);
	if (file != stderr && fclose(file))
		failed = true;
	if (failed)
		fprintf(stderr, "%s: cannot write to %s: %s\n", cmd->cmdline.name,
			cmd->output ? cmd->output : "the output", strerror(errno));
	return failed;
}

/* Runs */

static int run_all(struct stat_cmd *cmd)
{
	struct stat_run *run = &cmd->run;
	unsigned int nr;

	for (nr = 0; cmd->forever || nr < cmd->repeat; nr++) {
		if (stat_run__once(run)) {
			fprintf(stderr, "%s: %s\n", cmd->cmdline.name, run->err.msg);
			return 1;
		}
		if (cmd->forever) {
			put_result(cmd, 1);
			memset(&run->elapsed, 0, sizeof(run->elapsed));
			stat_run__forget(run);
		}
		if (run->interrupted)
			break;
	}
	if (run->command_signal && !run->ended_command)
		psignal(run->command_signal, cmd->opts.command[0]);
	if (!cmd->forever && !cmd->opts.interval_ms)
		put_result(cmd, (unsigned int)run->elapsed.n);
	if (cmd->opts.interval_ms && cmd->summary && !stat_run__totals(run)) {
		cmd->out.total = true;
		put_result(cmd, 1);
	}
	/* A command that we ended when its time was over did as it was told. */
	if (!run->command_started || (run->command_signal == SIGTERM && run->ended_command))
		return 0;
	return run->command_status;
}

static int count(struct stat_cmd *cmd)
{
	int status;

	cmd->opts.warn = warn;
	cmd->opts.tick = tick;
	cmd->opts.ctx = cmd;
	status = choose_events(cmd);
	if (status)
		return status;
	choose_format(cmd);
	status = open_output(cmd);
	if (status)
		return status;
	if (stat_run__init(&cmd->run, &cmd->evlist, &cmd->opts))
		return cmdline__error(&cmd->cmdline, "out of memory") && 1;
	status = run_all(cmd);
	stat_run__exit(&cmd->run);
	return status;
}

int cmd_stat(int argc, const char **argv)
{
	struct stat_cmd cmd;
	int status, failed;

	status = stat_cmd__parse(&cmd, argc, argv);
	if (!status)
		status = count(&cmd);
	failed = close_output(&cmd);
	stat_cmd__exit(&cmd);
	return status ? status : failed;
}
