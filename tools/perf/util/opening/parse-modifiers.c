// SPDX-License-Identifier: GPL-2.0-only
/*
 * The letters behind an event. u, k and h leave out what they do not name; so
 * do G and H. The rest of an attr's exclude_* bits stays as it is, but for
 * exclude_guest, which an event has from the start and which any modifier
 * takes away unless u or p is among them: that is how existing tools do it,
 * and counts have to agree.
 */
#include <errno.h>

#include "parse-internal.h"

bool modifiers__valid(struct word mods)
{
	size_t i;

	if (!mods.len)
		return false;
	for (i = 0; i < mods.len; i++) {
		if (!mods.text[i] || !strchr("ukhGHIpPSDeW", mods.text[i]))
			return false;
	}
	return true;
}

/* The bits while the letters are read. */
struct excludes {
	bool user, kernel, hv, host, guest, idle;
	bool levels; /* one of u, k, h has been seen */
	bool GH;     /* one of G, H has been seen */
	unsigned int precise;
};

static void level(struct excludes *ex, bool *wanted)
{
	if (!ex->levels)
		ex->levels = ex->user = ex->kernel = ex->hv = true;
	*wanted = false;
}

static void machine(struct excludes *ex, bool *wanted)
{
	if (!ex->GH)
		ex->GH = ex->guest = ex->host = true;
	*wanted = false;
}

static void letter(struct excludes *ex, char c)
{
	switch (c) {
	case 'u':
		level(ex, &ex->user);
		if (!ex->GH)
			ex->guest = true;
		break;
	case 'k':
		level(ex, &ex->kernel);
		break;
	case 'h':
		level(ex, &ex->hv);
		break;
	case 'G':
		machine(ex, &ex->guest);
		break;
	case 'H':
		machine(ex, &ex->host);
		break;
	case 'I':
		ex->idle = true;
		break;
	case 'p':
		ex->precise++;
		if (!ex->GH)
			ex->guest = true;
		break;
	default:
		break;
	}
}

static void read_excludes(struct excludes *ex, const struct evsel *evsel, bool group)
{
	memset(ex, 0, sizeof(*ex));
	ex->idle = evsel->attr.exclude_idle;
	if (!group)
		return;
	ex->user = evsel->attr.exclude_user;
	ex->kernel = evsel->attr.exclude_kernel;
	ex->hv = evsel->attr.exclude_hv;
	ex->host = evsel->attr.exclude_host;
	ex->guest = evsel->attr.exclude_guest;
	ex->levels = ex->user || ex->kernel || ex->hv;
	ex->GH = evsel->ctl->exclude_GH;
}

int modifiers__apply(struct parser *p, struct evsel *evsel, struct word mods, bool group)
{
	struct perf_event_attr *attr = &evsel->attr;
	struct evsel_ctl *ctl = evsel->ctl;
	struct excludes ex;
	size_t i;

	if (!mods.len)
		return 0;
	read_excludes(&ex, evsel, group);
	for (i = 0; i < mods.len; i++)
		letter(&ex, mods.text[i]);
	if (ex.precise > 3)
		return parser__fail(p, -EINVAL, mods.text, "no event is more precise than ppp");
	attr->exclude_user = ex.user;
	attr->exclude_kernel = ex.kernel;
	attr->exclude_hv = ex.hv;
	attr->exclude_host = ex.host;
	attr->exclude_guest = ex.guest;
	attr->exclude_idle = ex.idle;
	ctl->exclude_GH = ex.GH;
	if (ex.precise)
		attr->precise_ip = ex.precise & 3;
	ctl->precise_max |= memchr(mods.text, 'P', mods.len) != NULL;
	ctl->sample_read |= memchr(mods.text, 'S', mods.len) != NULL;
	ctl->weak |= memchr(mods.text, 'W', mods.len) != NULL;
	/* The group is scheduled by what its leader says. */
	if (!group || evsel->leader == evsel) {
		attr->pinned |= memchr(mods.text, 'D', mods.len) != NULL;
		attr->exclusive |= memchr(mods.text, 'e', mods.len) != NULL;
	}
	return 0;
}
