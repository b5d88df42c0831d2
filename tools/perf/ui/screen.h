/* SPDX-License-Identifier: GPL-2.0-only */
/* The terminal as a screen, by slang: lines in colours, and keys. */
#ifndef PERF_UI_SCREEN_H
#define PERF_UI_SCREEN_H

#include "tty.h"

/* What a piece of text is, rather than how it looks. */
enum ui_style {
	UI_NORMAL,
	UI_TITLE,    /* the first and the last line */
	UI_HEADING,  /* of a column */
	UI_SORTED,   /* the heading of the column that rows are sorted by */
	UI_SELECTED, /* the row that keys are about */
	UI_MUCH,     /* a large share of the whole */
	UI_SOME,     /* one that is worth a look */
};

/* Keys that are no characters. */
enum ui_key {
	UI_KEY_NONE = 0,
	UI_KEY_ENTER = '\n',
	UI_KEY_ESCAPE = 27,
	UI_KEY_ERASE = 127,
	UI_KEY_UP = 0x1000,
	UI_KEY_DOWN,
	UI_KEY_LEFT,
	UI_KEY_RIGHT,
	UI_KEY_PAGE_UP,
	UI_KEY_PAGE_DOWN,
	UI_KEY_HOME,
	UI_KEY_END,
	UI_KEY_GONE, /* the terminal has gone: there will be no more keys */
};

struct ui_screen {
	struct ui_tty tty;
	bool on;
	int rows, cols;
};

/* Can there be one? Not without a terminal for both keys and text, or on a dumb one. */
bool ui_screen__possible(void);

/* 0, or -ENOTTY: the terminal is as it was. */
int ui_screen__start(struct ui_screen *screen);
void ui_screen__stop(struct ui_screen *screen);

/* For a while, or after one: the user wants the shell. */
void ui_screen__suspend(struct ui_screen *screen);

/* Its size has changed: all must be drawn again. */
void ui_screen__resize(struct ui_screen *screen);

/* A key that has been pressed, UI_KEY_NONE if there is none, without waiting. */
int ui_screen__key(struct ui_screen *screen);

/*
 * Writes @text, which must be safe to print, from @row and @col on; @width
 * columns are taken, with blanks if need be: 0 stands for the rest of the row.
 */
void ui_screen__put(struct ui_screen *screen, int row, int col, int width, enum ui_style style,
		    const char *text);

/* What was put is shown, and nothing else from the row @rows_used on up to the last but one. */
void ui_screen__show(struct ui_screen *screen, int rows_used);

#endif
