// SPDX-License-Identifier: GPL-2.0-only
/* The recorder's command, the signals that it gets, and its time. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "recorder.h"

/* Even a quiet recording is brought to the file so often: what is in it survives a SIGKILL. */
#define DRAIN_INTERVAL_MS 1000

u64 recorder__now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (u64)now.tv_sec * 1000 + (u64)now.tv_nsec / 1000000;
}

int recorder__also_wait_for(struct recorder *r, int fd)
{
	struct epoll_event event = { .events = EPOLLIN };

	return epoll_ctl(r->wait_fd, EPOLL_CTL_ADD, fd, &event) ? -errno : 0;
}

int recorder__take_signals(struct recorder *r)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGPIPE, SIGXFSZ };
	sigset_t set;
	size_t i;

	sigemptyset(&set);
	for (i = 0; i < ARRAY_SIZE(signals); i++)
		sigaddset(&set, signals[i]);
	if (sigprocmask(SIG_BLOCK, &set, NULL))
		return -errno;
	r->signal_fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
	r->wait_fd = epoll_create1(EPOLL_CLOEXEC);
	return r->signal_fd < 0 || r->wait_fd < 0 ? -errno
						  : recorder__also_wait_for(r, r->signal_fd);
}

/* Has the command ended? */
void recorder__reap(struct recorder *r, int flags)
{
	int status;

	if (!r->child.pid || waitpid(r->child.pid, &status, flags) != r->child.pid)
		return;
	r->child.pid = 0;
	r->result->command_status = workload__exit_status(status);
	r->stop = true;
}

void recorder__read_signals(struct recorder *r)
{
	struct signalfd_siginfo info;

	while (read(r->signal_fd, &info, sizeof(info)) == sizeof(info)) {
		switch (info.ssi_signo) {
		case SIGCHLD:
			recorder__reap(r, WNOHANG);
			break;
		case SIGINT:
		case SIGTERM:
		case SIGHUP:
			r->stop = true;
			break;
		default: /* the write that caused it fails, and tells */
			break;
		}
	}
}

int recorder__patience(const struct recorder *r)
{
	u64 now = recorder__now(), left = DRAIN_INTERVAL_MS;

	if (r->end)
		left = r->end <= now ? 0 : r->end - now < left ? r->end - now : left;
	return (int)left;
}

int recorder__start_child(struct recorder *r)
{
	int ret;

	if (!r->child.pid)
		return 0;
	ret = workload__start(&r->child);
	if (ret)
		return perf_err__set(recorder__err(r), ret, "%s: cannot be started: %s",
				     r->opts->command[0], strerror(-ret));
	r->result->command_started = true;
	return 0;
}

void recorder__wait_for_delay(struct recorder *r)
{
	u64 until = recorder__now() + r->opts->delay_ms, now;

	while (!r->stop && (now = recorder__now()) < until) {
		struct pollfd fd = { .fd = r->signal_fd, .events = POLLIN };

		if (poll(&fd, 1, (int)(until - now > 60000 ? 60000 : until - now)) > 0)
			recorder__read_signals(r);
	}
}

void recorder__end_child(struct recorder *r)
{
	if (!r->child.pid)
		return;
	if (!r->result->command_started) {
		workload__cancel(&r->child);
		return;
	}
	/* It was watched, and the watching is over: so is what was only there for it. */
	kill(r->child.pid, SIGTERM);
	recorder__reap(r, 0);
	r->result->command_status = 0;
}
