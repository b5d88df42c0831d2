// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "escape.h"
#include "stat.h"

#define METRIC_WIDTH 35 /* of " # ", a value, and what it is of */

static void interval_header(struct stat_output *out, enum stat_aggr aggr)
{
	static const char *const who[] = {
		[STAT_GLOBAL] = "",
		[STAT_PER_CPU] = "CPU        ",
		[STAT_PER_THREAD] = "            comm-pid      ",
	};

	fprintf(out->file, "#           time %s            counts %*s events\n", who[aggr],
		out->unit_width, "unit");
}

static void put_prefix(struct stat_output *out, const struct stat_row *row)
{
	char comm[64];

	if (out->interval && !out->total)
		fprintf(out->file, "%6llu.%09llu ", (unsigned long long)(out->time_ns / 1000000000),
			(unsigned long long)(out->time_ns % 1000000000));
	if (row->aggr == STAT_PER_CPU)
		fprintf(out->file, "CPU%-7d ", row->cpu);
	if (row->aggr == STAT_PER_THREAD)
		fprintf(out->file, "%16s-%-8d ", ui_escape(row->comm, comm, sizeof(comm)),
			row->tid);
}

static void put_count(struct stat_output *out, const struct stat_row *row)
{
	locale_t before = (locale_t)0;

	if (row->state != STAT_COUNTED) {
		fprintf(out->file, "%18s",
			row->state == STAT_NOT_COUNTED ? "<not counted>" : "<not supported>");
		return;
	}
	if (out->locale)
		before = uselocale(out->locale);
	if (out->big_num)
		fprintf(out->file, row->fraction ? "%'18.2f" : "%'18.0f", row->value);
	else
		fprintf(out->file, row->fraction ? "%18.2f" : "%18.0f", row->value);
	if (before)
		uselocale(before);
}

static void put_metric(struct stat_output *out, const struct stat_metric *metric)
{
	if (!metric->there || !metric->format) {
		fprintf(out->file, "%*s", METRIC_WIDTH, "");
		return;
	}
	fputs(" # ", out->file);
	/* The format is one of a fixed few for a single double. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	fprintf(out->file, metric->format, metric->value);
#pragma GCC diagnostic pop
	fprintf(out->file, " %-23s", metric->unit);
}

static void text_row(struct stat_output *out, const struct stat_row *row)
{
	char event[256];

	put_prefix(out, row);
	put_count(out, row);
	fprintf(out->file, " %-*s %-*s", out->unit_width, row->unit,
		row->state == STAT_COUNTED ? 32 : 25, ui_escape(row->event, event, sizeof(event)));
	put_metric(out, &row->metric);
	if (row->state == STAT_COUNTED) {
		if (out->noise && row->noise > 0)
			fprintf(out->file, "  ( +-%6.2f%% )", row->noise);
		if (row->run < row->ena)
			fprintf(out->file, "  (%.2f%%)", 100 * row->run / row->ena);
	}
	fputc('\n', out->file);
}

static void put_target(FILE *file, const struct stat_run *run)
{
	const struct target *target = &run->opts->target;
	const char *const *word;

	if (target->system_wide || (run->opts->aggr == STAT_PER_THREAD && target__none(target)))
		fputs("'system wide", file);
	else if (target->cpu_list && !target__has_task(target))
		fprintf(file, "'CPU(s) %s", target->cpu_list);
	else if (target__has_task(target))
		fprintf(file, "%s id '%s", target->pid ? "process" : "thread",
			target->pid ? target->pid : target->tid);
	else if (run->opts->command)
		for (word = run->opts->command; *word; word++) {
			fputc(word == run->opts->command ? '\'' : ' ', file);
			ui_fputs(*word, file);
		}
	fputc('\'', file);
}

void stat_text__header(struct stat_output *out, const struct stat_run *run, unsigned int nr_runs)
{
	fputs("\n Performance counter stats for ", out->file);
	put_target(out->file, run);
	if (nr_runs > 1)
		fprintf(out->file, " (%u runs)", nr_runs);
	fputs(":\n\n", out->file);
}

/* As many digits behind the point as the standard error leaves a meaning, and two more. */
static int digits(double sd)
{
	int n = sd > 0 && sd < 1 ? (int)ceil(-log10(sd)) : 0;

	return n > 9 ? 9 : n + 2;
}

static double seconds(const struct timeval *tv)
{
	return (double)tv->tv_sec + (double)tv->tv_usec / 1e6;
}

void stat_text__footer(struct stat_output *out, const struct stat_run *run)
{
	double sd = mean__stderr(&run->elapsed) / 1e9;
	FILE *file = out->file;

	if (run->evlist->nr_entries)
		fputc('\n', file);
	if (run->elapsed.n < 2) {
		fprintf(file, " %17.9f seconds time elapsed\n", run->elapsed.mean / 1e9);
		if (run->command_started && target__none(&run->opts->target)) {
			fprintf(file, "\n %17.9f seconds user", seconds(&run->usage.ru_utime));
			fprintf(file, "\n %17.9f seconds sys\n", seconds(&run->usage.ru_stime));
			fputc('\n', file);
		}
	} else {
		fprintf(file, " %17.*f +- %.*f seconds time elapsed", digits(sd),
			run->elapsed.mean / 1e9, digits(sd), sd);
		if (sd > 0)
			fprintf(file, "  ( +-%6.2f%% )", mean__stderr_pct(&run->elapsed));
		fputc('\n', file);
	}
	fputc('\n', file);
}

const struct stat_format stat_text = { interval_header, text_row };
