// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "format-text.h"
#include "trace-event.h"

#define MAGIC	    "\x17\x08\x44tracing"
#define MAX_FORMATS 65536
#define MAX_STRINGS 65536 /* that %s of print formats may point to */

struct cursor {
	const u8 *pos, *end;
	bool swap;
	bool bad; /* something reached over the end; all reads since give 0 */
};

static const u8 *take(struct cursor *c, u64 size)
{
	const u8 *p = c->pos;

	if (c->bad || size > (u64)(c->end - c->pos)) {
		c->bad = true;
		return NULL;
	}
	c->pos += size;
	return p;
}

static u64 take_u32(struct cursor *c)
{
	const u8 *p = take(c, 4);

	return p ? get_u32(p, c->swap) : 0;
}

static u64 take_u64(struct cursor *c)
{
	const u8 *p = take(c, 8);

	return p ? get_u64(p, c->swap) : 0;
}

static const char *take_string(struct cursor *c)
{
	const u8 *nul = c->bad ? NULL : memchr(c->pos, 0, (size_t)(c->end - c->pos));
	const u8 *p = c->pos;

	if (!nul) {
		c->bad = true;
		return NULL;
	}
	c->pos = nul + 1;
	return (const char *)p;
}

/* Passes over "name\0", u64 size, text. */
static void skip_named(struct cursor *c)
{
	take_string(c);
	take(c, take_u64(c));
}

