// SPDX-License-Identifier: GPL-2.0-only
/* What the recorder's writer leaves in a file at each moment, read back by the session. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "util/recording/deflate.h"
#include "util/event.h"
#include "util/recording/header-write.h"
#include "util/parse-size.h"
#include "util/reading/session.h"

#define NR_SAMPLES 1000

/* A sample with IDENTIFIER, TID and TIME. */
struct sample {
	struct perf_event_header header;
	u64 id;
	u32 pid, tid;
	u64 time;
};

struct recording {
	char path[64];
	int fd;
	struct evlist evlist;
	struct feature_env env;
	struct perf_writer writer;
	u64 time;
};

struct counter {
	struct perf_tool tool;
	unsigned int nr;
	u64 last;
};

static int count(struct perf_tool *tool, struct perf_session *session,
		 const struct perf_sample *sample)
{
	struct counter *counter = container_of(tool, struct counter, tool);

	counter->nr++;
	assert_true(sample->time > counter->last);
	counter->last = sample->time;
	return 0;
}

static void begin(struct recording *r, const char *const *argv)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_CONTEXT_SWITCHES,
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
		.sample_id_all = 1,
	};
	struct evsel *evsel;

	memset(r, 0, sizeof(*r));
	snprintf(r->path, sizeof(r->path), "/tmp/test-header-write.XXXXXX");
	r->fd = mkstemp(r->path);
	assert_true(r->fd >= 0);
	evlist__init(&r->evlist);
	evsel = evlist__add(&r->evlist, &attr, sizeof(attr));
	assert_non_null(evsel);
	evsel->name = strdup("context-switches");
	assert_int_equal(evlist__add_id(&r->evlist, evsel, 77), 0);
	r->env.evlist = &r->evlist;
	r->env.argv = argv;
	assert_int_equal(perf_writer__init(&r->writer, r->fd, false, &r->env), 0);
	assert_int_equal(perf_writer__begin(&r->writer), 0);
	r->time = 1000;
}

/* One round's worth of samples. */
static void write_round(struct recording *r)
{
	static const struct perf_event_header round = { PERF_RECORD_FINISHED_ROUND, 0, 8 };
	struct sample samples[NR_SAMPLES];
	struct iovec iov[2] = { { samples, sizeof(samples) }, { (void *)&round, sizeof(round) } };
	size_t written;
	int i;

	for (i = 0; i < NR_SAMPLES; i++)
		samples[i] = (struct sample){
			{ PERF_RECORD_SAMPLE, 0, sizeof(struct sample) }, 77, 1, 2, ++r->time
		};
	assert_int_equal(perf_writer__write(&r->writer, iov, 2, &written), 0);
}

static void end(struct recording *r)
{
	perf_writer__exit(&r->writer);
	evlist__exit(&r->evlist);
	close(r->fd);
	unlink(r->path);
}

/* Reads the file as it is; returns what the reading returned, and how many samples there were. */
static int read_back(const struct recording *r, unsigned int *nr, struct perf_err *err)
{
	struct counter counter = { .tool = { .sample = count } };
	struct perf_session session;
	u8 *section;
	size_t size;
	int ret;

	memset(err, 0, sizeof(*err));
	assert_int_equal(perf_session__open(&session, r->path, true, err), 0);
	/* All features are there, however the file ends. */
	assert_int_equal(perf_session__read_feature(&session, HEADER_CMDLINE, &section, &size), 0);
	assert_non_null(memmem(section, size, "a word", 7));
	free(section);
	assert_string_equal(session.env.version, PERF_VERSION);
	assert_string_equal(evlist__first(&session.evlist)->name, "context-switches");
	ret = perf_session__process_events(&session, &counter.tool, err);
	*nr = counter.nr;
	perf_session__close(&session);
	return ret;
}

static const char *const words[] = { "perf", "a word", NULL };

static void test_finished(void **state)
{
	struct perf_err err;
	struct recording r;
	unsigned int nr;

	begin(&r, words);
	write_round(&r);
	write_round(&r);
	r.env.first_sample = 1001;
	r.env.last_sample = r.time;
	assert_int_equal(perf_writer__finish(&r.writer, &r.env), 0);
	assert_int_equal(read_back(&r, &nr, &err), 0);
	assert_int_equal(nr, 2 * NR_SAMPLES);
	end(&r);
}

