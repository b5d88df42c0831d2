// SPDX-License-Identifier: GPL-2.0-only
/* The course of `perf kvm stat live`: waits, reads, shows, and ends well. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "builtin-kvm-live.h"

static int on_sample(struct perf_tool *tool, struct perf_session *session,
		     const struct perf_sample *sample)
{
	return kvm_sets__sample(&container_of(tool, struct live_cmd, tool)->sets, session, sample);
}

static int on_comm(struct perf_tool *tool, struct perf_session *session,
		   const struct comm_event *event)
{
	return kvm_sets__comm(&container_of(tool, struct live_cmd, tool)->sets, event);
}

static int on_lost(struct perf_tool *tool, struct perf_session *session,
		   const struct lost_event *event)
{
	return kvm_sets__lost(&container_of(tool, struct live_cmd, tool)->sets, event);
}

static int on_task(struct perf_tool *tool, struct perf_session *session,
		   const struct task_event *event)
{
	kvm_sets__seen_cpu(&container_of(tool, struct live_cmd, tool)->sets, event->at.cpu);
	return 0;
}

static int on_exit_of_task(struct perf_tool *tool, struct perf_session *session,
			   const struct task_event *event)
{
	return kvm_sets__task_exit(&container_of(tool, struct live_cmd, tool)->sets, event);
}

static u64 clock_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (u64)now.tv_sec * 1000000000 + (u64)now.tv_nsec;
}

static int watch_fd(struct live_cmd *live, int fd)
{
	struct epoll_event event = { .events = EPOLLIN, .data.fd = fd };

	return epoll_ctl(live->epoll_fd, EPOLL_CTL_ADD, fd, &event) ? -errno : 0;
}

/* Signals are read where we wait, so that none comes at a wrong moment. */
static int take_signals(struct live_cmd *live)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGTSTP, SIGWINCH };
	sigset_t set, with_pipe;
	size_t i;

	sigemptyset(&set);
	for (i = 0; i < ARRAY_SIZE(signals); i++)
		sigaddset(&set, signals[i]);
	/* A write that has no reader fails, and so do we, but not without cleaning up. */
	with_pipe = set;
	sigaddset(&with_pipe, SIGPIPE);
	if (sigprocmask(SIG_BLOCK, &with_pipe, NULL))
		return -errno;
	live->signal_fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
	live->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (live->signal_fd < 0 || live->epoll_fd < 0)
		return -errno;
	return watch_fd(live, live->signal_fd);
}

/* The user wants the shell for a while: it gets its terminal as it was. */
static void suspend(struct live_cmd *live)
{
	bool on = live->tty.on;

	if (live->screens) {
		ui_browser__suspend(&live->browser);
		return;
	}
	if (on)
		ui_tty__stop(&live->tty);
	raise(SIGSTOP);
	if (on)
		ui_tty__start(&live->tty, STDIN_FILENO);
}

static void read_signals(struct live_cmd *live)
{
	struct signalfd_siginfo info;

	while (read(live->signal_fd, &info, sizeof(info)) == sizeof(info)) {
		switch (info.ssi_signo) {
		case SIGCHLD:
			live->stop |= perf_live__reap(&live->source, false);
			break;
		case SIGTSTP:
			suspend(live);
			break;
		case SIGWINCH:
			if (live->screens)
				ui_browser__resize(&live->browser);
			break;
		case SIGINT:
		case SIGTERM:
		case SIGHUP:
			live->stop = true;
			break;
		default:
			break;
		}
	}
}

static int take_keys(struct live_cmd *live)
{
	int ret = ui_browser__keys(&live->browser);

	live->stop |= live->browser.quit;
	return ret;
}

/* A terminal at its end would be readable for ever: it is not asked again. */
static void read_keys(struct live_cmd *live)
{
	char keys[64];
	ssize_t n = read(live->tty.fd, keys, sizeof(keys));

	if (n <= 0 && (n == 0 || errno != EINTR))
		epoll_ctl(live->epoll_fd, EPOLL_CTL_DEL, live->tty.fd, NULL);
	for (; n > 0; n--)
		live->stop |= keys[n - 1] == 'q' || keys[n - 1] == 'Q';
}

static int read_others(struct live_cmd *live)
{
	struct epoll_event events[2];
	int i, ret = 0, n = epoll_wait(live->epoll_fd, events, ARRAY_SIZE(events), 0);

	for (i = 0; i < n && !ret; i++) {
		if (events[i].data.fd == live->signal_fd)
			read_signals(live);
		else if (live->screens)
			ret = take_keys(live);
		else
			read_keys(live);
	}
	return ret;
}

static void set_next(struct live_cmd *live)
{
	do
		live->next += live->interval_ns;
	while (live->next <= live->now);
}

