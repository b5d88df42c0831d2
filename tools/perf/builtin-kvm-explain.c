// SPDX-License-Identifier: GPL-2.0-only
/* Why there is nothing to show, and what there is instead, in words. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "builtin-kvm.h"
#include "kvm/vcpu-id.h"
#include "ui/escape.h"
#include "util/session.h"

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

int kvm_explain_set(struct perf_session *session, const struct kvm_event_ops *ops,
		    struct perf_err *err)
{
	const struct kvm_arch *arch = recorded_arch(session);
	char list[PERF_ERR_SIZE / 2], name[64];
	const char *missing;

	if (!session->formats.tep)
		return perf_err__set(err, -ENODATA, "%s",
				     session->header.no_table ? NO_FORMATS_CUT : NO_FORMATS);
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

int kvm_explain_filter(const struct kvm_analysis *kvm, const struct kvm_filter *filter,
		       const char *pids, const char *vcpus, struct perf_err *err)
{
	struct kvm_thread **threads;
	char list[PERF_ERR_SIZE / 2];
	size_t nr = 0, i;
	u32 *ids;

	if (kvm_threads__list(kvm, &threads, &ids))
		return perf_err__set(err, -ENOMEM, "cannot be analysed: out of memory");
	/* The vCPUs of the VMs that were asked for; if there are none, the VMs. */
	for (i = 0; i < kvm->nr_threads; i++) {
		if (intlist__allows(&filter->pids, threads[i]->pid))
			ids[nr++] = ids[i];
	}
	if (nr) {
		list_numbers(ids, nr, list, sizeof(list));
		perf_err__set(err, -ENODATA, "has no vCPU %s (--vcpu); it has %s", vcpus, list);
	} else {
		for (i = 0; i < kvm->nr_threads; i++)
			ids[i] = threads[i]->pid;
		list_numbers(ids, kvm->nr_threads, list, sizeof(list));
		perf_err__set(err, -ENODATA, "has no VM with pid %s (-p); it has %s", pids, list);
	}
	free(threads);
	free(ids);
	return -ENODATA;
}
