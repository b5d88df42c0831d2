/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a recording tells of the machine it was made on, as far as an analysis
 * needs it. Text is as recorded (not safe to print as it is); NULL where the
 * recording does not tell.
 */
#ifndef PERF_UTIL_ENV_H
#define PERF_UTIL_ENV_H

#include "util/err.h"
#include "util/evlist.h"

struct perf_env {
	char *hostname;
	char *os_release;
	char *version; /* of the perf that recorded */
	char *arch;    /* as uname -m says it: "x86_64" */
	char *cpudesc;
	char *cpuid;		       /* "AuthenticAMD,23,1,2" */
	u64 first_sample, last_sample; /* ns, 0 where not told */
};

void perf_env__exit(struct perf_env *env);

/*
 * Takes what feature @feat's @section of @size bytes (followed by a NUL byte)
 * tells; names events in @evlist by EVENT_DESC. Features that are not needed
 * are passed over. 0, -EINVAL for a damaged section, -ENOMEM.
 */
int perf_env__read_feature(struct perf_env *env, struct evlist *evlist, int feat, const u8 *section,
			   size_t size, bool swap);

#endif
