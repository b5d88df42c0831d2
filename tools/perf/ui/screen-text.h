/* SPDX-License-Identifier: GPL-2.0-only */
/* A text that may be longer than the screen: it is scrolled. */
#ifndef PERF_UI_SCREEN_TEXT_H
#define PERF_UI_SCREEN_TEXT_H

#include <stddef.h>

#include "screen.h"

struct ui_text {
	char *text;
	char **lines; /* into @text */
	size_t nr, top;
	size_t nr_heading; /* lines at the begin that stay where they are */
	size_t fixed;	   /* columns at the left that do; in them all is ASCII */
	size_t left;	   /* columns scrolled to the right */
};

/*
 * Takes over @text, allocated, without a heading or fixed columns; where it was scrolled to stays.
 * NULL, or no memory: no lines.
 */
void ui_text__set(struct ui_text *t, char *text);
void ui_text__exit(struct ui_text *t);

/* Draws it between the first row and the last. */
void ui_text__draw(struct ui_text *t, struct ui_screen *screen);

/* Scrolls. False if @key is none for that. */
bool ui_text__key(struct ui_text *t, const struct ui_screen *screen, int key);

#endif
