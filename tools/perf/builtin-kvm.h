/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of `perf kvm` share. */
#ifndef PERF_BUILTIN_KVM_H
#define PERF_BUILTIN_KVM_H

#include "kvm/report.h"
#include "util/err.h"

/* The options before the subcommand. */
struct kvm_opts {
	const char *input;  /* -i, or NULL */
	const char *output; /* -o, or NULL */
	int host, guest, verbose;
};

/* The default file: perf.data.guest, perf.data.host or perf.data.kvm. */
const char *kvm_default_file(const struct kvm_opts *opts);

/* Nothing happened at the time that was asked for: says in @err when something did. -ENODATA. */
int kvm_explain_time(const struct perf_session *session, struct perf_err *err);

/*
 * Can @ops be shown of this recording at all? 0, or -ENODATA with the cause,
 * and what can be shown, in @err.
 */
int kvm_explain_set(struct perf_session *session, const struct kvm_event_ops *ops,
		    struct perf_err *err);

/* Is @word, or does it begin, a subcommand of stat? Other words are commands to run. */
bool kvm_stat_has(const char *word);

/* argv[0] is the subcommand's name. */
int cmd_kvm_stat(int argc, const char **argv, const struct kvm_opts *opts);
int cmd_kvm_stat_live(int argc, const char **argv, const struct kvm_opts *opts);
int cmd_kvm_stat_record(int argc, const char **argv, const struct kvm_opts *opts);
int cmd_kvm_stat_report(int argc, const char **argv, const struct kvm_opts *opts);

#endif
