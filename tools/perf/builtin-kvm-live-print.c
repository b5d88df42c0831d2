// SPDX-License-Identifier: GPL-2.0-only
/* What `perf kvm stat live` prints where there are no screens. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "builtin-kvm-live.h"
#include "kvm/vcpu-id.h"
#include "ui/escape.h"
#include "ui/span-list.h"

static double seconds(u64 ns)
{
	return (double)ns / 1e9;
}

static int build(struct live_cmd *live, enum kvm_part part, struct kvm_report *report)
{
	struct kvm_query query = live->view.query;

	query.part = part;
	query.interval = live->now - (part == KVM_WHOLE ? live->start : live->from);
	return kvm_report__build(report, live->kvm, &query);
}

static void print_table(const struct live_cmd *live, const struct kvm_report *report, u64 lost,
			u64 late)
{
	struct ui_kvm_title title = kvm_view__title(&live->view, live->kvm, lost);

	ui_kvm_table(stdout, report, &live->view.columns, &title);
	if (late)
		printf("Late events:%" PRIu64
		       " (others that happened after them had been counted).\n",
		       late);
}

int live_cmd__print_interval(struct live_cmd *live)
{
	u64 lost = perf_session__lost(&live->source.session), late = live->source.merge.nr_late;
	struct kvm_report report;
	u64 dropped;

	if (build(live, KVM_LAST, &report))
		return -ENOMEM;
	dropped = report.nr_dropped;
	report.nr_dropped -= live->dropped;
	printf("%.2f s since the start, the last %.2f s:\n", seconds(live->now - live->start),
	       seconds(live->now - live->from));
	print_table(live, &report, lost - live->lost, late - live->late);
	kvm_report__exit(&report);
	live->dropped = dropped;
	live->lost = lost;
	live->late = late;
	if (build(live, KVM_WHOLE, &report))
		return -ENOMEM;
	printf("Since the start: Samples:%" PRIu64
	       ", events handled time:%.2fus, Lost events:%" PRIu64 ".\n\n",
	       report.total.count, (double)report.total.sum / 1e3, lost);
	kvm_report__exit(&report);
	return fflush(stdout) ? -errno : 0;
}

int live_cmd__print_whole(struct live_cmd *live)
{
	struct kvm_report report;

	if (build(live, KVM_WHOLE, &report))
		return -ENOMEM;
	printf("All of %.2f s:\n", seconds(live->now - live->start));
	print_table(live, &report, perf_session__lost(&live->source.session),
		    live->source.merge.nr_late);
	kvm_report__exit(&report);
	return fflush(stdout) ? -errno : 0;
}

int live_cmd__print_span(void *ctx, const struct kvm_thread *thread, const struct kvm_span *span)
{
	struct live_cmd *live = ctx;
	u32 vcpu = kvm_thread__vcpu_id(live->kvm, thread);
	char name[512], safe[200];

	if (!kvm_filter__allows(&live->view.query.filter, thread, vcpu))
		return 0;
	live->kvm->ops->key_name(live->kvm, &span->key, name, sizeof(name));
	if (live->screens) {
		snprintf(live->browser.message, sizeof(live->browser.message),
			 "VM %u, vCPU %u: %s took %.2fus", thread->pid, vcpu,
			 ui_escape(name, safe, sizeof(safe)), (double)span->duration / 1e3);
		return 0;
	}
	ui_span_list__row(stdout, span, thread->pid, vcpu, name);
	return ferror(stdout) ? -EPIPE : 0;
}
