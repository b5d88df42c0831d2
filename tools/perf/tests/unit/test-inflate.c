// SPDX-License-Identifier: GPL-2.0-only
/* Decompression: records come out whole and in order, however their stream is cut. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <zstd.h>
#include <cmocka.h>

#include "recording.h"
#include "util/event.h"
#include "util/reading/inflate.h"

/* Takes whole records, as a scan does, and keeps their bytes. */
struct taker {
	struct rec taken;
	size_t max; /* fails beyond that many bytes; 0: never */
};

static int take(void *ctx, const u8 **pos, const u8 *end, struct chunk *chunk)
{
	struct taker *t = ctx;

	assert_true(*pos >= chunk->base && end <= chunk->base + chunk->size && *pos <= end);
	while ((size_t)(end - *pos) >= 8) {
		size_t size = record_size(*pos, false);

		if (size > (size_t)(end - *pos))
			break;
		if (size < 8)
			return -EBADMSG;
		rec__bytes(&t->taken, *pos, size);
		*pos += size;
		if (t->max && t->taken.size > t->max)
			return -ECANCELED;
	}
	return 0;
}

/* Records of all sizes, of @bytes in all, whose contents compress well or not at all. */
static void make_records(struct rec *rec, size_t bytes, u64 *random)
{
	while (rec->size < bytes) {
		u64 n = rec_random(random), size = n % 64 ? n / 64 % 200 : n / 64 % (65535 - 8);
		size_t begin = rec__begin(rec, PERF_RECORD_SAMPLE, 0);

		while (size--)
			rec__u8(rec, (u8)(n & 1 ? rec_random(random) : size / 16));
		rec__end(rec, begin);
	}
}

/* Cuts @stream into pieces of up to @most bytes, and gives them one by one. */
static int feed(struct inflate *inf, const struct rec *stream, size_t most, u64 *random,
		struct taker *t)
{
	size_t at = 0;
	int err = 0;

	while (!err && at < stream->size) {
		size_t size = 1 + rec_random(random) % most;
		u8 *exact;

		if (size > stream->size - at)
			size = stream->size - at;
		exact = malloc(size);
		assert_non_null(exact);
		memcpy(exact, stream->data + at, size);
		err = inflate__feed(inf, exact, size, take, t);
		free(exact);
		at += size;
	}
	return err;
}

static void compress(struct rec *to, const struct rec *from, size_t step)
{
	ZSTD_CCtx *zstd = ZSTD_createCCtx();
	size_t at = 0, size = ZSTD_compressBound(from->size) * 2 + 100000;
	u8 *out = malloc(size);

	assert_non_null(zstd);
	assert_non_null(out);
	while (at < from->size) {
		ZSTD_outBuffer o = { out, size, 0 };
		ZSTD_inBuffer i = { from->data + at,
				    step < from->size - at ? step : from->size - at, 0 };

		/* As perf does: flushed after each piece, one frame without an end. */
		assert_int_equal(ZSTD_compressStream2(zstd, &o, &i, ZSTD_e_flush), 0);
		assert_int_equal(i.pos, i.size);
		rec__bytes(to, out, o.pos);
		at += i.size;
	}
	free(out);
	ZSTD_freeCCtx(zstd);
}

static void test_whole(void **state)
{
	static const size_t mosts[] = { 1, 7, 300, 5000, 65519 };
	u64 random = 2463534242;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(mosts); i++) {
		struct chunk_account account = { 0 };
		struct inflate inf = { .account = &account };
		struct rec records = { 0 }, stream = { 0 };
		struct taker t = { .max = 0 };

		chunk_account__init(&account);
		make_records(&records, mosts[i] == 1 ? 300000 : 4000000, &random);
		compress(&stream, &records, 1 + mosts[i] * 3);
		assert_int_equal(feed(&inf, &stream, mosts[i], &random, &t), 0);
		assert_int_equal(t.taken.size, records.size);
		assert_memory_equal(t.taken.data, records.data, records.size);
		/* What has been taken is given back: two buffers at the most. */
		chunk_account__exit(&account);
		assert_true(account.heap <= 2u << 20);
		inflate__exit(&inf);
		chunk_account__exit(&account);
		assert_int_equal(account.heap, 0);
		rec__exit(&records);
		rec__exit(&stream);
		rec__exit(&t.taken);
	}
}

/* A few hundred bytes that hold some MB: all come out of the one payload. */
static void test_dense(void **state)
{
	size_t nr;

	for (nr = 1; nr < 120; nr += 3) {
		struct chunk_account account = { 0 };
		struct inflate inf = { .account = &account };
		struct rec records = { 0 }, stream = { 0 };
		struct taker t = { .max = 0 };
		size_t i, begin;

		chunk_account__init(&account);
		for (i = 0; i < nr; i++) {
			begin = rec__begin(&records, PERF_RECORD_SAMPLE, 0);
			rec__zeros(&records, 32768 - 8);
			rec__end(&records, begin);
		}
		compress(&stream, &records, records.size);
		assert_int_equal(inflate__feed(&inf, stream.data, stream.size, take, &t), 0);
		assert_int_equal(t.taken.size, records.size);
		inflate__exit(&inf);
		chunk_account__exit(&account);
		rec__exit(&records);
		rec__exit(&stream);
		rec__exit(&t.taken);
	}
}

static void test_damage(void **state)
{
	u64 random = 88172645463325252ull;
	struct rec records = { 0 }, stream = { 0 };
	unsigned int i, nr_bad = 0;

	make_records(&records, 20000, &random);
	compress(&stream, &records, 3000);
	for (i = 0; i < 500; i++) {
		struct chunk_account account = { 0 };
		struct inflate inf = { .account = &account };
		struct taker t = { .max = 0 };
		size_t at = rec_random(&random) % stream.size;
		u8 old = stream.data[at];
		int err;

		chunk_account__init(&account);
		stream.data[at] ^= (u8)(1u << i % 8);
		err = feed(&inf, &stream, 4000, &random, &t);
		assert_true(!err || err == -EBADMSG);
		nr_bad += err == -EBADMSG;
		stream.data[at] = old;
		inflate__exit(&inf);
		chunk_account__exit(&account);
		rec__exit(&t.taken);
	}
	assert_true(nr_bad > 10);
	rec__exit(&records);
	rec__exit(&stream);
}

/* A scan's own error comes back as it is, at once. */
static void test_scan_error(void **state)
{
	struct chunk_account account = { 0 };
	struct inflate inf = { .account = &account };
	struct rec records = { 0 }, stream = { 0 };
	struct taker t = { .max = 1000 };
	u64 random = 5;

	chunk_account__init(&account);
	make_records(&records, 2000000, &random);
	compress(&stream, &records, 60000);
	assert_int_equal(feed(&inf, &stream, 65000, &random, &t), -ECANCELED);
	assert_true(t.taken.size <= 1000 + 65536);
	inflate__exit(&inf);
	chunk_account__exit(&account);
	rec__exit(&records);
	rec__exit(&stream);
	rec__exit(&t.taken);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole),
		cmocka_unit_test(test_dense),
		cmocka_unit_test(test_damage),
		cmocka_unit_test(test_scan_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
