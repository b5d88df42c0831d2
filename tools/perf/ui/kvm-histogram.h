/* SPDX-License-Identifier: GPL-2.0-only */
/* How the spans of rows are distributed, drawn with characters. */
#ifndef PERF_UI_KVM_HISTOGRAM_H
#define PERF_UI_KVM_HISTOGRAM_H

#include <stdio.h>

#include "kvm-table.h"

/*
 * Draws the distribution of each row whose name fits @pattern (NULL: of all).
 * Their statistics have histograms. How many were drawn, or -ENOMEM.
 */
int ui_kvm_histograms(FILE *out, const struct kvm_report *report, const char *pattern,
		      const struct ui_kvm_title *title);

/* Draws that of one row, without its name, in @width columns if it can be. 0 or -ENOMEM. */
int ui_kvm_histogram(FILE *out, const struct kvm_row *row, int width);

#endif
