/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The user's words for events (-e) to events that can be opened.
 *
 *	LIST	EVENT or {LIST}:MODIFIERS, with commas between
 *	EVENT	NAME:MODIFIERS		cycles, context-switches, L1-dcache-load-misses
 *		rHEX:MODIFIERS		a raw hardware event
 *		SYSTEM:NAME:MODIFIERS	a tracepoint, or, with *, ? and [], several
 *		PMU/TERM=VALUE,…/MODIFIERS, NAME/TERM=VALUE,…/MODIFIERS
 *
 * Modifiers: u k h (user, kernel, hypervisor), G H (guest, host), I (not when
 * idle), p pp ppp P (precise), S (samples read the group), D (pinned),
 * e (exclusive), W (weak group).
 */
#ifndef PERF_UTIL_PARSE_EVENTS_H
#define PERF_UTIL_PARSE_EVENTS_H

#include "util/evlist.h"

struct parse_events_error {
	size_t pos;	/* where in the user's string the event stands that is wrong */
	char text[640]; /* one line that says what is wrong, and with which words */
};

struct parse_events_opts {
	const char *pmu_dir; /* another place than sysfs for PMUs; NULL: sysfs */
};

/*
 * Appends the events of @str to @evlist, named as the user named them, groups
 * bound by evsel->leader. Attrs hold what the words say (type, config,
 * exclude_*, precise_ip, pinned, exclusive, a period if one is told) and
 * nothing else. @opts may be NULL. 0, or a negative errno with @error filled;
 * @evlist may then hold some of the events.
 */
int parse_events(struct evlist *evlist, const char *str, const struct parse_events_opts *opts,
		 struct parse_events_error *error);

/* Gives the last event, or all those of the last pattern, a tracepoint's filter (--filter). */
int parse_filter(struct evlist *evlist, const char *filter, struct parse_events_error *error);

#endif
