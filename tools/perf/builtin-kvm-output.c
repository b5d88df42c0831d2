// SPDX-License-Identifier: GPL-2.0-only
/* Reports on their way to stdout, in the form that a view's options ask for. */
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>

#include "builtin-kvm-view.h"
#include "ui/kvm-csv.h"
#include "ui/kvm-histogram.h"

struct ui_kvm_title kvm_view__title(const struct kvm_view *v, const struct kvm_analysis *kvm,
				    u64 lost)
{
	return (struct ui_kvm_title){ .heading = kvm->ops->heading,
				      .pids = v->pids,
				      .vcpus = v->vcpus,
				      .tids = v->tids,
				      .comm = v->comm,
				      .name = v->name,
				      .lost = lost };
}

bool kvm_view__is_for_people(const struct kvm_view *v)
{
	return !v->json && !v->json_lines && !v->csv;
}

/* Whoever chose columns gets no distributions on top, unless asked for. */
static bool with_histogram(const struct kvm_view *v)
{
	return v->histogram || !v->fields;
}

int kvm_output__begin(struct kvm_output *out, const struct kvm_view *v, const struct perf_env *env)
{
	*out = (struct kvm_output){ .view = v, .env = env };
	if (v->json)
		return ui_kvm_json__begin(&out->json);
	if (v->csv)
		ui_kvm_csv_header(stdout, &v->columns);
	if (kvm_view__is_for_people(v))
		ui_pager__start(&out->pager);
	return 0;
}

int kvm_output__add(struct kvm_output *out, const struct kvm_report *report,
		    const struct kvm_analysis *kvm, u64 lost)
{
	const struct kvm_view *v = out->view;
	struct ui_kvm_title title = kvm_view__title(v, kvm, lost);
	int nr;

	if (v->json)
		return ui_kvm_json__add(&out->json, report, &v->columns, with_histogram(v));
	if (v->json_lines)
		return ui_kvm_json_lines(stdout, report, &v->columns, with_histogram(v));
	if (v->csv) {
		ui_kvm_csv_rows(stdout, report, &v->columns);
		return 0;
	}
	if (v->histogram) {
		nr = ui_kvm_histograms(stdout, report, v->histogram[0] ? v->histogram : NULL,
				       &title);
		return nr < 0 ? nr : 0;
	}
	ui_kvm_table(stdout, report, &v->columns, &title);
	return 0;
}

int kvm_output__end(struct kvm_output *out, const struct kvm_analysis *kvm, u64 lost)
{
	int err = 0;

	if (kvm_view__is_for_people(out->view))
		ui_pager__stop(&out->pager);
	if (out->view->json && kvm)
		err = ui_kvm_json__print(&out->json, stdout, kvm->ops->name, out->env, lost);
	if (out->view->json)
		ui_kvm_json__exit(&out->json);
	return err;
}

static bool has_name(const struct kvm_report *report, const char *pattern)
{
	const struct kvm_row *row;

	kvm_report__for_each_row(report, row) {
		if (!fnmatch(pattern, row->name, 0))
			return true;
	}
	return false;
}

bool kvm_view__has_rows(const struct kvm_view *v, const struct kvm_report *report)
{
	if (v->histogram && v->histogram[0] && kvm_view__is_for_people(v))
		return has_name(report, v->histogram);
	return report->nr_rows;
}

int kvm_view__explain(const struct kvm_view *v, const struct kvm_report *report,
		      const struct kvm_analysis *kvm, struct perf_err *err)
{
	if (!report->nr_threads && kvm->nr_threads)
		return kvm_explain_filter(kvm, v, err);
	if (!report->nr_rows && report->nr_hidden)
		return kvm_explain_name(kvm, v, v->name, "--name", err);
	if (v->histogram && v->histogram[0] && !has_name(report, v->histogram))
		return kvm_explain_name(kvm, v, v->histogram, "--histogram", err);
	return 0;
}

int kvm_view__show(const struct kvm_view *v, const struct kvm_report *report,
		   const struct kvm_analysis *kvm, const struct perf_env *env, u64 lost,
		   struct perf_err *err)
{
	struct kvm_output out;
	int ret = kvm_view__explain(v, report, kvm, err), end;

	if (ret)
		return ret;
	ret = kvm_output__begin(&out, v, env);
	if (!ret)
		ret = kvm_output__add(&out, report, kvm, lost);
	end = kvm_output__end(&out, ret ? NULL : kvm, lost);
	return ret ? ret : end;
}
