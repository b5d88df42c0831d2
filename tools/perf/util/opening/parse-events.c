// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/event_names.h"
#include "parse-internal.h"
#include "pmu.h"
#include "tracepoint.h"

int parser__fail(struct parser *p, int err, const char *at, const char *fmt, ...)
{
	size_t len = strlen(p->str);
	va_list ap;

	/* What an alias of sysfs says is no part of the string: the event itself is. */
	if (at < p->str || at > p->str + len)
		at = p->event.text;
	p->error->pos = (size_t)(at - p->str);
	va_start(ap, fmt);
	vsnprintf(p->error->text, sizeof(p->error->text), fmt, ap);
	va_end(ap);
	return err;
}

static int no_memory(struct parser *p)
{
	return parser__fail(p, -ENOMEM, p->event.text, "out of memory");
}

char *word__dup(struct word word)
{
	return strndup(word.text, word.len);
}

bool parse_raw(struct word word, u64 *config)
{
	char text[20], *end;

	if (word.len < 2 || word.len >= sizeof(text) || word.text[0] != 'r' ||
	    !isxdigit((unsigned char)word.text[1]))
		return false;
	memcpy(text, word.text + 1, word.len - 1);
	text[word.len - 1] = '\0';
	errno = 0;
	*config = strtoull(text, &end, 16);
	return !errno && !*end && text[1] != 'x';
}

int parser__add(struct parser *p, const struct perf_event_attr *attr, struct word name,
		struct word mods, struct evsel **added)
{
	struct perf_event_attr full = *attr;
	struct evsel *evsel;

	full.size = sizeof(full);
	full.exclude_guest = 1;
	evsel = evlist__add(p->evlist, &full, sizeof(full));
	if (!evsel || !evsel__ctl(evsel))
		return no_memory(p);
	evsel->name = word__dup(name);
	if (!evsel->name)
		return no_memory(p);
	if (p->in_group) {
		if (!p->leader)
			p->leader = evsel;
		evsel->leader = p->leader;
	}
	if (added)
		*added = evsel;
	return modifiers__apply(p, evsel, mods, false);
}

static int check_modifiers(struct parser *p, struct word mods)
{
	if (modifiers__valid(mods))
		return 0;
	return parser__fail(
		p, -EINVAL, mods.text,
		"'%.*s' are not modifiers; those of an event are u k h G H I p P S D e W",
		(int)mods.len, mods.text);
}

/* Tracepoints */

struct glob {
	struct parser *p;
	struct word mods;
	unsigned int nr;
};

static int add_tracepoint(struct parser *p, const char *sys, const char *name, u64 id,
			  struct word mods, struct evsel **evsel)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT, .config = id };
	char *full;
	int err;

	if (asprintf(&full, "%s:%s", sys, name) < 0)
		return no_memory(p);
	err = parser__add(p, &attr, (struct word){ full, strlen(full) }, mods, evsel);
	free(full);
	return err;
}

static int found_tracepoint(const char *sys, const char *name, void *data)
{
	struct glob *glob = data;
	struct evsel *evsel = NULL;
	u64 id;
	int err;

	err = tracepoint__id(sys, name, &id);
	if (err)
		return err;
	err = add_tracepoint(glob->p, sys, name, id, glob->mods, &evsel);
	if (!err && evsel)
		evsel->ctl->more = glob->nr++ > 0;
	return err;
}

static int parse_tracepoint(struct parser *p, struct word sys_word, struct word name_word,
			    struct word mods)
{
	struct glob glob = { .p = p, .mods = mods };
	char *sys = word__dup(sys_word), *name = word__dup(name_word), why[512];
	int err;
	u64 id;

	if (!sys || !name) {
		err = no_memory(p);
		goto out;
	}
	p->error->text[0] = '\0';
	if (tracepoint__is_glob(sys) || tracepoint__is_glob(name)) {
		err = tracepoint__match(sys, name, found_tracepoint, &glob);
	} else {
		err = tracepoint__id(sys, name, &id);
		if (!err)
			err = add_tracepoint(p, sys, name, id, mods, NULL);
	}
	/* Adding the event may have said already what was wrong. */
	if (err && !p->error->text[0]) {
		tracepoint__strerror(sys, name, err, why, sizeof(why));
		parser__fail(p, err, sys_word.text, "%s", why);
	}
out:
	free(sys);
	free(name);
	return err;
}

