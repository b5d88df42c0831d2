/* SPDX-License-Identifier: GPL-2.0-only */
/* Where each vCPU's time goes, as a table: --event=vcpu. */
#ifndef PERF_UI_VCPU_TABLE_H
#define PERF_UI_VCPU_TABLE_H

#include <stdio.h>

#include "kvm/vcpu-time.h"
#include "kvm-table.h"

/* So many columns say which vCPU a row is of. */
#define UI_VCPU_TABLE_IDS 17

/* @title NULL: nothing but one line of headings, and the rows. */
void ui_vcpu_table(FILE *out, const struct kvm_vcpu_report *report,
		   const struct ui_kvm_title *title);

#endif
