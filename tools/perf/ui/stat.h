/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The output of `perf stat`: for people, as fields with a separator, or as one
 * JSON object a line. All three are what perf 6.1 prints, so that what reads
 * its output can read this.
 */
#ifndef PERF_UI_STAT_H
#define PERF_UI_STAT_H

#include <locale.h>
#include <stdio.h>

#include "util/counting/stat-row.h"

struct stat_output;

struct stat_format {
	/* Called before the first row of an interval, and each 25 intervals; may be NULL. */
	void (*interval_header)(struct stat_output *out, enum stat_aggr aggr);
	void (*row)(struct stat_output *out, const struct stat_row *row);
};

extern const struct stat_format stat_text, stat_csv, stat_json;

struct stat_output {
	const struct stat_format *format;
	FILE *file;
	const char *separator; /* of stat_csv */
	bool big_num;	       /* thousands apart, as the user's language has it */
	locale_t locale;       /* of numbers for people; (locale_t)0: as in C */
	bool noise;	       /* several runs: tell how far they differ */
	bool csv_summary;      /* a row of a total behind intervals says so */
	bool interval;	       /* rows begin with a time … */
	u64 time_ns;	       /* … this one */
	bool total;	       /* of the total behind intervals */
	bool starved;	       /* a row's event was enabled, but never got a counter */
	int unit_width;	       /* of the widest unit, at least 4 */
};

/* What the figures are of, and how long it took: stat_text only. */
void stat_text__header(struct stat_output *out, const struct stat_run *run, unsigned int nr_runs);
void stat_text__footer(struct stat_output *out, const struct stat_run *run);

#endif
