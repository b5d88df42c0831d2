// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "maps-tree.h"

/* So many parents are asked for what a process has not mapped itself. */
#define MAX_PARENTS 8

void maps__init(struct maps *maps)
{
	memset(maps, 0, sizeof(*maps));
	RB_INIT(&maps->kernel);
	RB_INIT(&maps->processes);
}

static void remove_map(struct map_tree *tree, struct map *map)
{
	RB_REMOVE(map_tree, tree, map);
	free(map->dso);
	free(map);
}

static void clear_maps(struct map_tree *tree)
{
	struct map *map;

	while ((map = RB_ROOT(tree)))
		remove_map(tree, map);
}

static void forget(struct maps *maps, struct process_maps *process)
{
	RB_REMOVE(process_maps_tree, &maps->processes, process);
	clear_maps(&process->maps);
	free(process);
}

void maps__exit(struct maps *maps)
{
	struct process_maps *process;

	clear_maps(&maps->kernel);
	while ((process = RB_ROOT(&maps->processes)))
		forget(maps, process);
}

static struct process_maps *find_process(const struct maps *maps, u32 pid)
{
	struct process_maps key = { .pid = pid };

	return RB_FIND(process_maps_tree, (struct process_maps_tree *)(uintptr_t)&maps->processes,
		       &key);
}

static struct process_maps *findnew_process(struct maps *maps, u32 pid)
{
	struct process_maps *process = find_process(maps, pid);

	if (process)
		return process;
	process = calloc(1, sizeof(*process));
	if (!process)
		return NULL;
	process->pid = pid;
	RB_INIT(&process->maps);
	RB_INSERT(process_maps_tree, &maps->processes, process);
	return process;
}

/* The last mapping that begins at or before @addr. */
static struct map *map_before(const struct map_tree *tree, u64 addr)
{
	struct map *map = RB_ROOT(tree), *found = NULL;

	while (map) {
		if (map->start <= addr) {
			found = map;
			map = RB_RIGHT(map, node);
		} else {
			map = RB_LEFT(map, node);
		}
	}
	return found;
}

static struct map *find_map(const struct map_tree *tree, u64 addr)
{
	struct map *map = map_before(tree, addr);

	return map && addr < map->end ? map : NULL;
}

static struct map *new_map(u64 start, u64 end, u64 pgoff, const char *dso)
{
	struct map *map = calloc(1, sizeof(*map));

	if (!map)
		return NULL;
	*map = (struct map){ .start = start, .end = end, .pgoff = pgoff, .dso = strdup(dso) };
	if (!map->dso) {
		free(map);
		return NULL;
	}
	return map;
}

/* Whatever was mapped there is no longer: what stands out on either side stays. */
static int make_room(struct map_tree *tree, u64 start, u64 end)
{
	struct map *map = map_before(tree, start), *next;

	if (map && map->end > end && map->start < start) {
		struct map *tail =
			new_map(end, map->end, map->pgoff + (end - map->start), map->dso);

		if (!tail)
			return -ENOMEM;
		RB_INSERT(map_tree, tree, tail);
	}
	if (map && map->start < start) {
		if (map->end > start)
			map->end = start;
		map = RB_NEXT(map_tree, NULL, map);
	} else if (!map) {
		map = RB_MIN(map_tree, tree);
	}
	for (; map && map->start < end; map = next) {
		next = RB_NEXT(map_tree, NULL, map);
		if (map->end <= end) {
			remove_map(tree, map);
			continue;
		}
		/* Its order among the others stays. */
		map->pgoff += end - map->start;
		map->start = end;
	}
	return 0;
}

int maps__mmap(struct maps *maps, const struct mmap_event *event)
{
	u16 cpumode = event->misc & PERF_RECORD_MISC_CPUMODE_MASK;
	struct process_maps *process;
	struct map_tree *tree = &maps->kernel;
	struct map *map;
	u64 end;

	if (!event->len || __builtin_add_overflow(event->start, event->len, &end))
		return 0;
	if (cpumode == PERF_RECORD_MISC_USER) {
		process = findnew_process(maps, event->pid);
		if (!process)
			return -ENOMEM;
		tree = &process->maps;
	} else if (cpumode != PERF_RECORD_MISC_KERNEL) {
		return 0;
	}
	map = new_map(event->start, end, event->pgoff, event->filename);
	if (!map || make_room(tree, map->start, map->end)) {
		free(map ? map->dso : NULL);
		free(map);
		return -ENOMEM;
	}
	RB_INSERT(map_tree, tree, map);
	return 0;
}

int maps__fork(struct maps *maps, const struct task_event *event)
{
	struct process_maps *process;

	if (event->pid == event->ppid)
		return 0;
	process = findnew_process(maps, event->pid);
	if (!process)
		return -ENOMEM;
	clear_maps(&process->maps);
	process->parent = event->ppid;
	process->forked = true;
	process->exited = false;
	return 0;
}

/* Its last samples stand behind its exit. */
void maps__task_exit(struct maps *maps, const struct task_event *event)
{
	u32 *slot = &maps->exited[maps->nr_exited % MAPS_EXITED];
	struct process_maps *process = NULL, *oldest;

	if (event->pid == event->tid)
		process = find_process(maps, event->pid);
	if (!process || process->exited)
		return;
	process->exited = true;
	if (maps->nr_exited++ >= MAPS_EXITED) {
		oldest = find_process(maps, *slot);
		if (oldest && oldest->exited && oldest != process)
			forget(maps, oldest);
	}
	*slot = event->pid;
}

const struct map *maps__find(const struct maps *maps, u16 cpumode, u32 pid, u64 addr)
{
	const struct process_maps *process;
	const struct map *map = NULL;
	int i;

	if (cpumode == PERF_RECORD_MISC_KERNEL)
		return find_map(&maps->kernel, addr);
	if (cpumode != PERF_RECORD_MISC_USER)
		return NULL;
	process = find_process(maps, pid);
	for (i = 0; process && !map && i < MAX_PARENTS; i++) {
		map = find_map(&process->maps, addr);
		process = process->forked ? find_process(maps, process->parent) : NULL;
	}
	return map;
}
