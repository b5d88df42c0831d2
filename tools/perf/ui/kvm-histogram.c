// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>

#include "escape.h"
#include "kvm-histogram.h"

#define MAX_LINES	  24 /* as far as a line a power of two allows */
#define BAR_WIDTH	  40
#define HISTOGRAM_FIGURES 56 /* columns beside the bar */
#define MAX_FINE	  6 /* lines to a power of two, as a power of two: as fine as the buckets are */

/* The line that @ns is drawn in, where there are 2^@fine lines to a power of two. */
static u64 line_of(u64 ns, unsigned int fine)
{
	unsigned int shift = ns >> (fine + 1) ? 63 - fine - (unsigned int)__builtin_clzll(ns) : 0;

	return ((u64)shift << fine) + (ns >> shift);
}

/* The lowest value of a line. */
static double line_start(u64 line, unsigned int fine)
{
	unsigned int shift = line >> (fine + 1) ? (unsigned int)(line >> fine) - 1 : 0;

	return (double)(line - ((u64)shift << fine)) * (double)((u64)1 << shift);
}

/* As fine as there is room for: lines are whole buckets, so that what they show is exact. */
static unsigned int choose_fine(u64 low, u64 high)
{
	unsigned int fine = MAX_FINE;

	while (fine && line_of(high, fine) - line_of(low, fine) >= MAX_LINES)
		fine--;
	return fine;
}

static void draw_line(FILE *out, double from, double to, u64 count, u64 all, u64 largest, int width)
{
	/* What is there is seen, however little it is. */
	int len = (int)((double)count * width / (double)largest + 0.5);
	int i;

	if (count && !len && width)
		len = 1;
	fprintf(out, "%13.3fus %13.3fus %10" PRIu64 " %8.2f%% |", from / 1e3, to / 1e3, count,
		100 * (double)count / (double)all);
	for (i = 0; i < width; i++)
		fputc(i < len ? '#' : ' ', out);
	fputs("|\n", out);
}

static void draw_lines(FILE *out, const struct kvm_row *row, const struct kvm_bucket *buckets,
		       int width)
{
	size_t nr = row->stats.histogram->nr_used, i, k;
	unsigned int fine = choose_fine(buckets[0].low, buckets[nr - 1].high);
	u64 first = line_of(buckets[0].low, fine), last = line_of(buckets[nr - 1].low, fine);
	u64 line, largest = 0, *count = calloc(last - first + 1, sizeof(*count));

	for (i = 0; count && i < nr; i++) {
		k = line_of(buckets[i].low, fine) - first;
		count[k] += buckets[i].count;
		if (count[k] > largest)
			largest = count[k];
	}
	for (line = first; count && line <= last; line++)
		draw_line(out, line_start(line, fine), line_start(line + 1, fine),
			  count[line - first], row->stats.count, largest, width);
	free(count);
}

static void print_name(FILE *out, const struct kvm_row *row, unsigned int by)
{
	const struct kvm_group *group = row->group;

	if (by) {
		fprintf(out, "VM %u", group->pid);
		if (group->vm_name[0]) {
			fputc(':', out);
			ui_fputs(group->vm_name, out);
		}
		fputs(", ", out);
	}
	if (by & (KVM_BY_VCPU | KVM_BY_TID))
		fprintf(out, "vCPU %u, ", group->vcpu);
	if (by & KVM_BY_TID)
		fprintf(out, "tid %u, ", group->tid);
	ui_fputs(row->name, out);
}

int ui_kvm_histogram(FILE *out, const struct kvm_row *row, int width)
{
	struct kvm_bucket *buckets;
	int bar = width - HISTOGRAM_FIGURES;

	if (kvm_histogram__buckets(row->stats.histogram, &buckets))
		return -ENOMEM;
	fprintf(out, "%15s %15s %10s %9s\n", "From", "To", "Samples", "Samples%");
	draw_lines(out, row, buckets, bar < 0 ? 0 : bar > BAR_WIDTH ? BAR_WIDTH : bar);
	free(buckets);
	return 0;
}

static int draw(FILE *out, const struct kvm_row *row, unsigned int by)
{
	const struct kvm_stats *s = &row->stats;

	print_name(out, row, by);
	fprintf(out,
		": %" PRIu64 " spans, %.2fus to %.2fus, mean %.2fus, p50 %.2fus, p99 %.2fus\n\n",
		s->count, (double)s->min / 1e3, (double)s->max / 1e3, kvm_stats__mean(s) / 1e3,
		(double)row->percentile[KVM_P50] / 1e3, (double)row->percentile[KVM_P99] / 1e3);
	if (ui_kvm_histogram(out, row, HISTOGRAM_FIGURES + BAR_WIDTH))
		return -ENOMEM;
	fputc('\n', out);
	return 0;
}

int ui_kvm_histograms(FILE *out, const struct kvm_report *report, const char *pattern,
		      const struct ui_kvm_title *title)
{
	const struct kvm_row *row;
	int nr = 0;

	kvm_report__for_each_row(report, row) {
		if (pattern && fnmatch(pattern, row->name, 0))
			continue;
		if (!nr++) {
			ui_kvm_interval(out, report);
			ui_kvm_title(out, title);
		}
		if (draw(out, row, report->by))
			return -ENOMEM;
	}
	if (nr)
		ui_kvm_losses(out, report, title->lost);
	return nr;
}