static int end_interval(struct live_cmd *live)
{
	int ret = 0;

	set_next(live);
	/* What the user holds still goes on as one interval. */
	if (live->screens && live->browser.paused)
		return 0;
	ret = kvm_sets__keep(&live->sets, live->source.upto);
	if (!ret)
		ret = live->screens ? live_cmd__update_screen(live)
				    : live_cmd__print_interval(live);
	live->from = live->now;
	live->nr_intervals++;
	if (live->max_intervals && live->nr_intervals >= live->max_intervals)
		live->stop = true;
	return ret;
}

/* How long there is nothing to do, ms, rounded up. */
static int patience(const struct live_cmd *live)
{
	u64 now = clock_now(), ms = now < live->next ? (live->next - now + 999999) / 1000000 : 0;

	return ms > 60000 ? 60000 : (int)ms;
}

/* Until somebody says so, the command ends, or there is no thread left to watch. */
static int watch(struct live_cmd *live)
{
	int ret = 0, threads = 1;

	while (!ret && !live->stop && threads > 0) {
		threads = perf_live__wait(&live->source, live->epoll_fd, patience(live));
		if (threads == -EINTR)
			threads = 1;
		if (threads < 0)
			return threads;
		live->now = clock_now();
		ret = perf_live__read(&live->source, false);
		if (!ret)
			ret = read_others(live);
		if (!ret && !live->stop && live->now >= live->next)
			ret = end_interval(live);
	}
	/* The command's threads have ended, and so will itself in a moment. */
	if (!threads && live->source.child.pid && target__none(&live->opts.target))
		perf_live__reap(&live->source, true);
	return ret;
}

static int show_end(struct live_cmd *live)
{
	int ret = perf_live__read(&live->source, true);

	kvm_sets__finish(&live->sets);
	live->now = clock_now();
	return ret ? ret : live_cmd__print_rest(live);
}

static int run(struct live_cmd *live)
{
	int ret;

	live->start = live->from = clock_now();
	ret = perf_live__start(&live->source, &live->tool, &live->err);
	if (ret)
		return ret;
	live->start = live->from = clock_now();
	live->next = live->start + live->interval_ns;
	if (live->screens)
		live_cmd__start_screen(live);
	if (live->screens || ui_tty__start(&live->tty, STDIN_FILENO))
		watch_fd(live, STDIN_FILENO);
	ret = watch(live);
	if (live->screens)
		ui_browser__stop(&live->browser);
	ui_tty__stop(&live->tty);
	return ret ? ret : show_end(live);
}

static int add_set(struct live_cmd *live, const struct kvm_event_ops *ops)
{
	bool histograms = live->screens || kvm_view__needs_histograms(&live->view);

	return kvm_sets__add(&live->sets, ops, histograms, &live->err);
}

/* On a screen the user may look at another set. */
static int add_sets(struct live_cmd *live)
{
	const struct target *target = &live->opts.target;
	const char *const *set;
	int ret = add_set(live, live->ops);
	size_t i;

	for (set = live->arch->sets; live->screens && *set && !ret; set++) {
		const struct kvm_event_ops *ops = kvm_event_ops__find(*set);

		if (ops && ops != live->ops)
			ret = add_set(live, ops);
	}
	for (i = 0; i < live->sets.nr; i++)
		live->sets.kvm[i].all_switches = !target->pid && !target->tid && !target->cpu_list;
	live->kvm = &live->sets.kvm[0];
	if (live->watch.span)
		live->kvm->watch = &live->watch;
	return ret;
}

static int open_all(struct live_cmd *live)
{
	int ret = add_sets(live);

	if (ret)
		return ret;
	live->tool = (struct perf_tool){ .sample = on_sample,
					 .comm = on_comm,
					 .lost = on_lost,
					 .fork = on_task,
					 .exit = on_exit_of_task };
	ret = take_signals(live);
	return ret ? ret : perf_live__open(&live->source, &live->opts, &live->err);
}

/* Whoever read our output has gone: we end as all do to whom that happens, quietly. */
static void end_if_unread(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGPIPE);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

int live_cmd__run(struct live_cmd *live)
{
	int ret;

	live->epoll_fd = live->signal_fd = -1;
	ret = open_all(live);
	if (!ret)
		ret = run(live);
	perf_live__close(&live->source);
	kvm_sets__exit(&live->sets);
	if (live->epoll_fd >= 0)
		close(live->epoll_fd);
	if (live->signal_fd >= 0)
		close(live->signal_fd);
	end_if_unread();
	if (!ret)
		return live->source.child_status;
	/* Of an output that takes no more, main() tells. */
	if (ret != -EPIPE)
		fprintf(stderr, "%s: %s\n", live->cmdline.name,
			live->err.msg[0] ? live->err.msg : strerror(-ret));
	return 1;
}
