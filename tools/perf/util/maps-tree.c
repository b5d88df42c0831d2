// SPDX-License-Identifier: GPL-2.0-only
#include "maps-tree.h"

static int map_cmp(const struct map *a, const struct map *b)
{
	return a->start < b->start ? -1 : a->start > b->start;
}

static int process_cmp(const struct process_maps *a, const struct process_maps *b)
{
	return a->pid < b->pid ? -1 : a->pid > b->pid;
}

RB_GENERATE(map_tree, map, node, map_cmp)
RB_GENERATE(process_maps_tree, process_maps, node, process_cmp)
