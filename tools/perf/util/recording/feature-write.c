// SPDX-License-Identifier: GPL-2.0-only
/*
 * The features that need little more than a line each, and the table of all.
 *
 * Numbers are u32 or u64 in our byte order and unaligned; a string is a u32
 * and so many bytes, NUL-padded to a multiple of 64.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "feature-write.h"

#define STRING_UNIT 64

void feature__put_string(struct buf *buf, const char *s)
{
	size_t len = strlen(s) + 1, padded = (len + STRING_UNIT - 1) & ~(size_t)(STRING_UNIT - 1);

	buf__put_u32(buf, (u32)padded);
	buf__put(buf, s, len);
	buf__put_zeros(buf, padded - len);
}

static int vslurp(struct buf *buf, const char *fmt, va_list ap)
{
	char path[256];
	int ret;

	if (vsnprintf(path, sizeof(path), fmt, ap) >= (int)sizeof(path))
		return -ENAMETOOLONG;
	buf__reset(buf);
	ret = buf__read_file(buf, path);
	buf__put(buf, "", 1);
	return ret ? ret : buf__error(buf);
}

int feature__slurp(struct buf *buf, const char *fmt, ...)
{
	va_list ap;
	int ret;

	va_start(ap, fmt);
	ret = vslurp(buf, fmt, ap);
	va_end(ap);
	return ret;
}

int feature__slurp_line(struct buf *buf, const char *fmt, ...)
{
	va_list ap;
	int ret;

	va_start(ap, fmt);
	ret = vslurp(buf, fmt, ap);
	va_end(ap);
	if (!ret)
		((char *)buf->data)[strcspn((char *)buf->data, "\n")] = '\0';
	return ret;
}

static int put_uname(struct buf *buf, int feat)
{
	struct utsname uts;

	if (uname(&uts))
		return -errno;
	feature__put_string(buf, feat == HEADER_HOSTNAME    ? uts.nodename
				 : feat == HEADER_OSRELEASE ? uts.release
							    : uts.machine);
	return 0;
}

static int write_hostname(const struct feature_env *env, struct buf *buf)
{
	return put_uname(buf, HEADER_HOSTNAME);
}

static int write_osrelease(const struct feature_env *env, struct buf *buf)
{
	return put_uname(buf, HEADER_OSRELEASE);
}

static int write_arch(const struct feature_env *env, struct buf *buf)
{
	return put_uname(buf, HEADER_ARCH);
}

static int write_version(const struct feature_env *env, struct buf *buf)
{
	feature__put_string(buf, PERF_VERSION);
	return 0;
}

/* u32 CPUs the machine can have, u32 CPUs that are online */
static int write_nrcpus(const struct feature_env *env, struct buf *buf)
{
	long conf = sysconf(_SC_NPROCESSORS_CONF), online = sysconf(_SC_NPROCESSORS_ONLN);

	if (conf < 0 || online < 0)
		return -ENODATA;
	buf__put_u32(buf, (u32)conf);
	buf__put_u32(buf, (u32)online);
	return 0;
}

/* u32 count; strings. The first is the program's own path. */
static int write_cmdline(const struct feature_env *env, struct buf *buf)
{
	char self[4096];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);
	u32 n = 0;

	if (!env->argv || !env->argv[0])
		return -ENODATA;
	while (env->argv[n])
		n++;
	buf__put_u32(buf, n);
	if (len > 0)
		self[len] = '\0';
	feature__put_string(buf, len > 0 ? self : env->argv[0]);
	for (n = 1; env->argv[n]; n++)
		feature__put_string(buf, env->argv[n]);
	return 0;
}

/* u32 count, u32 size of an attr; each: attr, u32 number of ids, string name, u64 ids */
static int write_event_desc(const struct feature_env *env, struct buf *buf)
{
	const struct evsel *evsel;

	buf__put_u32(buf, env->evlist->nr_entries);
	buf__put_u32(buf, sizeof(evsel->attr));
	evlist__for_each_entry(env->evlist, evsel) {
		char name[64];

		buf__put(buf, &evsel->attr, sizeof(evsel->attr));
		buf__put_u32(buf, (u32)evsel->nr_ids);
		feature__put_string(buf, evsel__name(evsel, name, sizeof(name)));
		buf__put(buf, evsel->ids, evsel->nr_ids * sizeof(u64));
	}
	return 0;
}

