/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of `perf kvm stat live` share. */
#ifndef PERF_BUILTIN_KVM_LIVE_H
#define PERF_BUILTIN_KVM_LIVE_H

#include "builtin-kvm-view.h"
#include "kvm/sets.h"
#include "ui/browser.h"
#include "util/recording/live.h"

struct live_cmd {
	/* As the user gave them; NULL where not given. */
	const char *event, *cpus, *pages, *delay, *duration, *count;
	int all_cpus, stdio, verbose;
	struct kvm_view view;
	struct kvm_output output;
	struct cmdline cmdline;

	/* What they mean. */
	const struct kvm_event_ops *ops;
	const struct kvm_arch *arch;
	struct record_opts opts;
	u64 interval_ns;
	u64 max_intervals; /* 0: until somebody says so */

	struct perf_live source;
	struct perf_tool tool;
	struct kvm_sets sets;	  /* with a screen, all; else the one */
	struct kvm_analysis *kvm; /* the one that was asked for */
	struct kvm_watch watch;
	struct ui_span_log *spans; /* with screens and --duration */
	struct perf_err err;

	/* What else is waited for. */
	int epoll_fd, signal_fd;
	struct ui_tty tty;	   /* without screens */
	struct ui_browser browser; /* with them */
	bool screens;
	char screen_title[128];
	bool stop;

	u64 start, now, next;	 /* CLOCK_MONOTONIC, ns: the begin, and the interval's end */
	u64 from;		 /* the interval's begin */
	u64 nr_intervals;	 /* shown so far */
	u64 lost, late, dropped; /* up to the interval's begin */
};

/* Watches and shows until the end. Perf's exit status. */
int live_cmd__run(struct live_cmd *live);

/* Of the set "vcpu": what comes first; the states of @part; their sums since the start. */
int live_cmd__begin_states(struct live_cmd *live);
int live_cmd__print_states(struct live_cmd *live, enum kvm_part part, u64 lost);
int live_cmd__print_states_sum(struct live_cmd *live, u64 lost);

/* Prints what the interval brought. 0 or a negative errno. */
int live_cmd__print_interval(struct live_cmd *live);
/* At the end: all since the start; for programs the last interval. 0 or a negative errno. */
int live_cmd__print_rest(struct live_cmd *live);
/* Shows it on the screen. 0 or a negative errno. */
int live_cmd__update_screen(struct live_cmd *live);
/* Takes the screen, if there can be one: else live->screens is false afterwards. */
void live_cmd__start_screen(struct live_cmd *live);
/* A struct kvm_watch's span function: prints a span that was long. */
int live_cmd__print_span(void *ctx, const struct kvm_thread *thread, const struct kvm_span *span);

#endif