static int parse_start(struct trace_event *te, struct cursor *c, const char **version)
{
	const u8 *p = take(c, sizeof(MAGIC) - 1);
	bool big, host_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	u64 page_size;

	if (!p || memcmp(p, MAGIC, sizeof(MAGIC) - 1))
		return -EINVAL;
	*version = take_string(c);
	p = take(c, 2);
	if (!p || (p[1] != 4 && p[1] != 8))
		return -EINVAL;
	big = p[0];
	c->swap = big != host_big;
	page_size = take_u32(c);
	if (c->bad)
		return -EINVAL;
	te->tep = tep_alloc();
	if (!te->tep)
		return -ENOMEM;
	tep_set_file_bigendian(te->tep, big ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_local_bigendian(te->tep, host_big ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_long_size(te->tep, p[1]);
	tep_set_page_size(te->tep, (int)(page_size & 0x7fffffff));
	return 0;
}

/* A format's number, from its line "ID: 1482". -1 if it has none. */
static s64 format_id(const char *text, size_t size)
{
	const char *p = memmem(text, size, "\nID:", 4), *end = text + size;
	s64 id = 0;

	if (!p)
		return -1;
	for (p += 4; p < end && (*p == ' ' || *p == '\t'); p++)
		;
	if (p == end || *p < '0' || *p > '9')
		return -1;
	for (; p < end && *p >= '0' && *p <= '9' && id < INT32_MAX; p++)
		id = id * 10 + (*p - '0');
	return id;
}

static int add_format(struct trace_event *te, const char *system, const char *text, size_t size)
{
	size_t nr = te->nr_formats;
	s64 id = format_id(text, size);
	struct trace_format *formats;

	if (id < 0)
		return 0;
	if (nr >= MAX_FORMATS)
		return -EINVAL;
	if (!(nr & (nr - 1))) {
		formats = reallocarray(te->formats, nr ? nr * 2 : 1, sizeof(*formats));
		if (!formats)
			return -ENOMEM;
		te->formats = formats;
	}
	te->formats[te->nr_formats++] =
		(struct trace_format){ (u64)id, system, text, size, NULL, false };
	return 0;
}

static int parse_system(struct trace_event *te, struct cursor *c)
{
	const char *system = take_string(c);
	u64 nr = take_u32(c);
	int err = 0;

	while (!err && !c->bad && nr--) {
		u64 size = take_u64(c);
		const u8 *text = take(c, size);

		if (text)
			err = add_format(te, system, (const char *)text, (size_t)size);
	}
	return c->bad ? -EINVAL : err;
}

/* Lines such as `0xffffffff81a1b2c3 : "text\n"`: what %s of some print formats points to. */
static void parse_printk(struct trace_event *te, const char *text, size_t size)
{
	const char *end = text + size;
	unsigned int nr = 0;

	while (text < end && nr < MAX_STRINGS) {
		const char *nl = memchr(text, '\n', (size_t)(end - text));
		size_t len = (size_t)((nl ? nl : end) - text);
		char line[1024], *p, *str;
		u64 addr;

		if (len < sizeof(line)) {
			memcpy(line, text, len);
			line[len] = '\0';
			addr = strtoull(line, &p, 16);
			str = strchr(p, '"');
			if (str && p != line) {
				char *close = strrchr(++str, '"');

				if (close)
					*close = '\0';
				/* libtraceevent looks at the last three bytes. */
				if (strlen(str) >= 3)
					tep_register_print_string(te->tep, str, addr);
				nr++;
			}
		}
		text += len + 1;
	}
}

static int by_id(const void *a, const void *b)
{
	const struct trace_format *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

static int parse_body(struct trace_event *te, struct cursor *c)
{
	u64 nr, size;
	const u8 *text;
	int err = 0;

	skip_named(c); /* header_page */
	skip_named(c); /* header_event */
	for (nr = take_u32(c); nr && !c->bad; nr--)
		take(c, take_u64(c)); /* ftrace's own events: perf records none */
	for (nr = take_u32(c); !err && nr && !c->bad; nr--)
		err = parse_system(te, c);
	if (err || c->bad)
		return err ? err : -EINVAL;
	take(c, take_u32(c)); /* kallsyms */
	size = take_u32(c);
	text = take(c, size);
	if (text)
		parse_printk(te, (const char *)text, (size_t)size);
	return c->bad ? -EINVAL : 0;
}

int trace_event__parse(struct trace_event *te, u8 *blob, size_t size, struct perf_err *err)
{
	struct cursor c = { blob, blob + size, false, false };
	const char *version;
	int ret;

	trace_event__exit(te);
	te->blob = blob;
	tep_set_loglevel(TEP_LOG_NONE);
	ret = parse_start(te, &c, &version);
	if (!ret)
		ret = parse_body(te, &c);
	if (te->nr_formats)
		qsort(te->formats, te->nr_formats, sizeof(*te->formats), by_id);
	if (ret == -ENOMEM)
		return perf_err__set(err, ret, "out of memory");
	if (ret)
		return perf_err__set(err, ret, "its tracing data are damaged at byte %zu of %zu",
				     (size_t)(c.pos - blob), size);
	return 0;
}

void trace_event__exit(struct trace_event *te)
{
	if (te->tep)
		tep_free(te->tep);
	free(te->formats);
	free(te->blob);
	free(te->scratch);
	memset(te, 0, sizeof(*te));
}

struct tep_event *trace_event__find(struct trace_event *te, u64 id)
{
	struct trace_format key = { .id = id }, *f;
	char *text;

	if (!te->nr_formats)
		return NULL;
	f = bsearch(&key, te->formats, te->nr_formats, sizeof(key), by_id);
	if (!f || f->tried)
		return f ? f->event : NULL;
	f->tried = true;
	text = f->system ? format_text__clean(f->text, f->size) : NULL;
	if (text)
		tep_parse_event(te->tep, text, strlen(text), f->system);
	free(text);
	f->event = tep_find_event(te->tep, (int)id);
	return f->event;
}

struct field_ref trace_event__field(struct tep_event *event, const char *name)
{
	struct tep_format_field *f = event ? tep_find_any_field(event, name) : NULL;

	if (!f || f->offset < 0 || f->offset > UINT16_MAX)
		return (struct field_ref){ 0 };
	if (f->size != 1 && f->size != 2 && f->size != 4 && f->size != 8)
		return (struct field_ref){ 0 };
	return (struct field_ref){ (u16)f->offset, (u8)f->size, f->flags & TEP_FIELD_IS_SIGNED };
}

bool trace_event__fits(const struct tep_event *event, u32 size)
{
	const struct tep_format_field *f;

	for (f = event->format.fields; f; f = f->next) {
		if (f->offset < 0 || f->size < 0 || (u64)f->offset + (u64)f->size > size)
			return false;
	}
	return true;
}