/* u64 time of the first sample, u64 of the last; ns */
static int write_sample_time(const struct feature_env *env, struct buf *buf)
{
	if (!env->last_sample)
		return -ENODATA;
	buf__put_u64(buf, env->first_sample);
	buf__put_u64(buf, env->last_sample);
	return 0;
}

/* u64 resolution of the clock, ns */
static int write_clockid(const struct feature_env *env, struct buf *buf)
{
	struct timespec res;

	if (!env->use_clockid || clock_getres(env->clockid, &res))
		return -ENODATA;
	buf__put_u64(buf, (u64)res.tv_sec * 1000000000 + (u64)res.tv_nsec);
	return 0;
}

/* u32 version, u32 clock, u64 wall clock, u64 that clock at the same moment; ns */
static int write_clock_data(const struct feature_env *env, struct buf *buf)
{
	if (!env->use_clockid || !env->clockid_ns)
		return -ENODATA;
	buf__put_u32(buf, 1);
	buf__put_u32(buf, (u32)env->clockid);
	buf__put_u64(buf, env->wall_ns);
	buf__put_u64(buf, env->clockid_ns);
	return 0;
}

/* u32 version, u32 kind (1: zstd), u32 level, u32 ratio, u32 bytes of a ring buffer */
static int write_compressed(const struct feature_env *env, struct buf *buf)
{
	if (!env->compressed)
		return -ENODATA;
	buf__put_u32(buf, 0);
	buf__put_u32(buf, 1);
	buf__put_u32(buf, env->comp_level);
	buf__put_u32(buf, env->comp_ratio);
	buf__put_u32(buf, env->mmap_len);
	return 0;
}

typedef int (*feature_write_fn)(const struct feature_env *env, struct buf *buf);

static const feature_write_fn writers[HEADER_LAST_FEATURE] = {
	[HEADER_TRACING_DATA] = feature__tracing_data,
	[HEADER_BUILD_ID] = feature__build_id,
	[HEADER_HOSTNAME] = write_hostname,
	[HEADER_OSRELEASE] = write_osrelease,
	[HEADER_VERSION] = write_version,
	[HEADER_ARCH] = write_arch,
	[HEADER_NRCPUS] = write_nrcpus,
	[HEADER_CPUDESC] = feature__cpudesc,
	[HEADER_CPUID] = feature__cpuid,
	[HEADER_TOTAL_MEM] = feature__total_mem,
	[HEADER_CMDLINE] = write_cmdline,
	[HEADER_EVENT_DESC] = write_event_desc,
	[HEADER_CPU_TOPOLOGY] = feature__cpu_topology,
	[HEADER_NUMA_TOPOLOGY] = feature__numa_topology,
	[HEADER_PMU_MAPPINGS] = feature__pmu_mappings,
	[HEADER_CACHE] = feature__cache,
	[HEADER_SAMPLE_TIME] = write_sample_time,
	[HEADER_MEM_TOPOLOGY] = feature__mem_topology,
	[HEADER_CLOCKID] = write_clockid,
	[HEADER_COMPRESSED] = write_compressed,
	[HEADER_CPU_PMU_CAPS] = feature__cpu_pmu_caps,
	[HEADER_CLOCK_DATA] = write_clock_data,
	[HEADER_PMU_CAPS] = feature__pmu_caps,
};

int feature__write(int feat, const struct feature_env *env, struct buf *buf)
{
	size_t before = buf->len;
	int ret;

	if (feat < 0 || feat >= HEADER_LAST_FEATURE || !writers[feat])
		return -ENODATA;
	ret = writers[feat](env, buf);
	if (!ret)
		return buf__error(buf);
	if (!buf->failed)
		buf->len = before;
	/* All but the formats only make a recording tell less. */
	if (ret != -ENOMEM && feat != HEADER_TRACING_DATA)
		ret = -ENODATA;
	return ret;
}
