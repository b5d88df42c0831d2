/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of the event parser share. */
#ifndef PERF_UTIL_PARSE_INTERNAL_H
#define PERF_UTIL_PARSE_INTERNAL_H

#include "util/evsel_ctl.h"
#include "parse-events.h"

/* A part of the user's string. */
struct word {
	const char *text;
	size_t len;
};

struct parser {
	struct evlist *evlist;
	const char *pmu_dir;
	const char *str;      /* all of the user's string */
	struct evsel *leader; /* of the group that we are in, NULL outside */
	bool in_group;
	struct word event; /* the one that is being parsed */
	struct parse_events_error *error;
};

/* Fills the parser's error, pointing at @at; returns @err. */
int parser__fail(struct parser *p, int err, const char *at, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * Appends an event with the type, config and so on of @attr, the modifiers of
 * @mods, and @name. 0 or a negative errno.
 */
int parser__add(struct parser *p, const struct perf_event_attr *attr, struct word name,
		struct word mods, struct evsel **added);

/* Reads a copy of @word; NULL when out of memory. */
char *word__dup(struct word word);

/* "u", "kG", "ppp", …: does it consist of modifiers only? */
bool modifiers__valid(struct word mods);
/* Applies @mods to an event; @group: they stand behind the group that it is in. */
int modifiers__apply(struct parser *p, struct evsel *evsel, struct word mods, bool group);

/* PMU/TERMS/MODIFIERS and NAME/TERMS/MODIFIERS. */
int parser__pmu(struct parser *p, struct word name, struct word terms, struct word mods);
/* A name that sysfs tells for one of the PMUs; -ENOENT without an error's text if none has it. */
int parser__pmu_alias(struct parser *p, struct word name, struct word mods);

/* "r1a8": true and the number if it is a raw event. */
bool parse_raw(struct word word, u64 *config);

#endif
