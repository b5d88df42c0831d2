/* SPDX-License-Identifier: GPL-2.0-only */
/* Single spans, a line each: --duration. */
#ifndef PERF_UI_SPAN_LIST_H
#define PERF_UI_SPAN_LIST_H

#include <stdio.h>

#include "kvm/analysis.h"

/* The headings' line alone; with an empty one behind it. */
void ui_span_list__heading(FILE *out, const char *heading);
void ui_span_list__head(FILE *out, const char *heading);

/* @name is as recorded. */
void ui_span_list__row(FILE *out, const struct kvm_span *span, u32 pid, u32 vcpu, const char *name);

#endif
