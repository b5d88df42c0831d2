// SPDX-License-Identifier: GPL-2.0-only
/* Feature sections that tell of CPUs, caches and memory. */
#include "feature-decode.h"

/*
 * u32 + lists of CPUs that share a socket, u32 + those that share a core, then,
 * if the recorder is of 2015 or later: for each CPU that is available u32 core,
 * u32 socket; then, where the machine has dies: u32 + lists of CPUs that share
 * one, u32 die for each CPU.
 */
void decode_topology(struct decoder *d, u32 nr_cpus)
{
	struct cpu_topology *t = &d->f->topology;
	struct cpu_place *cpus;
	u32 i;

	t->sockets = decoder__strings(d, &t->nr_sockets);
	t->threads = decoder__strings(d, &t->nr_threads);
	if (d->c.bad || d->c.pos == d->c.end || !nr_cpus)
		return;
	cpus = decoder__alloc(d, nr_cpus, 8, sizeof(*cpus));
	for (i = 0; cpus && i < nr_cpus; i++) {
		cpus[i].core = feat_u32(&d->c);
		cpus[i].socket = feat_u32(&d->c);
	}
	t->cpus = cpus;
	t->nr_cpus = cpus ? nr_cpus : 0;
	if (d->c.bad || d->c.pos == d->c.end)
		return;
	t->dies = decoder__strings(d, &t->nr_dies);
	for (i = 0; cpus && i < nr_cpus; i++)
		cpus[i].die = feat_u32(&d->c);
	t->has_dies = true;
}

/* u32 nodes; each: u32 node, u64 total, u64 free, CPUs */
void decode_numa(struct decoder *d)
{
	struct numa_node *list;
	u32 i;

	DECODE_LIST(d, list, d->f->numa.nr, 24);
	for (i = 0; list && i < d->f->numa.nr; i++) {
		list[i].node = feat_u32(&d->c);
		list[i].total = feat_u64(&d->c);
		list[i].free = feat_u64(&d->c);
		list[i].cpus = feat_string(&d->c);
	}
	d->f->numa.list = list;
}

/* u32 version, u32 caches; each: u32 level, line size, sets, ways; type, size, CPUs */
void decode_caches(struct decoder *d)
{
	struct cache_desc *list;
	u32 i;

	feat_u32(&d->c);
	DECODE_LIST(d, list, d->f->caches.nr, 28);
	for (i = 0; list && i < d->f->caches.nr; i++) {
		list[i].level = feat_u32(&d->c);
		list[i].line_size = feat_u32(&d->c);
		list[i].sets = feat_u32(&d->c);
		list[i].ways = feat_u32(&d->c);
		list[i].type = feat_string(&d->c);
		list[i].size = feat_string(&d->c);
		list[i].cpus = feat_string(&d->c);
	}
	d->f->caches.list = list;
}

/*
 * u64 version, u64 size of a block, u64 nodes; each: u64 node, u64 bits, and a
 * bitmap of blocks: u64 bits, then u64 words
 */
void decode_memory(struct decoder *d)
{
	struct mem_node *list;
	u64 nr, i, *words, left;

	feat_u64(&d->c);
	d->f->memory.block_size = feat_u64(&d->c);
	nr = feat_u64(&d->c);
	list = decoder__alloc(d, nr, 24, sizeof(*list));
	left = (u64)(d->c.end - d->c.pos) / 8;
	words = decoder__alloc(d, left, 8, sizeof(*words));
	if (!list || !words)
		return;
	for (i = 0; i < nr && !d->c.bad; i++) {
		u64 nr_words, w;

		list[i].node = feat_u64(&d->c);
		feat_u64(&d->c);
		list[i].nr_blocks = feat_u64(&d->c);
		list[i].blocks = words;
		nr_words = list[i].nr_blocks / 64 + !!(list[i].nr_blocks % 64);
		if (nr_words > (u64)(d->c.end - d->c.pos) / 8) {
			d->c.bad = true;
			return;
		}
		for (w = 0; w < nr_words; w++)
			*words++ = feat_u64(&d->c);
	}
	d->f->memory.list = list;
	d->f->memory.nr = (u32)nr;
}

/* u32 nodes; each: PMU, CPUs */
void decode_hybrid(struct decoder *d)
{
	struct hybrid_node *list;
	u32 i;

	DECODE_LIST(d, list, d->f->hybrid.nr, 8);
	for (i = 0; list && i < d->f->hybrid.nr; i++) {
		list[i].pmu = feat_string(&d->c);
		list[i].cpus = feat_string(&d->c);
	}
	d->f->hybrid.list = list;
}
