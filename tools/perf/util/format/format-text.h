/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An event's format, the text that tracefs shows, before libtraceevent sees it.
 * That library takes a kernel's word for it: of a malformed one it reads through
 * null pointers, divides by zero, or recurses without end.
 *
 * The text is "name: NAME", "ID: NUMBER", "format:", a line "field:TYPE NAME;
 * offset:N; size:N; signed:N;" for each field, and "print fmt: ".
 */
#ifndef PERF_UTIL_FORMAT_TEXT_H
#define PERF_UTIL_FORMAT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A copy of @text, @size bytes, that libtraceevent can be given; with an empty
 * print format where the one there is not well-formed: names and the event as text
 * are lost then, its fields are not. NULL, with errno set, if its fields are
 * malformed (EINVAL) or there is no memory. The caller frees it.
 */
char *format_text__clean(const char *text, size_t size);

/*
 * Is @print_fmt, what stands behind "print fmt:", a string and C expressions, no
 * deeper than a kernel's, about fields that stand in @fields, lines as above? Both
 * end with a NUL byte, @fields at @fields_size or later.
 */
bool print_fmt__check(const char *print_fmt, const char *fields, size_t fields_size);

#endif
