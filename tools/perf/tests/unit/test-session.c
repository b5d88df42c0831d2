// SPDX-License-Identifier: GPL-2.0-only
/* Whole recordings: streams cut at every byte, compressed ones, losses, damage, strange records. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <zstd.h>
#include <cmocka.h>

#include "recording.h"
#include "util/event.h"

#define ID 77

static const struct rec_attr attr = { .type = PERF_TYPE_SOFTWARE,
				      .sample_type = REC_SAMPLE_TYPE,
				      .sample_id_all = true };

/* Where each record ends, and how many samples there are up to there. */
struct ends {
	size_t at[256];
	size_t nr_samples[256];
	unsigned int nr;
};

static void end_here(struct ends *ends, const struct rec *rec, size_t nr_samples)
{
	assert_true(ends->nr < ARRAY_SIZE(ends->at));
	ends->at[ends->nr] = rec->size;
	ends->nr_samples[ends->nr++] = nr_samples;
}

static void feature(struct rec *rec, u64 feat, const char *text)
{
	size_t begin = rec__begin(rec, PERF_RECORD_HEADER_FEATURE, 0);

	rec__u64(rec, feat);
	rec__u32(rec, 16);
	rec__bytes(rec, text, strlen(text));
	rec__zeros(rec, 16 - strlen(text));
	rec__end(rec, begin);
}

/* A stream with some of all, the samples in order. */
static void make_stream(struct rec *rec, struct ends *ends)
{
	u64 ids[] = { ID, ID + 1 };
	size_t begin, i;

	rec__pipe_header(rec);
	end_here(ends, rec, 0);
	rec__header_attr(rec, &attr, ids, 2);
	end_here(ends, rec, 0);
	begin = rec__begin(rec, PERF_RECORD_EVENT_UPDATE, 0);
	rec__u64(rec, PERF_EVENT_UPDATE__NAME);
	rec__u64(rec, ID);
	rec__bytes(rec, "the-clock\0\0\0\0\0\0", 16);
	rec__end(rec, begin);
	end_here(ends, rec, 0);
	feature(rec, HEADER_HOSTNAME, "a-host");
	end_here(ends, rec, 0);
	begin = rec__begin(rec, PERF_RECORD_HEADER_TRACING_DATA, 0);
	rec__u32(rec, 24);
	rec__u32(rec, 0);
	rec__end(rec, begin);
	rec__bytes(rec, "these are no tracing data", 24);
	end_here(ends, rec, 0);
	begin = rec__begin(rec, PERF_RECORD_AUXTRACE, 0);
	rec__u64(rec, 40);
	rec__zeros(rec, 32);
	rec__end(rec, begin);
	rec__zeros(rec, 40);
	end_here(ends, rec, 0);
	rec__comm(rec, ID, 5, 1, "a-comm");
	end_here(ends, rec, 0);
	for (i = 1; i <= 12; i++) {
		rec__sample(rec, ID + i % 2, 5, 10 * i, 0);
		end_here(ends, rec, i);
		if (i % 4)
			continue;
		rec__end(rec, rec__begin(rec, PERF_RECORD_FINISHED_ROUND, 0));
		end_here(ends, rec, i);
	}
	rec__end(rec, rec__begin(rec, 4711, 0));
	end_here(ends, rec, 12);
}

static void check_cut(const struct rec *rec, size_t size, bool pipe, const struct ends *ends)
{
	struct seen seen = { .fail_at = 0 };
	struct session_stats stats = { 0 };
	bool at_end = false;
	struct perf_err err;
	size_t samples = 0;
	unsigned int i;
	int ret;

	for (i = 0; i < ends->nr && ends->at[i] <= size; i++) {
		samples = ends->nr_samples[i];
		at_end = ends->at[i] == size;
	}
	ret = rec__process(rec, size, pipe, &seen, &err, &stats);
	assert_int_equal(seen.nr_samples, samples);
	if (at_end) {
		assert_int_equal(ret, 0);
		assert_string_equal(err.msg, "");
	} else {
		assert_true(ret < 0);
		assert_true(err.msg[0]);
		assert_null(strchr(err.msg, '\n'));
	}
	seen__exit(&seen);
}

static void test_cut_stream(void **state)
{
	int swap, pipe;
	size_t size;

	for (swap = 0; swap < 2; swap++) {
		struct rec rec = { .swap = swap };
		struct ends ends = { .nr = 0 };

		make_stream(&rec, &ends);
		for (pipe = 0; pipe < 2; pipe++) {
			for (size = 0; size <= rec.size; size++)
				check_cut(&rec, size, pipe, &ends);
		}
		rec__exit(&rec);
	}
}

