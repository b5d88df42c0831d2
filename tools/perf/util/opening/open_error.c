// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <time.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>
#include <linux/capability.h>

#include "open_error.h"
#include "util/sysfile.h"

#ifndef CAP_PERFMON
#define CAP_PERFMON 38
#endif

int perf_event_paranoid(void)
{
	return (int)sysfile__number("/proc/sys/kernel/perf_event_paranoid", 2);
}

/* Is @text in @path? "[confidentiality]", say, in the file where brackets mark what is on. */
static bool file_has(const char *path, const char *text)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;
	bool has = false;

	while (file && !has && getline(&line, &size, file) > 0)
		has = strstr(line, text);
	free(line);
	if (file)
		fclose(file);
	return has;
}

/* May we do what perf_event_paranoid forbids? */
static bool is_capable(void)
{
	FILE *file = fopen("/proc/self/status", "re");
	u64 caps = 0;
	char *line = NULL;
	size_t size = 0;

	while (file && getline(&line, &size, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		if (!strncmp(line, "CapEff:\t", 8)) {
			parse_u64(line + 8, 16, &caps);
			break;
		}
	}
	free(line);
	if (file)
		fclose(file);
	return caps & (1ull << CAP_PERFMON | 1ull << CAP_SYS_ADMIN);
}

/* The paranoid level up to which an unprivileged user may open @evsel on @target. */
static int allowed_level(const struct evsel *evsel, const struct target *target)
{
	/* What a tracepoint tells is guarded better than how often it fires. */
	if (evsel->attr.type == PERF_TYPE_TRACEPOINT && evsel->attr.sample_type & PERF_SAMPLE_RAW)
		return -1;
	if (target__has_cpu(target) && !target__has_task(target))
		return 0;
	return evsel->attr.exclude_kernel ? 2 : 1;
}

static const char *wish(int level)
{
	if (level < 0)
		return "tracepoints for recording";
	return level == 0 ? "events of whole CPUs" : level == 1 ? "events in the kernel" : "events";
}

static void tell_permission(const struct evsel *evsel, const char *name,
			    const struct target *target, char *msg, size_t size)
{
	int paranoid = perf_event_paranoid(), level = allowed_level(evsel, target);

	if (file_has("/sys/kernel/security/lockdown", "[confidentiality]"))
		snprintf(msg, size,
			 "%s: kernel lockdown (confidentiality) forbids it, even to root: "
			 "see /sys/kernel/security/lockdown; it is chosen by lockdown= at "
			 "boot",
			 name);
	else if (is_capable())
		snprintf(msg, size,
			 "%s: not permitted in spite of CAP_PERFMON: in a container, "
			 "perf_event_open() must be allowed by its seccomp profile; "
			 "otherwise ask the security module (dmesg)",
			 name);
	else if (paranoid > level)
		snprintf(msg, size,
			 "%s: user %u may not open %s (kernel.perf_event_paranoid=%d): run "
			 "as root, or sysctl kernel.perf_event_paranoid=%d",
			 name, (unsigned int)geteuid(), wish(level), paranoid, level);
	else if (target__has_task(target))
		snprintf(msg, size,
			 "%s: -%c %s: user %u may not watch another user's process: run as "
			 "root",
			 name, target->pid ? 'p' : 't', target->pid ? target->pid : target->tid,
			 (unsigned int)geteuid());
	else
		snprintf(msg, size, "%s: user %u may not open it: run as root", name,
			 (unsigned int)geteuid());
}

static void tell_files(const char *name, char *msg, size_t size)
{
	struct rlimit limit = { 0 };

	getrlimit(RLIMIT_NOFILE, &limit);
	snprintf(msg, size,
		 "%s: more files would be open than the limit of %llu: each event takes one "
		 "for every CPU and thread; raise it (ulimit -Hn, LimitNOFILE=), or narrow "
		 "the target with -p or -C",
		 name, (unsigned long long)limit.rlim_max);
}

static bool is_hardware(const struct evsel *evsel)
{
	return evsel->attr.type == PERF_TYPE_HARDWARE || evsel->attr.type == PERF_TYPE_HW_CACHE ||
	       evsel->attr.type == PERF_TYPE_RAW;
}

static void tell_invalid(const struct evsel *evsel, const char *name, const struct target *target,
			 char *msg, size_t size)
{
	if (evsel->attr.use_clockid && evsel->attr.clockid != CLOCK_MONOTONIC &&
	    evsel->attr.clockid != CLOCK_MONOTONIC_RAW)
		snprintf(msg, size,
			 "%s: the kernel does not take its time from the clock of -k; "
			 "monotonic and monotonic_raw go with all events",
			 name);
	else if (evsel->attr.precise_ip)
		snprintf(msg, size,
			 "%s: this machine has no such precise event: leave out the "
			 "modifier p",
			 name);
	else if (!target__has_cpu(target) && evsel->attr.type > PERF_TYPE_BREAKPOINT)
		snprintf(msg, size,
			 "%s: the kernel refuses it for a process; events of this kind may "
			 "count for whole CPUs only (-a or -C)",
			 name);
	else if (evsel->attr.exclude_user || evsel->attr.exclude_kernel || evsel->attr.exclude_hv ||
		 evsel->attr.exclude_host || evsel->attr.exclude_idle)
		snprintf(msg, size, "%s: the kernel refuses it with these modifiers: try without",
			 name);
	else if (evsel->leader && evsel->leader != evsel)
		snprintf(msg, size,
			 "%s: cannot be in one group with %s: the group is too large for the "
			 "counters, or they belong to different PMUs",
			 name, evsel->leader->name ? evsel->leader->name : "its leader");
	else
		snprintf(msg, size,
			 "%s: the kernel does not take this event (invalid argument; dmesg "
			 "may say more)",
			 name);
}

static void tell_missing(const struct evsel *evsel, const char *name, char *msg, size_t size)
{
	if (is_hardware(evsel))
		snprintf(msg, size,
			 "%s: this machine (or the virtual machine that it is) has no such "
			 "hardware event",
			 name);
	else
		snprintf(msg, size, "%s: this kernel has no such event", name);
}

static void tell_busy(const char *name, char *msg, size_t size)
{
	bool watchdog = sysfile__number("/proc/sys/kernel/nmi_watchdog", 0) > 0;

	snprintf(msg, size, "%s: the counters are in use%s", name,
		 watchdog ? "; the NMI watchdog takes one: sysctl kernel.nmi_watchdog=0"
			  : " by another tool");
}

static void tell_target(const char *name, const struct target *target, char *msg, size_t size)
{
	if (target__has_task(target))
		snprintf(msg, size, "%s: -%c %s: the process has ended", name,
			 target->pid ? 'p' : 't', target->pid ? target->pid : target->tid);
	else
		snprintf(msg, size, "%s: the command has ended", name);
}

void evsel__open_strerror(const struct evsel *evsel, const struct target *target, int err,
			  char *msg, size_t size)
{
	char buf[128];
	const char *name = evsel__name(evsel, buf, sizeof(buf));

	switch (-err) {
	case EPERM:
	case EACCES:
		tell_permission(evsel, name, target, msg, size);
		break;
	case EMFILE:
		tell_files(name, msg, size);
		break;
	case ENFILE:
		snprintf(msg, size,
			 "%s: the whole system has too many files open: raise it with sysctl "
			 "fs.file-max",
			 name);
		break;
	case ENOENT:
	case ENXIO:
		tell_missing(evsel, name, msg, size);
		break;
	case ENODEV:
		snprintf(msg, size,
			 "%s: it is counted on none of the wanted CPUs, or one of them has "
			 "gone offline (/sys/devices/system/cpu/online)",
			 name);
		break;
	case EOPNOTSUPP:
		if (evsel->attr.sample_period)
			snprintf(msg, size,
				 "%s: it can be counted, but not recorded: the hardware has "
				 "no interrupt for it",
				 name);
		else
			tell_missing(evsel, name, msg, size);
		break;
	case ENOSYS:
		snprintf(msg, size,
			 "this kernel is built without CONFIG_PERF_EVENTS, or "
			 "perf_event_open() is filtered here (seccomp)");
		break;
	case ESRCH:
		tell_target(name, target, msg, size);
		break;
	case EBUSY:
		tell_busy(name, msg, size);
		break;
	case ENOSPC:
		snprintf(msg, size,
			 "%s: the hardware has no more counters or breakpoints of that kind", name);
		break;
	case E2BIG:
		snprintf(msg, size, "%s: this kernel is too old for what the event asks", name);
		break;
	case EINVAL:
		tell_invalid(evsel, name, target, msg, size);
		break;
	default:
		snprintf(msg, size, "%s: perf_event_open(): %s", name, strerror(-err));
	}
}

void evsel__filter_strerror(const struct evsel *evsel, int err, char *msg, size_t size)
{
	char buf[128];
	const char *name = evsel__name(evsel, buf, sizeof(buf));

	if (err == -EINVAL)
		snprintf(msg, size,
			 "--filter '%s': the kernel does not understand it for %s, whose "
			 "fields are those of its format in tracefs",
			 evsel->filter, name);
	else
		snprintf(msg, size, "--filter '%s' for %s: %s", evsel->filter, name,
			 strerror(-err));
}

void perf_mmap__strerror(size_t pages, int err, char *msg, size_t size)
{
	size_t kb = (pages + 1) * (size_t)sysconf(_SC_PAGESIZE) / 1024;
	s64 allowed = sysfile__number("/proc/sys/kernel/perf_event_mlock_kb", 516);

	if (err == -EPERM)
		snprintf(msg, size,
			 "a buffer of %zu KiB for each CPU is more memory than user %u may "
			 "lock (kernel.perf_event_mlock_kb=%lld, and ulimit -l): run as root, "
			 "choose a smaller -m, or sysctl kernel.perf_event_mlock_kb=%zu",
			 kb, (unsigned int)geteuid(), (long long)allowed, kb);
	else if (err == -ENOMEM)
		snprintf(msg, size,
			 "no memory for buffers of %zu KiB for each CPU: choose a smaller -m", kb);
	else
		snprintf(msg, size, "cannot map a buffer of %zu KiB: %s", kb, strerror(-err));
}
