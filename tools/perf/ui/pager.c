// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pager.h"

static const char *pager_command(void)
{
	const char *cmd = getenv("PERF_PAGER");

	if (!cmd)
		cmd = getenv("PAGER");
	if (!cmd)
		cmd = access("/usr/bin/less", X_OK) ? "" : "less";
	return *cmd && strcmp(cmd, "cat") ? cmd : NULL;
}

static void exec_pager(const char *cmd, int in)
{
	dup2(in, STDIN_FILENO);
	/* Quit where a page is enough, keep colours, leave the text on the screen. */
	setenv("LESS", "FRSX", 0);
	execl("/bin/sh", "sh", "-c", cmd, (char *)NULL);
	_exit(127);
}

void ui_pager__start(struct ui_pager *pager)
{
	const char *cmd = pager_command();
	int fds[2];

	*pager = (struct ui_pager){ 0, -1 };
	if (!cmd || !isatty(STDOUT_FILENO) || pipe2(fds, O_CLOEXEC))
		return;
	fflush(stdout);
	pager->saved_stdout = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
	pager->pid = pager->saved_stdout < 0 ? -1 : fork();
	if (!pager->pid)
		exec_pager(cmd, fds[0]);
	if (pager->pid < 0) {
		pager->pid = 0;
	} else {
		dup2(fds[1], STDOUT_FILENO);
		signal(SIGPIPE, SIG_IGN); /* a pager that is left early is no error */
	}
	close(fds[0]);
	close(fds[1]);
}

void ui_pager__stop(struct ui_pager *pager)
{
	if (!pager->pid)
		return;
	fflush(stdout);
	clearerr(stdout);
	dup2(pager->saved_stdout, STDOUT_FILENO); /* the pager sees the end */
	close(pager->saved_stdout);
	while (waitpid(pager->pid, NULL, 0) < 0 && errno == EINTR)
		;
	pager->pid = 0;
}