/* A file cut within its data reports what stands before the cut, and says so. */
static void test_cut_file(void **state)
{
	struct rec rec = { 0 };
	struct perf_err err;
	size_t start, size, i;

	rec__file_header(&rec, &attr, 1, ID);
	start = rec.size;
	for (i = 0; i < 10; i++)
		rec__sample(&rec, ID, 5, 100 + i, 0);
	rec__end_data(&rec);
	for (size = start; size <= rec.size; size++) {
		struct seen seen = { .fail_at = 0 };
		int ret = rec__process(&rec, size, false, &seen, &err, NULL);

		assert_int_equal(seen.nr_samples, (size - start) / 40);
		assert_int_equal(ret, size == rec.size ? 0 : -ENODATA);
		assert_int_equal(!err.msg[0], size == rec.size);
		seen__exit(&seen);
	}
	/* And one whose writer was killed, which does not know how much there is. */
	rec__set_u64(&rec, 48, 0);
	{
		struct seen seen = { .fail_at = 0 };

		assert_int_equal(rec__process(&rec, rec.size, false, &seen, &err, NULL), -ENODATA);
		assert_non_null(strstr(err.msg, "killed"));
		assert_int_equal(seen.nr_samples, 10);
		seen__exit(&seen);
	}
	/* A file can't come by a pipe. */
	{
		struct seen seen = { .fail_at = 0 };

		assert_true(rec__process(&rec, rec.size, true, &seen, &err, NULL) < 0);
		assert_true(err.msg[0]);
		seen__exit(&seen);
	}
	rec__exit(&rec);
}

static void compress(struct rec *to, const struct rec *from)
{
	size_t size = ZSTD_compressBound(from->size) + 1000, n;
	ZSTD_CCtx *zstd = ZSTD_createCCtx();
	ZSTD_inBuffer in = { from->data, from->size, 0 };
	ZSTD_outBuffer out = { malloc(size), size, 0 };

	assert_non_null(zstd);
	assert_non_null(out.dst);
	n = ZSTD_compressStream2(zstd, &out, &in, ZSTD_e_flush);
	assert_int_equal(n, 0);
	rec__bytes(to, out.dst, out.pos);
	free(out.dst);
	ZSTD_freeCCtx(zstd);
}

/* One zstd stream in payloads of @most bytes, as either kind of record has them. */
static void check_compressed(const struct rec *stream, size_t most, u32 type, bool swap)
{
	struct rec rec = { .swap = swap };
	struct seen seen = { .fail_at = 0 };
	struct perf_err err;
	size_t at, i;

	rec__file_header(&rec, &attr, 1, ID);
	for (at = 0; at < stream->size; at += most) {
		size_t size = most < stream->size - at ? most : stream->size - at;
		size_t begin = rec__begin(&rec, type, 0);

		if (type == PERF_RECORD_COMPRESSED2)
			rec__u64(&rec, size);
		rec__bytes(&rec, stream->data + at, size);
		if (type == PERF_RECORD_COMPRESSED2)
			rec__zeros(&rec, (8 - size % 8) % 8);
		rec__end(&rec, begin);
	}
	rec__end_data(&rec);
	assert_int_equal(rec__process(&rec, rec.size, false, &seen, &err, NULL), 0);
	assert_int_equal(seen.nr_samples, 5000);
	assert_int_equal(seen.nr_comms, 1);
	for (i = 0; i < seen.nr_samples; i++)
		assert_true(seen.samples[i].time == 1000 + i);
	seen__exit(&seen);
	rec__exit(&rec);
}

static void test_compressed(void **state)
{
	static const size_t mosts[] = { 1, 3, 64, 1000, 60000 };
	int swap;
	size_t i;

	for (swap = 0; swap < 2; swap++) {
		struct rec records = { .swap = swap }, stream = { .swap = swap };

		rec__comm(&records, ID, 5, 1, "packed");
		for (i = 0; i < 5000; i++) {
			rec__sample(&records, ID, 5, 1000 + i, 0);
			if (i % 100 == 0)
				rec__end(&records,
					 rec__begin(&records, PERF_RECORD_FINISHED_ROUND, 0));
		}
		compress(&stream, &records);
		for (i = 0; i < ARRAY_SIZE(mosts); i++) {
			check_compressed(&stream, mosts[i], PERF_RECORD_COMPRESSED, swap);
			check_compressed(&stream, mosts[i], PERF_RECORD_COMPRESSED2, swap);
		}
		rec__exit(&records);
		rec__exit(&stream);
	}
}

