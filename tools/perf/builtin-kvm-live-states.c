// SPDX-License-Identifier: GPL-2.0-only
/* What `perf kvm stat live --event=vcpu` prints where there are no screens. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "builtin-kvm-live.h"
#include "ui/vcpu-rows.h"
#include "ui/vcpu-table.h"

int live_cmd__begin_states(struct live_cmd *live)
{
	if (live->view.csv)
		ui_vcpu_csv_header(stdout, true);
	return 0;
}

static int build(struct live_cmd *live, enum kvm_part part, struct kvm_vcpu_report *report)
{
	struct kvm_query query = live->view.query;

	query.part = part;
	return kvm_vcpu_report__build(report, live->kvm, &query);
}

int live_cmd__print_states(struct live_cmd *live, enum kvm_part part, u64 lost)
{
	struct ui_kvm_title title = kvm_view__title(&live->view, live->kvm, lost);
	struct kvm_vcpu_report report;
	int ret = build(live, part, &report);

	if (ret)
		return ret;
	report.from = live->from;
	report.to = live->now;
	if (live->view.csv)
		ui_vcpu_csv_rows(stdout, &report);
	else if (live->view.json_lines)
		ret = ui_vcpu_json_lines(stdout, &report);
	else
		ui_vcpu_table(stdout, &report, &title);
	kvm_vcpu_report__exit(&report);
	return ret;
}

int live_cmd__print_states_sum(struct live_cmd *live, u64 lost)
{
	const struct kvm_vcpu_row *all;
	struct kvm_vcpu_report report;
	unsigned int i;

	if (build(live, KVM_WHOLE, &report))
		return -ENOMEM;
	all = &report.rows[report.nr_rows - 1];
	printf("Since the start: Observed:%.2fus", (double)all->observed / 1e3);
	for (i = 0; i < KVM_NR_STATES; i++) {
		if (kvm_vcpu_report__has(&report, i))
			printf(", %s:%.2f%%", kvm_vcpu_state_name(i, report.has_vmm),
			       all->observed ? 100.0 * (double)all->ns[i] / (double)all->observed
					     : 0.0);
	}
	printf(", Lost events:%" PRIu64 ".\n\n", lost);
	kvm_vcpu_report__exit(&report);
	return fflush(stdout) ? -errno : 0;
}
