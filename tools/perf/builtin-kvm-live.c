// SPDX-License-Identifier: GPL-2.0-only
/* `perf kvm stat live`: what happens, while it happens. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "builtin-kvm-events.h"
#include "builtin-kvm-live.h"
#include "builtin-kvm.h"
#include "kvm/record.h"
#include "util/parse-size.h"

#define SAMPLE_LIVE (KVM_SAMPLE_LEAN | PERF_SAMPLE_CPU)

static void warn(void *ctx, const char *line)
{
	const struct live_cmd *live = ctx;

	fprintf(stderr, "%s: %s\n", live->cmdline.name, line);
}

/* A number of @unit ns, which may have a fraction. False unless it is above 0. */
static bool parse_time(const char *text, double unit, u64 *ns)
{
	char *end;
	double value = strtod(text, &end) * unit;

	if (end == text || *end || !isfinite(value) || value < 1 || value > 1e18)
		return false;
	*ns = (u64)value;
	return true;
}

/* One document would have to be held back until the end. */
static int check_form(struct live_cmd *live)
{
	if (live->view.json)
		return cmdline__error(&live->cmdline,
				      "--json is for what has an end: use --json-lines");
	if (live->duration && !kvm_view__is_for_people(&live->view))
		return cmdline__error(&live->cmdline,
				      "--duration does not go together with --csv or --json-lines");
	return 0;
}

static int check_numbers(struct live_cmd *live)
{
	const struct cmdline *cmd = &live->cmdline;
	char *end;

	live->interval_ns = 1000000000;
	if (live->delay &&
	    (!parse_time(live->delay, 1e9, &live->interval_ns) || live->interval_ns < 10000000))
		return cmdline__error(cmd, "-d %s: not a number of seconds, 0.01 at the least",
				      live->delay);
	if (live->duration && !parse_time(live->duration, 1e3, &live->watch.min_duration))
		return cmdline__error(cmd, "--duration %s: not a number of microseconds above 0",
				      live->duration);
	if (live->pages && parse_pages(live->pages, &live->opts.mmap_pages))
		return cmdline__error(cmd, "-m %s: not a number of pages, or a size such as 4M",
				      live->pages);
	if (!live->count)
		return 0;
	live->max_intervals = strtoull(live->count, &end, 10);
	if (!live->max_intervals || *end || live->count[0] == '-')
		return cmdline__error(cmd, "--count %s: not a number above 0", live->count);
	return 0;
}

static void append(char *list, size_t size, const char *word, const char *between)
{
	size_t len = strlen(list);

	snprintf(list + len, size - len, "%s%s", len ? between : "", word);
}

/*
 * Is there such an event set here, and can it be shown as the user wants? One
 * that only another architecture has is no mistake in the words: 1.
 */
static int check_set(struct live_cmd *live, const struct kvm_arch *arch)
{
	const struct kvm_event_ops *ops;
	const char *const *set;
	char list[256] = "";

	for (set = arch->sets; *set; set++) {
		ops = kvm_event_ops__find(*set);
		if (!ops)
			continue;
		if (!strcmp(*set, live->event))
			live->ops = ops;
		append(list, sizeof(list), *set, ", ");
	}
	if (live->ops && live->ops->settle && live->duration)
		return cmdline__error(&live->cmdline,
				      "--duration is about spans; --event=%s has none",
				      live->event);
	if (live->ops)
		return kvm_view__check_set(&live->view, &live->cmdline, live->ops);
	cmdline__error(&live->cmdline, "--event %s: there is no such event set here; there are %s",
		       live->event, list);
	return kvm_event_ops__find(live->event) ? 1 : EXIT_USAGE;
}

static int choose_target(struct live_cmd *live)
{
	struct target *target = &live->opts.target;
	char text[PERF_ERR_SIZE];
	const char *line;

	target->pid = live->view.pids;
	target->tid = live->view.tids;
	target->cpu_list = live->cpus;
	target->system_wide = live->all_cpus;
	if (target__check(target, text, sizeof(text)))
		return cmdline__error(&live->cmdline, "%s", text);
	/* What they start is theirs. */
	intlist__exit(&live->view.query.filter.pids);
	intlist__exit(&live->view.query.filter.tids);
	if (live->cmdline.nr_args)
		live->opts.command = live->cmdline.args;
	if (target__none(target))
		target->system_wide = true;
	line = target__settle(target);
	if (line)
		warn(live, line);
	return 0;
}

