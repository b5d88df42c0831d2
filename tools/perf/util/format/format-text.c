// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "format-text.h"

#define PRINT_FMT "print fmt:"
#define NO_PRINT  " \"\"\n"

/* Behind @word, if @p begins with it, else NULL; NULL passes through all of these. */
static const char *skip_word(const char *p, const char *word)
{
	size_t len = strlen(word);

	return p && !strncmp(p, word, len) ? p + len : NULL;
}

/* At most 9 digits: such a number fits into an int. */
static const char *skip_number(const char *p)
{
	size_t n = p ? strspn(p, "0123456789") : 0;

	return n && n < 10 ? p + n : NULL;
}

static const char *skip_name(const char *p)
{
	const char *start = p;

	if (!p)
		return NULL;
	while (isalnum((unsigned char)*p) || *p == '_' || *p == '-' || *p == '.')
		p++;
	return p == start ? NULL : p;
}

/* "unsigned long args[6]", "const char * name", "__data_loc char[] msg". */
static const char *skip_declaration(const char *p)
{
	const char *start = p;
	int brackets = 0;

	if (!p)
		return NULL;
	while (isalnum((unsigned char)*p) || (*p && strchr("_ *[", *p))) {
		if (*p++ != '[')
			continue;
		p += strspn(p, "0123456789");
		if (*p++ != ']' || brackets++)
			return NULL;
	}
	return p == start ? NULL : p;
}

static const char *skip_field(const char *p)
{
	const char *sign;

	p = skip_word(skip_declaration(skip_word(p, "\tfield:")), ";\t");
	p = skip_word(skip_number(skip_word(p, "offset:")), ";\t");
	p = skip_word(skip_number(skip_word(p, "size:")), ";");
	sign = skip_word(skip_number(skip_word(p, "\tsigned:")), ";");
	return skip_word(sign ? sign : p, "\n");
}

/* Where the print format's line begins; NULL if what stands before it is malformed. */
static const char *skip_fields(const char *p)
{
	p = skip_word(skip_name(skip_word(p, "name: ")), "\n");
	p = skip_word(skip_number(skip_word(p, "ID: ")), "\n");
	p = skip_word(p, "format:\n");
	while (p && strncmp(p, PRINT_FMT, strlen(PRINT_FMT)) != 0)
		p = *p == '\n' ? p + 1 : skip_field(p);
	return p;
}

char *format_text__clean(const char *text, size_t size)
{
	char *copy = malloc(size + sizeof(PRINT_FMT NO_PRINT));
	const char *print_fmt;

	if (!copy)
		return NULL;
	memcpy(copy, text, size);
	copy[size] = '\0';
	print_fmt = skip_fields(copy);
	if (!print_fmt) {
		free(copy);
		errno = EINVAL;
		return NULL;
	}
	print_fmt += strlen(PRINT_FMT);
	if (!print_fmt__check(print_fmt, copy, (size_t)(print_fmt - copy)))
		memcpy(copy + (print_fmt - copy), NO_PRINT, sizeof(NO_PRINT));
	return copy;
}
