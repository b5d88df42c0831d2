// SPDX-License-Identifier: GPL-2.0-only
/* What a recording tells of the machine's memory: how much, and which node has it. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/cpumap.h"
#include "feature-write.h"
#include "util/sysfile.h"

#define NODE_DIR   "/sys/devices/system/node"
#define MAX_BLOCKS (1u << 24)

/* The number behind @key in a file such as /proc/meminfo, kB; 0 if it is not there. */
static u64 meminfo_kb(const char *text, const char *key)
{
	const char *p = strstr(text, key);

	return p ? strtoull(p + strlen(key), NULL, 10) : 0;
}

/* u64 kB */
int feature__total_mem(const struct feature_env *env, struct buf *buf)
{
	struct buf text = { 0 };
	u64 kb = feature__slurp(&text, "/proc/meminfo")
			 ? 0
			 : meminfo_kb((char *)text.data, "MemTotal:");

	buf__exit(&text);
	if (!kb)
		return -ENODATA;
	buf__put_u64(buf, kb);
	return 0;
}

static bool put_node(struct buf *buf, int node)
{
	struct buf mem = { 0 }, cpus = { 0 };
	bool ok = !feature__slurp(&mem, NODE_DIR "/node%d/meminfo", node) &&
		  !feature__slurp_line(&cpus, NODE_DIR "/node%d/cpulist", node);

	if (ok) {
		buf__put_u32(buf, (u32)node);
		buf__put_u64(buf, meminfo_kb((char *)mem.data, "MemTotal:"));
		buf__put_u64(buf, meminfo_kb((char *)mem.data, "MemFree:"));
		feature__put_string(buf, (char *)cpus.data);
	}
	buf__exit(&mem);
	buf__exit(&cpus);
	return ok;
}

/* u32 count; each: u32 node, u64 kB, u64 kB free, string CPUs */
int feature__numa_topology(const struct feature_env *env, struct buf *buf)
{
	struct cpu_map nodes = { 0 };
	size_t at = buf->len;
	unsigned int i;
	u32 nr = 0;

	/* A list of numbers and ranges is one, of nodes as of CPUs. */
	if (cpu_map__read(&nodes, NODE_DIR "/online"))
		return -ENODATA;
	buf__put_u32(buf, 0);
	for (i = 0; i < nodes.nr; i++)
		nr += put_node(buf, nodes.cpus[i]);
	buf__set_u32(buf, at, nr);
	cpu_map__exit(&nodes);
	return nr ? 0 : -ENODATA;
}

/*
 * A node's memory blocks: u64 node, u64 bits, and the bitmap: u64 bits, u64s.
 * False if the node cannot be read.
 */
static bool put_memory_node(struct buf *buf, int node)
{
	struct buf blocks = { 0 };
	char path[64];
	struct dirent *entry;
	u64 *words;
	u64 bits = 0;
	size_t i;
	DIR *dir;

	snprintf(path, sizeof(path), NODE_DIR "/node%d", node);
	dir = opendir(path);
	if (!dir)
		return false;
	while ((entry = readdir(dir))) {
		u64 block;

		if (strncmp(entry->d_name, "memory", 6) ||
		    !parse_u64(entry->d_name + 6, 10, &block) || block > MAX_BLOCKS)
			continue;
		if (block >= bits) {
			bits = block + 1;
			while (blocks.len * 8 < bits && !blocks.failed)
				buf__put_u64(&blocks, 0);
		}
		if (blocks.failed)
			break;
		words = (u64 *)(void *)blocks.data;
		words[block / 64] |= 1ull << (block % 64);
	}
	closedir(dir);
	buf__put_u64(buf, (u64)node);
	buf__put_u64(buf, bits);
	buf__put_u64(buf, bits);
	words = (u64 *)(void *)blocks.data;
	for (i = 0; i < blocks.len / sizeof(u64); i++)
		buf__put_u64(buf, words[i]);
	buf->failed |= blocks.failed;
	buf__exit(&blocks);
	return true;
}

/* u64 version, u64 bytes of a memory block, u64 count; nodes */
int feature__mem_topology(const struct feature_env *env, struct buf *buf)
{
	struct cpu_map nodes = { 0 };
	struct buf line = { 0 };
	unsigned int i;
	u64 block_size = 0;
	size_t at;
	u32 nr = 0;

	if (!feature__slurp_line(&line, "/sys/devices/system/memory/block_size_bytes"))
		block_size = strtoull((char *)line.data, NULL, 16);
	buf__exit(&line);
	if (!block_size || cpu_map__read(&nodes, NODE_DIR "/has_memory"))
		return -ENODATA;
	buf__put_u64(buf, 1);
	buf__put_u64(buf, block_size);
	at = buf->len;
	buf__put_u64(buf, 0);
	for (i = 0; i < nodes.nr; i++)
		nr += put_memory_node(buf, nodes.cpus[i]);
	if (!buf->failed)
		memcpy(buf->data + at, &(u64){ nr }, sizeof(u64));
	cpu_map__exit(&nodes);
	return nr ? 0 : -ENODATA;
}
