// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>

#include "borrow.h"
#include "fuzz.h"

#define MAX_TEXT (64 * 1024)

static void put_number(FILE *out, u64 n, int size, bool big)
{
	int i;

	for (i = 0; i < size; i++)
		fputc((int)(n >> 8 * (big ? size - 1 - i : i)) & 255, out);
}

/* Each event is a line "# SYSTEM" and its format; for this one a system of its own is as good. */
static unsigned int put_events(FILE *out, char *text, bool big)
{
	unsigned int nr = 0;
	char *event, *next, *format;

	for (event = text; event; event = next, nr++) {
		next = strstr(event + 1, "\n# ");
		if (next)
			*next++ = '\0';
		format = strchr(event, '\n');
		fuzz_check(format);
		*format++ = '\0';
		fwrite(event + 2, strlen(event + 2) + 1, 1, out);
		put_number(out, 1, 4, big);
		put_number(out, strlen(format), 8, big);
		fwrite(format, strlen(format), 1, out);
	}
	return nr;
}

/* Tracing data, as trace-event.h has their layout. */
static void put_tracing_data(FILE *out, char *text, bool big)
{
	char *events = NULL;
	size_t size = 0;
	FILE *body = open_memstream(&events, &size);
	unsigned int nr;

	fuzz_check(body);
	nr = put_events(body, text, big);
	fclose(body);
	fwrite("\x17\x08\x44tracing0.6", 14, 1, out);
	fputc(big ? 1 : 0, out);
	fputc(8, out);
	put_number(out, 4096, 4, big);
	fwrite("header_page\0\0\0\0\0\0\0\0\0header_event\0\0\0\0\0\0\0\0", 41, 1, out);
	put_number(out, 0, 4, big);
	put_number(out, nr, 4, big);
	fwrite(events, size, 1, out);
	put_number(out, 0, 8, big); /* kallsyms, printk formats */
	put_number(out, 0, 8, big); /* command lines */
	free(events);
}

static void load(struct borrowed *b)
{
	const char *dir = getenv("TESTDATA");
	char path[4096], *blob = NULL, *text = calloc(1, MAX_TEXT);
	size_t size = 0;
	FILE *f, *out = open_memstream(&blob, &size);

	snprintf(path, sizeof(path), "%s/formats/%s.txt", dir ? dir : "tools/perf/tests/data",
		 b->file);
	f = fopen(path, "re");
	if (!f) {
		fprintf(stderr, "%s: cannot be opened; TESTDATA says where data/ is\n", path);
		exit(1);
	}
	fuzz_check(text && out && fread(text, 1, MAX_TEXT - 1, f));
	fclose(f);
	put_tracing_data(out, text, b->big_endian);
	fclose(out);
	free(text);
	fuzz_check(!trace_event__parse(&b->formats, (u8 *)blob, size, NULL));
}

struct borrowed *borrowed__find(unsigned int n)
{
	static struct borrowed all[] = {
		{ "x86", "x86_64", false, { 0 } },    { "arm64", "aarch64", false, { 0 } },
		{ "riscv", "riscv64", false, { 0 } }, { "powerpc", "ppc64le", false, { 0 } },
		{ "s390", "s390x", true, { 0 } },
	};
	struct borrowed *b = &all[n % ARRAY_SIZE(all)];

	if (!b->formats.tep)
		load(b);
	return b;
}

bool borrowed__lend(struct borrowed *b, struct perf_session *s)
{
	if (!s->env.arch)
		s->env.arch = strdup(b->machine);
	if (s->formats.tep)
		return false;
	trace_event__exit(&s->formats);
	s->formats = b->formats;
	return true;
}

void borrowed__take_back(struct borrowed *b, struct perf_session *s)
{
	b->formats = s->formats;
	memset(&s->formats, 0, sizeof(s->formats));
}
