/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Formats and architectures for recordings that tell none, from data/formats/:
 * parsed once, and lent to session after session.
 */
#ifndef PERF_TESTS_FUZZ_BORROW_H
#define PERF_TESTS_FUZZ_BORROW_H

#include "util/reading/session.h"

struct borrowed {
	const char *file, *machine; /* data/formats/FILE.txt; what uname -m says */
	bool big_endian;
	struct trace_event formats;
};

/* One of them, by any number. They are never freed. */
struct borrowed *borrowed__find(unsigned int n);

/* Lends what @session lacks; and takes it back, before the session is closed. */
bool borrowed__lend(struct borrowed *borrowed, struct perf_session *session);
void borrowed__take_back(struct borrowed *borrowed, struct perf_session *session);

#endif
