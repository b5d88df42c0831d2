/* SPDX-License-Identifier: GPL-2.0-only */
/* The options that say of which time, how finely, and with which spans a report is. */
#ifndef PERF_BUILTIN_KVM_WHEN_H
#define PERF_BUILTIN_KVM_WHEN_H

#include "builtin-kvm-view.h"
#include "util/time-range.h"

struct kvm_when {
	/* As the user gave them; NULL and 0 where not given. */
	const char *time, *interval, *duration;
	int idle, no_idle;

	/* What they mean. */
	struct time_range range;
	double first_percent, last_percent; /* of the recording; <0: @range says it */
	struct kvm_watch watch;

	/* For what is told while the recording is read: */
	const struct kvm_view *view;
	struct kvm_analysis *kvm;
	const struct perf_env *env;
	struct kvm_output output; /* of intervals, once something was printed */
	bool printed;

	struct poptOption options[8]; /* for a command's table */
};

/* Fills @when's options, which point into it. */
void kvm_when__init(struct kvm_when *when, const struct kvm_view *view);

/* Reads what was given. 0, or the exit status after one line on stderr. */
int kvm_when__check(struct kvm_when *when, const struct cmdline *cmd,
		    const struct kvm_event_ops *ops);

/*
 * Before the recording is read: what it takes from it, and what @kvm has to
 * tell on the way. 0, or -ENODATA with the cause in @err.
 */
int kvm_when__start(struct kvm_when *when, struct kvm_analysis *kvm,
		    const struct perf_session *session, struct perf_err *err);

/* Is everything printed while the recording is read, rather than behind its end? */
static inline bool kvm_when__streams(const struct kvm_when *when)
{
	return when->interval || when->duration;
}

#endif
