/* SPDX-License-Identifier: GPL-2.0-only */
/* One row in all detail: its figures, how its spans are distributed, and its vCPUs. */
#ifndef PERF_UI_KVM_DETAIL_H
#define PERF_UI_KVM_DETAIL_H

#include <stdio.h>

#include "columns.h"

/*
 * Prints @row; @by_vcpu is a report of the same spans with a row for each vCPU.
 * @width: columns that there are for a line.
 */
void ui_kvm_detail(FILE *out, const struct kvm_row *row, const struct kvm_report *by_vcpu,
		   int width);

#endif
