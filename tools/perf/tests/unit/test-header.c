// SPDX-License-Identifier: GPL-2.0-only
/* A file's header, byte by byte: both byte orders, attrs of all sizes, features, damage. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cmocka.h>

#include "recording.h"

static const struct rec_attr tracepoint = {
	.type = PERF_TYPE_TRACEPOINT,
	.config = 0x1122334455667788,
	.sample_type = REC_SAMPLE_TYPE | PERF_SAMPLE_RAW,
	.read_format = PERF_FORMAT_ID,
	.sample_id_all = true,
};

static int open_rec(struct perf_session *s, const struct rec *rec, struct perf_err *err)
{
	int fd = memfd_create("header", MFD_CLOEXEC), ret;
	char path[64];

	assert_true(fd >= 0);
	assert_int_equal(write(fd, rec->data, rec->size), rec->size);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	err->msg[0] = '\0';
	ret = perf_session__open(s, path, true, err);
	close(fd);
	return ret;
}

/* Each field at its place, by the kernel's layout, for every size that was ever published. */
static void check_attr(u32 size, bool swap)
{
	bool big = swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	struct rec rec = { .swap = swap };
	struct perf_event_attr attr;
	u8 flags[8] = { 0 };
	int bit;

	for (bit = 0; bit < 64; bit += 3)
		flags[bit / 8] |= (u8)(big ? 0x80 >> bit % 8 : 1 << bit % 8);
	rec__u32(&rec, 2);
	rec__u32(&rec, size);
	rec__u64(&rec, 0x0102030405060708);
	rec__u64(&rec, 0x1112131415161718);
	rec__u64(&rec, 0x2122232425262728);
	rec__u64(&rec, 0x3132333435363738);
	rec__bytes(&rec, flags, 8);
	rec__u32(&rec, 0x41424344);
	rec__u32(&rec, 0x51525354);
	rec__u64(&rec, 0x6162636465666768);
	rec__u64(&rec, 0x7172737475767778);
	rec__u64(&rec, 0x8182838485868788);
	rec__u64(&rec, 0x9192939495969798);
	rec__u32(&rec, 0xa1a2a3a4);
	rec__u32(&rec, 0xb1b2b3b4);
	rec__u64(&rec, 0xc1c2c3c4c5c6c7c8);
	rec__u32(&rec, 0xd1d2d3d4);
	rec__u16(&rec, 0xe1e2);
	rec__u16(&rec, 0);
	rec__u32(&rec, 0xf1f2f3f4);
	rec__u32(&rec, 0);
	rec__u64(&rec, 0x0a0b0c0d0e0f0102);
	rec__zeros(&rec, 256);
	{
		u8 *exact = malloc(size);

		assert_non_null(exact);
		memcpy(exact, rec.data, size);
		perf_event_attr__read(&attr, exact, size, swap);
		free(exact);
	}
	assert_int_equal(attr.type, 2);
	assert_int_equal(attr.size, size);
	assert_true(attr.config == 0x0102030405060708);
	assert_true(attr.sample_period == 0x1112131415161718);
	assert_true(attr.sample_type == 0x2122232425262728);
	assert_true(attr.read_format == 0x3132333435363738);
	/* Bits 0, 3, 6, … of the flags. */
	assert_int_equal(attr.disabled, 1);
	assert_int_equal(attr.inherit, 0);
	assert_int_equal(attr.pinned, 0);
	assert_int_equal(attr.exclusive, 1);
	assert_int_equal(attr.exclude_hv, 1);
	assert_int_equal(attr.comm, 1);
	assert_int_equal(attr.freq, 0);
	assert_int_equal(attr.task, 0);
	assert_int_equal(attr.sample_id_all, 1);
	assert_int_equal(attr.exclude_host, 0);
	assert_int_equal(attr.exclude_callchain_kernel, 1);
	assert_int_equal(attr.use_clockid, 0);
	assert_int_equal(attr.wakeup_events, 0x41424344);
	assert_int_equal(attr.bp_type, 0x51525354);
	assert_true(attr.config1 == 0x6162636465666768);
	assert_true(attr.config2 == (size >= 72 ? 0x7172737475767778 : 0));
	assert_true(attr.branch_sample_type == (size >= 80 ? 0x8182838485868788 : 0));
	assert_true(attr.sample_regs_user == (size >= 96 ? 0x9192939495969798 : 0));
	assert_int_equal(attr.sample_stack_user, size >= 96 ? 0xa1a2a3a4 : 0);
	assert_int_equal((u32)attr.clockid, size >= 96 ? 0xb1b2b3b4 : 0);
	assert_true(attr.sample_regs_intr == (size >= 104 ? 0xc1c2c3c4c5c6c7c8 : 0));
	assert_int_equal(attr.aux_watermark, size >= 112 ? 0xd1d2d3d4 : 0);
	assert_int_equal(attr.sample_max_stack, size >= 112 ? 0xe1e2 : 0);
	assert_int_equal(attr.aux_sample_size, size >= 120 ? 0xf1f2f3f4 : 0);
	assert_true(attr.sig_data == (size >= 128 ? 0x0a0b0c0d0e0f0102 : 0));
	rec__exit(&rec);
}

