// SPDX-License-Identifier: GPL-2.0-only
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "formats.h"

#define MAX_TEXT (64 * 1024)

char *formats__read(const char *arch)
{
	const char *dir = getenv("TESTDATA");
	char path[4096];
	char *text = calloc(1, MAX_TEXT);
	FILE *f;

	assert_non_null(text);
	snprintf(path, sizeof(path), "%s/formats/%s.txt", dir ? dir : "tools/perf/tests/data",
		 arch);
	f = fopen(path, "r");
	if (!f)
		fail_msg("%s: cannot be opened", path);
	assert_int_not_equal(fread(text, 1, MAX_TEXT - 1, f), 0);
	fclose(f);
	return text;
}

static char *replace(char *text, const char *from, const char *to)
{
	size_t size = strlen(text) + strlen(to) + 1;
	char *new = malloc(size);
	char *at = strstr(text, from);

	assert_non_null(new);
	if (!at)
		fail_msg("no \"%s\" in the formats", from);
	snprintf(new, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
	free(text);
	return new;
}

/* Each event is a line "# SYSTEM" and its format as tracefs shows it. */
static void parse(struct tep_handle *tep, char *text)
{
	char *event = text, *next, *format;

	for (; event; event = next) {
		next = strstr(event + 1, "\n# ");
		if (next)
			*next++ = '\0';
		format = strchr(event, '\n');
		assert_non_null(format);
		*format++ = '\0';
		/* It may be beyond libtraceevent: the event's fields are known nevertheless. */
		tep_parse_event(tep, format, strlen(format), event + 2);
	}
}

static struct tep_handle *new_tep(void)
{
	struct tep_handle *tep = tep_alloc();

	assert_non_null(tep);
	tep_set_loglevel(TEP_LOG_NONE);
	return tep;
}

struct tep_handle *formats__load(const char *arch, const char *from, const char *to)
{
	struct tep_handle *tep = new_tep();
	char *text = formats__read(arch);

	if (from && to)
		text = replace(text, from, to);
	parse(tep, text);
	free(text);
	return tep;
}

struct tep_handle *formats__one(const char *fields, const char *print_fmt)
{
	static const char head[] =
		"name: kvm_exit\nID: 1\nformat:\n"
		"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n";
	struct tep_handle *tep = new_tep();
	size_t size = sizeof(head) + strlen(fields) + strlen(print_fmt) + 32;
	char *text = malloc(size);

	assert_non_null(text);
	snprintf(text, size, "%s%s\nprint fmt: %s\n", head, fields, print_fmt);
	tep_parse_event(tep, text, strlen(text), "kvm");
	free(text);
	return tep;
}