/* On a screen the user may look at all sets; but the scheduler's many events are asked for. */
static int add_events(struct live_cmd *live)
{
	const char *const *set;
	const char *sets = live->screens ? NULL : live->event;
	char all[256] = "";

	if (live->screens && live->ops->settle) {
		for (set = live->arch->sets; *set; set++)
			append(all, sizeof(all), *set, ",");
		sets = all;
	}
	return kvm_add_events(&live->source.session.evlist, live->arch, sets, SAMPLE_LIVE,
			      live->cmdline.name);
}

/* What comes before the first interval. 0 or a negative errno. */
static int begin_output(struct live_cmd *live)
{
	live->output = (struct kvm_output){ .view = &live->view };
	if (kvm_view__is_for_people(&live->view))
		return 0;
	if (live->ops->settle)
		return live_cmd__begin_states(live);
	return kvm_output__begin(&live->output, &live->view, NULL);
}

static int watch(struct live_cmd *live)
{
	const struct kvm_arch *arch = kvm_arch_here(live->cmdline.name);
	int status = arch ? check_set(live, arch) : 1;

	if (!status)
		status = choose_target(live);
	if (status)
		return status;
	if (live->duration) {
		live->watch.span = live_cmd__print_span;
		live->watch.ctx = live;
		live->spans = calloc(1, sizeof(*live->spans));
		if (!live->spans)
			return cmdline__error(&live->cmdline, "out of memory");
	}
	live->arch = arch;
	live->screens = !live->stdio && !live->view.histogram &&
			kvm_view__is_for_people(&live->view) && ui_screen__possible();
	if (begin_output(live))
		return 1;
	live->opts.warn = warn;
	live->opts.warn_ctx = live;
	perf_live__init(&live->source);
	status = add_events(live);
	if (!status)
		return live_cmd__run(live);
	perf_live__close(&live->source);
	return status;
}

int cmd_kvm_stat_live(int argc, const char **argv, const struct kvm_opts *opts)
{
	struct live_cmd live = { .event = "vmexit", .verbose = opts->verbose };
	const struct poptOption options[] = {
		{ "event", 0, POPT_ARG_STRING, &live.event, 0,
		  "What to show: vmexit (default), mmio, ioport, msr, hcall, vcpu", "SET" },
		{ "all-cpus", 'a', POPT_ARG_NONE, &live.all_cpus, 0,
		  "Watch the whole machine (the default)", NULL },
		{ "cpu", 'C', POPT_ARG_STRING, &live.cpus, 0, "Watch these CPUs only", "LIST" },
		{ "display", 'd', POPT_ARG_STRING, &live.delay, 0,
		  "Show what happened every so many seconds (default 1)", "SEC" },
		{ "count", 0, POPT_ARG_STRING, &live.count, 0, "End after so many times", "N" },
		{ "duration", 0, POPT_ARG_STRING, &live.duration, 0,
		  "Tell of each that takes so long or longer, too", "USEC" },
		{ "mmap-pages", 'm', POPT_ARG_STRING, &live.pages, 0,
		  "Size of each CPU's buffer: pages, or bytes with B, K, M or G (default 1024)",
		  "SIZE" },
		{ "stdio", 0, POPT_ARG_NONE, &live.stdio, 0, "Print tables, also on a terminal",
		  NULL },
		{ NULL, 0, POPT_ARG_INCLUDE_TABLE, live.view.options, 0, "What to show:", NULL },
		{ NULL, 0, POPT_ARG_INCLUDE_TABLE, live.view.forms, 0, "In which form:", NULL },
		POPT_TABLEEND,
	};
	static const char *const usage[] = { "[<options>] [--] [<command> [<args>]]", NULL };
	int status;

	live.cmdline =
		(struct cmdline){ .name = "perf kvm stat live", .table = options, .usage = usage };
	kvm_view__init(&live.view);
	status = cmdline__parse(&live.cmdline, argc, argv, CMDLINE_STOP_AT_ARG, NULL, NULL);
	if (!status)
		status = check_numbers(&live);
	live.view.intervals = true;
	if (!status)
		status = kvm_view__check(&live.view, &live.cmdline);
	if (!status)
		status = check_form(&live);
	if (!status)
		status = watch(&live);
	free(live.spans);
	kvm_view__exit(&live.view);
	cmdline__exit(&live.cmdline);
	return status;
}
