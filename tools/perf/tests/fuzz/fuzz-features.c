// SPDX-License-Identifier: GPL-2.0-only
/*
 * Hostile feature sections. An input begins with the feature's number, and a
 * byte that tells the byte order; the section is the rest.
 */
#include <stdlib.h>

#include "fuzz.h"
#include "util/reading/env.h"
#include "util/reading/header.h"

static void add_event(struct evlist *evlist, u32 type, u64 config, u64 id)
{
	struct perf_event_attr attr = { .type = type, .config = config };
	struct evsel *evsel = evlist__add(evlist, &attr, sizeof(attr));

	fuzz_check(evsel && !evlist__add_id(evlist, evsel, id));
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct perf_env env = { 0 };
	struct evlist evlist;
	int ret;
	u8 *section;

	if (size < 2)
		return 0;
	evlist__init(&evlist);
	add_event(&evlist, PERF_TYPE_TRACEPOINT, 1482, 7);
	add_event(&evlist, PERF_TYPE_TRACEPOINT, 1483, 8);
	add_event(&evlist, PERF_TYPE_SOFTWARE, 0, 9);
	section = malloc(size - 1);
	fuzz_check(section);
	memcpy(section, data + 2, size - 2);
	section[size - 2] = '\0';
	ret = perf_env__read_feature(&env, &evlist, data[0], section, size - 2, data[1] & 1);
	fuzz_check(ret <= 0);
	free(section);
	perf_env__exit(&env);
	evlist__exit(&evlist);
	return 0;
}
