// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "escape.h"
#include "vcpu-table.h"

static void print_row(FILE *out, const struct kvm_vcpu_report *report,
		      const struct kvm_vcpu_row *row)
{
	char comm[4 * THREAD_COMM_SIZE], name[64];
	unsigned int i;

	if (row->tid != (u32)-1)
		snprintf(name, sizeof(name), "%.15s", ui_escape(row->comm, comm, sizeof(comm)));
	else
		snprintf(name, sizeof(name), "%s", row->pid != (u32)-1 ? "all its vCPUs" : "all");
	if (row->pid != (u32)-1)
		fprintf(out, "%10u ", row->pid);
	else
		fprintf(out, "%10s ", "");
	if (row->vcpu_id != (u32)-1)
		fprintf(out, "%5u ", row->vcpu_id);
	else
		fprintf(out, "%5s ", "");
	fprintf(out, "%-16s %14.2fus", name, (double)row->observed / 1e3);
	for (i = 0; i < KVM_NR_STATES; i++) {
		if (kvm_vcpu_report__has(report, i))
			fprintf(out, " %9.2f%%",
				row->observed ? 100.0 * (double)row->ns[i] / (double)row->observed
					      : 0.0);
	}
	fputc('\n', out);
}

void ui_vcpu_table(FILE *out, const struct kvm_vcpu_report *report,
		   const struct ui_kvm_title *title)
{
	unsigned int state;
	size_t i;

	if (title)
		ui_kvm_title(out, title);
	fprintf(out, "%10s %5s %-16s %16s", "VM", "VCPU", "Thread", "Observed");
	for (state = 0; state < KVM_NR_STATES; state++) {
		if (kvm_vcpu_report__has(report, state))
			fprintf(out, " %10s", kvm_vcpu_state_name(state, report->has_vmm));
	}
	fputs(title ? "\n\n" : "\n", out);
	for (i = 0; i < report->nr_rows; i++) {
		if (i && report->rows[i].pid != report->rows[i - 1].pid)
			fputc('\n', out);
		print_row(out, report, &report->rows[i]);
	}
	if (title && title->lost)
		fprintf(out, "\nLost events:%" PRIu64 ". What they may have changed is unknown.\n",
			title->lost);
}
