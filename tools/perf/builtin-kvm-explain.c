// SPDX-License-Identifier: GPL-2.0-only
/* Why there is nothing to show, and what there is instead, in words. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "builtin-kvm.h"
#include "builtin-kvm-view.h"
#include "kvm/vcpu-id.h"
#include "ui/escape.h"
#include "util/reading/session.h"

static bool has_event(void *ctx, const char *name)
{
	struct perf_session *session = ctx;
	struct evsel *evsel;
	char buf[256];

	evlist__for_each_entry(&session->evlist, evsel) {
		if (!strcmp(perf_session__event_name(session, evsel, buf, sizeof(buf)), name))
			return true;
	}
	return false;
}

static bool arch_has_set(const struct kvm_arch *arch, const char *name)
{
	const char *const *set;

	for (set = arch->sets; *set; set++) {
		if (!strcmp(*set, name))
			return true;
	}
	return false;
}

/* Appends to @text, a buffer of @size bytes, as far as there is room. */
static void append(char *text, size_t size, const char *separator, const char *word)
{
	size_t len = strlen(text);

	snprintf(text + len, size - len, "%s%s", len ? separator : "", word);
}

/* The recording's events, or the sets that can be shown of it, as words. */
static void list_events(struct perf_session *session, char *text, size_t size)
{
	struct evsel *evsel;
	char buf[256], safe[256];

	text[0] = '\0';
	evlist__for_each_entry(&session->evlist, evsel)
		append(text, size, ", ",
		       ui_escape(perf_session__event_name(session, evsel, buf, sizeof(buf)), safe,
				 sizeof(safe)));
}

static void list_sets(const struct kvm_arch *arch, struct perf_session *session, char *text,
		      size_t size)
{
	const char *const *set;

	text[0] = '\0';
	for (set = arch->sets; *set; set++) {
		const struct kvm_event_ops *ops = kvm_event_ops__find(*set);

		if (ops && !ops->missing(arch, has_event, session))
			append(text, size, ", ", *set);
	}
}

static const struct kvm_arch *recorded_arch(struct perf_session *session)
{
	return session->env.arch ? kvm_arch__find(session->env.arch) : NULL;
}

#define NO_FORMATS_CUT                                                                              \
	"lost its event formats with its end: take them from a whole recording of the same kernel " \
	"with --formats=FILE, or with --formats=tracefs if this machine runs that kernel"
#define NO_FORMATS \
	"has no event formats: it holds no tracepoints, or was not recorded by perf kvm stat record"

static int explain_missing(struct perf_session *session, const struct kvm_event_ops *ops,
			   const struct kvm_arch *arch, const char *missing, struct perf_err *err)
{
	char list[PERF_ERR_SIZE / 2];

	if (session->formats_borrowed)
		return perf_err__set(
			err, -ENODATA,
			"has no %s by the formats that --formats gave: they are of another kernel, or it was not recorded",
			missing);
	list_sets(arch, session, list, sizeof(list));
	if (list[0])
		return perf_err__set(
			err, -ENODATA,
			"has no %s, which --event=%s needs; it has what these need: %s", missing,
			ops->name, list);
	list_events(session, list, sizeof(list));
	return perf_err__set(err, -ENODATA,
			     "has no %s; its events are: %s. Record with: perf kvm stat record",
			     missing, list);
}

int kvm_explain_time(const struct perf_session *session, struct perf_err *err)
{
	const struct perf_env *env = &session->env;

	if (env->last_sample <= env->first_sample)
		return perf_err__set(err, -ENODATA, "has nothing of KVM at the time of --time");
	return perf_err__set(err, -ENODATA,
			     "has nothing of KVM at the time of --time; it goes from %.6f to %.6f",
			     (double)env->first_sample / 1e9, (double)env->last_sample / 1e9);
}

int kvm_explain_set(struct perf_session *session, const struct kvm_event_ops *ops,
		    struct perf_err *err)
{
	const struct kvm_arch *arch = recorded_arch(session);
	char list[PERF_ERR_SIZE / 2], name[64];
	const char *missing;

	if (!session->formats.tep || (!session->env.arch && session->features_cut))
		return perf_err__set(err, -ENODATA, "%s",
				     session->header.no_table || session->features_cut
					     ? NO_FORMATS_CUT
					     : NO_FORMATS);
	if (!arch)
		return perf_err__set(err, -ENODATA,
				     "was recorded on %s, whose KVM is not known here",
				     session->env.arch
					     ? ui_escape(session->env.arch, name, sizeof(name))
					     : "a machine that it does not name");
	if (!arch_has_set(arch, ops->name)) {
		list_sets(arch, session, list, sizeof(list));
		return perf_err__set(err, -ENODATA,
				     "was recorded on %s, which has no event set '%s'; it has %s",
				     arch->name, ops->name, list[0] ? list : "none");
	}
	missing = ops->missing(arch, has_event, session);
	return missing ? explain_missing(session, ops, arch, missing, err) : 0;
}

