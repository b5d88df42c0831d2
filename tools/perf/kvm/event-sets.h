/* SPDX-License-Identifier: GPL-2.0-only */
/* The event sets, and what those share whose spans lie between an exit and an entry. */
#ifndef PERF_KVM_EVENT_SETS_H
#define PERF_KVM_EVENT_SETS_H

#include "analysis.h"

extern const struct kvm_event_ops kvm_events_vmexit, kvm_events_mmio, kvm_events_ioport,
	kvm_events_msr, kvm_events_hcall, kvm_events_vcpu;

/*
 * Accesses of one exit: each is a span of its own, and none overlap. One that
 * is open ends where the next begins, or at the entry.
 */
int kvm_access__begin(struct kvm_analysis *kvm, struct kvm_thread *thread,
		      const struct kvm_key *key, u64 time);

/* An exit: an access that is still open has lost its entry. */
void kvm_access__exit(struct kvm_thread *thread, u64 time);

/* An entry, or whatever else ends the last access. */
int kvm_access__end(struct kvm_analysis *kvm, struct kvm_thread *thread, u64 time);

/* A handler of exits and one of entries for sets of accesses. */
int kvm_access__on_exit(struct kvm_analysis *kvm, const struct kvm_binding *binding,
			struct kvm_thread *thread, const struct perf_sample *sample);
int kvm_access__on_end(struct kvm_analysis *kvm, const struct kvm_binding *binding,
		       struct kvm_thread *thread, const struct perf_sample *sample);

/* Binds exit and entry events to those two. True if @name is one of them. */
bool kvm_access__bind(struct kvm_analysis *kvm, const char *name, struct tep_event *event,
		      struct kvm_binding *binding);

#endif
