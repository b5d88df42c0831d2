// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>

#include "escape.h"
#include "kvm-detail.h"

#define MAX_BAR 50

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
		if (columns[i].by || columns[i].unit == UI_NAME)
			continue;
		if (columns[i].histogram && !row->stats.histogram)
			continue;
		fprintf(out, "%12s %16s\n", columns[i].heading,
			ui_column__cell(&columns[i], row, cell, sizeof(cell)));
	}
}

/* Which power of two: 0 for 0 ns, else 1 + log2. */
static unsigned int class_of(u64 ns)
{
	return ns ? 64 - (unsigned int)__builtin_clzll(ns) : 0;
}

static void print_bar(FILE *out, unsigned int class, u64 count, u64 most, u64 all, int width)
{
	int bar = width - 48, len, i;
	u64 low = class ? 1ull << (class - 1) : 0;

	bar = bar > MAX_BAR ? MAX_BAR : bar < 0 ? 0 : bar;
	len = (int)((long double)count * bar / (long double)most + 0.5L);
	fprintf(out, "%12.3fus %12.3fus %10" PRIu64 " %6.2f%% ", usecs(low),
		usecs(class ? low * 2 - 1 : 0), count, 100.0 * (double)count / (double)all);
	for (i = 0; i < len; i++)
		fputc('#', out);
	fputc('\n', out);
}

/* How many spans there are of each magnitude. */
static void print_distribution(FILE *out, const struct kvm_row *row, int width)
{
	const struct kvm_histogram *histogram = row->stats.histogram;
	u64 counts[65] = { 0 }, most = 1;
	unsigned int first = 64, last = 0, class;
	struct kvm_bucket *buckets;
	size_t i;

	if (!histogram || kvm_histogram__buckets(histogram, &buckets))
		return;
	for (i = 0; i < histogram->nr_used; i++) {
		class = class_of(buckets[i].low);
		counts[class] += buckets[i].count;
		first = class < first ? class : first;
		last = class > last ? class : last;
		most = counts[class] > most ? counts[class] : most;
	}
	free(buckets);
	fprintf(out, "\n%14s %14s %10s %7s\n", "from", "to", "Samples", "Share");
	for (class = first; class <= last; class ++)
		print_bar(out, class, counts[class], most, row->stats.count, width);
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
	print_distribution(out, row, width);
	print_vcpus(out, row, by_vcpu);
}