/* What no recorder writes inside of compressed data, or as a COMPRESSED2 record. */
static void test_compressed_damage(void **state)
{
	static const u32 inner[] = { PERF_RECORD_COMPRESSED, PERF_RECORD_HEADER_TRACING_DATA,
				     PERF_RECORD_AUXTRACE };
	struct perf_err err;
	size_t i, begin;

	for (i = 0; i < ARRAY_SIZE(inner); i++) {
		struct rec rec = { 0 }, records = { 0 }, stream = { 0 };
		struct seen seen = { .fail_at = 0 };

		rec__sample(&records, ID, 5, 1000, 0);
		begin = rec__begin(&records, inner[i], 0);
		rec__u64(&records, 8);
		rec__end(&records, begin);
		compress(&stream, &records);
		rec__file_header(&rec, &attr, 1, ID);
		begin = rec__begin(&rec, PERF_RECORD_COMPRESSED, 0);
		rec__bytes(&rec, stream.data, stream.size);
		rec__end(&rec, begin);
		rec__end_data(&rec);
		assert_int_equal(rec__process(&rec, rec.size, false, &seen, &err, NULL), -EBADMSG);
		assert_int_equal(seen.nr_samples, 1);
		assert_true(err.msg[0]);
		seen__exit(&seen);
		rec__exit(&rec);
		rec__exit(&records);
		rec__exit(&stream);
	}
	for (i = 0; i < 2; i++) {
		struct seen seen = { .fail_at = 0 };
		struct rec rec = { 0 };

		rec__file_header(&rec, &attr, 1, ID);
		begin = rec__begin(&rec, PERF_RECORD_COMPRESSED2, 0);
		if (i)
			rec__u64(&rec, UINT64_MAX);
		rec__end(&rec, begin);
		rec__end_data(&rec);
		assert_int_equal(rec__process(&rec, rec.size, false, &seen, &err, NULL), -EBADMSG);
		seen__exit(&seen);
		rec__exit(&rec);
	}
}

static void put_lost(struct rec *rec, u64 lost)
{
	size_t begin = rec__begin(rec, PERF_RECORD_LOST, 0);

	rec__u64(rec, ID);
	rec__u64(rec, lost);
	rec__u64(rec, 5);
	rec__u64(rec, 100);
	rec__u64(rec, 0);
	rec__u64(rec, ID);
	rec__end(rec, begin);
}

static void put_lost_samples(struct rec *rec, u64 lost)
{
	size_t begin = rec__begin(rec, PERF_RECORD_LOST_SAMPLES, 0);

	rec__u64(rec, lost);
	rec__u64(rec, 5);
	rec__u64(rec, 100);
	rec__u64(rec, 0);
	rec__u64(rec, ID);
	rec__end(rec, begin);
}

static void test_lost(void **state)
{
	struct seen seen = { .fail_at = 0 };
	struct session_stats stats;
	struct rec rec = { 0 };
	struct perf_err err;

	rec__file_header(&rec, &attr, 1, ID);
	put_lost(&rec, 7);
	put_lost(&rec, 8);
	put_lost_samples(&rec, 100);
	rec__end_data(&rec);
	assert_int_equal(rec__process(&rec, rec.size, false, &seen, &err, &stats), 0);
	assert_int_equal(seen.nr_lost, 3);
	assert_int_equal(stats.lost, 15);
	assert_int_equal(stats.lost_samples, 100);
	/* Sums don't wrap. */
	put_lost(&rec, UINT64_MAX - 3);
	rec__end_data(&rec);
	assert_int_equal(rec__process(&rec, rec.size, false, &seen, &err, &stats), 0);
	assert_true(stats.lost == UINT64_MAX);
	seen__exit(&seen);
	rec__exit(&rec);
}

