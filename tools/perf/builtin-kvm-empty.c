// SPDX-License-Identifier: GPL-2.0-only
/* What a recording has spans of, where there are none of what was asked for. */
#include <stdio.h>
#include <string.h>

#include "builtin-kvm-empty.h"
#include "builtin-kvm.h"
#include "kvm/sets.h"
#include "ui/escape.h"
#include "util/reading/formats.h"

struct search {
	struct perf_tool tool;
	const struct kvm_empty *empty;
	struct kvm_sets sets;
};

static int on_sample(struct perf_tool *tool, struct perf_session *session,
		     const struct perf_sample *sample)
{
	struct search *search = container_of(tool, struct search, tool);

	if (!time_range__has(&search->empty->range, sample->time))
		return 0;
	return kvm_sets__sample(&search->sets, session, sample);
}

static int on_comm(struct perf_tool *tool, struct perf_session *session,
		   const struct comm_event *event)
{
	return kvm_sets__comm(&container_of(tool, struct search, tool)->sets, event);
}

static int on_lost(struct perf_tool *tool, struct perf_session *session,
		   const struct lost_event *event)
{
	return kvm_sets__lost(&container_of(tool, struct search, tool)->sets, event);
}

/* Appends the set's name to @text, as a word of a list. */
static void append(char *text, size_t size, const char *name)
{
	size_t len = strlen(text);

	snprintf(text + len, size - len, "%s%s", len ? ", " : "", name);
}

static bool has_spans(const struct search *search, const struct kvm_analysis *kvm)
{
	struct kvm_query query = { .filter = *search->empty->filter };
	struct kvm_report report;
	bool has;

	query.filter.name = NULL;
	if (kvm_report__build(&report, kvm, &query))
		return false;
	has = report.nr_rows;
	kvm_report__exit(&report);
	return has;
}

/* The sets, but for the one that was asked for, whose events the recording has. */
static void add_sets(struct search *search, struct perf_session *session)
{
	const struct kvm_event_ops *const *set;
	struct perf_err err;

	for (set = kvm_event_ops__all(); *set; set++) {
		if (*set == search->empty->ops || (*set)->settle ||
		    kvm_explain_set(session, *set, &err))
			continue;
		if (kvm_sets__add(&search->sets, *set, false, NULL))
			return;
	}
}

/*
 * Reads the recording, a file, once more: an empty report is rare, and costs
 * none of those that are not. The sets that have spans go to @list.
 */
static int find_others(const struct kvm_empty *empty, char *list, size_t size)
{
	struct search search = {
		.tool = { .sample = on_sample, .comm = on_comm, .lost = on_lost },
		.empty = empty,
	};
	struct perf_session session;
	struct perf_err err = { "" };
	size_t i;
	int ret = perf_session__open(&session, empty->input, true, &err);

	list[0] = '\0';
	if (ret)
		return ret;
	if (empty->formats)
		ret = perf_session__load_formats(&session, empty->formats, &err);
	if (!ret) {
		add_sets(&search, &session);
		perf_session__process_events(&session, &search.tool, &err);
		kvm_sets__finish(&search.sets);
	}
	for (i = 0; i < search.sets.nr; i++) {
		if (has_spans(&search, &search.sets.kvm[i]))
			append(list, size, search.sets.kvm[i].ops->name);
	}
	kvm_sets__exit(&search.sets);
	perf_session__close(&session);
	return ret;
}

void kvm_empty__tell(const struct kvm_empty *empty, const struct perf_session *session,
		     bool any_thread)
{
	char path[512], list[128];
	bool known = !session->header.pipe && !find_others(empty, list, sizeof(list));

	fprintf(stderr, "perf kvm stat report: %s has no spans for --event=%s: %s",
		ui_escape(empty->input, path, sizeof(path)), empty->ops->name,
		any_thread ? "none was seen from its begin to its end"
			   : "none of the events that they are made of was seen");
	if (known && list[0])
		fprintf(stderr, "; it has some for --event=%s", list);
	else if (known)
		fputs("; nor has it any for other event sets", stderr);
	fputc('\n', stderr);
}
