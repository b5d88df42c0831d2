// SPDX-License-Identifier: GPL-2.0-only
/* What `perf kvm stat live` prints where there are no screens. */
#include <errno.h>
#include <fnmatch.h>
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

static int print_late(const struct live_cmd *live, u64 late)
{
	if (late && kvm_view__is_for_people(&live->view))
		printf("Late events:%" PRIu64
		       " (others that happened after them had been counted).\n",
		       late);
	return fflush(stdout) ? -errno : 0;
}

/* A line under each interval's table. */
static int print_sum(struct live_cmd *live, u64 lost)
{
	struct kvm_report report;

	if (live->ops->settle)
		return live_cmd__print_states_sum(live, lost);
	if (build(live, KVM_WHOLE, &report))
		return -ENOMEM;
	printf("Since the start: Samples:%" PRIu64
	       ", events handled time:%.2fus, Lost events:%" PRIu64 ".\n\n",
	       report.total.count, (double)report.total.sum / 1e3, lost);
	kvm_report__exit(&report);
	return fflush(stdout) ? -errno : 0;
}

/* The rows of @part. */
static int print_rows(struct live_cmd *live, enum kvm_part part, u64 lost)
{
	struct kvm_report report;
	u64 dropped;
	int ret;

	if (live->ops->settle)
		return live_cmd__print_states(live, part == KVM_LAST ? part : KVM_OPEN, lost);
	if (build(live, part, &report))
		return -ENOMEM;
	dropped = report.nr_dropped;
	if (part == KVM_LAST) {
		report.nr_dropped -= live->dropped;
		live->dropped = dropped;
	}
	if (!kvm_view__is_for_people(&live->view)) {
		report.from = live->from;
		report.to = live->now;
	}
	ret = kvm_output__add(&live->output, &report, live->kvm, lost);
	kvm_report__exit(&report);
	return ret;
}

int live_cmd__print_interval(struct live_cmd *live)
{
	u64 lost = perf_session__lost(&live->source.session), late = live->source.merge.nr_late;
	bool people = kvm_view__is_for_people(&live->view);
	int ret;

	if (people)
		printf("%.2f s since the start, the last %.2f s:\n",
		       seconds(live->now - live->start), seconds(live->now - live->from));
	ret = print_rows(live, KVM_LAST, lost - live->lost);
	if (!ret)
		ret = print_late(live, late - live->late);
	live->lost = lost;
	live->late = late;
	return !ret && people ? print_sum(live, lost) : ret;
}

static int print_whole(struct live_cmd *live)
{
	int ret;

	printf("All of %.2f s:\n", seconds(live->now - live->start));
	ret = print_rows(live, KVM_WHOLE, perf_session__lost(&live->source.session));
	return ret ? ret : print_late(live, live->source.merge.nr_late);
}

int live_cmd__print_rest(struct live_cmd *live)
{
	u64 lost = perf_session__lost(&live->source.session);
	int ret;

	if (kvm_view__is_for_people(&live->view))
		return print_whole(live);
	ret = kvm_sets__keep(&live->sets, live->source.upto);
	if (!ret && live->now > live->from)
		ret = live_cmd__print_interval(live);
	if (lost)
		fprintf(stderr,
			"%s: lost %" PRIu64
			" events: the buffers were full; use larger ones (-m)\n",
			live->cmdline.name, lost);
	return ret;
}

int live_cmd__print_span(void *ctx, const struct kvm_thread *thread, const struct kvm_span *span)
{
	struct live_cmd *live = ctx;
	u32 vcpu = kvm_thread__vcpu_id(live->kvm, thread);
	const struct kvm_filter *filter = &live->view.query.filter;
	char name[512], safe[200];

	/* Idle vCPUs halt for long, and often. */
	if (span->idle || !kvm_filter__allows(filter, thread, vcpu))
		return 0;
	live->kvm->ops->key_name(live->kvm, &span->key, name, sizeof(name));
	if (filter->name && fnmatch(filter->name, name, 0))
		return 0;
	if (live->screens) {
		ui_span_log__add(live->spans, span, thread->pid, vcpu);
		snprintf(live->browser.message, sizeof(live->browser.message),
			 "VM %u, vCPU %u: %s took %.2fus (d:list)", thread->pid, vcpu,
			 ui_escape(name, safe, sizeof(safe)), (double)span->duration / 1e3);
		return 0;
	}
	ui_span_list__row(stdout, span, thread->pid, vcpu, name);
	return ferror(stdout) ? -EPIPE : 0;
}
