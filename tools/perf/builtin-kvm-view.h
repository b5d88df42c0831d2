/* SPDX-License-Identifier: GPL-2.0-only */
/* The options that say which rows of an analysis are shown, and how: for all commands alike. */
#ifndef PERF_BUILTIN_KVM_VIEW_H
#define PERF_BUILTIN_KVM_VIEW_H

#include "ui/kvm-table.h"
#include "util/options.h"

struct kvm_view {
	/* As the user gave them; NULL where not given. */
	const char *fields, *keys, *by, *pids, *tids, *vcpus, *comm, *name;

	/* What they mean. */
	struct kvm_query query;
	struct ui_columns columns, sort;

	struct poptOption options[16]; /* for a command's table */
};

/* Fills @view's options, which point into it. */
void kvm_view__init(struct kvm_view *view);
void kvm_view__exit(struct kvm_view *view);

/* Reads what was given. 0, or the exit status after one line on stderr. */
int kvm_view__check(struct kvm_view *view, const struct cmdline *cmd);

/* Does it take the distributions? */
bool kvm_view__needs_histograms(const struct kvm_view *view);

/* What stands above and below the rows; it points into @view. */
struct ui_kvm_title kvm_view__title(const struct kvm_view *view, const struct kvm_analysis *kvm,
				    u64 lost);

/*
 * Prints the rows of @kvm to stdout. @lost: events that the recording lost.
 * 0; -ENODATA where the filters leave nothing, with what there is in @err;
 * -ENOMEM.
 */
int kvm_view__show(const struct kvm_view *view, const struct kvm_report *report,
		   const struct kvm_analysis *kvm, u64 lost, struct perf_err *err);

/* The filters of @view leave nothing: says in @err what there is. -ENODATA or -ENOMEM. */
int kvm_explain_filter(const struct kvm_analysis *kvm, const struct kvm_view *view,
		       struct perf_err *err);
int kvm_explain_name(const struct kvm_analysis *kvm, const struct kvm_view *view,
		     struct perf_err *err);

#endif
