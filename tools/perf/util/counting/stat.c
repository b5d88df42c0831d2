// SPDX-License-Identifier: GPL-2.0-only
/* One run of `perf stat`: start, wait, intervals, end. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util/opening/evsel_open.h"
#include "stat-open.h"
#include "util/opening/workload.h"

#define NEVER UINT64_MAX

/* What goes on during a run. Times are ns of CLOCK_MONOTONIC. */
struct progress {
	struct stat_run *run;
	struct workload workload;
	int signal_fd;
	sigset_t mask_before;
	u64 start, enable, timeout, tick, last_tick;
	u64 nr_ticks;
	int forward; /* a signal that the command has not had yet */
	bool command_ended, stop;
};

static u64 now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (u64)ts.tv_sec * 1000000000 + (u64)ts.tv_nsec;
}

int stat_run__init(struct stat_run *run, struct evlist *evlist, const struct stat_opts *opts)
{
	struct evsel *evsel;

	memset(run, 0, sizeof(*run));
	run->evlist = evlist;
	run->opts = opts;
	evlist__for_each_entry(evlist, evsel) {
		evsel->priv = calloc(1, sizeof(struct evsel_stat));
		if (!evsel->priv) {
			stat_run__exit(run);
			return -ENOMEM;
		}
	}
	return 0;
}

void stat_run__exit(struct stat_run *run)
{
	struct evsel *evsel;

	evlist__for_each_entry(run->evlist, evsel)
		evsel_stat__free(evsel);
	target_maps__exit(&run->maps);
}

/* Signals are read in their turn, from an fd, until the run is over. */
static int take_signals(struct progress *p)
{
	sigset_t mask;

	sigemptyset(&mask);
	sigaddset(&mask, SIGCHLD);
	sigaddset(&mask, SIGINT);
	sigaddset(&mask, SIGTERM);
	sigaddset(&mask, SIGHUP);
	if (sigprocmask(SIG_BLOCK, &mask, &p->mask_before))
		return -errno;
	p->signal_fd = signalfd(-1, &mask, SFD_NONBLOCK | SFD_CLOEXEC);
	return p->signal_fd < 0 ? -errno : 0;
}

static void give_back_signals(struct progress *p)
{
	if (p->signal_fd >= 0)
		close(p->signal_fd);
	sigprocmask(SIG_SETMASK, &p->mask_before, NULL);
}

