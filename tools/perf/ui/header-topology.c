// SPDX-License-Identifier: GPL-2.0-only
/* What a recording's header tells of its machine's CPUs, memory and PMUs. */
#include "escape.h"
#include "header-print.h"

static void print_lists(FILE *out, const char *what, const char **list, u32 nr)
{
	u32 i;

	for (i = 0; i < nr; i++)
		ui_header__print_text(out, what, list[i]);
}

void ui_header__print_topology(FILE *out, const struct feature *f)
{
	const struct cpu_topology *t = &f->topology;
	u32 i;

	print_lists(out, "sibling sockets", t->sockets, t->nr_sockets);
	print_lists(out, "sibling dies   ", t->dies, t->nr_dies);
	print_lists(out, "sibling threads", t->threads, t->nr_threads);
	for (i = 0; i < t->nr_cpus; i++) {
		/* A CPU that was offline has none. */
		if (t->cpus[i].core == (u32)-1)
			continue;
		fprintf(out, "# CPU %u: Core ID %d, ", i, (int)t->cpus[i].core);
		if (t->has_dies)
			fprintf(out, "Die ID %d, ", (int)t->cpus[i].die);
		fprintf(out, "Socket ID %d\n", (int)t->cpus[i].socket);
	}
	if (!t->nr_cpus)
		fputs("# Core ID and Socket ID information is not available\n", out);
}

void ui_header__print_numa(FILE *out, const struct feature *f)
{
	u32 i;

	for (i = 0; i < f->numa.nr; i++) {
		const struct numa_node *n = &f->numa.list[i];

		fprintf(out, "# node%u meminfo  : total = %llu kB, free = %llu kB\n", n->node,
			(unsigned long long)n->total, (unsigned long long)n->free);
		fprintf(out, "# node%u cpu list : ", n->node);
		ui_fputs(n->cpus, out);
		fputc('\n', out);
	}
}

void ui_header__print_caches(FILE *out, const struct feature *f)
{
	u32 i;

	fputs("# CPU cache info:\n", out);
	for (i = 0; i < f->caches.nr; i++) {
		const struct cache_desc *c = &f->caches.list[i];
		char type[64], size[64];

		fprintf(out, "#  L%u %-15s %8s [", c->level, ui_escape(c->type, type, sizeof(type)),
			ui_escape(c->size, size, sizeof(size)));
		ui_fputs(c->cpus, out);
		fputs("]\n", out);
	}
}

static bool has_block(const struct mem_node *n, u64 block)
{
	return n->blocks[block / 64] >> (block % 64) & 1;
}

/* The node's blocks as ranges, e.g. "0-3,8"; with @out NULL they are only counted. */
static u64 walk_blocks(FILE *out, const struct mem_node *n)
{
	const char *sep = "";
	u64 i, start, total = 0;

	for (i = 0; i < n->nr_blocks; i++) {
		if (!has_block(n, i))
			continue;
		start = i;
		while (i + 1 < n->nr_blocks && has_block(n, i + 1))
			i++;
		total += i + 1 - start;
		if (!out)
			continue;
		fprintf(out, "%s%llu", sep, (unsigned long long)start);
		if (i > start)
			fprintf(out, "-%llu", (unsigned long long)i);
		sep = ",";
	}
	return total;
}

void ui_header__print_memory(FILE *out, const struct feature *f)
{
	u32 i;

	fprintf(out, "# memory nodes (nr %u, block size 0x%llx):\n", f->memory.nr,
		(unsigned long long)f->memory.block_size);
	for (i = 0; i < f->memory.nr; i++) {
		const struct mem_node *n = &f->memory.list[i];
		u64 size = walk_blocks(NULL, n) * f->memory.block_size;
		const char *unit = "BKMG";

		for (; size >= 1024 && unit[1]; unit++)
			size /= 1024;
		fprintf(out, "# %4llu [%llu%c]: ", (unsigned long long)n->node,
			(unsigned long long)size, *unit);
		walk_blocks(out, n);
		fputc('\n', out);
	}
}

static void print_caps(FILE *out, const struct pmu_caps *caps)
{
	u32 i;

	fputs("# ", out);
	ui_fputs(caps->pmu ? caps->pmu : "cpu", out);
	fputs(" pmu capabilities: ", out);
	for (i = 0; i < caps->nr_caps; i++) {
		fputs(i ? ", " : "", out);
		ui_fputs(caps->caps[i].name, out);
		fputc('=', out);
		ui_fputs(caps->caps[i].value, out);
	}
	fputs(caps->nr_caps ? "\n" : "not available\n", out);
}

void ui_header__print_caps(FILE *out, const struct feature *f)
{
	u32 i;

	for (i = 0; i < f->caps.nr; i++)
		print_caps(out, &f->caps.list[i]);
}

void ui_header__print_hybrid(FILE *out, const struct feature *f)
{
	u32 i;

	fputs("# hybrid cpu system:\n", out);
	for (i = 0; i < f->hybrid.nr; i++) {
		fputs("# ", out);
		ui_fputs(f->hybrid.list[i].pmu, out);
		fputs(" cpu list : ", out);
		ui_fputs(f->hybrid.list[i].cpus, out);
		fputc('\n', out);
	}
}
