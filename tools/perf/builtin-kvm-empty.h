/* SPDX-License-Identifier: GPL-2.0-only */
/* A report without any span: which event sets would have some. */
#ifndef PERF_BUILTIN_KVM_EMPTY_H
#define PERF_BUILTIN_KVM_EMPTY_H

#include "kvm/report.h"
#include "util/time-range.h"

struct kvm_empty {
	const char *input, *formats;	 /* as the options say; @formats may be NULL */
	const struct kvm_event_ops *ops; /* the set that has none */
	struct time_range range;
	const struct kvm_filter *filter;
};

/*
 * Tells on stderr, in one line, that there is no span, why (@any_thread: some of
 * the set's events were seen), and, of a file, which other sets have some.
 */
void kvm_empty__tell(const struct kvm_empty *empty, const struct perf_session *session,
		     bool any_thread);

#endif