/* Records that are shorter than what they should hold, ids and kinds that nobody knows. */
static void test_odd_records(void **state)
{
	static const u32 types[] = {
		PERF_RECORD_MMAP,   PERF_RECORD_LOST,  PERF_RECORD_COMM,
		PERF_RECORD_EXIT,   PERF_RECORD_FORK,  PERF_RECORD_READ,
		PERF_RECORD_SAMPLE, PERF_RECORD_MMAP2, PERF_RECORD_LOST_SAMPLES
	};
	struct seen seen = { .fail_at = 0 };
	struct session_stats stats;
	struct rec rec = { 0 };
	struct perf_err err;
	size_t i, size, begin;

	rec__file_header(&rec, &attr, 2, ID);
	for (i = 0; i < ARRAY_SIZE(types); i++) {
		for (size = 0; size < 80; size++) {
			begin = rec__begin(&rec, types[i], PERF_RECORD_MISC_MMAP_BUILD_ID);
			while (rec.size - begin < 8 + size)
				rec__u8(&rec, 0xff); /* not even a string ends */
			rec__end(&rec, begin);
		}
	}
	rec__end(&rec, rec__begin(&rec, 85, 0));
	rec__end(&rec, rec__begin(&rec, UINT32_MAX, 0));
	rec__sample(&rec, ID, 5, 1, 0);
	rec__sample(&rec, 12345, 5, 1, 0);
	rec__end_data(&rec);
	assert_int_equal(rec__process(&rec, rec.size, false, &seen, &err, &stats), 0);
	assert_int_equal(seen.nr_samples, 1);
	assert_int_equal(seen.nr_comms, 0);
	assert_int_equal(seen.nr_mmaps, 0);
	assert_int_equal(stats.nr_unknown_type, 2);
	assert_int_equal(stats.nr_unknown_id, 81);
	assert_int_equal(stats.nr_records, ARRAY_SIZE(types) * 80 + 4);
	seen__exit(&seen);
	rec__exit(&rec);
}

/* A record of less than its own header ends the reading; what is before it counts. */
static void test_zero_size(void **state)
{
	struct seen seen = { .fail_at = 0 };
	struct rec rec = { 0 };
	struct perf_err err;

	rec__file_header(&rec, &attr, 1, ID);
	rec__sample(&rec, ID, 5, 1, 0);
	rec__zeros(&rec, 100);
	rec__sample(&rec, ID, 5, 2, 0);
	rec__end_data(&rec);
	assert_int_equal(rec__process(&rec, rec.size, false, &seen, &err, NULL), -EBADMSG);
	assert_int_equal(seen.nr_samples, 1);
	assert_non_null(strstr(err.msg, "damaged"));
	seen__exit(&seen);
	rec__exit(&rec);
}

/* An event that comes in the middle of a stream: what waited is delivered as it was read. */
static void test_late_attr(void **state)
{
	struct rec_attr other = attr;
	struct seen seen = { .fail_at = 0 };
	struct session_stats stats;
	struct rec rec = { 0 };
	struct perf_err err;
	u64 id = ID;
	u32 i;

	other.sample_type |= PERF_SAMPLE_IP;
	rec__pipe_header(&rec);
	rec__header_attr(&rec, &attr, &id, 1);
	for (i = 0; i < 10; i++)
		rec__sample(&rec, ID, 5, 10 + i, i);
	id++;
	rec__header_attr(&rec, &other, &id, 1);
	for (i = 10; i < 20; i++)
		rec__sample(&rec, ID, 5, 10 + i, i);
	assert_int_equal(rec__process(&rec, rec.size, false, &seen, &err, &stats), 0);
	assert_int_equal(seen.nr_samples, 20);
	for (i = 0; i < 20; i++)
		assert_int_equal(seen.samples[i].cpu, i);
	assert_int_equal(stats.nr_bad_samples + stats.nr_unknown_id, 0);
	seen__exit(&seen);
	rec__exit(&rec);
}

/* More events than any kernel has tracepoints are no recording's. */
static void test_many_attrs(void **state)
{
	struct seen seen = { .fail_at = 0 };
	struct rec rec = { 0 };
	struct perf_err err;
	u64 i;

	rec__pipe_header(&rec);
	for (i = 0; i <= PERF_MAX_EVENTS; i++)
		rec__header_attr(&rec, &attr, &i, 1);
	assert_int_equal(rec__process(&rec, rec.size, false, &seen, &err, NULL), -EBADMSG);
	seen__exit(&seen);
	rec__exit(&rec);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cut_stream), cmocka_unit_test(test_cut_file),
		cmocka_unit_test(test_compressed), cmocka_unit_test(test_compressed_damage),
		cmocka_unit_test(test_lost),	   cmocka_unit_test(test_odd_records),
		cmocka_unit_test(test_zero_size),  cmocka_unit_test(test_late_attr),
		cmocka_unit_test(test_many_attrs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
