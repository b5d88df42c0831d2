/* SPDX-License-Identifier: GPL-2.0-only */
/* Text from a recording is anybody's: printed, it must not steer the terminal. */
#ifndef PERF_UI_ESCAPE_H
#define PERF_UI_ESCAPE_H

#include <stddef.h>
#include <stdio.h>

/*
 * Copies @text to @buf with control characters, and bytes that are not UTF-8,
 * as \xNN. What does not fit is cut. Returns @buf.
 */
const char *ui_escape(const char *text, char *buf, size_t size);

/* Prints @text escaped likewise; the second, of a NUL-terminated text only the first @len bytes. */
void ui_fputs(const char *text, FILE *out);
void ui_fputsn(const char *text, size_t len, FILE *out);

#endif
