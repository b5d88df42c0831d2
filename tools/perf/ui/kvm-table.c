// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "escape.h"
#include "kvm-table.h"

#define MIN_NAME_WIDTH 20
#define MAX_CELL_SIZE  1024

/* Of the heading above a mean and its error together. */
#define JOINT_WIDTH 16

const char *ui_kvm_heading(const struct ui_column *column, const struct ui_kvm_title *title)
{
	return column->heading ? column->heading : title->heading;
}

int ui_kvm_width(const struct ui_column *column, const struct kvm_report *report,
		 const struct ui_kvm_title *title)
{
	size_t width = strlen(ui_kvm_heading(column, title));
	const struct kvm_row *row;
	char buf[MAX_CELL_SIZE];

	if (column->width)
		return column->width;
	if (column->unit == UI_NAME && width < MIN_NAME_WIDTH)
		width = MIN_NAME_WIDTH;
	kvm_report__for_each_row(report, row) {
		size_t len = strlen(ui_column__cell(column, row, buf, sizeof(buf)));

		if (len > width)
			width = len;
	}
	return (int)width;
}

/* Does column @i stand under the heading of the one before it, as a mean's error does? */
static bool joins(const struct ui_columns *columns, size_t i)
{
	return i && i < columns->nr && columns->column[i]->joins &&
	       !strcmp(columns->column[i]->joins, columns->column[i - 1]->name);
}

static void print_headings(FILE *out, const struct ui_columns *columns, const int *width,
			   const struct ui_kvm_title *title)
{
	size_t i;

	for (i = 0; i < columns->nr; i++) {
		const char *word = ui_kvm_heading(columns->column[i], title);

		if (i)
			fputc(' ', out);
		if (!joins(columns, i + 1)) {
			fprintf(out, "%*s", width[i], word);
			continue;
		}
		fprintf(out, "%*s", JOINT_WIDTH, word);
		i++;
		if (i + 1 < columns->nr)
			fprintf(out, "%*s", width[i - 1] + 1 + width[i] - JOINT_WIDTH, "");
	}
	fputs("\n\n", out);
}

static void print_row(FILE *out, const struct kvm_row *row, const struct ui_columns *columns,
		      const int *width)
{
	char buf[MAX_CELL_SIZE];
	size_t i;

	for (i = 0; i < columns->nr; i++)
		fprintf(out, "%s%*s", i ? " " : "", width[i],
			ui_column__cell(columns->column[i], row, buf, sizeof(buf)));
	fputc('\n', out);
}

/* A report with losses is never shown as if it were whole. */
void ui_kvm_losses(FILE *out, const struct kvm_report *report, u64 lost)
{
	if (!lost && !report->nr_dropped)
		return;
	fprintf(out,
		"Lost events:%" PRIu64 ", Dropped spans:%" PRIu64
		" (their end may have been lost). The figures are of what was recorded.\n",
		lost, report->nr_dropped);
}

static void print_choice(FILE *out, const char *what, const char *words)
{
	fputs(what, out);
	if (words)
		ui_fputs(words, out);
}

void ui_kvm_title(FILE *out, const struct ui_kvm_title *title)
{
	print_choice(out, title->pids ? "Analyze events for pid(s) " : "Analyze events for all VMs",
		     title->pids);
	print_choice(out, title->vcpus ? ", VCPU " : ", all VCPUs", title->vcpus);
	if (title->tids)
		print_choice(out, ", tid(s) ", title->tids);
	if (title->comm)
		print_choice(out, ", named ", title->comm);
	if (title->name)
		print_choice(out, ", events ", title->name);
	fputs(":\n\n", out);
}

/* Cut rather than rounded, as `perf script` prints times: what it shows there is within. */
void ui_kvm_interval(FILE *out, const struct kvm_report *report)
{
	u64 from = report->from / 1000, to = report->to / 1000;

	if (report->to)
		fprintf(out, "From %" PRIu64 ".%06" PRIu64 " to %" PRIu64 ".%06" PRIu64 " s:\n",
			from / 1000000, from % 1000000, to / 1000000, to % 1000000);
}

void ui_kvm_table(FILE *out, const struct kvm_report *report, const struct ui_columns *columns,
		  const struct ui_kvm_title *title)
{
	const struct kvm_row *row;
	int width[UI_MAX_COLUMNS];
	size_t i;

	ui_kvm_interval(out, report);
	ui_kvm_title(out, title);
	for (i = 0; i < columns->nr; i++)
		width[i] = ui_kvm_width(columns->column[i], report, title);
	print_headings(out, columns, width, title);
	kvm_report__for_each_row(report, row)
		print_row(out, row, columns, width);
	fprintf(out, "\nTotal Samples:%" PRIu64 ", Total events handled time:%.2fus.\n",
		report->total.count, (double)report->total.sum / 1e3);
	if (report->idle.count)
		fprintf(out, "Idle exits left out:%" PRIu64 ", their time:%.2fus.\n",
			report->idle.count, (double)report->idle.sum / 1e3);
	ui_kvm_losses(out, report, title->lost);
}
