// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "screen-text.h"

void ui_text__set(struct ui_text *t, char *text)
{
	size_t max = 1;
	char *p;

	free(t->text);
	free(t->lines);
	t->text = text;
	t->nr = t->nr_heading = t->fixed = 0;
	for (p = text; p && (p = strchr(p, '\n')); p++)
		max++;
	t->lines = text ? calloc(max, sizeof(*t->lines)) : NULL;
	if (!t->lines)
		return;
	for (p = strsep(&text, "\n"); p; p = strsep(&text, "\n"))
		t->lines[t->nr++] = p;
	/* No empty line for the newline at the end. */
	if (t->nr && !*t->lines[t->nr - 1])
		t->nr--;
}

void ui_text__exit(struct ui_text *t)
{
	free(t->text);
	free(t->lines);
	memset(t, 0, sizeof(*t));
}

/* How many lines below the heading there is room for. */
static size_t page(const struct ui_text *t, const struct ui_screen *screen)
{
	size_t rows = screen->rows > 3 ? (size_t)screen->rows - 2 : 1;

	return rows > t->nr_heading ? rows - t->nr_heading : 1;
}

static void keep_in(struct ui_text *t, const struct ui_screen *screen)
{
	size_t nr = t->nr > t->nr_heading ? t->nr - t->nr_heading : 0;

	if (t->top + page(t, screen) > nr)
		t->top = nr > page(t, screen) ? nr - page(t, screen) : 0;
}

static void put_line(const struct ui_text *t, struct ui_screen *screen, int row, const char *line,
		     enum ui_style style)
{
	size_t fixed = strlen(line) > t->fixed ? t->fixed : strlen(line);
	const char *rest = line + fixed;

	ui_screen__put(screen, row, 0, 0, style, line);
	ui_screen__put(screen, row, (int)fixed, 0, style,
		       strlen(rest) > t->left ? rest + t->left : "");
}

void ui_text__draw(struct ui_text *t, struct ui_screen *screen)
{
	size_t rows, i;

	keep_in(t, screen);
	rows = t->nr_heading + page(t, screen);
	for (i = 0; i < rows && i < t->nr; i++) {
		size_t at = i < t->nr_heading ? i : t->top + i;
		const char *line = at < t->nr ? t->lines[at] : "";

		put_line(t, screen, 1 + (int)i, line, i < t->nr_heading ? UI_HEADING : UI_NORMAL);
	}
	ui_screen__show(screen, 1 + (int)i);
}

bool ui_text__key(struct ui_text *t, const struct ui_screen *screen, int key)
{
	switch (key) {
	case UI_KEY_UP:
		t->top -= t->top > 0;
		break;
	case UI_KEY_DOWN:
		t->top++;
		break;
	case UI_KEY_PAGE_UP:
		t->top -= t->top < page(t, screen) ? t->top : page(t, screen);
		break;
	case UI_KEY_PAGE_DOWN:
	case ' ':
		t->top += page(t, screen);
		break;
	case UI_KEY_HOME:
		t->top = t->left = 0;
		break;
	case UI_KEY_END:
		t->top = t->nr;
		break;
	case UI_KEY_LEFT:
		t->left -= t->left < 8 ? t->left : 8;
		break;
	case UI_KEY_RIGHT:
		t->left += 8;
		break;
	default:
		return false;
	}
	keep_in(t, screen);
	return true;
}
