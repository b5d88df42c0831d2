/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which rows of an analysis are shown, and how: the options, for all commands
 * alike, and the showing.
 */
#ifndef PERF_BUILTIN_KVM_VIEW_H
#define PERF_BUILTIN_KVM_VIEW_H

#include "ui/kvm-json.h"
#include "ui/kvm-table.h"
#include "ui/pager.h"
#include "util/options.h"

struct kvm_view {
	/* As the user gave them; NULL where not given. */
	const char *fields, *keys, *by, *pids, *tids, *vcpus, *comm, *name;
	const char *histogram; /* "": of all rows */
	int json, json_lines, csv;
	bool intervals; /* rows will be of intervals; set before kvm_view__check() */

	/* What they mean. */
	struct kvm_query query;
	struct ui_columns columns, sort;

	/* For a command's table: what to show, and in which form. */
	struct poptOption options[12], forms[6];
};

/* Fills @view's options, which point into it. */
void kvm_view__init(struct kvm_view *view);
void kvm_view__exit(struct kvm_view *view);

/* Reads what was given. 0, or the exit status after one line on stderr. */
int kvm_view__check(struct kvm_view *view, const struct cmdline *cmd);

/* The set "vcpu" shows states instead of rows of spans: not all options fit. As above. */
int kvm_view__check_set(const struct kvm_view *view, const struct cmdline *cmd,
			const struct kvm_event_ops *ops);

/* A table or drawings, rather than JSON or CSV. */
bool kvm_view__is_for_people(const struct kvm_view *view);

/* Is there anything to show of @report? */
bool kvm_view__has_rows(const struct kvm_view *view, const struct kvm_report *report);

/* Does it take the distributions? */
bool kvm_view__needs_histograms(const struct kvm_view *view);

/* What stands above and below the rows; it points into @view. */
struct ui_kvm_title kvm_view__title(const struct kvm_view *view, const struct kvm_analysis *kvm,
				    u64 lost);

/*
 * Reports on their way to stdout: begun, one or several added, ended. Each
 * returns 0, or -ENOMEM or another negative errno after which it has to be
 * ended all the same; ended with a @kvm of NULL it prints nothing more.
 */
struct kvm_output {
	const struct kvm_view *view;
	const struct perf_env *env;
	struct ui_kvm_json json;
	struct ui_pager pager;
};

int kvm_output__begin(struct kvm_output *output, const struct kvm_view *view,
		      const struct perf_env *env);
/* @lost: events that the recording lost. */
int kvm_output__add(struct kvm_output *output, const struct kvm_report *report,
		    const struct kvm_analysis *kvm, u64 lost);
int kvm_output__end(struct kvm_output *output, const struct kvm_analysis *kvm, u64 lost);

/* Why a report is empty that need not be, in @err: -ENODATA. 0: there is nothing to explain. */
int kvm_view__explain(const struct kvm_view *view, const struct kvm_report *report,
		      const struct kvm_analysis *kvm, struct perf_err *err);

/*
 * One report. 0; -ENODATA where the filters leave nothing, with what there is
 * in @err; or another negative errno.
 */
int kvm_view__show(const struct kvm_view *view, const struct kvm_report *report,
		   const struct kvm_analysis *kvm, const struct perf_env *env, u64 lost,
		   struct perf_err *err);

/* The filters of @view leave nothing: says in @err what there is. -ENODATA or -ENOMEM. */
int kvm_explain_filter(const struct kvm_analysis *kvm, const struct kvm_view *view,
		       struct perf_err *err);
/* The same where no name fits @pattern, which @option gave. */
int kvm_explain_name(const struct kvm_analysis *kvm, const struct kvm_view *view,
		     const char *pattern, const char *option, struct perf_err *err);

#endif
