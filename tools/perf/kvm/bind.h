/* SPDX-License-Identifier: GPL-2.0-only */
/* What each event of a recording means to the event set that is analysed. */
#ifndef PERF_KVM_BIND_H
#define PERF_KVM_BIND_H

#include "analysis.h"

/* Of an event of KVM's that the set has no use for. */
int kvm_pass_over(struct kvm_analysis *kvm, const struct kvm_binding *binding,
		  struct kvm_thread *thread, const struct perf_sample *sample);

int kvm_bind(struct kvm_analysis *kvm, struct perf_session *session,
	     const struct perf_sample *sample);

/* The binding of @sample's event, made when it is asked for first. On an error *@err is set. */
static inline const struct kvm_binding *kvm_binding__find(struct kvm_analysis *kvm,
							  struct perf_session *session,
							  const struct perf_sample *sample,
							  int *err)
{
	const struct evsel *evsel = sample->evsel;

	if (unlikely(evsel->idx >= kvm->nr_bindings || !kvm->bindings[evsel->idx].bound)) {
		*err = kvm_bind(kvm, session, sample);
		if (*err)
			return NULL;
	}
	return &kvm->bindings[evsel->idx];
}

#endif
