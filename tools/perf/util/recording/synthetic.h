/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records of what was there before a recording began, made from /proc and
 * sysfs in the kernel's own format: threads, their memory, the kernel and its
 * modules; and what other perf tools want to know of the recording itself.
 */
#ifndef PERF_UTIL_SYNTHETIC_H
#define PERF_UTIL_SYNTHETIC_H

#include <sys/types.h>

#include "util/buf.h"
#include "util/opening/mmap.h"
#include "util/opening/target.h"

/*
 * Where the records go: called with some whole records at a time; what it
 * returns other than 0 ends the making of them and is returned.
 */
typedef int (*synthetic_fn)(void *ctx, const void *records, size_t size);

struct synthetic {
	synthetic_fn write;
	void *ctx;
	size_t trailer_size; /* of the events' sample_id_all: filled with zeros */
	bool mmaps;	     /* the threads' executable memory, too */
	struct buf buf;
};

/* All return 0, a negative errno, or what @write returned. */
int synthetic__kernel(struct synthetic *syn);
int synthetic__all_threads(struct synthetic *syn);
/* The threads of @threads, and the processes that they belong to. */
int synthetic__threads(struct synthetic *syn, const struct thread_map *threads);
/* Which ids belong to which event, CPU and thread. */
int synthetic__id_index(struct synthetic *syn, const struct evlist *evlist,
			const struct thread_map *threads);
int synthetic__thread_map(struct synthetic *syn, const struct thread_map *threads);
int synthetic__cpu_map(struct synthetic *syn, const struct cpu_map *cpus);
/* How to make the events' time of the CPU's cycle counter, where the kernel tells. */
int synthetic__time_conv(struct synthetic *syn, const struct perf_mmap *map);
int synthetic__finished_init(struct synthetic *syn);

void synthetic__exit(struct synthetic *syn);

#endif
