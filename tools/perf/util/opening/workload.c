// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workload.h"

static void close_pair(const int fds[2])
{
	close(fds[0]);
	close(fds[1]);
}

/* Waits for the word; an end of file instead means that we shall not. */
static void __attribute__((noreturn))
run_child(const char *const *argv, int go, int error, int flags)
{
	sigset_t none;
	ssize_t n;
	char c;
	int err;

	do {
		n = read(go, &c, 1);
	} while (n < 0 && errno == EINTR);
	if (n != 1)
		_exit(0);
	if (flags & WORKLOAD_STDOUT_TO_STDERR)
		dup2(STDERR_FILENO, STDOUT_FILENO);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	execvp(argv[0], (char *const *)argv);
	err = errno;
	if (write(error, &err, sizeof(err)) < 0)
		_exit(125); /* nobody listens any more */
	_exit(err == ENOENT ? 127 : 126);
}

int workload__prepare(struct workload *w, const char *const *argv, int flags)
{
	int go[2], error[2], err;

	memset(w, 0, sizeof(*w));
	if (pipe2(go, O_CLOEXEC))
		return -errno;
	if (pipe2(error, O_CLOEXEC)) {
		err = -errno;
		close_pair(go);
		return err;
	}
	/* Where the end of children is ignored nobody tells of it, nor has their status. */
	signal(SIGCHLD, SIG_DFL);
	w->pid = fork();
	if (w->pid < 0) {
		err = -errno;
		w->pid = 0;
		close_pair(go);
		close_pair(error);
		return err;
	}
	if (!w->pid) {
		/* Our own end kept open would hide that the parent has gone. */
		close(go[1]);
		close(error[0]);
		run_child(argv, go[0], error[1], flags);
	}
	close(go[0]);
	close(error[1]);
	w->go = go[1];
	w->error = error[0];
	return 0;
}

int workload__start(struct workload *w)
{
	int err = 0;

	if (write(w->go, "", 1) < 0)
		err = errno;
	close(w->go);
	/* The pipe closes on a successful exec. */
	while (!err && read(w->error, &err, sizeof(err)) < 0 && errno == EINTR)
		;
	close(w->error);
	if (!err)
		return 0;
	while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
		;
	w->pid = 0;
	return -err;
}

void workload__cancel(struct workload *w)
{
	if (!w->pid)
		return;
	close(w->go);
	close(w->error);
	while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
		;
	w->pid = 0;
}

int workload__exit_status(int wait_status)
{
	return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 128 + WTERMSIG(wait_status);
}
