// SPDX-License-Identifier: GPL-2.0-only
/*
 * A whole session on hostile bytes: as a file, and as they would come by a
 * pipe. The tool (touch.h) reads every field that it is handed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <fcntl.h>

#include "touch.h"

#define PIPE_MAX (1u << 20)

static void touch_features(struct toucher *t, const struct perf_session *s)
{
	int feat;

	for (feat = -1; feat <= HEADER_FEAT_BITS; feat++) {
		size_t size;
		u8 *section;

		if (perf_session__read_feature(s, feat, &section, &size))
			continue;
		touch_bytes(t, section, size + 1);
		free(section);
	}
}

static void run(const char *path, bool with_formats)
{
	struct toucher t;
	struct perf_err err = { "" };
	struct perf_session s;
	int ret;

	toucher__init(&t, with_formats);
	ret = perf_session__open(&s, path, true, &err);
	if (ret) {
		fuzz_check(ret < 0 && err.msg[0] && strlen(err.msg) < sizeof(err.msg));
		return;
	}
	ret = perf_session__process_events(&s, &t.tool, &err);
	fuzz_check(!ret || err.msg[0]);
	fuzz_check(!s.runs.nr);
	touch_features(&t, &s);
	perf_session__close(&s);
	fuzz_use(t.sum);
}

static void run_fd(int fd, bool with_formats)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	run(path, with_formats);
	close(fd);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	int fd, ends[2];

	if (size > PIPE_MAX)
		return 0;
	fd = memfd_create("fuzz", MFD_CLOEXEC);
	fuzz_check(fd >= 0 && write(fd, data, size) == (ssize_t)size);
	run_fd(fd, size % 16 == 0);

	/* By a pipe nothing but a stream is read; a file is refused at once. */
	if (size < 16 || (data[8] != 16 && data[15] != 16))
		return 0;
	fuzz_check(!pipe2(ends, O_CLOEXEC));
	if (size > 65536)
		fuzz_check(fcntl(ends[1], F_SETPIPE_SZ, PIPE_MAX) >= (int)size);
	fuzz_check(write(ends[1], data, size) == (ssize_t)size);
	close(ends[1]);
	run_fd(ends[0], false);
	return 0;
}
