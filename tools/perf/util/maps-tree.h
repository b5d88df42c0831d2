/* SPDX-License-Identifier: GPL-2.0-only */
/* The trees of maps.h: mappings by their start, processes by their pid. For maps.c. */
#ifndef PERF_UTIL_MAPS_TREE_H
#define PERF_UTIL_MAPS_TREE_H

#include "maps.h"

RB_PROTOTYPE(map_tree, map, node, map_cmp)
RB_PROTOTYPE(process_maps_tree, process_maps, node, process_cmp)

#endif
