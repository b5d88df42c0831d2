// SPDX-License-Identifier: GPL-2.0-only
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "tty.h"

static const int crashes[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGQUIT };

/* A handler gets no argument of ours: this is the terminal to be put back, if there is one. */
static struct ui_tty *volatile changed;

static void put_back(const struct ui_tty *tty)
{
	tcsetattr(tty->fd, TCSANOW, &tty->saved);
}

static void on_crash(int sig)
{
	struct ui_tty *tty = changed;

	if (tty) {
		if (tty->reset[0] && write(tty->fd, tty->reset, strlen(tty->reset)) < 0)
			tty->reset[0] = '\0';
		put_back(tty);
	}
	raise(sig); /* SA_RESETHAND: as if there had been no handler */
}

static void handle_crashes(void (*handler)(int sig))
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = (int)SA_RESETHAND };
	size_t i;

	sigemptyset(&action.sa_mask);
	for (i = 0; i < sizeof(crashes) / sizeof(crashes[0]); i++)
		sigaction(crashes[i], &action, NULL);
}

bool ui_tty__start(struct ui_tty *tty, int fd)
{
	struct termios raw;

	memset(tty, 0, sizeof(*tty));
	tty->fd = fd;
	/* In the background, touching it would stop us. */
	if (!isatty(fd) || tcgetpgrp(fd) != getpgrp() || tcgetattr(fd, &tty->saved))
		return false;
	changed = tty;
	handle_crashes(on_crash);
	raw = tty->saved;
	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	tty->on = !tcsetattr(fd, TCSANOW, &raw);
	if (!tty->on)
		ui_tty__stop(tty);
	return tty->on;
}

void ui_tty__stop(struct ui_tty *tty)
{
	if (changed != tty)
		return;
	put_back(tty);
	handle_crashes(SIG_DFL);
	changed = NULL;
	tty->on = false;
}
