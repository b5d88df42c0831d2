// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <sys/utsname.h>

#include "builtin-kvm-events.h"
#include "kvm/record.h"
#include "util/opening/parse-events.h"
#include "util/opening/tracepoint.h"

const struct kvm_arch *kvm_arch_here(const char *command)
{
	const struct kvm_arch *arch;
	struct utsname uts;

	if (uname(&uts)) {
		fprintf(stderr, "%s: uname: %s\n", command, strerror(errno));
		return NULL;
	}
	arch = kvm_arch__find(uts.machine);
	if (!arch)
		fprintf(stderr, "%s: KVM's events on %s are not known\n", command, uts.machine);
	return arch;
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

/* Adds one event if the kernel has it. 0, -ENOENT if not, or another negative errno, told. */
static int add_event(struct evlist *evlist, const char *name, u64 sample_type, const char *command)
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
		fprintf(stderr, "%s: %s\n", command, line);
		return ret;
	}
	ret = parse_events(evlist, name, NULL, &error);
	if (ret) {
		fprintf(stderr, "%s: %s\n", command, error.text);
		return ret == -ENOENT ? -EIO : ret;
	}
	evlist__for_each_entry(evlist, evsel)
		last = evsel;
	if (!last)
		return -ENOENT;
	last->attr.sample_type = sample_type;
	last->attr.sample_period = 1;
	last->attr.exclude_guest = 0;
	return 0;
}

static int no_kvm(const struct kvm_arch *arch, const char *command)
{
	bool x86 = !strcmp(arch->name, "x86"), powerpc = !strcmp(arch->name, "powerpc");

	fprintf(stderr,
		"%s: the kernel has none of KVM's tracepoints: KVM is not loaded (modprobe %s), or "
		"was built without them\n",
		command,
		x86	  ? "kvm_intel or kvm_amd"
		: powerpc ? "kvm_hv"
			  : "kvm");
	return 1;
}

int kvm_add_events(struct evlist *evlist, const struct kvm_arch *arch, const char *sets,
		   u64 sample_type, const char *command)
{
	const char *const *name;
	unsigned int nr = 0;
	int ret;

	for (name = arch->record_events; *name; name++) {
		if (!kvm_record__needs(arch, *name, sets))
			continue;
		if (has_event(evlist, *name)) {
			nr++;
			continue;
		}
		ret = add_event(evlist, *name, sample_type, command);
		if (ret && ret != -ENOENT)
			return 1;
		nr += !ret;
	}
	for (name = kvm_record__extra(sets); nr && *name; name++) {
		ret = has_event(evlist, *name) ? 0 : add_event(evlist, *name, sample_type, command);
		if (ret && ret != -ENOENT)
			return 1;
	}
	return nr ? 0 : no_kvm(arch, command);
}
