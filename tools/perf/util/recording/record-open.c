// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>

#include "util/opening/evsel_open.h"
#include "util/opening/open_error.h"
#include "record-open.h"

#define MAX_TRIES 20

static int open_event(struct evsel *evsel, const struct target *target,
		      const struct record_opts *opts, const struct target_maps *maps,
		      struct perf_err *err)
{
	int ret = evsel__open(evsel, maps);
	char line[400];

	while (ret && evsel__fallback(evsel, ret, line, sizeof(line))) {
		if (opts->warn)
			opts->warn(opts->warn_ctx, line);
		ret = evsel__open(evsel, maps);
	}
	if (!ret)
		return 0;
	evsel__open_strerror(evsel, target, ret, line, sizeof(line));
	return perf_err__set(err, ret, "%s", line);
}

static int resolve(const struct target *target, struct target_maps *maps, struct perf_err *err)
{
	char line[400];
	int ret = target__resolve(target, maps, line, sizeof(line));

	return ret ? perf_err__set(err, ret, "%s", line) : 0;
}

/* Has the target threads that @maps lacks? */
static bool has_grown(const struct target *target, const struct target_maps *maps)
{
	struct target_maps now;
	unsigned int i, j;
	char line[400];
	bool grown = false;

	if (target__resolve(target, &now, line, sizeof(line)))
		return false;
	for (i = 0; i < now.threads.nr && !grown; i++) {
		for (j = 0; j < maps->threads.nr; j++) {
			if (maps->threads.threads[j].tid == now.threads.threads[i].tid)
				break;
		}
		grown = j == maps->threads.nr;
	}
	target_maps__exit(&now);
	return grown;
}

static int open_all(struct evlist *evlist, const struct target *target,
		    const struct record_opts *opts, const struct target_maps *maps,
		    struct perf_err *err)
{
	struct evsel *evsel;
	int ret = 0;

	evlist__for_each_entry(evlist, evsel) {
		ret = open_event(evsel, target, opts, maps, err);
		if (ret)
			break;
	}
	return ret;
}

static int apply_filters(struct evlist *evlist, struct perf_err *err)
{
	struct evsel *evsel;
	char line[400];
	int ret = evlist__apply_filters(evlist, &evsel);

	if (!ret)
		return 0;
	evsel__filter_strerror(evsel, ret, line, sizeof(line));
	return perf_err__set(err, ret, "%s", line);
}

/*
 * A thread that a process starts after its threads were listed, and before the
 * event is open that it would inherit, is in neither: then all is done again.
 */
int record__open(struct evlist *evlist, const struct target *user_target,
		 const struct record_opts *opts, struct target_maps *maps, struct perf_err *err)
{
	struct target target = *user_target;
	int ret, tries = 0;

	target.per_cpu = true;
	memset(maps, 0, sizeof(*maps));
	for (;;) {
		ret = resolve(&target, maps, err);
		if (!ret)
			ret = open_all(evlist, &target, opts, maps, err);
		if (ret || !target.pid || ++tries == MAX_TRIES || !has_grown(&target, maps))
			break;
		evlist__close(evlist);
		target_maps__exit(maps);
	}
	if (!ret)
		ret = apply_filters(evlist, err);
	if (ret)
		evlist__close(evlist);
	return ret;
}
