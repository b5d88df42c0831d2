// SPDX-License-Identifier: GPL-2.0-only
/* `perf script -F`: what is printed of each sample. */
#include <errno.h>
#include <stdlib.h>

#include "builtin-script.h"
#include "ui/escape.h"

/* In the order in which they are printed; @needs is what must be recorded for it. */
static const struct {
	const char *name;
	int field;
	u64 needs;
} known_fields[] = {
	{ "comm", SHOW_COMM, PERF_SAMPLE_TID },
	{ "pid", SHOW_PID, PERF_SAMPLE_TID },
	{ "tid", SHOW_TID, PERF_SAMPLE_TID },
	{ "cpu", SHOW_CPU, PERF_SAMPLE_CPU },
	{ "time", SHOW_TIME, PERF_SAMPLE_TIME },
	{ "period", SHOW_PERIOD, PERF_SAMPLE_PERIOD },
	{ "event", SHOW_EVENT, 0 },
	{ "trace", SHOW_TRACE, PERF_SAMPLE_RAW },
	{ "addr", SHOW_ADDR, PERF_SAMPLE_ADDR },
	{ "ip", SHOW_IP, PERF_SAMPLE_IP },
	{ "sym", SHOW_SYM, PERF_SAMPLE_IP },
	{ "symoff", SHOW_SYMOFF, PERF_SAMPLE_IP },
	{ "dso", SHOW_DSO, PERF_SAMPLE_IP },
};

const char script_fields_list[] = "comm,pid,tid,cpu,time,period,event,trace,addr,ip,sym,symoff,dso";

#define SHOW_ALWAYS (SHOW_COMM | SHOW_TID | SHOW_CPU | SHOW_TIME | SHOW_EVENT)
#define SHOW_CODE   (SHOW_IP | SHOW_SYM | SHOW_SYMOFF | SHOW_DSO)

void script_fields__init(struct script_fields *fields)
{
	*fields = (struct script_fields){
		.show = { [CLASS_TRACEPOINT] = SHOW_ALWAYS | SHOW_TRACE,
			  [CLASS_OTHER] = SHOW_ALWAYS | SHOW_PERIOD | SHOW_CODE },
	};
}

static int find_field(const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(known_fields); i++) {
		if (strlen(known_fields[i].name) == len && !memcmp(known_fields[i].name, name, len))
			return known_fields[i].field;
	}
	return 0;
}

/* "trace:LIST" is for tracepoints only, "hw:LIST" and "sw:LIST" for the others. */
static const char *skip_class(const char *text, bool *classes)
{
	classes[CLASS_TRACEPOINT] = classes[CLASS_OTHER] = true;
	if (!strncmp(text, "trace:", 6)) {
		classes[CLASS_OTHER] = false;
		return text + 6;
	}
	if (!strncmp(text, "hw:", 3) || !strncmp(text, "sw:", 3)) {
		classes[CLASS_TRACEPOINT] = false;
		return text + 3;
	}
	return text;
}

/* @how is '+', '-', or 0 for a list that replaces the default. */
static void apply(struct script_fields *fields, const bool *classes, char how, int field)
{
	int class;

	for (class = 0; class < NR_CLASSES; class ++) {
		if (!classes[class] || (class == CLASS_OTHER && field == SHOW_TRACE))
			continue;
		if (how == '-') {
			fields->show[class] &= ~field;
			fields->demanded[class] &= ~field;
		} else {
			fields->show[class] |= field;
			fields->demanded[class] |= field;
		}
	}
}

int script_fields__parse(struct script_fields *fields, const struct cmdline *cmd, const char *text)
{
	const char *list;
	bool classes[NR_CLASSES];
	bool relative;
	size_t len;
	int class;

	list = skip_class(text, classes);
	relative = *list == '+' || *list == '-';
	if (!*list && list == text)
		return cmdline__error(cmd, "-F: no field is named; there are %s",
				      script_fields_list);
	for (class = 0; class < NR_CLASSES && !relative; class ++) {
		if (classes[class])
			fields->show[class] = fields->demanded[class] = 0;
	}
	fields->given = true;
	for (; *list; list += len + (list[len] == ',')) {
		char how = *list == '+' || *list == '-' ? *list : '\0';
		int field;

		list += how != '\0';
		len = strcspn(list, ",");
		if (!how != !relative)
			return cmdline__error(
				cmd,
				"-F %s: name either all that is to be printed, or each with a + or - before it",
				text);
		field = find_field(list, len);
		if (!field)
			return cmdline__error(cmd, "-F: there is no field '%.*s'; there are %s",
					      (int)len, list, script_fields_list);
		apply(fields, classes, how, field);
	}
	return 0;
}

