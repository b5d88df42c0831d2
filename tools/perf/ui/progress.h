/* SPDX-License-Identifier: GPL-2.0-only */
/* A bar on stderr, where that is a terminal, once reading takes over a second. */
#ifndef PERF_UI_PROGRESS_H
#define PERF_UI_PROGRESS_H

#include "util/types.h"

struct ui_progress {
	bool enabled;
	bool shown;
	u64 start_ms, next_ms;
};

void ui_progress__start(struct ui_progress *progress, bool quiet);

/* @done of @total bytes; a @total of 0 is not known. */
void ui_progress__update(struct ui_progress *progress, u64 done, u64 total);

/* Takes the bar away. */
void ui_progress__stop(struct ui_progress *progress);

#endif
