// SPDX-License-Identifier: GPL-2.0-only
#include <linux/perf_event.h>
#include <stdio.h>
#include <strings.h>

#include "event_names.h"

static const struct {
	const char *name;
	u32 type;
	u64 config;
} symbols[] = {
	{ "cpu-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	{ "cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES },
	{ "cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES },
	{ "branch-instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ "branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ "branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
	{ "bus-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES },
	{ "stalled-cycles-frontend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND },
	{ "idle-cycles-frontend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND },
	{ "stalled-cycles-backend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND },
	{ "idle-cycles-backend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND },
	{ "ref-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES },
	{ "cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK },
	{ "task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK },
	{ "page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
	{ "faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
	{ "context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES },
	{ "cs", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES },
	{ "cpu-migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS },
	{ "migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS },
	{ "minor-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN },
	{ "major-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ },
	{ "alignment-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_ALIGNMENT_FAULTS },
	{ "emulation-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_EMULATION_FAULTS },
	{ "dummy", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY },
	{ "bpf-output", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_BPF_OUTPUT },
	{ "cgroup-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CGROUP_SWITCHES },
};

const char *event_name__of(u32 type, u64 config)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(symbols); i++) {
		if (symbols[i].type == type && symbols[i].config == config)
			return symbols[i].name;
	}
	return NULL;
}

/* A hardware cache event is CACHE[-OP][-RESULT], each part with several spellings. */
struct spelling {
	const char *name;
	u64 value;
};

static const struct spelling caches[] = {
	{ "L1-dcache", PERF_COUNT_HW_CACHE_L1D },
	{ "L1-data", PERF_COUNT_HW_CACHE_L1D },
	{ "L1-d", PERF_COUNT_HW_CACHE_L1D },
	{ "L1d", PERF_COUNT_HW_CACHE_L1D },
	{ "L1-icache", PERF_COUNT_HW_CACHE_L1I },
	{ "L1-instruction", PERF_COUNT_HW_CACHE_L1I },
	{ "L1-i", PERF_COUNT_HW_CACHE_L1I },
	{ "L1i", PERF_COUNT_HW_CACHE_L1I },
	{ "LLC", PERF_COUNT_HW_CACHE_LL },
	{ "L2", PERF_COUNT_HW_CACHE_LL },
	{ "dTLB", PERF_COUNT_HW_CACHE_DTLB },
	{ "d-tlb", PERF_COUNT_HW_CACHE_DTLB },
	{ "Data-TLB", PERF_COUNT_HW_CACHE_DTLB },
	{ "iTLB", PERF_COUNT_HW_CACHE_ITLB },
	{ "i-tlb", PERF_COUNT_HW_CACHE_ITLB },
	{ "Instruction-TLB", PERF_COUNT_HW_CACHE_ITLB },
	{ "branches", PERF_COUNT_HW_CACHE_BPU },
	{ "branch", PERF_COUNT_HW_CACHE_BPU },
	{ "bpu", PERF_COUNT_HW_CACHE_BPU },
	{ "btb", PERF_COUNT_HW_CACHE_BPU },
	{ "bpc", PERF_COUNT_HW_CACHE_BPU },
	{ "node", PERF_COUNT_HW_CACHE_NODE },
	{ NULL, 0 },
};

static const struct spelling ops[] = {
	{ "loads", PERF_COUNT_HW_CACHE_OP_READ },
	{ "load", PERF_COUNT_HW_CACHE_OP_READ },
	{ "read", PERF_COUNT_HW_CACHE_OP_READ },
	{ "stores", PERF_COUNT_HW_CACHE_OP_WRITE },
	{ "store", PERF_COUNT_HW_CACHE_OP_WRITE },
	{ "write", PERF_COUNT_HW_CACHE_OP_WRITE },
	{ "prefetches", PERF_COUNT_HW_CACHE_OP_PREFETCH },
	{ "prefetch", PERF_COUNT_HW_CACHE_OP_PREFETCH },
	{ "speculative-read", PERF_COUNT_HW_CACHE_OP_PREFETCH },
	{ "speculative-load", PERF_COUNT_HW_CACHE_OP_PREFETCH },
	{ NULL, 0 },
};

static const struct spelling results[] = {
	{ "refs", PERF_COUNT_HW_CACHE_RESULT_ACCESS },
	{ "Reference", PERF_COUNT_HW_CACHE_RESULT_ACCESS },
	{ "ops", PERF_COUNT_HW_CACHE_RESULT_ACCESS },
	{ "access", PERF_COUNT_HW_CACHE_RESULT_ACCESS },
	{ "misses", PERF_COUNT_HW_CACHE_RESULT_MISS },
	{ "miss", PERF_COUNT_HW_CACHE_RESULT_MISS },
	{ NULL, 0 },
};

/*
 * Takes one part off the front of *@name: a spelling, and the dash behind it
 * or the end. The table's longer spellings stand first.
 */
static bool take(const struct spelling *spellings, const char **name, size_t *len, u64 *value)
{
	const struct spelling *s;

	for (s = spellings; s->name; s++) {
		size_t n = strlen(s->name);

		if (n > *len || strncasecmp(*name, s->name, n) || (n < *len && (*name)[n] != '-'))
			continue;
		if (n < *len)
			n++;
		*name += n;
		*len -= n;
		*value = s->value;
		return true;
	}
	return false;
}

static bool find_cache(const char *name, size_t len, u64 *config)
{
	u64 cache, op = PERF_COUNT_HW_CACHE_OP_READ, result = PERF_COUNT_HW_CACHE_RESULT_ACCESS;

	if (!len || name[len - 1] == '-' || !take(caches, &name, &len, &cache))
		return false;
	/* Operation and result, in any order, each once. */
	if (take(ops, &name, &len, &op))
		take(results, &name, &len, &result);
	else if (take(results, &name, &len, &result))
		take(ops, &name, &len, &op);
	if (len)
		return false;
	*config = cache | op << 8 | result << 16;
	return true;
}

bool event_name__find(const char *name, size_t len, u32 *type, u64 *config)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(symbols); i++) {
		if (strlen(symbols[i].name) != len || memcmp(symbols[i].name, name, len) != 0)
			continue;
		*type = symbols[i].type;
		*config = symbols[i].config;
		return true;
	}
	if (!find_cache(name, len, config))
		return false;
	*type = PERF_TYPE_HW_CACHE;
	return true;
}

/* Levenshtein's distance; words longer than the row are far from everything. */
static unsigned int edits(const char *a, size_t a_len, const char *b)
{
	size_t b_len = strlen(b), i, j;
	unsigned int row[64], diagonal, above;

	if (b_len >= ARRAY_SIZE(row))
		return ~0u;
	for (j = 0; j <= b_len; j++)
		row[j] = (unsigned int)j;
	for (i = 0; i < a_len; i++) {
		diagonal = row[0];
		row[0] = (unsigned int)i + 1;
		for (j = 0; j < b_len; j++) {
			above = row[j + 1];
			row[j + 1] = diagonal + (a[i] != b[j]);
			if (row[j + 1] > above + 1)
				row[j + 1] = above + 1;
			if (row[j + 1] > row[j] + 1)
				row[j + 1] = row[j] + 1;
			diagonal = above;
		}
	}
	return row[b_len];
}

void nearest__init(struct nearest *nearest, const char *word, size_t len)
{
	nearest->word = word;
	nearest->len = len;
	nearest->distance = len < 4 ? 2 : (unsigned int)(len / 3) + 2; /* as far is not close */
	nearest->best[0] = '\0';
}

void nearest__offer(struct nearest *nearest, const char *name)
{
	unsigned int distance = edits(nearest->word, nearest->len, name);

	if (distance >= nearest->distance)
		return;
	nearest->distance = distance;
	snprintf(nearest->best, sizeof(nearest->best), "%s", name);
}

void nearest__offer_event_names(struct nearest *nearest)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(symbols); i++)
		nearest__offer(nearest, symbols[i].name);
}
