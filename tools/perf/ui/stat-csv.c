// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fields: [time,][CPU or thread,]count,unit,event,[error%,]time it ran,
 * share of the time that it ran,[figure,what it is].
 */
#include <stdlib.h>

#include "escape.h"
#include "stat.h"

static void put_prefix(struct stat_output *out, const struct stat_row *row)
{
	const char *sep = out->separator;
	char comm[64];

	if (out->total && out->csv_summary)
		fprintf(out->file, "%16s%s", "summary", sep);
	else if (out->interval && !out->total)
		fprintf(out->file, "%6llu.%09llu%s",
			(unsigned long long)(out->time_ns / 1000000000),
			(unsigned long long)(out->time_ns % 1000000000), sep);
	if (row->aggr == STAT_PER_CPU)
		fprintf(out->file, "CPU%d%s", row->cpu, sep);
	if (row->aggr == STAT_PER_THREAD)
		fprintf(out->file, "%s-%d%s", ui_escape(row->comm, comm, sizeof(comm)), row->tid,
			sep);
}

/* The value for people without the blanks and signs around it. */
static void put_metric(struct stat_output *out, const struct stat_metric *metric)
{
	char text[64], *start = text;

	if (!metric->there || !metric->format) {
		fprintf(out->file, "%s%s", out->separator, out->separator);
		return;
	}
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	snprintf(text, sizeof(text), metric->format, metric->value);
#pragma GCC diagnostic pop
	start += strspn(start, " ");
	start[strspn(start, "0123456789.")] = '\0';
	fprintf(out->file, "%s%s%s%s", out->separator, start, out->separator, metric->unit);
}

static void csv_row(struct stat_output *out, const struct stat_row *row)
{
	const char *sep = out->separator;
	char event[256];

	put_prefix(out, row);
	switch (row->state) {
	case STAT_NOT_SUPPORTED:
		fputs("<not supported>", out->file);
		break;
	case STAT_NOT_COUNTED:
		fputs("<not counted>", out->file);
		break;
	default:
		fprintf(out->file, row->fraction ? "%.2f" : "%.0f", row->value);
	}
	fprintf(out->file, "%s%s%s%s", sep, row->unit, sep,
		ui_escape(row->event, event, sizeof(event)));
	if (out->noise)
		fprintf(out->file, "%s%.2f%%", sep, row->noise);
	fprintf(out->file, "%s%.0f%s%.2f", sep, row->run, sep,
		row->ena > 0 ? 100 * row->run / row->ena : 100);
	put_metric(out, &row->metric);
	fputc('\n', out->file);
}

const struct stat_format stat_csv = { NULL, csv_row };