/* Events without slashes */

static int unknown_event(struct parser *p, struct word name)
{
	struct nearest nearest;

	nearest__init(&nearest, name.text, name.len);
	nearest__offer_event_names(&nearest);
	return parser__fail(p, -ENOENT, name.text, "there is no event '%.*s'%s%s%s", (int)name.len,
			    name.text, nearest.best[0] ? "; did you mean '" : "", nearest.best,
			    nearest.best[0] ? "'?"
					    : "; a tracepoint is SYSTEM:NAME, an event of a PMU "
					      "PMU/TERMS/");
}

static bool is_symbolic(struct word name, struct perf_event_attr *attr)
{
	u32 type = PERF_TYPE_RAW;
	u64 config;

	if (!parse_raw(name, &config) && !event_name__find(name.text, name.len, &type, &config))
		return false;
	attr->type = type;
	attr->config = config;
	return true;
}

/* Whether the event's name is shown with its modifiers follows existing tools. */
static struct word shown_name(struct parser *p, const struct perf_event_attr *attr,
			      struct word name)
{
	return attr->type == PERF_TYPE_HW_CACHE ? name : p->event;
}

/* From the character behind @start's end to the end of the event; NULL text: nothing there. */
static struct word behind(struct word event, struct word start)
{
	size_t used = (size_t)(start.text - event.text) + start.len;

	if (used >= event.len)
		return (struct word){ NULL, 0 };
	return (struct word){ event.text + used + 1, event.len - used - 1 };
}

static struct word until_colon(struct word word)
{
	const char *colon = memchr(word.text, ':', word.len);

	if (colon)
		word.len = (size_t)(colon - word.text);
	return word;
}

static int parse_plain(struct parser *p)
{
	struct perf_event_attr attr = { 0 };
	struct word name = until_colon(p->event), rest = behind(p->event, name), mods;
	int err;

	if (!name.len)
		return parser__fail(p, -EINVAL, p->event.text, "an event is missing");
	if (name.len == 3 && !memcmp(name.text, "mem", 3) && rest.text)
		return parser__fail(p, -EINVAL, name.text, "breakpoints (mem:) are not supported");
	if (is_symbolic(name, &attr)) {
		err = rest.text ? check_modifiers(p, rest) : 0;
		return err ? err : parser__add(p, &attr, shown_name(p, &attr, name), rest, NULL);
	}
	if (!rest.text || modifiers__valid(rest)) {
		err = parser__pmu_alias(p, name, rest);
		if (err != -ENOENT || p->error->text[0])
			return err;
	}
	if (!rest.text)
		return unknown_event(p, name);
	if (!rest.len)
		return parser__fail(p, -EINVAL, rest.text, "the tracepoint's name is missing");
	rest = until_colon(rest);
	mods = behind(p->event, rest);
	err = mods.text ? check_modifiers(p, mods) : 0;
	return err ? err : parse_tracepoint(p, name, rest, mods);
}

static int parse_event(struct parser *p)
{
	const char *slash = memchr(p->event.text, '/', p->event.len), *end, *second;
	struct word name, terms, mods;
	int err;

	p->error->text[0] = '\0';
	if (!slash)
		return parse_plain(p);
	end = p->event.text + p->event.len;
	second = memchr(slash + 1, '/', (size_t)(end - slash - 1));
	if (!second)
		return parser__fail(p, -EINVAL, slash, "the second '/' of '%.*s' is missing",
				    (int)p->event.len, p->event.text);
	name = (struct word){ p->event.text, (size_t)(slash - p->event.text) };
	terms = (struct word){ slash + 1, (size_t)(second - slash - 1) };
	mods = (struct word){ second + 1, (size_t)(end - second - 1) };
	if (mods.len && *mods.text == ':')
		mods = (struct word){ mods.text + 1, mods.len - 1 };
	err = second + 1 < end ? check_modifiers(p, mods) : 0;
	return err ? err : parser__pmu(p, name, terms, mods);
}