static int by_number(const void *a, const void *b)
{
	u32 x = *(const u32 *)a, y = *(const u32 *)b;

	return x < y ? -1 : x > y;
}

/* Each number of @n once, in order. */
static void list_numbers(u32 *n, size_t nr, char *text, size_t size)
{
	char word[16];
	size_t i;

	qsort(n, nr, sizeof(*n), by_number);
	text[0] = '\0';
	for (i = 0; i < nr; i++) {
		if (i && n[i] == n[i - 1])
			continue;
		snprintf(word, sizeof(word), "%u", n[i]);
		append(text, size, ", ", word);
	}
}

/* What the filters look at, in the order in which they are blamed. */
enum { PID, COMM, TID, VCPU, NR_STEPS };

static bool passes(const struct kvm_filter *filter, int steps, const struct kvm_thread *thread,
		   u32 vcpu)
{
	struct kvm_filter first = *filter;

	if (steps <= PID)
		first.pids.nr = 0;
	if (steps <= COMM)
		first.comm = NULL;
	if (steps <= TID)
		first.tids.nr = 0;
	if (steps <= VCPU)
		first.vcpus.nr = 0;
	return kvm_filter__allows(&first, thread, vcpu);
}

/* The names of the VMs of @threads, each once. */
static void list_vms(struct kvm_thread *const *threads, size_t nr, char *text, size_t size)
{
	char name[THREAD_COMM_SIZE * 4];
	size_t i, k;

	text[0] = '\0';
	for (i = 0; i < nr && strlen(text) < size - 1; i++) {
		for (k = 0; k < i && strcmp(threads[k]->vm->comm, threads[i]->vm->comm); k++)
			;
		if (k == i)
			append(text, size, ", ",
			       ui_escape(threads[i]->vm->comm, name, sizeof(name)));
	}
}

static void blame(int step, const struct kvm_view *view, struct kvm_thread *const *threads,
		  u32 *ids, size_t nr, struct perf_err *err)
{
	char list[PERF_ERR_SIZE / 2];
	size_t i;

	for (i = 0; i < nr && step != VCPU; i++)
		ids[i] = step == PID ? threads[i]->pid : threads[i]->tid;
	if (step == COMM)
		list_vms(threads, nr, list, sizeof(list));
	else
		list_numbers(ids, nr, list, sizeof(list));
	if (step == PID)
		perf_err__set(err, -ENODATA, "has no VM with pid %s (-p); it has %s", view->pids,
			      list);
	else if (step == COMM)
		perf_err__set(err, -ENODATA, "has no VM whose name fits '%s' (--comm); it has %s",
			      view->comm, list);
	else if (step == TID)
		perf_err__set(err, -ENODATA, "has no vCPU thread %s (--tid); it has %s", view->tids,
			      list);
	else
		perf_err__set(err, -ENODATA, "has no vCPU %s (--vcpu); it has %s", view->vcpus,
			      list);
}

int kvm_explain_filter(const struct kvm_analysis *kvm, const struct kvm_view *view,
		       struct perf_err *err)
{
	size_t nr = kvm->nr_threads, kept, i;
	struct kvm_thread **threads;
	int step;
	u32 *ids;

	if (kvm_threads__list(kvm, &threads, &ids))
		return -ENOMEM;
	for (step = PID; step < NR_STEPS; step++, nr = kept) {
		bool left = false;

		for (i = 0; i < nr; i++)
			left |= passes(&view->query.filter, step + 1, threads[i], ids[i]);
		if (!left)
			break;
		/* Only those that got this far are asked further, and named. */
		for (i = kept = 0; i < nr; i++) {
			if (!passes(&view->query.filter, step + 1, threads[i], ids[i]))
				continue;
			threads[kept] = threads[i];
			ids[kept++] = ids[i];
		}
	}
	blame(step, view, threads, ids, nr, err);
	free(threads);
	free(ids);
	return -ENODATA;
}

int kvm_explain_name(const struct kvm_analysis *kvm, const struct kvm_view *view,
		     const char *pattern, const char *option, struct perf_err *err)
{
	struct kvm_query query = { .filter = view->query.filter };
	char list[PERF_ERR_SIZE / 2] = "", name[512];
	struct kvm_report report;
	const struct kvm_row *row;

	if (pattern == query.filter.name)
		query.filter.name = NULL;
	if (kvm_report__build(&report, kvm, &query))
		return -ENOMEM;
	kvm_report__for_each_row(&report, row)
		append(list, sizeof(list), ", ", ui_escape(row->name, name, sizeof(name)));
	kvm_report__exit(&report);
	return perf_err__set(err, -ENODATA, "has no %s that fits '%s' (%s); it has %s",
			     kvm->ops->heading, pattern, option, list);
}
