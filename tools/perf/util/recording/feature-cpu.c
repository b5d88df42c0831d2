// SPDX-License-Identifier: GPL-2.0-only
/* What a recording tells of the CPUs: their name, id, topology and caches. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "feature-write.h"

#define CPU_DIR	  "/sys/devices/system/cpu/cpu%ld/"
#define MAX_CACHE 10 /* index0, index1, ... of a CPU */

/*
 * The value of the first "KEY : value" line of @text, as a new string; NULL if
 * there is none, or no memory.
 */
static char *find_value(const char *text, const char *key)
{
	size_t len = strlen(key);
	const char *line = text;

	while (line) {
		if (!strncmp(line, key, len)) {
			const char *p = line + len + strspn(line + len, " \t");

			if (*p == ':') {
				p++;
				p += strspn(p, " \t");
				return strndup(p, strcspn(p, "\n"));
			}
		}
		line = strchr(line, '\n');
		if (line)
			line++;
	}
	return NULL;
}

int feature__cpudesc(const struct feature_env *env, struct buf *buf)
{
	/* x86, arm64 (seldom), loongarch; powerpc; s390 */
	static const char *const keys[] = { "model name", "Model Name", "cpu", "vendor_id" };
	struct buf text = { 0 };
	char *value = NULL;
	size_t i;

	if (!feature__slurp(&text, "/proc/cpuinfo")) {
		for (i = 0; i < ARRAY_SIZE(keys) && !value; i++)
			value = find_value((char *)text.data, keys[i]);
	}
	if (value)
		feature__put_string(buf, value);
	buf__exit(&text);
	free(value);
	return value ? 0 : -ENODATA;
}

static bool x86_id(const char *cpuinfo, char *id, size_t size)
{
	static const char *const keys[] = { "vendor_id", "cpu family", "model", "stepping" };
	char *v[ARRAY_SIZE(keys)];
	bool all = true;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		v[i] = find_value(cpuinfo, keys[i]);
		all = all && v[i];
	}
	if (all)
		snprintf(id, size, "%s,%s,%s,%s", v[0], v[1], v[2], v[3]);
	for (i = 0; i < ARRAY_SIZE(keys); i++)
		free(v[i]);
	return all;
}

/* "2.2 (pvr 004e 1202)" */
static bool powerpc_id(const char *cpuinfo, char *id, size_t size)
{
	char *revision = find_value(cpuinfo, "revision"), *end = NULL;
	const char *pvr = revision ? strstr(revision, "(pvr ") : NULL;

	if (pvr) {
		unsigned long version = strtoul(pvr + 5, &end, 16), minor = strtoul(end, NULL, 16);

		snprintf(id, size, "%lu,%lu", version, minor);
	}
	free(revision);
	return pvr;
}

static bool riscv_id(const char *cpuinfo, char *id, size_t size)
{
	char *vendor = find_value(cpuinfo, "mvendorid"), *arch = find_value(cpuinfo, "marchid");
	char *imp = find_value(cpuinfo, "mimpid");
	bool found = vendor && arch && imp;

	if (found)
		snprintf(id, size, "%s-%s-%s", vendor, arch, imp);
	free(vendor);
	free(arch);
	free(imp);
	return found;
}

static bool arm64_id(char *id, size_t size)
{
	struct buf line = { 0 };
	bool found = !feature__slurp_line(&line, CPU_DIR "regs/identification/midr_el1", 0L);

	if (found)
		snprintf(id, size, "%s", (char *)line.data);
	buf__exit(&line);
	return found;
}

/* The first word each of the manufacturer, the type and the model. */
static bool s390_id(char *id, size_t size)
{
	static const char *const keys[] = { "Manufacturer", "Type", "Model" };
	struct buf text = { 0 };
	char *v[ARRAY_SIZE(keys)] = { NULL };
	bool all = !feature__slurp(&text, "/proc/sysinfo");
	size_t i;

	for (i = 0; i < ARRAY_SIZE(keys) && all; i++) {
		v[i] = find_value((char *)text.data, keys[i]);
		all = v[i];
		if (all)
			v[i][strcspn(v[i], " ")] = '\0';
	}
	if (all)
		snprintf(id, size, "%s,%s,%s", v[0], v[1], v[2]);
	for (i = 0; i < ARRAY_SIZE(keys); i++)
		free(v[i]);
	buf__exit(&text);
	return all;
}

int feature__cpuid(const struct feature_env *env, struct buf *buf)
{
	struct buf text = { 0 };
	struct utsname uts;
	const char *cpuinfo;
	char id[128];
	bool found;

	if (uname(&uts) || feature__slurp(&text, "/proc/cpuinfo")) {
		buf__exit(&text);
		return -ENODATA;
	}
	cpuinfo = (const char *)text.data;
	if (!strncmp(uts.machine, "aarch64", 7))
		found = arm64_id(id, sizeof(id));
	else if (!strncmp(uts.machine, "s390", 4))
		found = s390_id(id, sizeof(id));
	else if (!strncmp(uts.machine, "ppc", 3))
		found = powerpc_id(cpuinfo, id, sizeof(id));
	else if (!strncmp(uts.machine, "riscv", 5))
		found = riscv_id(cpuinfo, id, sizeof(id));
	else
		found = x86_id(cpuinfo, id, sizeof(id));
	if (found)
		feature__put_string(buf, id);
	buf__exit(&text);
	return found ? 0 : -ENODATA;
}

/*
 * Puts what the CPUs have in the file @name of their topology, each text once
 * and in the CPUs' order: u32 count; strings.
 */