/* What of @show is not recorded. */
static int unrecorded(const struct evsel *evsel, int show)
{
	int fields = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(known_fields); i++) {
		u64 needs = known_fields[i].needs;

		if ((show & known_fields[i].field) && (evsel->attr.sample_type & needs) != needs)
			fields |= known_fields[i].field;
	}
	return fields;
}

static const char *field_name(int fields)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(known_fields); i++) {
		if (fields & known_fields[i].field)
			return known_fields[i].name;
	}
	return "?";
}

/* As recorded; where the recording has no name for it, as its format has it. */
static char *printable_name(struct perf_session *session, struct evsel *evsel)
{
	char buf[256], safe[4 * sizeof(buf)];
	const char *name = evsel->name ? evsel->name
				       : perf_session__event_name(session, evsel, buf, sizeof(buf));

	return strdup(ui_escape(name, safe, sizeof(safe)));
}

static struct script_event *new_event(struct script *script, struct perf_session *session,
				      struct evsel *evsel)
{
	int class = evsel__is_tracepoint(evsel) ? CLASS_TRACEPOINT : CLASS_OTHER;
	bool has_chain = (evsel->attr.sample_type & PERF_SAMPLE_CALLCHAIN) && !script->no_callchain;
	struct script_event *event = calloc(1, sizeof(*event));

	if (!event)
		return NULL;
	event->name = printable_name(session, evsel);
	if (!event->name) {
		free(event);
		return NULL;
	}
	event->show = script->fields.show[class];
	if (has_chain && !script->fields.given)
		event->show |= SHOW_CODE;
	event->show &= ~unrecorded(evsel, event->show);
	event->callchain = has_chain && (event->show & SHOW_IP);
	/* Its format: needed to print it, and looked up but once. */
	if (class == CLASS_TRACEPOINT && !evsel->tp_format)
		evsel->tp_format = trace_event__find(&session->formats, evsel->attr.config);
	return event;
}

static int check_demands(struct script *script, const struct evsel *evsel,
			 struct script_event *event)
{
	int class = evsel__is_tracepoint(evsel) ? CLASS_TRACEPOINT : CLASS_OTHER;
	int missing = unrecorded(evsel, script->fields.demanded[class]);

	event->checked = true;
	if (!missing)
		return 0;
	return perf_err__set(&script->err, -EINVAL,
			     "has no '%s' in its samples of %.200s; leave it out of -F",
			     field_name(missing), event->name);
}

/* For all events at once: the column of names is as wide as the longest. */
static int make_events(struct script *script, struct perf_session *session)
{
	struct evsel *evsel;

	evlist__for_each_entry(&session->evlist, evsel) {
		const struct script_event *event;
		int len;

		if (!evsel->priv)
			evsel->priv = new_event(script, session, evsel);
		if (!evsel->priv)
			return perf_err__set(&script->err, -ENOMEM,
					     "cannot be printed: out of memory");
		event = evsel->priv;
		len = (int)strlen(event->name);
		if (len > script->name_width)
			script->name_width = len;
	}
	return 0;
}

struct script_event *script__event(struct script *script, struct perf_session *session,
				   const struct evsel *evsel)
{
	struct script_event *event;

	if (unlikely(!evsel->priv) && make_events(script, session))
		return NULL;
	event = evsel->priv;
	if (likely(event && event->checked))
		return event;
	return event && !check_demands(script, evsel, event) ? event : NULL;
}

void script__free_events(struct evlist *evlist)
{
	struct evsel *evsel;

	evlist__for_each_entry(evlist, evsel) {
		struct script_event *event = evsel->priv;

		if (event)
			free(event->name);
		free(event);
		evsel->priv = NULL;
	}
}
