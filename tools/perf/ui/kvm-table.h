/* SPDX-License-Identifier: GPL-2.0-only */
/* The rows of `perf kvm stat report` as the table that people know. */
#ifndef PERF_UI_KVM_TABLE_H
#define PERF_UI_KVM_TABLE_H

#include <stdio.h>

#include "kvm/report.h"

struct ui_kvm_title {
	const char *heading; /* of the name column */
	const char *pids;    /* as the user gave them; NULL: all VMs */
	const char *vcpus;   /* as the user gave them; NULL: all VCPUs */
	u64 lost;	     /* events that the recording lost */
};

/* "Analyze events for all VMs, all VCPUs:", and an empty line. */
void ui_kvm_title(FILE *out, const struct ui_kvm_title *title);

void ui_kvm_table(FILE *out, const struct kvm_report *report, const struct ui_kvm_title *title);

#endif