/* Killed right after it began, after a round, and in the middle of one. */
static void test_killed(void **state)
{
	struct perf_err err;
	struct recording r;
	unsigned int nr;

	begin(&r, words);
	assert_int_not_equal(read_back(&r, &nr, &err), 0);
	assert_non_null(strstr(err.msg, "killed"));
	assert_int_equal(nr, 0);

	write_round(&r);
	assert_int_equal(perf_writer__checkpoint(&r.writer), 0);
	assert_int_not_equal(read_back(&r, &nr, &err), 0);
	assert_non_null(strstr(err.msg, "killed"));
	assert_int_equal(nr, NR_SAMPLES);

	write_round(&r);
	assert_int_not_equal(read_back(&r, &nr, &err), 0);
	assert_non_null(strstr(err.msg, "killed"));
	assert_int_equal(nr, NR_SAMPLES);
	end(&r);
}

static void test_cut_off(void **state)
{
	struct perf_err err;
	struct recording r;
	unsigned int nr;

	begin(&r, words);
	write_round(&r);
	assert_int_equal(perf_writer__finish(&r.writer, &r.env), 0);
	assert_int_equal(
		ftruncate(r.fd, (off_t)(r.writer.data_offset + 10 * sizeof(struct sample))), 0);
	assert_int_not_equal(read_back(&r, &nr, &err), 0);
	assert_non_null(strstr(err.msg, "cut off"));
	assert_int_equal(nr, 10);
	end(&r);
}

/* What was written in part is kept as far as the caller says, and the table is behind it. */
static void test_kept_in_part(void **state)
{
	struct perf_err err;
	struct recording r;
	unsigned int nr;
	u64 pos;

	begin(&r, words);
	write_round(&r);
	pos = r.writer.pos;
	write_round(&r);
	r.writer.pos = pos; /* as after a write that failed */
	assert_int_equal(perf_writer__keep(&r.writer, 3 * sizeof(struct sample)), 0);
	assert_int_equal(perf_writer__finish(&r.writer, &r.env), 0);
	assert_int_equal(read_back(&r, &nr, &err), 0);
	assert_int_equal(nr, NR_SAMPLES + 3);
	end(&r);
}

/* Pieces of any length, among them one that fills several records, and an empty one. */
static void test_deflate(void **state)
{
	static u8 noise[300000];
	struct deflate deflate;
	struct iovec iov[2] = { { noise, sizeof(noise) }, { noise, 8 } };
	size_t i, at;

	for (i = 0; i < sizeof(noise); i++)
		noise[i] = (u8)(i * i >> 7 ^ i * 2654435761u >> 13);
	assert_int_equal(deflate__init(&deflate, 99), -EINVAL);
	assert_int_equal(deflate__init(&deflate, 1), 0);
	assert_int_equal(deflate__pieces(&deflate, iov, 2), 0);
	for (at = 0, i = 0; at < deflate.out.len; i++) {
		struct perf_event_header header;

		memcpy(&header, deflate.out.data + at, sizeof(header));
		assert_int_equal(header.type, PERF_RECORD_COMPRESSED);
		assert_true(header.size > sizeof(header));
		at += header.size;
	}
	assert_int_equal(at, deflate.out.len);
	assert_true(i > 1);
	assert_int_equal(deflate.bytes_in, sizeof(noise) + 8);
	deflate__exit(&deflate);
}

static void test_sizes(void **state)
{
	clockid_t clock;
	size_t pages;
	u64 bytes;

	assert_int_equal(parse_bytes("10M", &bytes), 0);
	assert_int_equal(bytes, 10 << 20);
	assert_int_equal(parse_bytes("3b", &bytes), 0);
	assert_int_equal(bytes, 3);
	assert_int_not_equal(parse_bytes("10", &bytes), 0);
	assert_int_not_equal(parse_bytes("-1M", &bytes), 0);
	assert_int_not_equal(parse_bytes("1MB", &bytes), 0);
	assert_int_not_equal(parse_bytes("99999999999T", &bytes), 0);
	assert_int_equal(parse_pages("1000", &pages), 0);
	assert_int_equal(pages, 1024);
	assert_int_equal(parse_pages("1B", &pages), 0);
	assert_int_equal(pages, 1);
	assert_int_not_equal(parse_pages("0", &pages), 0);
	assert_int_not_equal(parse_pages("", &pages), 0);
	assert_int_not_equal(parse_pages("99999999999", &pages), 0);
	assert_int_equal(parse_clockid("CLOCK_MONOTONIC_RAW", &clock), 0);
	assert_int_equal(clock, CLOCK_MONOTONIC_RAW);
	assert_int_equal(parse_clockid("tai", &clock), 0);
	assert_int_equal(clock, CLOCK_TAI);
	assert_int_not_equal(parse_clockid("nosuch", &clock), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_finished), cmocka_unit_test(test_killed),
		cmocka_unit_test(test_cut_off),	 cmocka_unit_test(test_kept_in_part),
		cmocka_unit_test(test_deflate),	 cmocka_unit_test(test_sizes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
