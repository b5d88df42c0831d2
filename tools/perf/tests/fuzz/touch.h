/* SPDX-License-Identifier: GPL-2.0-only */
/* A tool that reads every field that it is handed. */
#ifndef PERF_TESTS_FUZZ_TOUCH_H
#define PERF_TESTS_FUZZ_TOUCH_H

#include "fuzz.h"
#include "util/reading/session.h"

struct toucher {
	struct perf_tool tool;
	u64 sum; /* so that nothing is optimized away, and all is known to be initialized */
	bool with_formats;
};

/* @with_formats: looks up samples' formats too, and gets each record by itself. */
void toucher__init(struct toucher *toucher, bool with_formats);

/* Reads @size bytes at @p. */
void touch_bytes(struct toucher *toucher, const void *p, size_t size);

#endif
