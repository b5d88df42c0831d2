// SPDX-License-Identifier: GPL-2.0-only
/*
 * The formats of a recording's tracepoints, as trace-cmd's files of version
 * 0.6 have them:
 *
 *	17 08 44 "tracing" "0.6\0"; u8 1 if big endian; u8 bytes of a long; u32 page size
 *	"header_page\0"  u64 size, text; "header_event\0"  u64 size, text
 *	u32 count of ftrace's own events: none
 *	u32 count of systems; each: name and NUL, u32 count, each: u64 size, text of its format
 *	u32 size, kallsyms (none); u32 size, printk formats; u64 size, saved commands (none)
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "feature-write.h"
#include "util/opening/tracepoint.h"

static const char magic[] = "\027\010\104tracing0.6";

/* A tracepoint of the recording, its name in two parts. */
struct tp_name {
	char *sys, *name;
};

struct tp_names {
	struct tp_name *tp;
	size_t nr;
};

static void tp_names__exit(struct tp_names *names)
{
	size_t i;

	for (i = 0; i < names->nr; i++)
		free(names->tp[i].sys);
	free(names->tp);
}

static int by_name(const void *a, const void *b)
{
	const struct tp_name *x = a, *y = b;
	int ret = strcmp(x->sys, y->sys);

	return ret ? ret : strcmp(x->name, y->name);
}

/* The tracepoints of @evlist, sorted, each once. */
static int tp_names__init(struct tp_names *names, const struct evlist *evlist)
{
	const struct evsel *evsel;
	size_t i, nr = 0;

	names->nr = 0;
	names->tp = calloc(evlist->nr_entries + 1, sizeof(*names->tp));
	if (!names->tp)
		return -ENOMEM;
	evlist__for_each_entry(evlist, evsel) {
		struct tp_name *tp = &names->tp[names->nr];

		if (!evsel__is_tracepoint(evsel) || !evsel->name || !strchr(evsel->name, ':'))
			continue;
		tp->sys = strdup(evsel->name);
		if (!tp->sys)
			return -ENOMEM;
		tp->name = strchr(tp->sys, ':');
		*tp->name++ = '\0';
		tp->name[strcspn(tp->name, ":")] = '\0'; /* a modifier is no part of the name */
		names->nr++;
	}
	qsort(names->tp, names->nr, sizeof(*names->tp), by_name);
	for (i = 0; i < names->nr; i++) {
		if (nr && !by_name(&names->tp[i], &names->tp[nr - 1]))
			free(names->tp[i].sys);
		else
			names->tp[nr++] = names->tp[i];
	}
	names->nr = nr;
	return 0;
}

/* The text of file @name of tracefs, behind its size, which is a u32 or a u64. */
static int put_file(struct buf *buf, const char *dir, const char *name, bool is_u64)
{
	struct buf text = { 0 };
	char path[512];
	int ret;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	ret = buf__read_file(&text, path);
	if (is_u64)
		buf__put_u64(buf, text.len);
	else
		buf__put_u32(buf, (u32)text.len);
	buf__put(buf, text.data, text.len);
	buf__exit(&text);
	return ret;
}

static int put_system(struct buf *buf, const struct tp_name *tp, size_t nr)
{
	size_t i;

	buf__put(buf, tp->sys, strlen(tp->sys) + 1);
	buf__put_u32(buf, (u32)nr);
	for (i = 0; i < nr; i++) {
		char *format;
		size_t size;
		int ret = tracepoint__format(tp[i].sys, tp[i].name, &format, &size);

		if (ret)
			return ret;
		buf__put_u64(buf, size);
		buf__put(buf, format, size);
		free(format);
	}
	return 0;
}

static int put_systems(struct buf *buf, const struct tp_names *names)
{
	size_t at = buf->len, i, end;
	u32 nr_systems = 0;

	buf__put_u32(buf, 0);
	for (i = 0; i < names->nr; i = end) {
		int ret;

		for (end = i + 1; end < names->nr; end++) {
			if (strcmp(names->tp[end].sys, names->tp[i].sys))
				break;
		}
		ret = put_system(buf, &names->tp[i], end - i);
		if (ret)
			return ret;
		nr_systems++;
	}
	buf__set_u32(buf, at, nr_systems);
	return 0;
}

static int put_all(struct buf *buf, const struct tp_names *names, const char *dir)
{
	int ret;

	buf__put(buf, magic, sizeof(magic));
	buf__put(buf, &(u8){ __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ }, 1);
	buf__put(buf, &(u8){ sizeof(long) }, 1);
	buf__put_u32(buf, (u32)sysconf(_SC_PAGESIZE));
	buf__put(buf, "header_page", 12);
	ret = put_file(buf, dir, "events/header_page", true);
	if (ret)
		return ret;
	buf__put(buf, "header_event", 13);
	ret = put_file(buf, dir, "events/header_event", true);
	if (ret)
		return ret;
	buf__put_u32(buf, 0);
	ret = put_systems(buf, names);
	if (ret)
		return ret;
	buf__put_u32(buf, 0);
	/* These only make messages of some events prettier, and may be closed to us. */
	put_file(buf, dir, "printk_formats", false);
	buf__put_u64(buf, 0);
	return 0;
}

int feature__tracing_data(const struct feature_env *env, struct buf *buf)
{
	struct tp_names names;
	int ret = tp_names__init(&names, env->evlist);
	char *dir = NULL;

	if (!ret && !names.nr)
		ret = -ENODATA;
	if (!ret)
		ret = tracefs__dir(&dir);
	if (!ret)
		ret = put_all(buf, &names, dir);
	free(dir);
	tp_names__exit(&names);
	return ret;
}
