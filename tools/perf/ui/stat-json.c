// SPDX-License-Identifier: GPL-2.0-only
/* One object a row, each on its own line: perf's own form of JSON, not one document. */
#include <stdlib.h>
#include <jansson.h>

#include "stat.h"

/* A quoted string. What is no UTF-8 cannot stand in JSON: its bytes become '?'. */
static void put_string(FILE *file, const char *text)
{
	json_t *string = json_string(text);
	char *copy = NULL, *c;

	if (!string) {
		copy = strdup(text);
		for (c = copy; c && *c; c++) {
			if (*c & 0x80)
				*c = '?';
		}
		string = json_string(copy ? copy : "");
	}
	json_dumpf(string, file, JSON_ENCODE_ANY);
	json_decref(string);
	free(copy);
}

static void put_prefix(struct stat_output *out, const struct stat_row *row)
{
	char thread[64];

	if (out->interval && !out->total)
		fprintf(out->file, "\"interval\" : %llu.%09llu, ",
			(unsigned long long)(out->time_ns / 1000000000),
			(unsigned long long)(out->time_ns % 1000000000));
	if (row->aggr == STAT_PER_CPU)
		fprintf(out->file, "\"cpu\" : \"%d\", ", row->cpu);
	if (row->aggr == STAT_PER_THREAD) {
		snprintf(thread, sizeof(thread), "%s-%d", row->comm, row->tid);
		fputs("\"thread\" : ", out->file);
		put_string(out->file, thread);
		fputs(", ", out->file);
	}
}

static void json_row(struct stat_output *out, const struct stat_row *row)
{
	FILE *file = out->file;

	fputc('{', file);
	put_prefix(out, row);
	if (row->state == STAT_COUNTED)
		fprintf(file, "\"counter-value\" : \"%f\", \"unit\" : ", row->value);
	else
		fprintf(file, "\"counter-value\" : \"%s\", \"unit\" : ",
			row->state == STAT_NOT_COUNTED ? "<not counted>" : "<not supported>");
	put_string(file, row->unit);
	fputs(", \"event\" : ", file);
	put_string(file, row->event);
	if (out->noise)
		fprintf(file, ", \"variance\" : %.2f", row->noise);
	fprintf(file, ", \"event-runtime\" : %.0f, \"pcnt-running\" : %.2f", row->run,
		row->ena > 0 ? 100 * row->run / row->ena : 100);
	fprintf(file, ", \"metric-value\" : %f, \"metric-unit\" : \"%s\"}\n", row->metric.value,
		row->metric.unit);
}

const struct stat_format stat_json = { NULL, json_row };
