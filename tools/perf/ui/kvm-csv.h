/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows as CSV, as RFC 4180 has it: a header line, commas, CR LF, quotes where needed. */
#ifndef PERF_UI_KVM_CSV_H
#define PERF_UI_KVM_CSV_H

#include <stdio.h>

#include "columns.h"

void ui_kvm_csv_header(FILE *out, const struct ui_columns *columns);
void ui_kvm_csv_rows(FILE *out, const struct kvm_report *report, const struct ui_columns *columns);

#endif
