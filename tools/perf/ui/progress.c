// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "progress.h"

#define DELAY_MS  1000
#define PERIOD_MS 100
#define BAR_WIDTH 40

static u64 now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (u64)ts.tv_sec * 1000 + (u64)ts.tv_nsec / 1000000;
}

void ui_progress__start(struct ui_progress *p, bool quiet)
{
	*p = (struct ui_progress){ .enabled = !quiet && isatty(STDERR_FILENO),
				   .start_ms = now_ms() };
	p->next_ms = p->start_ms + DELAY_MS;
}

void ui_progress__update(struct ui_progress *p, u64 done, u64 total)
{
	u64 now;
	int bar;

	if (!p->enabled)
		return;
	now = now_ms();
	if (now < p->next_ms)
		return;
	p->next_ms = now + PERIOD_MS;
	p->shown = true;
	if (!total) {
		fprintf(stderr, "\rReading: %llu MB", (unsigned long long)(done >> 20));
		return;
	}
	bar = (int)((double)done / (double)total * BAR_WIDTH);
	fprintf(stderr, "\rReading: [%.*s%*s] %3d%%", bar,
		"########################################", BAR_WIDTH - bar, "",
		(int)((double)done / (double)total * 100));
}

void ui_progress__stop(struct ui_progress *p)
{
	if (p->shown)
		fputs("\r\033[K", stderr);
	p->shown = false;
}
