// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <slang.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "screen.h"

bool ui_screen__possible(void)
{
	const char *term = getenv("TERM");

	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && *term &&
	       strcmp(term, "dumb");
}

/* No colour but the terminal's own and two that are seen on dark and on light. */
static void set_styles(void)
{
	static const struct {
		enum ui_style style;
		const char *color;
		SLtt_Char_Type attr, mono;
	} styles[] = {
		{ UI_NORMAL, "default", 0, 0 },
		{ UI_TITLE, "default", SLTT_REV_MASK, SLTT_REV_MASK },
		{ UI_HEADING, "default", SLTT_BOLD_MASK, SLTT_BOLD_MASK },
		{ UI_SORTED, "default", SLTT_REV_MASK, SLTT_REV_MASK },
		{ UI_SELECTED, "default", SLTT_REV_MASK, SLTT_REV_MASK },
		{ UI_MUCH, "red", 0, SLTT_BOLD_MASK },
		{ UI_SOME, "green", 0, 0 },
	};
	const char *no_color = getenv("NO_COLOR");
	size_t i;

	if (no_color && *no_color)
		SLtt_Use_Ansi_Colors = 0;
	for (i = 0; i < sizeof(styles) / sizeof(styles[0]); i++) {
		if (SLtt_Use_Ansi_Colors) {
			SLtt_set_color((int)styles[i].style, NULL,
				       (char *)(uintptr_t)styles[i].color,
				       (char *)(uintptr_t) "default");
			SLtt_add_color_attribute((int)styles[i].style, styles[i].attr);
		} else {
			SLtt_set_mono((int)styles[i].style, NULL, styles[i].mono);
		}
	}
}

/* What a crash has to print: leave the other screen, show the cursor, no attributes. */
static void note_reset(struct ui_screen *screen)
{
	static const char *const names[] = { "me", "ve", "te" };
	size_t i, len = 0;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *text = SLtt_tgetstr((char *)(uintptr_t)names[i]);

		if (text && len + strlen(text) < sizeof(screen->tty.reset)) {
			memcpy(screen->tty.reset + len, text, strlen(text) + 1);
			len += strlen(text);
		}
	}
}

static int start_slang(struct ui_screen *screen)
{
	/* -1: leave the interrupt key as it is. */
	if (SLang_init_tty(-1, 0, 0))
		return -ENOTTY;
	SLtty_set_suspend_state(1);
	if (SLsmg_init_smg() < 0) {
		SLang_reset_tty();
		return -ENOTTY;
	}
	SLtt_set_cursor_visibility(0);
	screen->rows = SLtt_Screen_Rows;
	screen->cols = SLtt_Screen_Cols;
	screen->on = true;
	return 0;
}

int ui_screen__start(struct ui_screen *screen)
{
	int ret;

	memset(screen, 0, sizeof(*screen));
	if (!ui_screen__possible() || !ui_tty__start(&screen->tty, STDIN_FILENO))
		return -ENOTTY;
	setlocale(LC_CTYPE, "");
	SLutf8_enable(-1);
	ret = SLtt_initialize(NULL) < 0 ? -ENOTTY : 0;
	if (!ret) {
		SLtt_get_screen_size();
		set_styles();
		note_reset(screen);
		SLkp_init();
		ret = start_slang(screen);
	}
	if (ret)
		ui_tty__stop(&screen->tty);
	return ret;
}

static void stop_slang(struct ui_screen *screen)
{
	SLtt_set_cursor_visibility(1);
	SLsmg_gotorc(SLtt_Screen_Rows - 1, 0);
	SLsmg_refresh();
	SLsmg_reset_smg();
	SLang_reset_tty();
	screen->on = false;
}

void ui_screen__stop(struct ui_screen *screen)
{
	if (!screen->on)
		return;
	stop_slang(screen);
	ui_tty__stop(&screen->tty);
}

void ui_screen__suspend(struct ui_screen *screen)
{
	stop_slang(screen);
	ui_tty__stop(&screen->tty);
	raise(SIGSTOP);
	ui_tty__start(&screen->tty, STDIN_FILENO);
	note_reset(screen);
	SLtt_get_screen_size();
	start_slang(screen);
}

void ui_screen__resize(struct ui_screen *screen)
{
	SLtt_get_screen_size();
	SLsmg_reinit_smg();
	screen->rows = SLtt_Screen_Rows;
	screen->cols = SLtt_Screen_Cols;
}

static int translate(int key)
{
	switch (key) {
	case SL_KEY_UP:
		return UI_KEY_UP;
	case SL_KEY_DOWN:
		return UI_KEY_DOWN;
	case SL_KEY_LEFT:
		return UI_KEY_LEFT;
	case SL_KEY_RIGHT:
		return UI_KEY_RIGHT;
	case SL_KEY_PPAGE:
		return UI_KEY_PAGE_UP;
	case SL_KEY_NPAGE:
		return UI_KEY_PAGE_DOWN;
	case SL_KEY_HOME:
		return UI_KEY_HOME;
	case SL_KEY_END:
		return UI_KEY_END;
	case SL_KEY_ENTER:
	case '\r':
		return UI_KEY_ENTER;
	case SL_KEY_BACKSPACE:
	case SL_KEY_DELETE:
	case '\b':
		return UI_KEY_ERASE;
	default:
		return key > 0 && key < 0x100 ? key : UI_KEY_NONE;
	}
}

/*
 * A terminal that has been closed is readable, with nothing to read. slang would
 * go on trying.
 */
static bool is_gone(int fd)
{
	struct pollfd tty = { .fd = fd, .events = POLLIN };
	int bytes;

	return poll(&tty, 1, 0) > 0 && ((tty.revents & (POLLHUP | POLLERR | POLLNVAL)) ||
					ioctl(fd, FIONREAD, &bytes) || !bytes);
}

int ui_screen__key(struct ui_screen *screen)
{
	unsigned int c;

	if (SLang_input_pending(0) <= 0)
		return UI_KEY_NONE;
	if (is_gone(SLang_TT_Read_FD))
		return UI_KEY_GONE;
	c = SLang_getkey();
	if (c == SLANG_GETKEY_ERROR)
		return UI_KEY_GONE;
	/* Escape alone, or the begin of what another key sends? */
	if (c == UI_KEY_ESCAPE && SLang_input_pending(1) <= 0)
		return UI_KEY_ESCAPE;
	SLang_ungetkey((unsigned char)c);
	return translate(SLkp_getkey());
}

void ui_screen__put(struct ui_screen *screen, int row, int col, int width, enum ui_style style,
		    const char *text)
{
	if (row < 0 || row >= screen->rows || col >= screen->cols)
		return;
	if (!width || width > screen->cols - col)
		width = screen->cols - col;
	SLsmg_gotorc(row, col);
	SLsmg_set_color((SLsmg_Color_Type)style);
	SLsmg_write_nstring((char *)(uintptr_t)text, (unsigned int)width);
	SLsmg_set_color(UI_NORMAL);
}

void ui_screen__show(struct ui_screen *screen, int rows_used)
{
	for (; rows_used < screen->rows - 1; rows_used++)
		ui_screen__put(screen, rows_used, 0, 0, UI_NORMAL, "");
	SLsmg_gotorc(screen->rows - 1, screen->cols - 1);
	SLsmg_refresh();
}
