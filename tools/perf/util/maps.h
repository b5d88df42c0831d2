/* SPDX-License-Identifier: GPL-2.0-only */
/* What is mapped where: which file, or part of the kernel, an address lies in. */
#ifndef PERF_UTIL_MAPS_H
#define PERF_UTIL_MAPS_H

#include <bsd/sys/tree.h>

#include "tool.h"

struct map {
	RB_ENTRY(map) node;
	u64 start, end; /* @end is outside */
	u64 pgoff;	/* of @start in the file */
	char *dso;	/* as recorded, not safe to print as it is; owned */
};

RB_HEAD(map_tree, map);

struct process_maps {
	RB_ENTRY(process_maps) node;
	u32 pid, parent;
	bool exited; /* and its number not seen again */
	bool forked; /* what it has not mapped itself its parent has */
	struct map_tree maps;
};

RB_HEAD(process_maps_tree, process_maps);

#define MAPS_EXITED 64 /* so many processes are remembered behind their exit */

struct maps {
	struct map_tree kernel;
	struct process_maps_tree processes;
	u32 exited[MAPS_EXITED]; /* those that exited last, a ring */
	u64 nr_exited;
};

void maps__init(struct maps *maps);
void maps__exit(struct maps *maps);

/* What the records tell. 0 or -ENOMEM. */
int maps__mmap(struct maps *maps, const struct mmap_event *event);
int maps__fork(struct maps *maps, const struct task_event *event);
void maps__task_exit(struct maps *maps, const struct task_event *event);

/*
 * The mapping that @addr lies in, of the kernel or of process @pid; NULL if
 * none is known. @cpumode is PERF_RECORD_MISC_KERNEL or its like.
 */
const struct map *maps__find(const struct maps *maps, u16 cpumode, u32 pid, u64 addr);

#endif
