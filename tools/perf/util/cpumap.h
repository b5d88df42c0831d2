/* SPDX-License-Identifier: GPL-2.0-only */
/* A set of CPU numbers, as sysfs and the user write it: "0,2-5". */
#ifndef PERF_UTIL_CPUMAP_H
#define PERF_UTIL_CPUMAP_H

#include <stdio.h>

#include "types.h"

/* No machine has more; also keeps "0-4000000000" from eating the memory. */
#define CPU_MAP_MAX (1 << 20)

struct cpu_map {
	int *cpus; /* ascending, each once; owned */
	unsigned int nr;
};

/*
 * Reads a list of numbers and ranges. @map must be empty (all zero) before.
 * 0; -EINVAL if @list is none, -ERANGE for numbers that no CPU has and
 * ranges that run backwards, -ENOMEM. Call cpu_map__exit() after success.
 */
int cpu_map__parse(struct cpu_map *map, const char *list);

/* The CPUs listed in a file of sysfs; a negative errno if it cannot be read. */
int cpu_map__read(struct cpu_map *map, const char *path);

/* The CPUs that are online. */
int cpu_map__online(struct cpu_map *map);

/* One CPU. */
int cpu_map__one(struct cpu_map *map, int cpu);

int cpu_map__copy(struct cpu_map *to, const struct cpu_map *from);
/* What both have. The result may be empty. */
int cpu_map__intersect(struct cpu_map *to, const struct cpu_map *a, const struct cpu_map *b);
/* The place of @cpu in @map, -1 if it is not there. */
int cpu_map__index(const struct cpu_map *map, int cpu);

void cpu_map__exit(struct cpu_map *map);

#endif
