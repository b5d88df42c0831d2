// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "escape.h"
#include "kvm-detail.h"
#include "kvm-histogram.h"

static double usecs(u64 ns)
{
	return (double)ns / 1e3;
}

/* The figures that every row has, a line each: all columns but those that name it. */
static void print_figures(FILE *out, const struct kvm_row *row)
{
	const struct ui_column *columns;
	char cell[1024];
	size_t nr, i;

	columns = ui_columns__all(&nr);
	for (i = 0; i < nr; i++) {
		if (columns[i].by || columns[i].unit == UI_NAME || columns[i].unit == UI_TIME)
			continue;
		if (columns[i].histogram && !row->stats.histogram)
			continue;
		fprintf(out, "%12s %16s\n", columns[i].heading,
			ui_column__cell(&columns[i], row, cell, sizeof(cell)));
	}
}

static void print_vcpus(FILE *out, const struct kvm_row *row, const struct kvm_report *by_vcpu)
{
	char name[THREAD_COMM_SIZE * 4];
	const struct kvm_row *part;

	fprintf(out, "\n%10s %5s %10s %7s %14s %13s  %s\n", "VM", "vCPU", "Samples", "Share",
		"Avg time", "Max Time", "VM Name");
	kvm_report__for_each_row(by_vcpu, part) {
		if (!kvm_key__equal(&part->key, &row->key))
			continue;
		fprintf(out, "%10u %5u %10" PRIu64 " %6.2f%% %12.2fus %11.2fus  %s\n",
			part->group->pid, part->group->vcpu, part->stats.count,
			100.0 * (double)part->stats.count / (double)row->stats.count,
			kvm_stats__mean(&part->stats) / 1e3, usecs(part->stats.max),
			ui_escape(part->group->vm_name, name, sizeof(name)));
	}
}

void ui_kvm_detail(FILE *out, const struct kvm_row *row, const struct kvm_report *by_vcpu,
		   int width)
{
	char name[1024];

	fprintf(out, "%s\n\n", ui_escape(row->name, name, sizeof(name)));
	print_figures(out, row);
	if (row->stats.histogram) {
		fputc('\n', out);
		ui_kvm_histogram(out, row, width);
	}
	print_vcpus(out, row, by_vcpu);
}