static void test_attr(void **state)
{
	static const u32 sizes[] = { 64, 72, 80, 96, 104, 112, 120, 128, 136, 144, 200, 256 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		check_attr(sizes[i], false);
		check_attr(sizes[i], true);
	}
}

/* A file with @nr events of attrs of @attr_size bytes, two ids each. */
static void make_file(struct rec *rec, unsigned int nr, u32 attr_size)
{
	u64 attrs = 104 + 16 * nr, entry = attr_size + 16;
	unsigned int i;

	rec__u64(rec, PERF_MAGIC2);
	rec__u64(rec, 104);
	rec__u64(rec, entry);
	rec__u64(rec, attrs);
	rec__u64(rec, nr * entry);
	rec__u64(rec, attrs + nr * entry);
	rec__u64(rec, 8);
	rec__zeros(rec, 48);
	for (i = 0; i < nr * 2; i++)
		rec__u64(rec, 1000 + i);
	for (i = 0; i < nr; i++) {
		rec__attr(rec, &tracepoint, attr_size);
		rec__u64(rec, 104 + 16 * i);
		rec__u64(rec, 16);
	}
	rec__end(rec, rec__begin(rec, PERF_RECORD_FINISHED_ROUND, 0));
}

static void check_file(u32 attr_size, bool swap)
{
	struct rec rec = { .swap = swap };
	const struct evsel *evsel;
	struct perf_session s;
	struct perf_err err;
	unsigned int i = 0;

	make_file(&rec, 3, attr_size);
	assert_int_equal(open_rec(&s, &rec, &err), 0);
	assert_int_equal(s.header.swap, swap);
	assert_false(s.header.pipe);
	assert_false(s.header.cut);
	assert_int_equal(s.header.data.size, 8);
	assert_int_equal(s.evlist.nr_entries, 3);
	evlist__for_each_entry(&s.evlist, evsel) {
		assert_int_equal(evsel->idx, i);
		assert_int_equal(evsel->attr_size, attr_size);
		assert_true(evsel->attr.config == tracepoint.config);
		assert_true(evsel->attr.sample_type == tracepoint.sample_type);
		assert_int_equal(evsel->attr.sample_id_all, 1);
		assert_int_equal(evsel->nr_ids, 2);
		assert_true(evsel->ids[0] == 1000 + 2 * i && evsel->ids[1] == 1001 + 2 * i);
		assert_ptr_equal(evlist__id2evsel(&s.evlist, 1001 + 2 * i), evsel);
		i++;
	}
	assert_null(evlist__id2evsel(&s.evlist, 999));
	perf_session__close(&s);
	rec__exit(&rec);
}

static void test_file(void **state)
{
	static const u32 sizes[] = { 64, 80, 128, 136, 144, 240 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		check_file(sizes[i], false);
		check_file(sizes[i], true);
	}
}

/* Sections of features behind the data, one that nobody knows among them. */
static void make_features(struct rec *rec, const int *feats, size_t nr)
{
	size_t table = rec->size, i;

	rec__zeros(rec, nr * 16);
	for (i = 0; i < nr; i++) {
		rec__set_u64(rec, table + i * 16, rec->size);
		rec__set_u64(rec, table + i * 16 + 8, 4 + 8);
		rec__u32(rec, 8);
		rec__bytes(rec, "feat", 4);
		rec__u8(rec, (u8)('A' + feats[i] % 26));
		rec__zeros(rec, 3);
	}
}

