/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Spans of threads that moved to another CPU while the span was open.
 *
 * A LOST record stands in its CPU's buffer behind the last record before the
 * gap, but its time is that of the first record after the gap, which may come
 * much later. A span that was open where the gap opens is dropped, even if it
 * has been closed by then by an event on the thread's new CPU. So such a span
 * counts only once the old CPU's buffer has shown another record, or the end.
 */
#ifndef PERF_KVM_PENDING_H
#define PERF_KVM_PENDING_H

#include "analysis.h"
#include "vcpu-time.h"

struct kvm_pending {
	struct kvm_thread *thread;
	unsigned int nr_links; /* CPUs that have still to show a record */
	bool closed;	       /* the span has ended: @span says how */
	bool unpaired;	       /* it never got its end */
	bool ended;	       /* so did its thread, before it: it counts only if it is dropped */
	bool dropped;
	bool has_read; /* @read ended a write: it is dropped if that is */
	struct kvm_span span, read;
	u64 ns[KVM_NR_STATES]; /* of the set "vcpu", instead of @span */
};

struct kvm_pending_link {
	LIST_ENTRY(kvm_pending_link) node;
	struct kvm_pending *pending;
};

/* @thread, with something open, is seen on another CPU than before. 0 or -ENOMEM. */
int kvm_pending__add(struct kvm_analysis *kvm, struct kvm_thread *thread, struct kvm_cpu *old);

/* @cpu's buffer shows a record: nothing before it was lost. 0 or -ENOMEM. */
int kvm_pending__confirm(struct kvm_analysis *kvm, struct kvm_cpu *cpu);

/* @thread ends: what is open on it gets no end any more. */
void kvm_pending__end(struct kvm_thread *thread);

/* @cpu's buffer shows a gap behind its last record. */
void kvm_pending__drop(struct kvm_analysis *kvm, struct kvm_cpu *cpu);

/* What the thread had open is over, as a span; kvm_pending__forget(): with nothing counted. */
void kvm_pending__close(struct kvm_thread *thread, const struct kvm_span *span);

/* The same for the set "vcpu", whose intervals have states. */
void kvm_pending__close_states(struct kvm_thread *thread, const u64 ns[KVM_NR_STATES]);

/* @pending's write was ended by @read. */
void kvm_pending__read(struct kvm_pending *pending, const struct kvm_span *read);

#endif
