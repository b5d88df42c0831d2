/* SPDX-License-Identifier: GPL-2.0-only */
/* Shows what goes to stdout page by page, where that is a terminal. */
#ifndef PERF_UI_PAGER_H
#define PERF_UI_PAGER_H

#include <sys/types.h>

struct ui_pager {
	pid_t pid; /* 0: there is none */
	int saved_stdout;
};

/* Puts $PERF_PAGER, $PAGER or less behind stdout if that is a terminal. */
void ui_pager__start(struct ui_pager *pager);

/* Waits until the user has left it, and puts stdout back. */
void ui_pager__stop(struct ui_pager *pager);

#endif
