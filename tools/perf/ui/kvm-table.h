/* SPDX-License-Identifier: GPL-2.0-only */
/* The rows of `perf kvm stat report` as the table that people know. */
#ifndef PERF_UI_KVM_TABLE_H
#define PERF_UI_KVM_TABLE_H

#include <stdio.h>

#include "columns.h"

/* What stands above and below the rows. */
struct ui_kvm_title {
	const char *heading; /* of the name column */
	/* What was asked for, as the user gave it; NULL: all. */
	const char *pids, *vcpus, *tids, *comm, *name;
	u64 lost; /* events that the recording lost */
};

void ui_kvm_table(FILE *out, const struct kvm_report *report, const struct ui_columns *columns,
		  const struct ui_kvm_title *title);

/* A column's heading, and its width, at which all cells are right-aligned. */
const char *ui_kvm_heading(const struct ui_column *column, const struct ui_kvm_title *title);
int ui_kvm_width(const struct ui_column *column, const struct kvm_report *report,
		 const struct ui_kvm_title *title);

/* The line above all others of an interval, "From ... to ... s:"; nothing for a whole recording. */
void ui_kvm_interval(FILE *out, const struct kvm_report *report);

/* The first line, "Analyze events for ...:", and the one about losses, if there were any. */
void ui_kvm_title(FILE *out, const struct ui_kvm_title *title);
void ui_kvm_losses(FILE *out, const struct kvm_report *report, u64 lost);

#endif
