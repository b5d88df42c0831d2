/* SPDX-License-Identifier: GPL-2.0-only */
/* Single spans, intervals and idle times, for who wants more than rows. For analysis.c. */
#ifndef PERF_KVM_WATCH_H
#define PERF_KVM_WATCH_H

#include "analysis.h"

/* The first event of all: intervals are counted from it. */
void kvm_watch__first_event(struct kvm_analysis *kvm, u64 time);

/*
 * Tells the interval that is over, if there was anything in it, and begins that
 * of @time. True if it failed, with the cause in *@err.
 */
bool kvm_watch__end_interval(struct kvm_analysis *kvm, u64 time, int *err);

/* The recording's end: the last interval. */
int kvm_watch__finish(struct kvm_analysis *kvm);

/* A span, with somebody watching, or a loss that may still come to light. */
int kvm_watch__count(struct kvm_analysis *kvm, struct kvm_thread *thread, const struct kvm_key *key,
		     u64 begin, u64 duration);

#endif
