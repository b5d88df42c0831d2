// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trace-keeper.h"

#define TRIES	  500
#define END_TRIES 100
#define PAUSE_US  10000

/* All but what the keeper waits at: it may hold nobody's pipe or event open. */
static void close_others(unsigned int keep)
{
	int fd, null = open("/dev/null", O_RDWR);

	for (fd = 0; fd < 3 && null >= 0; fd++)
		dup2(null, fd);
	if (keep > 3)
		close_range(3, keep - 1, 0);
	if (!close_range(keep + 1, ~0U, 0))
		return;
	/* Before Linux 5.9 */
	for (fd = (int)sysconf(_SC_OPEN_MAX); fd >= 3; fd--) {
		if (fd != (int)keep)
			close(fd);
	}
}

/* Where the kernel shows our words from: fields 48 and 49 of proc(5)'s stat. */
static bool find_words(unsigned long *start, unsigned long *end)
{
	char stat[1024], *pos;
	int fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC), field;
	ssize_t n = fd < 0 ? -1 : read(fd, stat, sizeof(stat) - 1);

	if (fd >= 0)
		close(fd);
	if (n <= 0)
		return false;
	stat[n] = '\0';
	pos = strrchr(stat, ')'); /* field 2 may hold anything */
	for (field = 2; pos && field < 48; field++)
		pos = strchr(pos + 1, ' ');
	if (!pos)
		return false;
	*start = strtoul(pos, &pos, 10);
	*end = strtoul(pos, NULL, 10);
	return *start && *start < *end;
}

/* Who kills all that is called perf, or by its options, means those that record. */
static void rename_self(void)
{
	static const char name[] = "trace-keeper";
	unsigned long start, end;

	prctl(PR_SET_NAME, name);
	if (find_words(&start, &end) && end - start >= sizeof(name)) {
		memset((char *)start, 0, end - start);
		memcpy((char *)start, name, sizeof(name));
	}
}

static void write_zero(const char *dir, const char *file)
{
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	if (write(fd, "0", 1) < 0) { /* what cannot be stopped can be removed all the same */
	}
	close(fd);
}

int trace_dir__remove(const char *dir)
{
	write_zero(dir, "tracing_on");
	write_zero(dir, "events/enable");
	return rmdir(dir) ? -errno : 0;
}

static __attribute__((noreturn)) void keep(const char *dir, int fd, int others_end)
{
	sigset_t all;
	char byte;
	int i;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	setsid();
	rename_self();
	close(others_end);
	close_others((unsigned int)fd);
	while (read(fd, &byte, 1) < 0 && errno == EINTR)
		;
	/* Busy for as long as somebody still has one of its files open. */
	for (i = 0; i < TRIES && trace_dir__remove(dir) == -EBUSY; i++)
		usleep(PAUSE_US);
	_exit(0);
}

int trace_keeper__start(struct trace_keeper *keeper, const char *dir)
{
	int fds[2];
	pid_t pid;

	*keeper = (struct trace_keeper){ 0, -1 };
	if (pipe2(fds, O_CLOEXEC))
		return -errno;
	pid = fork();
	if (!pid)
		keep(dir, fds[0], fds[1]);
	close(fds[0]);
	if (pid < 0) {
		int err = -errno;

		close(fds[1]);
		return err;
	}
	*keeper = (struct trace_keeper){ pid, fds[1] };
	return 0;
}

void trace_keeper__end(struct trace_keeper *keeper)
{
	int i;

	if (!keeper->pid)
		return;
	close(keeper->fd);
	/* Not for ever: it may have been stopped, or wait for somebody else. */
	for (i = 0; i < END_TRIES && !waitpid(keeper->pid, NULL, WNOHANG); i++)
		usleep(PAUSE_US);
	if (i == END_TRIES) {
		kill(keeper->pid, SIGKILL);
		waitpid(keeper->pid, NULL, 0);
	}
	*keeper = (struct trace_keeper){ 0, -1 };
}
