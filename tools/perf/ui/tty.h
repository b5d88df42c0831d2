/* SPDX-License-Identifier: GPL-2.0-only */
/* A terminal whose keys are read one by one; it is put back whatever happens to us. */
#ifndef PERF_UI_TTY_H
#define PERF_UI_TTY_H

#include <stdbool.h>
#include <termios.h>

struct ui_tty {
	bool on;
	int fd;
	struct termios saved;
	char reset[128]; /* what to print to it when it is put back after a crash; "" for nothing */
};

/*
 * Lets keys of @fd be read at once, and unseen. False, with nothing changed, if
 * that is no terminal, or one that belongs to somebody else at the moment.
 */
bool ui_tty__start(struct ui_tty *tty, int fd);
void ui_tty__stop(struct ui_tty *tty);

#endif
