/* SPDX-License-Identifier: GPL-2.0-only */
/* Where each vCPU's time goes, for programs: a row for each state of each vCPU. */
#ifndef PERF_UI_VCPU_ROWS_H
#define PERF_UI_VCPU_ROWS_H

#include "kvm-json.h"
#include "kvm/vcpu-time.h"

/* Adds the rows to a document begun by ui_kvm_json__begin(). 0 or -ENOMEM. */
int ui_vcpu_json__add(struct ui_kvm_json *json, const struct kvm_vcpu_report *report);

/* Each row as an object on a line of its own. 0, -ENOMEM or -EIO. */
int ui_vcpu_json_lines(FILE *out, const struct kvm_vcpu_report *report);

/* The line of names, and the rows; those of reports with a time begin with @from and @to. */
void ui_vcpu_csv_header(FILE *out, bool intervals);
void ui_vcpu_csv_rows(FILE *out, const struct kvm_vcpu_report *report);

#endif
