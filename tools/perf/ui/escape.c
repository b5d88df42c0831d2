// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "escape.h"

/*
 * The length of the well-formed UTF-8 sequence that @p begins with, 0 if there
 * is none (overlong forms, surrogates and values above U+10FFFF are not).
 */
static size_t utf8_len(const unsigned char *p)
{
	size_t len = *p < 0x80	 ? 1
		     : *p < 0xc2 ? 0
		     : *p < 0xe0 ? 2
		     : *p < 0xf0 ? 3
		     : *p < 0xf5 ? 4
				 : 0;
	size_t i;

	for (i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	}
	if ((*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] > 0x9f) ||
	    (*p == 0xf0 && p[1] < 0x90) || (*p == 0xf4 && p[1] > 0x8f))
		return 0;
	return len;
}

/* U+061C, U+200E, U+200F, U+202A to U+202E and U+2066 to U+2069 turn the direction of text. */
static bool is_bidi_control(const unsigned char *p)
{
	if (*p == 0xd8)
		return p[1] == 0x9c;
	if (*p != 0xe2)
		return false;
	return (p[1] == 0x80 && ((p[2] >= 0xaa && p[2] <= 0xae) || p[2] == 0x8e || p[2] == 0x8f)) ||
	       (p[1] == 0x81 && p[2] >= 0xa6 && p[2] <= 0xa9);
}

/* C0, DEL and C1 (U+0080 to U+009F) make terminals do things. */
static bool is_control(const unsigned char *p)
{
	return *p < 0x20 || *p == 0x7f || (*p == 0xc2 && p[1] < 0xa0) || is_bidi_control(p);
}

const char *ui_escape(const char *text, char *buf, size_t size)
{
	const unsigned char *p = (const unsigned char *)text;
	size_t at = 0;

	while (*p) {
		size_t len = utf8_len(p);

		if (len && !is_control(p)) {
			if (at + len >= size)
				break;
			memcpy(buf + at, p, len);
			at += len;
			p += len;
			continue;
		}
		if (at + 4 >= size)
			break;
		at += (size_t)sprintf(buf + at, "\\x%02x", *p++);
	}
	if (size)
		buf[at] = '\0';
	return buf;
}

void ui_fputsn(const char *text, size_t len, FILE *out)
{
	const unsigned char *p = (const unsigned char *)text, *end = p + len;

	while (p < end && *p) {
		size_t n = utf8_len(p);

		if (n && n <= (size_t)(end - p) && !is_control(p)) {
			fwrite(p, 1, n, out);
			p += n;
		} else {
			fprintf(out, "\\x%02x", *p++);
		}
	}
}

void ui_fputs(const char *text, FILE *out)
{
	ui_fputsn(text, strlen(text), out);
}
