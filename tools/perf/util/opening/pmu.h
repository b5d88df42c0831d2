/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the kernel says of its counting units (PMUs) in sysfs, a directory for
 * each: "type"; "format/TERM", the bits of the attr that a term fills
 * ("config:0-7,32-35"); "events/NAME", the terms behind a name, with
 * NAME.unit and NAME.scale beside it; "cpumask", the CPUs that count for
 * all, or "cpus", those that have such a unit.
 */
#ifndef PERF_UTIL_PMU_H
#define PERF_UTIL_PMU_H

#include <linux/perf_event.h>

#include "util/cpumap.h"

#define PMU_DIR "/sys/bus/event_source/devices"

struct pmu {
	char *name;
	char *path; /* its directory */
	u32 type;
	struct cpu_map cpus; /* empty: any */
};

/* Where a term goes: the set bits of @bits in the attr's config @field (0 to 3). */
struct pmu_format {
	unsigned int field;
	u64 bits;
};

/* What stands behind a name of the PMU's own. */
struct pmu_alias {
	char *terms;
	char *unit;   /* "" if none is told */
	double scale; /* 1 if none is told */
};

/* The PMU called @name under @dir (PMU_DIR); -ENOENT if there is none, or another errno. */
int pmu__open(struct pmu *pmu, const char *dir, const char *name);
void pmu__exit(struct pmu *pmu);

/*
 * Calls @found for each PMU under @dir whose name matches the pattern @name,
 * or is @name and a number ("uncore_imc" finds uncore_imc_0), in order of
 * names, until it returns other than 0, which is then returned.
 */
int pmu__match(const char *dir, const char *name, int (*found)(const char *name, void *data),
	       void *data);

/* -ENOENT if the PMU has no such term or name, -EINVAL if sysfs is not understood. */
int pmu__format(const struct pmu *pmu, const char *term, struct pmu_format *format);
int pmu__alias(const struct pmu *pmu, const char *name, struct pmu_alias *alias);
void pmu_alias__exit(struct pmu_alias *alias);

/* Puts @value's bits where @format says. -ERANGE if it has more of them. */
int pmu_format__set(const struct pmu_format *format, u64 value, struct perf_event_attr *attr);

/* The terms that the PMU's formats name, as "event,umask"; the caller frees it. NULL: none. */
char *pmu__terms(const struct pmu *pmu);

#endif
