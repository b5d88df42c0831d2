// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>

#include "util/opening/evsel_open.h"
#include "util/opening/open_error.h"
#include "record-open.h"

static int open_event(struct evsel *evsel, const struct target *target,
		      const struct record_opts *opts, const struct target_maps *maps,
		      struct perf_err *err)
{
	int ret = evsel__open_or_fallback(evsel, maps, opts->warn, opts->warn_ctx);
	char line[400];

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

int record__open(struct evlist *evlist, const struct target *user_target,
		 const struct record_opts *opts, struct target_maps *maps, struct perf_err *err)
{
	struct target target = *user_target;
	u64 until = 0;
	int ret;

	target.per_cpu = true;
	memset(maps, 0, sizeof(*maps));
	for (;;) {
		ret = resolve(&target, maps, err);
		if (!ret)
			ret = open_all(evlist, &target, opts, maps, err);
		if (!ret)
			ret = target__follow(&target, &maps->threads, &until);
		if (ret <= 0)
			break;
		evlist__close(evlist);
		target_maps__exit(maps);
	}
	if (ret == -ENOMEM)
		perf_err__set(err, ret, "out of memory");
	if (!ret)
		ret = apply_filters(evlist, err);
	if (ret)
		evlist__close(evlist);
	return ret;
}

int record__follow(const struct record_opts *opts, struct target_maps *maps)
{
	u64 until = 0;

	if (opts->no_inherit)
		return 0;
	return target__follow(&opts->target, &maps->threads, &until) < 0 ? -ENOMEM : 0;
}
