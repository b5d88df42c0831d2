// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "evsel_ctl.h"
#include "evsel_open.h"

struct evsel_ctl *evsel__ctl(struct evsel *evsel)
{
	if (!evsel->ctl) {
		evsel->ctl = calloc(1, sizeof(*evsel->ctl));
		if (evsel->ctl)
			evsel->ctl->scale = 1;
	}
	return evsel->ctl;
}

void evsel_ctl__free(struct evsel_ctl *ctl)
{
	if (!ctl)
		return;
	evsel_ctl__close(ctl);
	cpu_map__exit(&ctl->own_cpus);
	free(ctl->unit);
	free(ctl);
}
