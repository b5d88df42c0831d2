// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "builtin-kvm-when.h"
#include "kvm/vcpu-id.h"
#include "ui/escape.h"
#include "ui/span-list.h"

void kvm_when__init(struct kvm_when *w, const struct kvm_view *view)
{
	const struct poptOption options[] = {
		{ "time", 0, POPT_ARG_STRING, &w->time, 0,
		  "Only what lies between these times, in seconds as perf script prints them (either may be left out), or 10%-20% of the recording",
		  "START,STOP" },
		{ "interval", 0, POPT_ARG_STRING, &w->interval, 0,
		  "A table for each so many seconds", "SEC" },
		{ "duration", 0, POPT_ARG_STRING, &w->duration, 0,
		  "List the single spans that took at least so long", "USEC" },
		{ "idle", 0, POPT_ARG_NONE, &w->idle, 0,
		  "With --duration: also those in which the vCPU had nothing to do", NULL },
		{ "no-idle", 0, POPT_ARG_NONE, &w->no_idle, 0,
		  "Leave out the exits in which the vCPU had nothing to do", NULL },
		POPT_TABLEEND,
	};

	*w = (struct kvm_when){ .range = TIME_RANGE_ALL, .first_percent = -1, .view = view };
	_Static_assert(sizeof(options) <= sizeof(w->options), "there are too many options");
	memcpy(w->options, options, sizeof(options));
}

/* "10%"; *@text is what follows then. */
static bool parse_percent(const char **text, double *percent)
{
	char *end;

	*percent = strtod(*text, &end);
	if (end == *text || *end != '%')
		return false;
	*text = end + 1;
	return true;
}

/* "10%-20%". */
static bool parse_percents(struct kvm_when *w)
{
	const char *text = w->time;

	return parse_percent(&text, &w->first_percent) && *text++ == '-' &&
	       parse_percent(&text, &w->last_percent) && !*text && w->first_percent >= 0 &&
	       w->last_percent <= 100 && w->first_percent <= w->last_percent;
}

/* A positive number of @unit ns, as ns; 0 if @text is none. */
static u64 parse_ns(const char *text, double unit)
{
	char *end;
	double n = strtod(text, &end);

	return *end || end == text || !isfinite(n) || n <= 0 || n * unit >= 1e18 || n * unit < 1
		       ? 0
		       : (u64)llround(n * unit);
}

int kvm_when__check(struct kvm_when *w, const struct cmdline *cmd, const struct kvm_event_ops *ops)
{
	if (w->time && strchr(w->time, '%')) {
		if (!parse_percents(w))
			return cmdline__error(cmd, "--time: '%s' is not of the form 10%%-20%%",
					      w->time);
	} else if (w->time && time_range__parse(&w->range, w->time)) {
		return cmdline__error(cmd, "--time: '%s' is not START,STOP in seconds", w->time);
	}
	if (w->interval && !(w->watch.interval = parse_ns(w->interval, 1e9)))
		return cmdline__error(cmd, "--interval: '%s' is not a number of seconds above 0",
				      w->interval);
	if (w->duration && !(w->watch.min_duration = parse_ns(w->duration, 1e3)))
		return cmdline__error(cmd,
				      "--duration: '%s' is not a number of microseconds above 0",
				      w->duration);
	if (w->duration && !kvm_view__is_for_people(w->view))
		return cmdline__error(cmd, "--duration prints a list, not JSON or CSV");
	if (w->duration && (w->view->fields || w->view->by || w->view->histogram))
		return cmdline__error(cmd, "--duration prints a list: no -F, --by or --histogram");
	if (w->idle && !w->duration)
		return cmdline__error(cmd, "--idle is about the list that --duration prints");
	if (w->interval && w->duration)
		return cmdline__error(cmd, "--interval and --duration do not go together");
	if (ops->settle && (w->interval || w->duration || w->no_idle))
		return cmdline__error(
			cmd,
			"--interval, --duration and --no-idle are about spans; --event=%s has none",
			ops->name);
	return 0;
}

/* One row for a span that took long. */
static int on_span(void *ctx, const struct kvm_thread *thread, const struct kvm_span *span)
{
	struct kvm_when *w = ctx;
	const struct kvm_filter *filter = &w->view->query.filter;
	u32 vcpu = kvm_thread__vcpu_id(w->kvm, thread);
	char name[512];

	if ((span->idle && !w->idle) || !kvm_filter__allows(filter, thread, vcpu))
		return 0;
	w->kvm->ops->key_name(w->kvm, &span->key, name, sizeof(name));
	if (filter->name && fnmatch(filter->name, name, 0))
		return 0;
	if (!w->printed)
		ui_span_list__head(stdout, w->kvm->ops->heading);
	w->printed = true;
	ui_span_list__row(stdout, span, thread->pid, vcpu, name);
	return ferror(stdout) ? -EPIPE : 0;
}

static int print_interval(struct kvm_when *w, const struct kvm_report *report)
{
	int ret = 0;

	if (!w->printed)
		ret = kvm_output__begin(&w->output, w->view, w->env);
	else if (kvm_view__is_for_people(w->view))
		putchar('\n');
	w->printed = true;
	return ret ? ret : kvm_output__add(&w->output, report, w->kvm, 0);
}

/* The rows of an interval that is over. */
static int on_interval(void *ctx, u64 from, u64 to)
{
	struct kvm_when *w = ctx;
	struct kvm_query query = w->view->query;
	struct kvm_report report;
	int ret;

	query.interval = to - from;
	ret = kvm_report__build(&report, w->kvm, &query);
	if (ret)
		return ret;
	report.from = from;
	report.to = to;
	if (kvm_view__has_rows(w->view, &report))
		ret = print_interval(w, &report);
	kvm_report__exit(&report);
	return ret ? ret : ferror(stdout) ? -EPIPE : 0;
}

int kvm_when__start(struct kvm_when *w, struct kvm_analysis *kvm,
		    const struct perf_session *session, struct perf_err *err)
{
	u64 first = session->env.first_sample, last = session->env.last_sample;

	if (w->first_percent >= 0) {
		if (last <= first)
			return perf_err__set(
				err, -ENODATA,
				"does not tell from when to when it is, which --time in percent needs");
		w->range.start = first + (u64)((double)(last - first) * w->first_percent / 100);
		w->range.stop = first + (u64)((double)(last - first) * w->last_percent / 100);
		if (w->last_percent >= 100)
			w->range.stop = UINT64_MAX;
	}
	w->kvm = kvm;
	w->env = &session->env;
	w->watch.ctx = w;
	w->watch.no_idle = w->no_idle;
	w->watch.span = w->duration ? on_span : NULL;
	w->watch.interval_end = on_interval;
	if (w->interval || w->duration || w->no_idle)
		kvm->watch = &w->watch;
	return 0;
}
