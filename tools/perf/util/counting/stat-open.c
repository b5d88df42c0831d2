// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>

#include "util/opening/evsel_open.h"
#include "util/opening/open_error.h"
#include "stat-open.h"

bool stat_enabled_by_exec(const struct stat_opts *opts)
{
	return opts->command && target__none(&opts->target) && !opts->delay_ms;
}

static bool is_leader(const struct evsel *evsel)
{
	return !evsel->leader || evsel->leader == evsel;
}

static void set_attr(struct evsel *evsel, const struct stat_opts *opts)
{
	struct perf_event_attr *attr = &evsel->attr;

	attr->read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	attr->sample_period = 0; /* counting takes no samples, whatever the event's words say */
	attr->freq = 0;
	attr->inherit = !opts->no_inherit;
	/* A group runs when its leader does. */
	attr->disabled = is_leader(evsel);
	attr->enable_on_exec = is_leader(evsel) && stat_enabled_by_exec(opts);
	if (opts->all_user) {
		attr->exclude_user = 0;
		attr->exclude_kernel = attr->exclude_hv = 1;
	} else if (opts->all_kernel) {
		attr->exclude_kernel = 0;
		attr->exclude_user = attr->exclude_hv = 1;
	}
}

/* Is it the machine or the kernel that lacks the event, or takes it in no such way? */
static bool is_unsupported(int err)
{
	return err == -EINVAL || err == -ENOSYS || err == -ENOENT || err == -EOPNOTSUPP ||
	       err == -ENXIO;
}

/* Does @err mean that a weak group (:W) is too large? Then its events go on alone. */
static bool split_weak(struct evsel *evsel, int err)
{
	struct evsel *leader = evsel->leader, *member;

	if (err != -EINVAL || !leader || leader == evsel || !leader->ctl->weak)
		return false;
	for (member = leader; member && member->leader == leader;
	     member = STAILQ_NEXT(member, node)) {
		member->leader = NULL;
		if (member->ctl->fds)
			evsel_ctl__close(member->ctl);
	}
	return true;
}

static int open_or_mark(struct stat_run *run, struct evsel *evsel)
{
	struct evsel *leader = evsel->leader;
	int err = 0;

	evsel__stat(evsel)->supported = false;
	if (is_leader(evsel) || evsel__stat(leader)->supported)
		err = evsel__open_or_fallback(evsel, &run->maps, run->opts->warn, run->opts->ctx);
	else
		return 0;
	if (!err)
		return evsel_stat__prepare(evsel, run);
	return is_unsupported(err) ? (split_weak(evsel, err) ? -EAGAIN : 0) : err;
}

static int apply_filters(struct stat_run *run)
{
	struct evsel *failed = NULL;
	int err = evlist__apply_filters(run->evlist, &failed);

	if (err && failed)
		evsel__filter_strerror(failed, err, run->err.msg, sizeof(run->err.msg));
	return err;
}

int stat_open(struct stat_run *run)
{
	struct evsel *evsel;
	int err;

again:
	evlist__for_each_entry(run->evlist, evsel) {
		set_attr(evsel, run->opts);
		err = open_or_mark(run, evsel);
		if (err == -EAGAIN) {
			evlist__close(run->evlist);
			goto again;
		}
		if (err) {
			evsel__open_strerror(evsel, &run->opts->target, err, run->err.msg,
					     sizeof(run->err.msg));
			return err;
		}
	}
	return apply_filters(run);
}