/* Lists and groups */

/* Takes an event's characters; commas in slashes are its own. */
static void take_event(struct parser *p, const char **pos)
{
	const char *start = *pos, *end = start;
	bool slashes = false;

	for (; *end; end++) {
		if (*end == '/')
			slashes = !slashes;
		else if (!slashes && strchr(",{}", *end))
			break;
	}
	*pos = end;
	while (end > start && isspace((unsigned char)end[-1]))
		end--;
	p->event = (struct word){ start, (size_t)(end - start) };
}

static void skip_blanks(const char **pos)
{
	while (isspace((unsigned char)**pos))
		(*pos)++;
}

static int group_modifiers(struct parser *p, const char **pos)
{
	struct evsel *evsel;
	struct word mods;
	int err;

	if (**pos != ':')
		return 0;
	mods = (struct word){ *pos + 1, strcspn(*pos + 1, ",{}") };
	*pos += 1 + mods.len;
	err = check_modifiers(p, mods);
	for (evsel = p->leader; evsel && !err; evsel = STAILQ_NEXT(evsel, node))
		err = modifiers__apply(p, evsel, mods, true);
	return err;
}

static int parse_group(struct parser *p, const char **pos)
{
	const char *open = *pos;
	int err;

	p->in_group = true;
	p->leader = NULL;
	do {
		(*pos)++;
		skip_blanks(pos);
		take_event(p, pos);
		if (**pos == '{')
			return parser__fail(p, -EINVAL, *pos, "a group cannot hold a group");
		err = parse_event(p);
		if (err)
			return err;
	} while (**pos == ',');
	if (**pos != '}')
		return parser__fail(p, -EINVAL, open, "the group's '}' is missing");
	(*pos)++;
	err = group_modifiers(p, pos);
	p->in_group = false;
	p->leader = NULL;
	return err;
}

static int parse_list(struct parser *p)
{
	const char *pos = p->str;
	int err;

	for (;; pos++) {
		skip_blanks(&pos);
		if (*pos == '{') {
			p->event = (struct word){ pos, 1 };
			err = parse_group(p, &pos);
		} else {
			take_event(p, &pos);
			err = parse_event(p);
		}
		if (err)
			return err;
		skip_blanks(&pos);
		if (!*pos)
			return 0;
		if (*pos != ',')
			return parser__fail(p, -EINVAL, pos, "unexpected '%s'", pos);
	}
}

int parse_events(struct evlist *evlist, const char *str, const struct parse_events_opts *opts,
		 struct parse_events_error *error)
{
	struct parser p = { .evlist = evlist, .str = str, .error = error };

	p.pmu_dir = opts && opts->pmu_dir ? opts->pmu_dir : PMU_DIR;
	p.event = (struct word){ str, strlen(str) };
	error->pos = 0;
	error->text[0] = '\0';
	return parse_list(&p);
}

int parse_filter(struct evlist *evlist, const char *filter, struct parse_events_error *error)
{
	struct evsel *evsel, *first = NULL;

	error->pos = 0;
	evlist__for_each_entry(evlist, evsel) {
		if (!evsel->ctl || !evsel->ctl->more)
			first = evsel;
	}
	if (!first || !evsel__is_tracepoint(first)) {
		snprintf(error->text, sizeof(error->text),
			 "--filter %s: must follow the -e of the tracepoint that it is for",
			 filter);
		return -EINVAL;
	}
	for (evsel = first; evsel; evsel = STAILQ_NEXT(evsel, node)) {
		char *both;

		/* A further filter narrows the one before. */
		if (asprintf(&both, evsel->filter ? "(%s) && (%s)" : "%s%s",
			     evsel->filter ? evsel->filter : "", filter) < 0) {
			snprintf(error->text, sizeof(error->text), "out of memory");
			return -ENOMEM;
		}
		free(evsel->filter);
		evsel->filter = both;
	}
	return 0;
}
