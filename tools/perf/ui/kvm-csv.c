// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "escape.h"
#include "kvm-csv.h"

#define MAX_TEXT_SIZE 1024

static void put_text(FILE *out, const char *text)
{
	char safe[MAX_TEXT_SIZE];
	const char *c;

	text = ui_escape(text, safe, sizeof(safe));
	if (!strpbrk(text, ",\"")) {
		fputs(text, out);
		return;
	}
	fputc('"', out);
	for (c = text; *c; c++) {
		if (*c == '"')
			fputc('"', out);
		fputc(*c, out);
	}
	fputc('"', out);
}

static void put_integer(FILE *out, u128 n)
{
	char digits[40], *p = digits + sizeof(digits);

	*--p = '\0';
	do
		*--p = (char)('0' + (int)(n % 10));
	while (n /= 10);
	fputs(p, out);
}

void ui_kvm_csv_header(FILE *out, const struct ui_columns *columns)
{
	size_t i;

	for (i = 0; i < columns->nr; i++)
		fprintf(out, "%s%s", i ? "," : "", columns->column[i]->field);
	fputs("\r\n", out);
}

static void put_row(FILE *out, const struct kvm_row *row, const struct ui_columns *columns)
{
	size_t i;

	for (i = 0; i < columns->nr; i++) {
		struct ui_value value = columns->column[i]->value(row);

		if (i)
			fputc(',', out);
		if (value.kind == UI_TEXT)
			put_text(out, value.text);
		else if (value.kind == UI_REAL)
			fprintf(out, "%.12g", value.real);
		else
			put_integer(out, value.integer);
	}
	fputs("\r\n", out);
}

void ui_kvm_csv_rows(FILE *out, const struct kvm_report *report, const struct ui_columns *columns)
{
	const struct kvm_row *row;

	kvm_report__for_each_row(report, row)
		put_row(out, row, columns);
}
