// SPDX-License-Identifier: GPL-2.0-only
/* `perf kvm stat live` on a screen. */
#include <stdio.h>

#include "builtin-kvm-live.h"
#include "builtin-kvm-screen.h"

void live_cmd__start_screen(struct live_cmd *live)
{
	struct ui_browser *browser = &live->browser;
	const struct kvm_view *view = &live->view;
	size_t i;

	browser->title = live->screen_title;
	snprintf(live->screen_title, sizeof(live->screen_title), "%s%s%s", live->cmdline.name,
		 view->pids ? " -p " : "", view->pids ? view->pids : "");
	for (i = 0; i < live->sets.nr; i++)
		browser->sets[browser->nr_sets++] = &live->sets.kvm[i];
	browser->live = true;
	browser->spans = live->spans;
	/* -p has chosen what is watched: nothing else comes. */
	kvm_screen__init(browser, view);
	live->screens = !ui_browser__start(browser);
	if (live->screens)
		ui_browser__update(browser);
}

int live_cmd__update_screen(struct live_cmd *live)
{
	struct ui_browser *browser = &live->browser;

	browser->interval_ns = live->now - live->from;
	browser->whole_ns = live->now - live->start;
	browser->lost = perf_session__lost(&live->source.session);
	browser->late = live->source.merge.nr_late;
	return ui_browser__update(browser);
}
