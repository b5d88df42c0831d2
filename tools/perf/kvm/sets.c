// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>

#include "sets.h"

int kvm_sets__add(struct kvm_sets *sets, const struct kvm_event_ops *ops, bool histograms,
		  struct perf_err *err)
{
	struct kvm_analysis *kvm = &sets->kvm[sets->nr];
	int ret;

	if (sets->nr == KVM_MAX_SETS)
		return -ENOSPC;
	ret = kvm_analysis__init(kvm, ops);
	if (ret)
		return ret;
	kvm->histograms = histograms;
	kvm->err = err;
	sets->nr++;
	return 0;
}

void kvm_sets__exit(struct kvm_sets *sets)
{
	size_t i;

	for (i = 0; i < sets->nr; i++)
		kvm_analysis__exit(&sets->kvm[i]);
	sets->nr = 0;
}

int kvm_sets__sample(struct kvm_sets *sets, struct perf_session *session,
		     const struct perf_sample *sample)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < sets->nr && !ret; i++)
		ret = kvm_analysis__sample(&sets->kvm[i], session, sample);
	return ret;
}

int kvm_sets__comm(struct kvm_sets *sets, const struct comm_event *event)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < sets->nr && !ret; i++)
		ret = kvm_analysis__comm(&sets->kvm[i], event);
	return ret;
}

int kvm_sets__lost(struct kvm_sets *sets, const struct lost_event *event)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < sets->nr && !ret; i++)
		ret = kvm_analysis__lost(&sets->kvm[i], event);
	return ret;
}

int kvm_sets__keep(struct kvm_sets *sets, u64 upto)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < sets->nr && !ret; i++)
		ret = kvm_analysis__keep(&sets->kvm[i], upto);
	return ret;
}

int kvm_sets__finish(struct kvm_sets *sets)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < sets->nr && !ret; i++)
		ret = kvm_analysis__finish(&sets->kvm[i]);
	return ret;
}

int kvm_sets__task_exit(struct kvm_sets *sets, const struct task_event *event)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < sets->nr && !ret; i++)
		ret = kvm_analysis__task_exit(&sets->kvm[i], event);
	return ret;
}

void kvm_sets__seen_cpu(struct kvm_sets *sets, u32 cpu)
{
	size_t i;

	for (i = 0; i < sets->nr; i++)
		kvm_analysis__seen_cpu(&sets->kvm[i], cpu);
}