static void check_features(const struct rec *rec, const int *feats, size_t nr)
{
	struct perf_session s;
	struct perf_err err;
	size_t i, size;
	u8 *section;

	assert_int_equal(open_rec(&s, rec, &err), 0);
	for (i = 0; i < nr; i++) {
		assert_true(perf_header__has_feat(&s.header, feats[i]));
		assert_int_equal(perf_session__read_feature(&s, feats[i], &section, &size), 0);
		assert_int_equal(size, 12);
		assert_int_equal(section[8], 'A' + feats[i] % 26);
		assert_int_equal(section[12], 0);
		free(section);
	}
	assert_int_equal(perf_session__read_feature(&s, HEADER_NRCPUS, &section, &size), -ENOENT);
	assert_int_equal(perf_session__read_feature(&s, -1, &section, &size), -ENOENT);
	assert_int_equal(perf_session__read_feature(&s, 256, &section, &size), -ENOENT);
	assert_string_equal(s.env.hostname, "featD");
	assert_string_equal(s.env.arch, "featG");
	perf_session__close(&s);
}

static void test_features(void **state)
{
	static const int feats[] = { HEADER_HOSTNAME, HEADER_ARCH, HEADER_CPUID, 70, 200 };
	int swap, words;
	size_t i;

	for (swap = 0; swap < 2; swap++) {
		/* Words of 8 bytes; or of 4, as a 32-bit machine of the other order writes them. */
		for (words = 8; words >= (swap ? 4 : 8); words -= 4) {
			struct rec rec = { .swap = swap };
			u64 bits[4] = { 0 };

			make_file(&rec, 1, 128);
			for (i = 0; i < ARRAY_SIZE(feats); i++)
				bits[feats[i] / 64] |= 1ull << feats[i] % 64;
			for (i = 0; i < 4; i++)
				rec__set_u64(&rec, 72 + 8 * i,
					     words == 8 || !swap ? bits[i]
								 : bits[i] << 32 | bits[i] >> 32);
			make_features(&rec, feats, ARRAY_SIZE(feats));
			check_features(&rec, feats, ARRAY_SIZE(feats));
			rec__exit(&rec);
		}
	}
}

static void test_cut(void **state)
{
	struct rec rec = { 0 };
	struct perf_session s;
	struct perf_err err;
	size_t whole;

	make_file(&rec, 2, 128);
	whole = rec.size;
	for (rec.size = 0; rec.size < whole; rec.size++) {
		int ret = open_rec(&s, &rec, &err);

		if (rec.size < whole - 8) {
			assert_true(ret < 0);
			assert_true(err.msg[0]);
			continue;
		}
		assert_int_equal(ret, 0);
		assert_true(s.header.cut);
		assert_int_equal(s.header.data.size, rec.size - (whole - 8));
		perf_session__close(&s);
	}
	rec__exit(&rec);
}

static void check_damage(size_t at, u64 value, int error)
{
	struct rec rec = { 0 };
	struct perf_session s;
	struct perf_err err;
	int ret;

	make_file(&rec, 3, 128);
	rec__set_u64(&rec, at, value);
	ret = open_rec(&s, &rec, &err);
	assert_int_equal(ret, error);
	if (ret)
		assert_true(err.msg[0]);
	else
		perf_session__close(&s);
	rec__exit(&rec);
}

static void test_damage(void **state)
{
	size_t first_attr = 104 + 48;

	check_damage(0, 0x1234, -EINVAL); /* magic */
	check_damage(8, 17, -EINVAL);	  /* size of the header */
	check_damage(16, 79, -EINVAL);	  /* of an attr entry */
	check_damage(16, 4097, -EINVAL);
	check_damage(24, UINT64_MAX, -ENODATA);		     /* where the attrs are */
	check_damage(32, UINT64_MAX, -ENODATA);		     /* and how many bytes */
	check_damage(first_attr + 128, UINT64_MAX, -EINVAL); /* where an event's ids are */
	check_damage(first_attr + 136, 1 << 20, -EINVAL);
	check_damage(40, UINT64_MAX, 0); /* where the data are: there are none */
	check_damage(48, UINT64_MAX, 0); /* and how many */
}

/* Many events that share one large section of ids would take memory without end. */
static void test_ids_overlap(void **state)
{
	unsigned int nr = 200, i;
	struct rec rec = { 0 };
	struct perf_session s;
	struct perf_err err;

	make_file(&rec, nr, 128);
	for (i = 0; i < nr; i++) {
		rec__set_u64(&rec, 104 + 16 * nr + i * 144 + 128, 0);
		rec__set_u64(&rec, 104 + 16 * nr + i * 144 + 136, rec.size / 8 * 8);
	}
	assert_int_equal(open_rec(&s, &rec, &err), -EINVAL);
	assert_non_null(strstr(err.msg, "more ids than"));
	rec__exit(&rec);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_attr),	 cmocka_unit_test(test_file),
		cmocka_unit_test(test_features), cmocka_unit_test(test_cut),
		cmocka_unit_test(test_damage),	 cmocka_unit_test(test_ids_overlap),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
