// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <unistd.h>

#include "evsel_ctl.h"

struct evsel_ctl *evsel__ctl(struct evsel *evsel)
{
	if (!evsel->ctl) {
		evsel->ctl = calloc(1, sizeof(*evsel->ctl));
		if (evsel->ctl)
			evsel->ctl->scale = 1;
	}
	return evsel->ctl;
}

void evsel_ctl__close(struct evsel_ctl *ctl)
{
	size_t i, nr = (size_t)ctl->cpus.nr * ctl->nr_threads;

	for (i = 0; ctl->fds && i < nr; i++) {
		if (ctl->fds[i] >= 0)
			close(ctl->fds[i]);
	}
	free(ctl->fds);
	ctl->fds = NULL;
	cpu_map__exit(&ctl->cpus);
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
