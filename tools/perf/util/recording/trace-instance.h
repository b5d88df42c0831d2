/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An instance of tracefs of our own: a directory of which nobody else takes
 * notice, with its own buffers, clock, threads and CPUs. The kernel's
 * Documentation/trace/ftrace.rst tells what its files are for.
 */
#ifndef PERF_UTIL_TRACE_INSTANCE_H
#define PERF_UTIL_TRACE_INSTANCE_H

#include "record.h"
#include "trace-keeper.h"

struct trace_instance {
	char *dir; /* NULL: there is none */
	bool made;
	const struct record_opts *opts;
	struct trace_keeper keeper;
};

/*
 * Makes one that does not trace yet, with buffers of @pages pages for each CPU,
 * for what @maps' threads do on its CPUs; threads that they have started since
 * they were listed are appended to it. 0, or a negative errno with @err told;
 * call trace_instance__exit() in any case.
 */
int trace_instance__open(struct trace_instance *ti, const struct record_opts *opts,
			 struct target_maps *maps, size_t pages, struct perf_err *err);

/* Writes @text to a file of the instance. 0, or a negative errno, told. */
int trace_instance__put(const struct trace_instance *ti, const char *file, const char *text,
			struct perf_err *err);
/* Tells of @ret, a negative errno that @file gave, and returns it. */
int trace_instance__tell(const struct trace_instance *ti, const char *file, int ret,
			 struct perf_err *err);

void trace_instance__stop(const struct trace_instance *ti);
/* Whoever else has it open keeps it from being removed: that is told by opts->warn(). */
void trace_instance__exit(struct trace_instance *ti);

#endif