static void reap(struct progress *p, int flags)
{
	struct stat_run *run = p->run;
	pid_t pid;
	int status;

	do {
		pid = wait4(p->workload.pid, &status, flags, &run->usage);
	} while (pid < 0 && errno == EINTR);
	if (pid != p->workload.pid)
		return;
	p->command_ended = true;
	p->stop = true;
	run->command_status = workload__exit_status(status);
	run->command_signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void read_signals(struct progress *p)
{
	struct signalfd_siginfo info;

	while (read(p->signal_fd, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGCHLD) {
			if (p->workload.pid)
				reap(p, WNOHANG);
			continue;
		}
		/* What the terminal sends, it sends to the command as well. */
		if (info.ssi_code != SI_KERNEL)
			p->forward = (int)info.ssi_signo;
		p->run->interrupted = true;
		p->stop = true;
	}
}

static bool any_thread_alive(const struct thread_map *threads)
{
	unsigned int i;
	char path[64];

	for (i = 0; i < threads->nr; i++) {
		if (threads->threads[i].tid < 0)
			return true;
		snprintf(path, sizeof(path), "/proc/%d", (int)threads->threads[i].tid);
		if (!access(path, F_OK))
			return true;
	}
	return false;
}

static void end_of_interval(struct progress *p)
{
	struct stat_run *run = p->run;
	u64 now = now_ns();

	if (stat_counts__read(run, true))
		return;
	run->opts->tick(run->opts->ctx, now - p->start, now - p->last_tick);
	p->last_tick = now;
	p->nr_ticks++;
	if (run->opts->interval_count && p->nr_ticks >= run->opts->interval_count)
		p->stop = true;
}

/* Does what is due, and tells how long nothing will be. */
static u64 run_timers(struct progress *p)
{
	const struct stat_opts *opts = p->run->opts;
	u64 now = now_ns(), next;

	if (now >= p->enable) {
		p->enable = NEVER;
		evlist__enable(p->run->evlist);
		p->start = p->last_tick = now = now_ns();
		if (opts->interval_ms)
			p->tick = now + opts->interval_ms * 1000000;
	}
	if (now >= p->tick) {
		end_of_interval(p);
		while (p->tick <= now) /* what could not be told in time is told later, once */
			p->tick += opts->interval_ms * 1000000;
	}
	if (now >= p->timeout) {
		p->timeout = NEVER;
		p->run->timed_out = true;
		p->stop = true;
	}
	next = p->enable < p->timeout ? p->enable : p->timeout;
	if (p->tick < next)
		next = p->tick;
	return next;
}

/* Waits for the command, a signal, or the end of the threads that we watch. */
static void wait_for_end(struct progress *p)
{
	bool watch = !p->workload.pid && target__has_task(&p->run->opts->target);
	struct pollfd fd = { .fd = p->signal_fd, .events = POLLIN };
	struct timespec patience, *wait;
	u64 next, now, ns;

	for (;;) {
		/* An interval that was not over when the command ended is not one. */
		read_signals(p);
		if (p->stop)
			break;
		next = run_timers(p);
		if (p->stop)
			break;
		now = now_ns();
		ns = next == NEVER ? NEVER : next > now ? next - now : 0;
		if (watch && ns > 100000000)
			ns = 100000000;
		patience = (struct timespec){ (time_t)(ns / 1000000000), (long)(ns % 1000000000) };
		wait = ns == NEVER ? NULL : &patience;
		ppoll(&fd, 1, wait, NULL);
		if (watch && !any_thread_alive(&p->run->maps.threads))
			p->stop = true;
	}
}

/* The run is over: so is the command. One that the user interrupts ends in its own time. */
static void end_command(struct progress *p)
{
	if (!p->workload.pid || p->command_ended)
		return;
	p->run->ended_command = !p->run->interrupted;
	if (!p->run->interrupted)
		kill(p->workload.pid, SIGTERM);
	else if (p->forward)
		kill(p->workload.pid, p->forward);
	reap(p, 0);
}

static int resolve(struct stat_run *run, struct progress *p)
{
	struct target target = run->opts->target;
	bool all_threads = run->opts->aggr == STAT_PER_THREAD && !target__has_task(&target);
	int err;

	target_maps__exit(&run->maps);
	target.child = p->workload.pid;
	if (!all_threads)
		return target__resolve(&target, &run->maps, run->err.msg, sizeof(run->err.msg));
	err = cpu_map__one(&run->maps.cpus, -1);
	if (!err)
		err = thread_map__add_all(&run->maps.threads);
	if (err)
		perf_err__set(&run->err, err, "cannot list the threads in /proc: %s",
			      strerror(-err));
	return err;
}

static int open_target(struct stat_run *run, struct progress *p)
{
	u64 until = 0;
	int err;

	for (;;) {
		err = resolve(run, p);
		if (!err)
			err = stat_open(run);
		if (!err)
			err = target__follow(&run->opts->target, &run->maps.threads, &until);
		if (err <= 0)
			return err;
		evlist__close(run->evlist);
	}
}

static int start(struct progress *p)
{
	const struct stat_opts *opts = p->run->opts;
	bool now = !opts->delay_ms && !stat_enabled_by_exec(opts);
	int err;

	if (opts->sync)
		sync();
	if (now)
		evlist__enable(p->run->evlist);
	p->start = p->last_tick = now_ns();
	if (p->workload.pid) {
		err = workload__start(&p->workload);
		if (err)
			return perf_err__set(&p->run->err, err, "cannot run %s: %s",
					     opts->command[0], strerror(-err));
		p->run->command_started = true;
	}
	p->enable = opts->delay_ms > 0 ? p->start + (u64)opts->delay_ms * 1000000 : NEVER;
	p->timeout = opts->timeout_ms ? p->start + opts->timeout_ms * 1000000 : NEVER;
	p->tick = NEVER;
	if (opts->interval_ms && !opts->delay_ms)
		p->tick = p->start + opts->interval_ms * 1000000;
	return 0;
}

static int finish(struct progress *p)
{
	struct stat_run *run = p->run;
	u64 elapsed;
	int err;

	end_command(p);
	elapsed = now_ns() - p->start;
	evlist__disable(run->evlist);
	mean__add(&run->elapsed, (double)elapsed);
	if (run->opts->interval_ms) {
		if (!run->opts->interval_count || p->nr_ticks < run->opts->interval_count)
			end_of_interval(p);
		return 0;
	}
	err = stat_counts__read(run, false);
	if (err)
		perf_err__set(&run->err, err, "cannot read the counters: %s", strerror(-err));
	return err;
}

int stat_run__once(struct stat_run *run)
{
	struct progress p = { .run = run, .signal_fd = -1 };
	const struct stat_opts *opts = run->opts;
	int err;

	run->command_started = run->timed_out = run->interrupted = run->ended_command = false;
	err = take_signals(&p);
	if (!err && opts->command)
		err = workload__prepare(&p.workload, opts->command, opts->command_flags);
	if (!err)
		err = open_target(run, &p);
	if (!err)
		err = start(&p);
	if (!err) {
		wait_for_end(&p);
		err = finish(&p);
	} else if (!run->command_started) {
		workload__cancel(&p.workload);
	}
	if (err)
		perf_err__set(&run->err, err, "%s", strerror(-err));
	evlist__close(run->evlist);
	give_back_signals(&p);
	return err;
}