static int put_siblings(struct buf *buf, long nr_cpus, const char *name, const char *old_name)
{
	struct buf line = { 0 };
	char **seen = calloc((size_t)nr_cpus, sizeof(*seen));
	size_t at = buf->len;
	u32 nr = 0, i;
	long cpu;

	if (!seen)
		return -ENOMEM;
	buf__put_u32(buf, 0);
	for (cpu = 0; cpu < nr_cpus; cpu++) {
		if (feature__slurp_line(&line, CPU_DIR "topology/%s", cpu, name) &&
		    (!old_name || feature__slurp_line(&line, CPU_DIR "topology/%s", cpu, old_name)))
			continue;
		for (i = 0; i < nr && strcmp(seen[i], (char *)line.data); i++)
			;
		if (i < nr)
			continue;
		seen[nr] = strdup((char *)line.data);
		if (!seen[nr])
			break;
		feature__put_string(buf, seen[nr++]);
	}
	buf__set_u32(buf, at, nr);
	for (i = 0; i < nr; i++)
		free(seen[i]);
	free(seen);
	buf__exit(&line);
	return nr ? 0 : -ENODATA;
}

/* A number of a CPU's topology; (u32)-1 where there is none, as for a CPU that is offline. */
static u32 topology_id(long cpu, const char *name)
{
	struct buf line = { 0 };
	u32 id = (u32)-1;

	if (!feature__slurp_line(&line, CPU_DIR "topology/%s", cpu, name))
		id = (u32)strtol((char *)line.data, NULL, 10);
	buf__exit(&line);
	return id;
}

/*
 * Package lists, core lists (as put_siblings()); for each CPU u32 core, u32
 * package; where there are dies: their lists, then u32 die for each CPU.
 */
int feature__cpu_topology(const struct feature_env *env, struct buf *buf)
{
	long nr_cpus = sysconf(_SC_NPROCESSORS_CONF), cpu;
	int ret;

	if (nr_cpus <= 0)
		return -ENODATA;
	ret = put_siblings(buf, nr_cpus, "package_cpus_list", "core_siblings_list");
	if (!ret)
		ret = put_siblings(buf, nr_cpus, "core_cpus_list", "thread_siblings_list");
	if (ret)
		return ret;
	for (cpu = 0; cpu < nr_cpus; cpu++) {
		buf__put_u32(buf, topology_id(cpu, "core_id"));
		buf__put_u32(buf, topology_id(cpu, "physical_package_id"));
	}
	if (access("/sys/devices/system/cpu/cpu0/topology/die_cpus_list", R_OK))
		return 0;
	ret = put_siblings(buf, nr_cpus, "die_cpus_list", NULL);
	for (cpu = 0; !ret && cpu < nr_cpus; cpu++)
		buf__put_u32(buf, topology_id(cpu, "die_id"));
	return ret;
}

struct cache {
	u32 level, line_size, sets, ways;
	char type[16], size[16];
	char map[256];
};

static bool read_text(char *to, size_t size, long cpu, int index, const char *name)
{
	struct buf line = { 0 };
	bool ok = !feature__slurp_line(&line, CPU_DIR "cache/index%d/%s", cpu, index, name);

	if (ok)
		snprintf(to, size, "%s", (char *)line.data);
	buf__exit(&line);
	return ok;
}

static u32 read_number(long cpu, int index, const char *name)
{
	char text[16];

	return read_text(text, sizeof(text), cpu, index, name) ? (u32)strtoul(text, NULL, 10) : 0;
}

static bool read_cache(struct cache *cache, long cpu, int index)
{
	memset(cache, 0, sizeof(*cache));
	if (!read_text(cache->type, sizeof(cache->type), cpu, index, "type"))
		return false;
	read_text(cache->size, sizeof(cache->size), cpu, index, "size");
	read_text(cache->map, sizeof(cache->map), cpu, index, "shared_cpu_list");
	cache->level = read_number(cpu, index, "level");
	cache->line_size = read_number(cpu, index, "coherency_line_size");
	cache->sets = read_number(cpu, index, "number_of_sets");
	cache->ways = read_number(cpu, index, "ways_of_associativity");
	return true;
}

static int by_level(const void *a, const void *b)
{
	const struct cache *x = a, *y = b;

	if (x->level != y->level)
		return x->level < y->level ? -1 : 1;
	return strcmp(x->map, y->map);
}

/* All caches, each once however many CPUs share it; the number of them. */
static size_t collect_caches(struct cache *caches, long nr_cpus)
{
	size_t nr = 0, i;
	long cpu;
	int index;

	for (cpu = 0; cpu < nr_cpus; cpu++) {
		for (index = 0; index < MAX_CACHE && read_cache(&caches[nr], cpu, index); index++) {
			for (i = 0; i < nr && memcmp(&caches[i], &caches[nr], sizeof(*caches)); i++)
				;
			nr += i == nr;
		}
	}
	return nr;
}

/* u32 version, u32 count; each: u32 level, line size, sets, ways; strings type, size, CPUs */
int feature__cache(const struct feature_env *env, struct buf *buf)
{
	long nr_cpus = sysconf(_SC_NPROCESSORS_CONF);
	struct cache *caches;
	size_t nr, i;

	if (nr_cpus <= 0)
		return -ENODATA;
	/* One more than there can be: each is read before it is known to be new. */
	caches = calloc((size_t)nr_cpus * MAX_CACHE + 1, sizeof(*caches));
	if (!caches)
		return -ENOMEM;
	nr = collect_caches(caches, nr_cpus);
	qsort(caches, nr, sizeof(*caches), by_level);
	buf__put_u32(buf, 1);
	buf__put_u32(buf, (u32)nr);
	for (i = 0; i < nr; i++) {
		buf__put(buf, &caches[i].level, 4 * sizeof(u32));
		feature__put_string(buf, caches[i].type);
		feature__put_string(buf, caches[i].size);
		feature__put_string(buf, caches[i].map);
	}
	free(caches);
	return 0;
}
