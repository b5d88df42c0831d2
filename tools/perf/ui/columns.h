/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The columns that rows can be shown in: one registry for tables, CSV, JSON and
 * screens, and for what rows can be sorted by. A new column is one more entry.
 */
#ifndef PERF_UI_COLUMNS_H
#define PERF_UI_COLUMNS_H

#include "kvm/report.h"
#include "util/err.h"

enum ui_unit {
	UI_NAME,    /* text, as wide as the widest, 20 at the least */
	UI_WORD,    /* text, as wide as the widest */
	UI_COUNT,   /* an integer */
	UI_NS,	    /* ns; in tables us with two decimals */
	UI_PERCENT, /* of a whole */
	UI_ERROR,   /* percent, around the value before it */
	UI_RATE,    /* per second */
	UI_TIME,    /* ns since the clock's start; in tables s with six decimals */
};

/* A cell for programs, in base units. */
struct ui_value {
	enum { UI_INTEGER, UI_REAL, UI_TEXT } kind;
	u128 integer;
	double real;
	const char *text; /* as recorded: not safe to print as it is */
};

struct ui_column {
	const char *name;    /* for -F and -k */
	const char *field;   /* in CSV and JSON, where the unit belongs to the name */
	const char *heading; /* in tables; NULL: the event set's */
	const char *help;
	enum ui_unit unit;
	int width;	   /* in tables; 0: as the text takes */
	unsigned int by;   /* enum kvm_by: how rows have to be grouped to have it */
	bool ascending;	   /* as a sort key; the others begin with the largest */
	bool histogram;	   /* comes from the distribution */
	const char *joins; /* the column before it under whose heading it stands, or NULL */
	struct ui_value (*value)(const struct kvm_row *row);
	/* The cell of a table where that is not value()'s text; escaped. May be NULL. */
	const char *(*text)(const struct kvm_row *row, char *buf, size_t size);
};

#define UI_MAX_COLUMNS 32

struct ui_columns {
	const struct ui_column *column[UI_MAX_COLUMNS];
	size_t nr;
};

/*
 * Reads a list of columns' names, "name,sample,p99"; one that is named twice
 * counts once. 0, or -EINVAL with the word that is none, and those that are, in
 * @err.
 */
int ui_columns__parse(struct ui_columns *columns, const char *text, struct perf_err *err);

/*
 * The same of sort keys: columns, and the older names of keys, of which one,
 * "time", stands for another column than -F time does: the mean.
 */
int ui_columns__parse_keys(struct ui_columns *columns, const char *text, struct perf_err *err);

/*
 * The columns that are shown where nobody chose, of rows grouped by @by; programs
 * are told in each row from when to when it is, if there are @intervals.
 */
void ui_columns__for_table(struct ui_columns *columns, unsigned int by);
void ui_columns__for_programs(struct ui_columns *columns, unsigned int by, bool intervals);

/* What rows must have for these columns. */
unsigned int ui_columns__by(const struct ui_columns *columns);
bool ui_columns__need_histogram(const struct ui_columns *columns);

/* A struct kvm_order's function, with the struct ui_columns of the keys as its context. */
int ui_columns__cmp(const struct kvm_row *a, const struct kvm_row *b, const void *keys);

/* A table's cell, without padding, escaped. Returns it: in @buf, or constant. */
const char *ui_column__cell(const struct ui_column *column, const struct kvm_row *row, char *buf,
			    size_t size);

/* The columns themselves, @nr of them. */
const struct ui_column *ui_columns__all(size_t *nr);

#endif
