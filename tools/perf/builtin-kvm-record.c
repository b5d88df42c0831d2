// SPDX-License-Identifier: GPL-2.0-only
/* `perf kvm stat record`: what `perf kvm stat report` needs, and no more. */
#include <errno.h>
#include <stdio.h>
#include <sys/utsname.h>

#include "builtin-kvm.h"
#include "builtin-record.h"
#include "kvm/record.h"
#include "util/parse-events.h"
#include "util/tracepoint.h"

/*
 * What the samples hold. An analysis asks neither for the instruction pointer
 * nor for the period; the CPU, for the default events, is told by the id.
 */
#define SAMPLE_LEAN (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_RAW)

enum { OPT_ONLY = 1000 };

static int seen(int val, const char *arg, void *data)
{
	struct record_cmd *cmd = data;

	if (val != OPT_ONLY)
		return record_cmd__seen(val, arg, data);
	cmd->only = record_cmd__keep(cmd, arg);
	return cmd->only ? 0 : cmdline__error(&cmd->cmdline, "--only is given too often");
}

static bool has_event(const struct evlist *evlist, const char *name)
{
	const struct evsel *evsel;

	evlist__for_each_entry(evlist, evsel) {
		if (evsel->name && !strcmp(evsel->name, name))
			return true;
	}
	return false;
}

/* The samples of the user's own tracepoints: enough for any analysis of time. */
static void trim_user_events(struct record_cmd *cmd)
{
	struct evsel *evsel;

	evlist__for_each_entry(&cmd->evlist, evsel) {
		if (!evsel__is_tracepoint(evsel))
			continue;
		evsel->attr.sample_type = SAMPLE_LEAN | PERF_SAMPLE_CPU;
		if (cmd->opts.period || cmd->opts.freq || evsel->attr.sample_period > 1)
			evsel->attr.sample_type |= PERF_SAMPLE_PERIOD;
	}
}

/* Adds one event of KVM if the kernel has it. 0, -ENOENT if not, or another negative errno. */
static int add_event(struct record_cmd *cmd, const char *name)
{
	struct parse_events_error error;
	char sys[64], line[400];
	struct evsel *evsel, *last = NULL;
	u64 id;
	int ret;

	snprintf(sys, sizeof(sys), "%.*s", (int)strcspn(name, ":"), name);
	ret = tracepoint__id(sys, strchr(name, ':') + 1, &id);
	if (ret == -ENOENT)
		return ret;
	if (ret) {
		tracepoint__strerror(sys, strchr(name, ':') + 1, ret, line, sizeof(line));
		fprintf(stderr, "%s: %s\n", cmd->cmdline.name, line);
		return ret;
	}
	ret = parse_events(&cmd->evlist, name, NULL, &error);
	if (ret) {
		fprintf(stderr, "%s: %s\n", cmd->cmdline.name, error.text);
		return ret == -ENOENT ? -EIO : ret;
	}
	evlist__for_each_entry(&cmd->evlist, evsel)
		last = evsel;
	if (!last)
		return -ENOENT;
	last->attr.sample_type = SAMPLE_LEAN;
	last->attr.sample_period = 1;
	last->attr.exclude_guest = 0;
	return 0;
}

static int no_kvm(const struct record_cmd *cmd, const struct kvm_arch *arch)
{
	bool x86 = !strcmp(arch->name, "x86"), powerpc = !strcmp(arch->name, "powerpc");

	fprintf(stderr,
		"%s: the kernel has none of KVM's tracepoints: KVM is not loaded (modprobe %s), or "
		"was built without them\n",
		cmd->cmdline.name,
		x86	  ? "kvm_intel or kvm_amd"
		: powerpc ? "kvm_hv"
			  : "kvm");
	return 1;
}

static int add_events(struct record_cmd *cmd, const struct kvm_arch *arch)
{
	const char *const *name;
	unsigned int nr = 0;
	int ret;

	for (name = arch->record_events; *name; name++) {
		if (!kvm_record__needs(arch, *name, cmd->only))
			continue;
		if (has_event(&cmd->evlist, *name)) {
			nr++;
			continue;
		}
		ret = add_event(cmd, *name);
		if (ret && ret != -ENOENT)
			return 1;
		nr += !ret;
	}
	for (name = kvm_record__extra(cmd->only); nr && *name; name++) {
		ret = has_event(&cmd->evlist, *name) ? 0 : add_event(cmd, *name);
		if (ret && ret != -ENOENT)
			return 1;
	}
	return nr ? 0 : no_kvm(cmd, arch);
}

static int check(const struct record_cmd *cmd, const struct kvm_arch *arch)
{
	const char *const *set, *bad;
	char list[128] = "";
	size_t len, at = 0;

	if (cmd->opts.period && cmd->opts.freq)
		return cmdline__error(&cmd->cmdline, "-c and -F do not go together");
	bad = cmd->only ? kvm_record__bad_set(arch, cmd->only, &len) : NULL;
	if (!bad)
		return 0;
	for (set = arch->sets; *set && at < sizeof(list); set++)
		at += (size_t)snprintf(list + at, sizeof(list) - at, "%s%s",
				       set == arch->sets ? "" : ", ", *set);
	return cmdline__error(&cmd->cmdline, "--only: '%.*s' is no event set here; there are %s",
			      (int)len, bad, list);
}

static int record(struct record_cmd *cmd, const struct kvm_opts *opts)
{
	const struct kvm_arch *arch;
	struct utsname uts;
	int status;

	if (uname(&uts))
		return 1;
	arch = kvm_arch__find(uts.machine);
	if (!arch) {
		fprintf(stderr, "%s: KVM's events on %s are not known\n", cmd->cmdline.name,
			uts.machine);
		return 1;
	}
	status = check(cmd, arch);
	if (status)
		return status;
	trim_user_events(cmd);
	status = add_events(cmd, arch);
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
		  "Record what these event sets need, of vmexit, mmio, ioport, msr, hcall",
		  "SETS" },
		{ NULL, 0, POPT_ARG_INCLUDE_TABLE, (void *)record_common_options, 0, NULL, NULL },
		POPT_TABLEEND
	};
	static const char *const usage[] = { "[<options>] [--] [<command> [<args>]]", NULL };
	struct record_cmd cmd;
	int status;

	record_cmd__init(&cmd, "perf kvm stat record", options, usage);
	cmd.verbose = opts->verbose;
	cmd.argv = argv;
	status = cmdline__parse(&cmd.cmdline, argc, argv, CMDLINE_STOP_AT_ARG, seen, &cmd);
	if (!status)
		status = record(&cmd, opts);
	record_cmd__exit(&cmd);
	return status;
}
