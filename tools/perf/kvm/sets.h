/* SPDX-License-Identifier: GPL-2.0-only */
/* Several analyses of the same samples, one for each event set. */
#ifndef PERF_KVM_SETS_H
#define PERF_KVM_SETS_H

#include "analysis.h"

#define KVM_MAX_SETS 8

struct kvm_sets {
	struct kvm_analysis kvm[KVM_MAX_SETS];
	size_t nr;
};

/* One more; @histograms: with its spans' distributions. 0, -ENOMEM, or -ENOSPC. */
int kvm_sets__add(struct kvm_sets *sets, const struct kvm_event_ops *ops, bool histograms,
		  struct perf_err *err);
void kvm_sets__exit(struct kvm_sets *sets);

/* The same of each analysis. */
int kvm_sets__sample(struct kvm_sets *sets, struct perf_session *session,
		     const struct perf_sample *sample);
int kvm_sets__comm(struct kvm_sets *sets, const struct comm_event *event);
int kvm_sets__lost(struct kvm_sets *sets, const struct lost_event *event);
int kvm_sets__task_exit(struct kvm_sets *sets, const struct task_event *event);
void kvm_sets__seen_cpu(struct kvm_sets *sets, u32 cpu);
int kvm_sets__keep(struct kvm_sets *sets, u64 upto);
int kvm_sets__finish(struct kvm_sets *sets);

#endif
