/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The feature sections of a recording, decoded: what they say, in our byte
 * order and in no file's layout. Strings are as recorded, not safe to print as
 * they are; they lie in the section, which a decoded feature owns.
 */
#ifndef PERF_UTIL_FEATURE_H
#define PERF_UTIL_FEATURE_H

#include <linux/perf_event.h>

#include "header.h"

struct event_desc {
	struct perf_event_attr attr;
	const char *name;
	const u64 *ids;
	u32 nr_ids;
};

struct cpu_place {
	u32 core, socket, die;
};

struct cpu_topology {
	const char **sockets, **dies, **threads; /* lists of CPUs that share one: "0-3" */
	u32 nr_sockets, nr_dies, nr_threads;
	const struct cpu_place *cpus;
	u32 nr_cpus; /* 0 where not recorded */
	bool has_dies;
};

struct numa_node {
	u32 node;
	u64 total, free; /* kB */
	const char *cpus;
};

struct pmu_mapping {
	u32 type;
	const char *name;
};

struct group_desc {
	const char *name;
	u32 leader, nr_members; /* @leader: place in EVENT_DESC; the members follow it */
};

struct cache_desc {
	u32 level, line_size, sets, ways;
	const char *type, *size, *cpus;
};

struct mem_node {
	u64 node;
	const u64 *blocks; /* bit n: the node has block n */
	u64 nr_blocks;	   /* bits in @blocks */
};

struct pmu_cap {
	const char *name, *value;
};

struct pmu_caps {
	const char *pmu; /* NULL: of the CPU's */
	const struct pmu_cap *caps;
	u32 nr_caps;
};

struct hybrid_node {
	const char *pmu, *cpus;
};

struct bpf_object { /* a program or its type information */
	u32 id;
	const char *name; /* "" where not told */
	u8 tag[8];
	u64 addr; /* of its first function; 0 where not told */
	u32 size;
};

struct feature {
	int id; /* enum perf_header_feature: which of the following it has */
	union {
		const char *text; /* HOSTNAME, OSRELEASE, VERSION, ARCH, CPUDESC, CPUID */
		u64 value; /* TOTAL_MEM: kB; CLOCKID: resolution in ns; DIR_FORMAT: version */
		struct {
			u32 online, available;
		} nrcpus;
		struct {
			const char **args;
			u32 nr;
		} cmdline;
		struct {
			const struct event_desc *list;
			u32 nr;
		} events;
		struct cpu_topology topology;
		struct {
			const struct numa_node *list;
			u32 nr;
		} numa;
		struct {
			const struct pmu_mapping *list;
			u32 nr;
		} pmus;
		struct {
			const struct group_desc *list;
			u32 nr;
		} groups;
		struct {
			const struct cache_desc *list;
			u32 nr;
		} caches;
		struct {
			u64 first, last; /* ns */
		} sample_time;
		struct {
			u64 block_size; /* bytes */
			const struct mem_node *list;
			u32 nr;
		} memory;
		struct {
			u32 type, level, ratio; /* type 1: zstd */
		} compressed;
		struct {
			s32 clockid;
			u64 wall, clock; /* ns, at the same moment */
		} clock_data;
		struct {
			const struct hybrid_node *list;
			u32 nr;
		} hybrid;
		struct {
			const struct pmu_caps *list; /* CPU_PMU_CAPS: a single one */
			u32 nr;
		} caps;
		struct {
			const struct bpf_object *list;
			u32 nr;
		} bpf; /* BPF_PROG_INFO, BPF_BTF */
	};
	u8 *section; /* owned */
	void *mem[6];
	unsigned int nr_mem;
};

/*
 * Decodes @section, @size bytes of feature @id that a NUL byte follows, in
 * malloc()ed memory that is the feature's from now on. @nr_cpus is what NRCPUS
 * tells as available, 0 where it doesn't. 0, -EINVAL for a damaged section,
 * -ENOMEM; nothing need be freed then. Of features that are only there or not,
 * and of those that aren't known, just the id is set.
 */
int feature__decode(struct feature *feature, int id, u8 *section, size_t size, bool swap,
		    u32 nr_cpus);
void feature__exit(struct feature *feature);

#endif
