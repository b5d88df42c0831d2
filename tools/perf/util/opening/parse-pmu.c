// SPDX-License-Identifier: GPL-2.0-only
/* Events of PMUs: terms in slashes, and the names that sysfs has for them. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/event_names.h"
#include "parse-internal.h"
#include "pmu.h"

/* What the terms come to. */
struct event_terms {
	struct parser *p;
	const struct pmu *pmu; /* NULL for NAME/TERMS/ */
	struct perf_event_attr attr;
	struct pmu_alias alias; /* of the name among the terms; terms NULL: none */
	struct word name;	/* of name=; len 0: none */
	unsigned int depth;	/* names lead to terms, but not to further names */
};

static int set_terms(struct event_terms *t, struct word terms);

static int read_number(struct event_terms *t, struct word term, struct word value, u64 *number)
{
	char text[32], *end;

	if (!value.len || value.len >= sizeof(text) || !isdigit((unsigned char)*value.text))
		goto bad;
	memcpy(text, value.text, value.len);
	text[value.len] = '\0';
	errno = 0;
	*number = strtoull(text, &end, 0);
	if (!errno && !*end)
		return 0;
bad:
	return parser__fail(t->p, -EINVAL, term.text, "the value of '%.*s' is not a number: '%.*s'",
			    (int)term.len, term.text, (int)value.len, value.text);
}

static bool word__is(struct word word, const char *text)
{
	return strlen(text) == word.len && !memcmp(text, word.text, word.len);
}

/* The terms that every event has: 0, or 1 if @term is none of them. */
static int set_common(struct event_terms *t, struct word term, struct word value)
{
	u64 number;
	int err;

	if (word__is(term, "name")) {
		t->name = value;
		return value.len ? 0 : parser__fail(t->p, -EINVAL, term.text, "name= is empty");
	}
	if (word__is(term, "config") || word__is(term, "config1") || word__is(term, "config2")) {
		err = read_number(t, term, value, &number);
		if (err)
			return err;
		if (term.text[term.len - 1] == '1')
			t->attr.config1 = number;
		else if (term.text[term.len - 1] == '2')
			t->attr.config2 = number;
		else
			t->attr.config = number;
		return 0;
	}
	if (word__is(term, "period") || word__is(term, "freq")) {
		err = read_number(t, term, value, &number);
		if (err)
			return err;
		t->attr.freq = word__is(term, "freq");
		t->attr.sample_period = number;
		return 0;
	}
	return 1;
}

static int unknown_term(struct event_terms *t, struct word term)
{
	char *terms = t->pmu ? pmu__terms(t->pmu) : NULL;

	parser__fail(t->p, -EINVAL, term.text,
		     "%s%s%s has no term '%.*s'; it has %s%sconfig,config1,"
		     "config2,period,freq,name",
		     t->pmu ? "PMU '" : "the event", t->pmu ? t->pmu->name : "", t->pmu ? "'" : "",
		     (int)term.len, term.text, terms ? terms : "", terms && *terms ? "," : "");
	free(terms);
	return -EINVAL;
}

/* A term that the PMU's formats name. 1: it is none. */
static int set_format(struct event_terms *t, const char *key, struct word term, struct word value)
{
	struct pmu_format format;
	u64 number = 1;
	int err;

	err = pmu__format(t->pmu, key, &format);
	if (err == -ENOENT)
		return 1;
	if (err)
		return parser__fail(t->p, err, term.text, "cannot read %s/format/%s: %s",
				    t->pmu->path, key, strerror(-err));
	if (value.text) {
		err = read_number(t, term, value, &number);
		if (err)
			return err;
	}
	err = pmu_format__set(&format, number, &t->attr);
	if (err == -ERANGE)
		return parser__fail(t->p, err, term.text, "%.*s is too large for '%s' of PMU '%s'",
				    (int)value.len, value.text, key, t->pmu->name);
	if (err)
		return parser__fail(t->p, err, term.text, "cannot set '%s' of PMU '%s'", key,
				    t->pmu->name);
	return 0;
}

/* A name among the terms stands for what sysfs says. 1: it is none. */
static int set_alias(struct event_terms *t, const char *key)
{
	struct pmu_alias alias;
	int err;

	if (t->depth || pmu__alias(t->pmu, key, &alias))
		return 1;
	pmu_alias__exit(&t->alias);
	t->alias = alias;
	t->depth++;
	err = set_terms(t, (struct word){ alias.terms, strlen(alias.terms) });
	t->depth--;
	return err;
}

static int set_term(struct event_terms *t, struct word term, struct word value)
{
	char *key;
	int err = 1;

	if (!term.len)
		return parser__fail(t->p, -EINVAL, term.text, "a term is missing");
	if (t->pmu) {
		/* Formats come first: a PMU may have a "config" or "name" of its own. */
		key = word__dup(term);
		if (!key)
			return parser__fail(t->p, -ENOMEM, term.text, "out of memory");
		err = set_format(t, key, term, value);
		if (err == 1 && !value.text)
			err = set_alias(t, key);
		free(key);
		if (err == 1 && !value.text) {
			u64 raw;

			if (parse_raw(term, &raw)) {
				t->attr.config = raw;
				err = 0;
			}
		}
	}
	if (err == 1)
		err = set_common(t, term, value);
	return err == 1 ? unknown_term(t, term) : err;
}

