// SPDX-License-Identifier: GPL-2.0-only
/* `perf kvm stat record`: what `perf kvm stat report` needs, and no more. */
#include <errno.h>
#include <stdio.h>

#include "builtin-kvm-events.h"
#include "builtin-kvm.h"
#include "builtin-record.h"
#include "kvm/record.h"
#include "util/recording/trace-buffer.h"

enum { OPT_ONLY = 1000, OPT_FTRACE, OPT_NO_FTRACE };

static int seen(int val, const char *arg, void *data)
{
	struct record_cmd *cmd = data;

	if (val == OPT_FTRACE) {
		cmd->opts.ftrace = FTRACE_YES;
		return 0;
	}
	if (val == OPT_NO_FTRACE) {
		cmd->opts.ftrace = FTRACE_NO;
		return 0;
	}
	if (val != OPT_ONLY)
		return record_cmd__seen(val, arg, data);
	cmd->only = record_cmd__keep(cmd, arg);
	return cmd->only ? 0 : cmdline__error(&cmd->cmdline, "--only is given too often");
}

/* The samples of the user's own tracepoints: enough for any analysis of time. */
static void trim_user_events(struct record_cmd *cmd)
{
	struct evsel *evsel;

	evlist__for_each_entry(&cmd->evlist, evsel) {
		if (!evsel__is_tracepoint(evsel))
			continue;
		evsel->attr.sample_type = KVM_SAMPLE_LEAN | PERF_SAMPLE_CPU;
		if (cmd->opts.period || cmd->opts.freq || evsel->attr.sample_period > 1)
			evsel->attr.sample_type |= PERF_SAMPLE_PERIOD;
	}
}

/* Who demands trace buffers is told at once what does not go with them. */
static int check_ftrace(const struct record_cmd *cmd)
{
	const struct evsel *evsel;
	const char *why;
	char name[128];

	if (cmd->opts.ftrace != FTRACE_YES)
		return 0;
	/* KVM's own events, which join the user's later, would have callchains as well. */
	if (cmd->opts.callchain || cmd->opts.period > 1 || cmd->opts.freq)
		return cmdline__error(&cmd->cmdline,
				      "--ftrace takes each event, without callchains: "
				      "it does not go with -c, -F or -g");
	evlist__for_each_entry(&cmd->evlist, evsel) {
		why = trace_buffers__refuse(evsel);
		if (why)
			return cmdline__error(&cmd->cmdline, "--ftrace is for tracepoints: %s %s",
					      evsel__name(evsel, name, sizeof(name)), why);
	}
	return 0;
}

static int check(const struct record_cmd *cmd, const struct kvm_arch *arch)
{
	const char *const *set, *bad;
	char list[128] = "", word[32];
	size_t len, at = 0;
	int status = record_cmd__check(cmd);

	if (status)
		return status;
	status = check_ftrace(cmd);
	if (status)
		return status;
	bad = cmd->only ? kvm_record__bad_set(arch, cmd->only, &len) : NULL;
	if (!bad)
		return 0;
	for (set = arch->sets; *set && at < sizeof(list); set++)
		at += (size_t)snprintf(list + at, sizeof(list) - at, "%s%s",
				       set == arch->sets ? "" : ", ", *set);
	cmdline__error(&cmd->cmdline, "--only: '%.*s' is no event set here; there are %s", (int)len,
		       bad, list);
	/* A set that only another architecture has is no mistake in the words. */
	snprintf(word, sizeof(word), "%.*s", (int)len, bad);
	return kvm_event_ops__find(word) ? 1 : EXIT_USAGE;
}

static int record(struct record_cmd *cmd, const struct kvm_opts *opts)
{
	const struct kvm_arch *arch = kvm_arch_here(cmd->cmdline.name);
	int status = arch ? check(cmd, arch) : 1;

	if (status)
		return status;
	trim_user_events(cmd);
	status = kvm_add_events(&cmd->evlist, arch, cmd->only, KVM_SAMPLE_LEAN, cmd->cmdline.name);
	if (status)
		return status;
	cmd->opts.no_mmaps = !cmd->opts.callchain;
	if (target__none(&cmd->opts.target))
		cmd->opts.target.system_wide = true;
	if (cmd->cmdline.nr_args)
		cmd->opts.command = cmd->cmdline.args;
	if (!cmd->opts.output)
		cmd->opts.output = opts->output ? opts->output : kvm_default_file(opts);
	return record_cmd__run(cmd);
}

int cmd_kvm_stat_record(int argc, const char **argv, const struct kvm_opts *opts)
{
	static const struct poptOption options[] = {
		{ "only", 0, POPT_ARG_STRING, NULL, OPT_ONLY,
		  "Record what these event sets need, of vmexit, mmio, ioport, msr, hcall, vcpu",
		  "SETS" },
		{ "ftrace", 0, POPT_ARG_NONE, NULL, OPT_FTRACE,
		  "Take the events from the kernel's trace buffers, which costs the guest far less, "
		  "or fail; the default is to try",
		  NULL },
		{ "no-ftrace", 0, POPT_ARG_NONE, NULL, OPT_NO_FTRACE,
		  "Take the events from perf's own buffers", NULL },
		{ NULL, 0, POPT_ARG_INCLUDE_TABLE, (void *)record_common_options, 0, NULL, NULL },
		POPT_TABLEEND
	};
	static const char *const usage[] = { "[<options>] [--] [<command> [<args>]]", NULL };
	struct record_cmd cmd;
	int status;

	record_cmd__init(&cmd, "perf kvm stat record", options, usage);
	cmd.verbose = opts->verbose;
	cmd.opts.ftrace = FTRACE_AUTO;
	cmd.argv = argv;
	status = cmdline__parse(&cmd.cmdline, argc, argv, CMDLINE_STOP_AT_ARG, seen, &cmd);
	if (!status)
		status = record(&cmd, opts);
	record_cmd__exit(&cmd);
	return status;
}
