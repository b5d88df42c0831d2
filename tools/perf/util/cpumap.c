// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cpumap.h"

static int append(struct cpu_map *map, int cpu)
{
	int *cpus = map->cpus;

	/* Room doubles at each power of two. */
	if (!(map->nr & (map->nr - 1))) {
		cpus = realloc(cpus, (map->nr ? 2 * (size_t)map->nr : 1) * sizeof(*cpus));
		if (!cpus)
			return -ENOMEM;
		map->cpus = cpus;
	}
	cpus[map->nr++] = cpu;
	return 0;
}

static int by_number(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

static void sort(struct cpu_map *map)
{
	unsigned int i, nr = 0;

	if (!map->nr)
		return;
	qsort(map->cpus, map->nr, sizeof(*map->cpus), by_number);
	for (i = 0; i < map->nr; i++) {
		if (!nr || map->cpus[nr - 1] != map->cpus[i])
			map->cpus[nr++] = map->cpus[i];
	}
	map->nr = nr;
}

static int number(const char **pos, long *value)
{
	char *end;

	/* strtol() would take blanks and signs, too. */
	if (!isdigit((unsigned char)**pos))
		return -EINVAL;
	errno = 0;
	*value = strtol(*pos, &end, 10);
	if (errno || *value >= CPU_MAP_MAX)
		return -ERANGE;
	*pos = end;
	return 0;
}

static int append_list(struct cpu_map *map, const char *pos)
{
	long first, last;
	int err;

	for (;;) {
		err = number(&pos, &first);
		if (err)
			return err;
		last = first;
		if (*pos == '-') {
			pos++;
			err = number(&pos, &last);
			if (err)
				return err;
			if (last < first)
				return -ERANGE;
		}
		for (; first <= last; first++) {
			err = append(map, (int)first);
			if (err)
				return err;
			if (map->nr > CPU_MAP_MAX)
				return -ERANGE;
		}
		if (*pos == '\n' || !*pos)
			return 0;
		if (*pos++ != ',')
			return -EINVAL;
	}
}

int cpu_map__parse(struct cpu_map *map, const char *list)
{
	int err = append_list(map, list);

	if (err) {
		cpu_map__exit(map);
		return err;
	}
	sort(map);
	return 0;
}

int cpu_map__read(struct cpu_map *map, const char *path)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;
	int err;

	if (!file)
		return -errno;
	err = getline(&line, &size, file) < 0 ? -ENODATA : cpu_map__parse(map, line);
	free(line);
	fclose(file);
	return err;
}

/* Where sysfs is not mounted, as in a bare root directory: a line "cpuN …" each. */
static int online_from_stat(struct cpu_map *map)
{
	FILE *file = fopen("/proc/stat", "re");
	char *line = NULL;
	size_t size = 0;
	int err = 0;

	if (!file)
		return -errno;
	while (!err && getline(&line, &size, file) > 0) {
		/* The line "cpu  …" is all of them together. */
		if (!strncmp(line, "cpu", 3) && isdigit((unsigned char)line[3]))
			err = append(map, (int)strtol(line + 3, NULL, 10));
	}
	free(line);
	fclose(file);
	if (!err && !map->nr)
		err = -ENODATA;
	if (err)
		cpu_map__exit(map);
	return err;
}

int cpu_map__online(struct cpu_map *map)
{
	int err = cpu_map__read(map, "/sys/devices/system/cpu/online");

	return err == -ENOENT && !online_from_stat(map) ? 0 : err;
}

int cpu_map__one(struct cpu_map *map, int cpu)
{
	return append(map, cpu);
}

int cpu_map__intersect(struct cpu_map *to, const struct cpu_map *a, const struct cpu_map *b)
{
	unsigned int i;
	int err;

	for (i = 0; i < a->nr; i++) {
		if (cpu_map__index(b, a->cpus[i]) < 0)
			continue;
		err = append(to, a->cpus[i]);
		if (err) {
			cpu_map__exit(to);
			return err;
		}
	}
	return 0;
}

int cpu_map__copy(struct cpu_map *to, const struct cpu_map *from)
{
	return cpu_map__intersect(to, from, from);
}

int cpu_map__index(const struct cpu_map *map, int cpu)
{
	const int *found;

	if (!map->nr)
		return -1;
	found = bsearch(&cpu, map->cpus, map->nr, sizeof(cpu), by_number);
	return found ? (int)(found - map->cpus) : -1;
}

void cpu_map__exit(struct cpu_map *map)
{
	free(map->cpus);
	map->cpus = NULL;
	map->nr = 0;
}
