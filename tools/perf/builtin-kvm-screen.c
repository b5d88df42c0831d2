// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "builtin-kvm-screen.h"

void kvm_screen__init(struct ui_browser *browser, const struct kvm_view *view)
{
	browser->query = view->query;
	/* These the browser reads from the words: they become its own. */
	browser->query.filter.vcpus = browser->query.filter.pids = (struct intlist){ 0 };
	if (view->vcpus)
		snprintf(browser->vcpus, sizeof(browser->vcpus), "%s", view->vcpus);
	if (view->name)
		snprintf(browser->name, sizeof(browser->name), "%s", view->name);
	browser->columns = view->columns;
	browser->sort = view->sort;
}

static void read_signals(struct ui_browser *browser, int fd)
{
	struct signalfd_siginfo info;

	while (read(fd, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGWINCH)
			ui_browser__resize(browser);
		else if (info.ssi_signo == SIGTSTP)
			ui_browser__suspend(browser);
		else
			browser->quit = true;
	}
}

static int look(struct ui_browser *browser, int signal_fd)
{
	struct pollfd fds[2] = { { .fd = STDIN_FILENO, .events = POLLIN },
				 { .fd = signal_fd, .events = POLLIN } };
	int ret = ui_browser__start(browser);

	if (ret)
		return ret;
	ret = ui_browser__update(browser);
	while (!ret && !browser->quit) {
		if (poll(fds, 2, -1) < 0 && errno != EINTR)
			ret = -errno;
		if (fds[1].revents)
			read_signals(browser, signal_fd);
		if (!ret && fds[0].revents && !browser->quit)
			ret = ui_browser__keys(browser);
	}
	ui_browser__stop(browser);
	return ret;
}

int kvm_screen__run(const struct kvm_view *view, const struct kvm_analysis *kvm,
		    const struct kvm_sets *others, u64 lost, const char *title)
{
	struct ui_browser *browser = calloc(1, sizeof(*browser));
	sigset_t signals, before;
	size_t i;
	int fd, ret;

	if (!browser)
		return -ENOMEM;
	browser->title = title;
	browser->lost = lost;
	browser->sets[browser->nr_sets++] = kvm;
	for (i = 0; i < others->nr && browser->nr_sets < KVM_MAX_SETS; i++)
		browser->sets[browser->nr_sets++] = &others->kvm[i];
	kvm_screen__init(browser, view);
	if (view->pids)
		snprintf(browser->pids, sizeof(browser->pids), "%s", view->pids);
	/* Signals are read where we wait, so that none comes at a wrong moment. */
	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGHUP);
	sigaddset(&signals, SIGTSTP);
	sigaddset(&signals, SIGWINCH);
	sigprocmask(SIG_BLOCK, &signals, &before);
	fd = signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC);
	ret = fd < 0 ? -errno : look(browser, fd);
	if (fd >= 0)
		close(fd);
	sigprocmask(SIG_SETMASK, &before, NULL);
	free(browser);
	return ret;
}