static int set_terms(struct event_terms *t, struct word terms)
{
	const char *pos = terms.text, *end = terms.text + terms.len;
	struct word term, value;
	const char *stop, *equals;
	int err;

	for (;;) {
		stop = memchr(pos, ',', (size_t)(end - pos));
		if (!stop)
			stop = end;
		equals = memchr(pos, '=', (size_t)(stop - pos));
		term = (struct word){ pos, (size_t)((equals ? equals : stop) - pos) };
		value = (struct word){ NULL, 0 };
		if (equals)
			value = (struct word){ equals + 1, (size_t)(stop - equals - 1) };
		err = set_term(t, term, value);
		if (err || stop == end)
			return err;
		pos = stop + 1;
	}
}

static int add_event(struct event_terms *t, struct word mods, bool more)
{
	struct word name = t->name.len ? t->name : t->p->event;
	struct evsel *evsel;
	int err;

	err = parser__add(t->p, &t->attr, name, mods, &evsel);
	if (err)
		return err;
	evsel->ctl->more = more;
	if (t->pmu && t->pmu->cpus.nr) {
		err = cpu_map__copy(&evsel->ctl->own_cpus, &t->pmu->cpus);
		if (err)
			return parser__fail(t->p, err, t->p->event.text, "out of memory");
	}
	if (!t->alias.terms)
		return 0;
	evsel->ctl->scale = t->alias.scale;
	if (*t->alias.unit) {
		evsel->ctl->unit = strdup(t->alias.unit);
		if (!evsel->ctl->unit)
			return parser__fail(t->p, -ENOMEM, t->p->event.text, "out of memory");
	}
	return 0;
}

struct pmu_search {
	struct parser *p;
	struct word name, terms, mods;
	unsigned int nr;
	bool quiet; /* a PMU that lacks the name is passed over */
};

static int found_pmu(const char *name, void *data)
{
	struct pmu_search *search = data;
	struct event_terms t = { .p = search->p };
	struct pmu_alias alias;
	struct pmu pmu;
	int err;

	err = pmu__open(&pmu, search->p->pmu_dir, name);
	if (err)
		return parser__fail(search->p, err, search->p->event.text, "cannot read %s/%s: %s",
				    search->p->pmu_dir, name, strerror(-err));
	if (search->quiet) {
		char *key = word__dup(search->terms);

		err = key ? pmu__alias(&pmu, key, &alias) : -ENOMEM;
		free(key);
		if (err) {
			pmu__exit(&pmu);
			return 0;
		}
		pmu_alias__exit(&alias);
	}
	t.pmu = &pmu;
	t.attr.type = pmu.type;
	err = search->terms.len ? set_terms(&t, search->terms) : 0;
	if (!err)
		err = add_event(&t, search->mods, search->nr > 0);
	pmu_alias__exit(&t.alias);
	pmu__exit(&pmu);
	search->nr++;
	return err;
}

/* cycles/period=1000/: an event that we know, with the terms that all have. */
static int named_with_terms(struct parser *p, struct word name, struct word terms, struct word mods)
{
	struct event_terms t = { .p = p };
	u32 type;
	u64 config;
	int err;

	if (!event_name__find(name.text, name.len, &type, &config)) {
		if (!parse_raw(name, &config))
			return 1;
		type = PERF_TYPE_RAW;
	}
	t.attr.type = type;
	t.attr.config = config;
	err = terms.len ? set_terms(&t, terms) : 0;
	return err ? err : add_event(&t, mods, false);
}

static int offer_pmu(const char *name, void *data)
{
	nearest__offer(data, name);
	return 0;
}

int parser__pmu(struct parser *p, struct word name, struct word terms, struct word mods)
{
	struct pmu_search search = { .p = p, .name = name, .terms = terms, .mods = mods };
	struct nearest nearest;
	char *pattern = word__dup(name);
	struct pmu pmu;
	int err;

	if (!pattern)
		return parser__fail(p, -ENOMEM, name.text, "out of memory");
	if (!pmu__open(&pmu, p->pmu_dir, pattern)) {
		pmu__exit(&pmu);
		err = found_pmu(pattern, &search);
		free(pattern);
		return err;
	}
	err = pmu__match(p->pmu_dir, pattern, found_pmu, &search);
	free(pattern);
	if (err || search.nr)
		return err;
	err = named_with_terms(p, name, terms, mods);
	if (err != 1)
		return err;
	nearest__init(&nearest, name.text, name.len);
	pmu__match(p->pmu_dir, "*", offer_pmu, &nearest);
	return parser__fail(p, -ENOENT, name.text,
			    "this machine has no PMU '%.*s'%s%s; %s lists them", (int)name.len,
			    name.text, nearest.best[0] ? "; did you mean " : "", nearest.best,
			    p->pmu_dir);
}

int parser__pmu_alias(struct parser *p, struct word name, struct word mods)
{
	struct pmu_search search = {
		.p = p, .name = name, .terms = name, .mods = mods, .quiet = true
	};
	int err;

	err = pmu__match(p->pmu_dir, "*", found_pmu, &search);
	if (err && err != -ENOENT)
		return err;
	return search.nr ? 0 : -ENOENT;
}
