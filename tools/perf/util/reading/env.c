// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "env.h"
#include "feat-cursor.h"
#include "header.h"

static int take_string(char **where, struct feat_cursor *c)
{
	const char *s = feat_string(c);

	if (c->bad)
		return -EINVAL;
	free(*where);
	*where = strdup(s);
	return *where ? 0 : -ENOMEM;
}

static struct evsel *find_by_config(struct evlist *evlist, const struct perf_event_attr *attr)
{
	struct evsel *evsel;

	evlist__for_each_entry(evlist, evsel) {
		if (!evsel->name && evsel->attr.type == attr->type &&
		    evsel->attr.config == attr->config)
			return evsel;
	}
	return NULL;
}

/* An event, its name and its ids: the ids say whose name it is, else type and config. */
static int name_event(struct evlist *evlist, struct feat_cursor *c, u32 attr_size)
{
	const u8 *raw = feat_bytes(c, attr_size);
	u32 nr_ids = feat_u32(c), i;
	const char *name = feat_string(c);
	struct perf_event_attr attr;
	struct evsel *evsel = NULL;

	if (c->bad)
		return -EINVAL;
	for (i = 0; i < nr_ids && !c->bad; i++) {
		u64 id = feat_u64(c);

		if (!evsel)
			evsel = evlist__id2evsel(evlist, id);
	}
	if (!evsel) {
		perf_event_attr__read(&attr, raw, attr_size, c->swap);
		evsel = find_by_config(evlist, &attr);
	}
	if (!evsel || evsel->name || !*name)
		return 0;
	evsel->name = strdup(name);
	return evsel->name ? 0 : -ENOMEM;
}

static int read_event_desc(struct evlist *evlist, struct feat_cursor *c)
{
	u32 nr = feat_u32(c), attr_size = feat_u32(c);
	int err = 0;

	/* More than there are events would name none, and take long. */
	if (nr > evlist->nr_entries)
		nr = evlist->nr_entries;
	while (!err && nr-- && !c->bad)
		err = name_event(evlist, c, attr_size);
	return err ? err : c->bad ? -EINVAL : 0;
}

int perf_env__read_feature(struct perf_env *env, struct evlist *evlist, int feat, const u8 *section,
			   size_t size, bool swap)
{
	struct feat_cursor c = { section, section + size, swap, false };

	switch (feat) {
	case HEADER_HOSTNAME:
		return take_string(&env->hostname, &c);
	case HEADER_OSRELEASE:
		return take_string(&env->os_release, &c);
	case HEADER_VERSION:
		return take_string(&env->version, &c);
	case HEADER_ARCH:
		return take_string(&env->arch, &c);
	case HEADER_CPUDESC:
		return take_string(&env->cpudesc, &c);
	case HEADER_CPUID:
		return take_string(&env->cpuid, &c);
	case HEADER_EVENT_DESC:
		return read_event_desc(evlist, &c);
	case HEADER_SAMPLE_TIME:
		env->first_sample = feat_u64(&c);
		env->last_sample = feat_u64(&c);
		return c.bad ? -EINVAL : 0;
	default:
		return 0;
	}
}

void perf_env__exit(struct perf_env *env)
{
	free(env->hostname);
	free(env->os_release);
	free(env->version);
	free(env->arch);
	free(env->cpudesc);
	free(env->cpuid);
	memset(env, 0, sizeof(*env));
}
