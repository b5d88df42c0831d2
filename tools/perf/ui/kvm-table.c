// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "escape.h"
#include "kvm-table.h"

#define MIN_NAME_WIDTH 20
#define MAX_NAME_SIZE  1024

static double percent(long double part, long double whole)
{
	return whole > 0 ? (double)(100 * part / whole) : 0.0;
}

static double usecs(u64 ns)
{
	return (double)ns / 1e3;
}

static int name_width(const struct kvm_report *report, const char *heading)
{
	size_t width = strlen(heading) > MIN_NAME_WIDTH ? strlen(heading) : MIN_NAME_WIDTH;
	char safe[MAX_NAME_SIZE];
	struct kvm_row *row;

	for (row = kvm_report__first(report); row; row = kvm_report__next(row)) {
		size_t len = strlen(ui_escape(row->name, safe, sizeof(safe)));

		if (len > width)
			width = len;
	}
	return (int)width;
}

static void print_row(FILE *out, const struct kvm_row *row, const struct kvm_stats *total,
		      int width)
{
	const struct kvm_stats *s = &row->stats;
	char safe[MAX_NAME_SIZE];

	fprintf(out, "%*s %10" PRIu64 " %8.2f%% %8.2f%% %9.2fus %9.2fus %9.2fus ( +-%7.2f%% )\n",
		width, ui_escape(row->name, safe, sizeof(safe)), s->count,
		percent(s->count, total->count),
		percent((long double)s->sum, (long double)total->sum), usecs(s->min), usecs(s->max),
		kvm_stats__mean(s) / 1e3, kvm_stats__rel_stderr(s));
}

/* A report with losses is never shown as if it were whole. */
static void print_losses(FILE *out, const struct kvm_report *report, u64 lost)
{
	if (!lost && !report->nr_dropped)
		return;
	fprintf(out,
		"Lost events:%" PRIu64 ", Dropped spans:%" PRIu64
		" (their end may have been lost). The figures are of what was recorded.\n",
		lost, report->nr_dropped);
}

void ui_kvm_title(FILE *out, const struct ui_kvm_title *title)
{
	char pids[256], vcpus[256];

	fprintf(out, "Analyze events for %s%s, %s%s:\n\n", title->pids ? "pid(s) " : "all VMs",
		title->pids ? ui_escape(title->pids, pids, sizeof(pids)) : "",
		title->vcpus ? "VCPU " : "all VCPUs",
		title->vcpus ? ui_escape(title->vcpus, vcpus, sizeof(vcpus)) : "");
}

void ui_kvm_table(FILE *out, const struct kvm_report *report, const struct ui_kvm_title *title)
{
	int width = name_width(report, title->heading);
	struct kvm_row *row;

	ui_kvm_title(out, title);
	fprintf(out, "%*s %10s %9s %9s %11s %11s %16s\n\n", width, title->heading, "Samples",
		"Samples%", "Time%", "Min Time", "Max Time", "Avg time");
	for (row = kvm_report__first(report); row; row = kvm_report__next(row))
		print_row(out, row, &report->total, width);
	fprintf(out, "\nTotal Samples:%" PRIu64 ", Total events handled time:%.2fus.\n",
		report->total.count, (double)report->total.sum / 1e3);
	print_losses(out, report, title->lost);
}
