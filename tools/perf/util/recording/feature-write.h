/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The feature sections of a recording: what it tells of the machine, the
 * command and the events beside the records themselves. See feature-write.c
 * for the layout of each.
 */
#ifndef PERF_UTIL_FEATURE_WRITE_H
#define PERF_UTIL_FEATURE_WRITE_H

#include <time.h>

#include "util/buf.h"
#include "util/evlist.h"
#include "util/reading/header.h"

/* What the sections are made of, as far as the machine does not tell. */
struct feature_env {
	const struct evlist *evlist;
	const char *const *argv; /* the command line, NULL at the end */
	bool no_build_ids;

	bool use_clockid; /* the events' time is that of @clockid */
	clockid_t clockid;
	u64 clockid_ns, wall_ns; /* the same moment on both clocks */

	bool compressed;
	u32 comp_level, comp_ratio; /* ratio: original / compressed, rounded up */
	u32 mmap_len;		    /* bytes of a ring buffer with its control page */

	u64 first_sample, last_sample; /* ns; both 0: not known */
};

/*
 * Puts feature @feat at the end of @buf. 0; -ENODATA if the feature is not
 * there to be written; -ENOMEM; another negative errno if the tracepoints'
 * formats cannot be read (HEADER_TRACING_DATA), without which a recording of
 * them cannot be read.
 */
int feature__write(int feat, const struct feature_env *env, struct buf *buf);

/* Puts a string as sections have them: u32 size, the bytes, zeros up to it. */
void feature__put_string(struct buf *buf, const char *s);

/* The parts, by what they are about; each returns what feature__write() does. */
int feature__cpudesc(const struct feature_env *env, struct buf *buf);
int feature__cpuid(const struct feature_env *env, struct buf *buf);
int feature__cpu_topology(const struct feature_env *env, struct buf *buf);
int feature__cache(const struct feature_env *env, struct buf *buf);
int feature__total_mem(const struct feature_env *env, struct buf *buf);
int feature__numa_topology(const struct feature_env *env, struct buf *buf);
int feature__mem_topology(const struct feature_env *env, struct buf *buf);
int feature__pmu_mappings(const struct feature_env *env, struct buf *buf);
int feature__cpu_pmu_caps(const struct feature_env *env, struct buf *buf);
int feature__pmu_caps(const struct feature_env *env, struct buf *buf);
int feature__build_id(const struct feature_env *env, struct buf *buf);
int feature__tracing_data(const struct feature_env *env, struct buf *buf);

/* Helpers for files of /proc and sysfs: the file's text, ended by a NUL. 0 or a negative errno. */
int feature__slurp(struct buf *buf, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The first line of such a file, without its newline. */
int feature__slurp_line(struct buf *buf, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
