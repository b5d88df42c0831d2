// SPDX-License-Identifier: GPL-2.0-only
/* Tracing data, byte by byte; and the printing of records that lie about themselves. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "recording.h"
#include "util/format/trace-event.h"

#define COMMON                                                                         \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"         \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"         \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"

static const char kvm_exit[] =
	"name: kvm_exit\nID: 77\nformat:\n" COMMON
	"\tfield:unsigned int exit_reason;\toffset:8;\tsize:4;\tsigned:0;\n"
	"\tfield:unsigned long guest_rip;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\tfield:u8 bytes[16];\toffset:24;\tsize:16;\tsigned:0;\n"
	"\tfield:s16 small;\toffset:40;\tsize:2;\tsigned:1;\n"
	"\nprint fmt: \"reason %s rip 0x%lx\", __print_symbolic(REC->exit_reason, { 1, \"ONE\" }), "
	"REC->guest_rip\n";

static const char kvm_entry[] = "name: kvm_entry\nID: 78\nformat:\n" COMMON
				"\tfield:int vcpu_id;\toffset:8;\tsize:4;\tsigned:1;\n"
				"\nprint fmt: \"vcpu %d\", REC->vcpu_id\n";

static void put_text(struct rec *rec, const char *text)
{
	rec__u64(rec, strlen(text));
	rec__bytes(rec, text, strlen(text));
}

static void put_head(struct rec *rec)
{
	bool big = rec->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);

	rec__bytes(rec, "\x17\x08\x44tracing", 10);
	rec__bytes(rec, "0.6", 4);
	rec__u8(rec, big);
	rec__u8(rec, 8);
	rec__u32(rec, 4096);
	rec__bytes(rec, "header_page", 12);
	put_text(rec, "\tfield: u64 timestamp;");
	rec__bytes(rec, "header_event", 13);
	put_text(rec, "# compressed entry header");
	rec__u32(rec, 1);
	put_text(rec, "name: function\nID: 1\nformat:\n");
}

static void make(struct rec *rec, const char *const *formats, u32 nr, const char *printk)
{
	u32 i;

	put_head(rec);
	rec__u32(rec, 2);
	rec__bytes(rec, "empty", 6);
	rec__u32(rec, 0);
	rec__bytes(rec, "kvm", 4);
	rec__u32(rec, nr);
	for (i = 0; i < nr; i++)
		put_text(rec, formats[i]);
	rec__u32(rec, 3);
	rec__bytes(rec, "sym", 3);
	rec__u32(rec, (u32)strlen(printk));
	rec__bytes(rec, printk, strlen(printk));
	put_text(rec, "1 init\n");
}

/* In memory that ends where the data do, as far as the terminating byte that callers add. */
static int parse(struct trace_event *te, const struct rec *rec, size_t size, struct perf_err *err)
{
	u8 *blob = malloc(size + 1);

	assert_non_null(blob);
	if (size)
		memcpy(blob, rec->data, size);
	blob[size] = '\0';
	return trace_event__parse(te, blob, size, err);
}

static void check_field(struct tep_event *event, const char *name, u16 offset, u8 size,
			bool is_signed)
{
	struct field_ref f = trace_event__field(event, name);

	assert_int_equal(f.offset, offset);
	assert_int_equal(f.size, size);
	assert_int_equal(f.is_signed, is_signed);
}

static void test_parse(void **state)
{
	static const char *const formats[] = { kvm_exit, kvm_entry };
	int swap;

	for (swap = 0; swap < 2; swap++) {
		struct rec rec = { .swap = swap };
		struct trace_event te = { 0 };
		struct perf_err err = { "" };
		struct tep_event *event;

		make(&rec, formats, 2, "0xffffffff81000000 : \"a printk string\\n\"\n");
		assert_int_equal(parse(&te, &rec, rec.size, &err), 0);
		assert_int_equal(te.nr_formats, 2);
		event = trace_event__find(&te, 77);
		assert_non_null(event);
		assert_string_equal(event->name, "kvm_exit");
		assert_string_equal(event->system, "kvm");
		assert_ptr_equal(trace_event__find(&te, 77), event);
		assert_string_equal(trace_event__find(&te, 78)->name, "kvm_entry");
		assert_null(trace_event__find(&te, 1)); /* ftrace's own are passed over */
		assert_null(trace_event__find(&te, 79));
		assert_null(trace_event__find(&te, 77 + (1ull << 32)));
		check_field(event, "exit_reason", 8, 4, false);
		check_field(event, "guest_rip", 16, 8, false);
		check_field(event, "common_pid", 4, 4, true);
		check_field(event, "small", 40, 2, true);
		check_field(event, "bytes", 0, 0, false); /* no number */
		check_field(event, "nothing", 0, 0, false);
		check_field(NULL, "exit_reason", 0, 0, false);
		assert_true(trace_event__fits(event, 42));
		assert_false(trace_event__fits(event, 41));
		trace_event__exit(&te);
		rec__exit(&rec);
	}
}

static void test_cut(void **state)
{
	static const char *const formats[] = { kvm_exit, kvm_entry };
	struct rec rec = { 0 };
	size_t size, first_ends = 0;

	put_head(&rec);
	first_ends = rec.size + 4 + 6 + 4 + 4 + 4 + 8 + strlen(kvm_exit);
	rec.size = 0;
	make(&rec, formats, 2, "0x1 : \"x\"\n");
	for (size = 0; size < rec.size; size++) {
		struct trace_event te = { 0 };
		struct perf_err err = { "" };
		int ret = parse(&te, &rec, size, &err);

		/* The saved command lines at the end are not read. */
		if (size >= rec.size - 8 - 7) {
			assert_int_equal(ret, 0);
		} else {
			assert_int_equal(ret, -EINVAL);
			assert_non_null(strstr(err.msg, "damaged at byte"));
		}
		/* What precedes the damage is kept. */
		assert_int_equal(!!trace_event__find(&te, 77), size >= first_ends);
		trace_event__exit(&te);
	}
	rec__exit(&rec);
}

/* Lines of the printk formats that are none, or whose strings are shorter than libtraceevent reads.
 */
static void test_printk(void **state)
{
	static const char *const formats[] = { kvm_exit };
	static const char *const texts[] = { "",
					     "\n\n",
					     "0x1 : \"\"\n",
					     "0x2 : \"",
					     "0x3 : \"a\"\n",
					     "0x4 : \"ab\"\n0x4 : \"\\n\"",
					     "\"x\" : \"y\"",
					     "0x5",
					     "zzz : \"no number\"\n" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		struct rec rec = { 0 };
		struct trace_event te = { 0 };
		struct perf_err err = { "" };

		make(&rec, formats, 1, texts[i]);
		assert_int_equal(parse(&te, &rec, rec.size, &err), 0);
		assert_non_null(trace_event__find(&te, 77));
		trace_event__exit(&te);
		rec__exit(&rec);
	}
}

static void test_values(void **state)
{
	static const u8 raw[] = { 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99 };
	static const u64 plain[] = { 0x22, 0x3322, 0x55443322, 0x9988776655443322 };
	static const u64 swapped[] = { 0x22, 0x2233, 0x22334455, 0x2233445566778899 };
	int i;

	for (i = 0; i < 4; i++) {
		struct field_ref f = { 1, (u8)(1 << i), false };

		assert_true(field_ref__get(&f, raw, 1u + (1u << i), false) == plain[i]);
		assert_true(field_ref__get(&f, raw, 1u + (1u << i), true) == swapped[i]);
		assert_true(field_ref__get(&f, raw, 1u << i, false) == 0);
		f.offset = UINT16_MAX;
		assert_true(field_ref__get(&f, raw, 9, false) == 0);
	}
}

/* How a record with @payload behind its common fields prints with @print_fmt. */
static void print(const char *fields, const char *print_fmt, const void *payload, size_t size,
		  char *text, size_t text_size)
{
	char format[4096];
	const char *formats[] = { format };
	struct rec rec = { 0 };
	struct trace_event te = { 0 };
	struct perf_err err = { "" };
	struct tep_event *event;
	struct trace_seq seq;
	u8 *raw = malloc(8 + size);

	assert_non_null(raw);
	memset(raw, 0xff, 8); /* the type is a lie, too */
	memcpy(raw + 8, payload, size);
	snprintf(format, sizeof(format),
		 "name: odd\nID: 99\nformat:\n" COMMON "%s\nprint fmt: %s\n", fields, print_fmt);
	make(&rec, formats, 1, "");
	assert_int_equal(parse(&te, &rec, rec.size, &err), 0);
	event = trace_event__find(&te, 99);
	assert_non_null(event);
	trace_seq_init(&seq);
	assert_int_equal(trace_event__print(&te, event, raw, (u32)(8 + size), &seq), 0);
	snprintf(text, text_size, "%s", seq.buffer);
	trace_seq_destroy(&seq);
	trace_event__exit(&te);
	rec__exit(&rec);
	free(raw);
}

#define A     "\tfield:unsigned int a;\toffset:8;\tsize:4;\tsigned:0;\n"
#define B     "\tfield:unsigned int b;\toffset:12;\tsize:4;\tsigned:0;\n"
#define MSG   "\tfield:__data_loc char[] msg;\toffset:12;\tsize:4;\tsigned:1;\n"
#define ARRAY "\tfield:u8 array[4];\toffset:12;\tsize:4;\tsigned:0;\n"

static void test_print(void **state)
{
	char text[4096];

	print(A B, "\"a %u b %x\", REC->a, REC->b", "\1\0\0\0\xff\0\0\0", 8, text, sizeof(text));
	assert_string_equal(text, "a 1 b ff");
	print(A MSG, "\"%u %s\", REC->a, __get_str(msg)", "\1\0\0\0\x10\0\4\0abc", 12, text,
	      sizeof(text));
	assert_string_equal(text, "1 abc");
	print(A ARRAY, "\"%s\", __print_hex(REC->array, REC->a)", "\3\0\0\0\1\2\3\4", 8, text,
	      sizeof(text));
	assert_string_equal(text, "01 02 03");
	print(A B, "\"%u\", REC->a / 2", "\7\0\0\0\0\0\0\0", 8, text, sizeof(text));
	assert_string_equal(text, "3");
}

/* What would divide by 0, or read or print beyond the record: its fields are printed instead. */
static void test_print_hostile(void **state)
{
	static const char *const fmts[] = {
		"\"%u\", REC->a / REC->b",
		"\"%u\", REC->a % REC->b",
		"\"%u\", REC->array[REC->a]",
		"\"%s\", __print_hex(REC->array, REC->a)",
		"\"%s\", __print_hex_str(REC->array, REC->a)",
		"\"%s\", __print_array(REC->array, REC->a, 1)",
		"\"%s\", __print_array(__get_dynamic_array(msg), REC->a, 8)",
		"\"%*d\", REC->a, REC->a",
		"\"%999999999d\", REC->a",
		"\"%.999999999s\", __get_str(msg)",
		"\"%*ph\", REC->a, REC->array",
		"\"%u\", ((u32 *)__get_dynamic_array(msg))[REC->a]",
	};
	static const char payload[] = "\xff\xff\xff\x7f\0\0\0\0\xff\xff\xff\xff";
	char text[65536];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fmts); i++) {
		print(A B "\tfield:u8 array[4];\toffset:16;\tsize:4;\tsigned:0;\n"
			  "\tfield:__data_loc char[] msg;\toffset:16;\tsize:4;\tsigned:1;\n",
		      fmts[i], payload, 12, text, sizeof(text));
		if (!strstr(text, "a=2147483647"))
			fail_msg("%s: %.200s", fmts[i], text);
	}
	/* A string that would begin, or end, behind the record reads as what is there. */
	print(A MSG, "\"<%s>\", __get_str(msg)", "\1\0\0\0\xff\xff\xff\xff", 8, text, sizeof(text));
	assert_string_equal(text, "<>");
	print(A MSG, "\"<%s>\", __get_str(msg)",
	      "\1\0\0\0\x10\0\xff\xff"
	      "abcd",
	      12, text, sizeof(text));
	assert_true(!strcmp(text, "<abcd>") || !strcmp(text, "<>"));
}

/* Whatever libtraceevent takes their sizes for, nothing is divided by 0. */
static void test_print_sizeof(void **state)
{
	static const char *const types[] = {
		"unsigned", "char",  "short",	      "int",	   "long",
		"u8",	    "u16",   "u32",	      "u64",	   "s8",
		"s16",	    "s32",   "s64",	      "__u8",	   "__u16",
		"__u32",    "__u64", "unsigned long", "long long", "unsigned int unsigned",
		"void",	    "u8 u8"
	};
	char fmt[256], text[4096];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(types); i++) {
		snprintf(fmt, sizeof(fmt), "\"%%u\", REC->a / sizeof(%s)", types[i]);
		print(A B, fmt, "\7\0\0\0\0\0\0\0", 8, text, sizeof(text));
		snprintf(fmt, sizeof(fmt),
			 "\"%%s\", __print_symbolic(REC->a, { 64 / sizeof(%s), \"x\" })", types[i]);
		print(A B, fmt, "\10\0\0\0\0\0\0\0", 8, text, sizeof(text));
		snprintf(fmt, sizeof(fmt),
			 "\"%%u\", (64 %% sizeof(%s)) + REC->array[2 / sizeof(%s)]", types[i],
			 types[i]);
		print(A ARRAY, fmt, "\10\0\0\0\0\0\0\0", 8, text, sizeof(text));
	}
}

static void test_print_short(void **state)
{
	static const char *const formats[] = { kvm_exit };
	struct trace_event te = { 0 };
	struct perf_err err = { "" };
	struct rec rec = { 0 };
	struct trace_seq seq;
	u8 raw[42] = { 0 };

	make(&rec, formats, 1, "");
	assert_int_equal(parse(&te, &rec, rec.size, &err), 0);
	trace_seq_init(&seq);
	assert_int_equal(trace_event__print(&te, trace_event__find(&te, 77), raw, 41, &seq),
			 -EINVAL);
	assert_int_equal(trace_event__print(&te, trace_event__find(&te, 77), raw, 42, &seq), 0);
	assert_string_equal(seq.buffer, "reason 0x0 rip 0x0");
	trace_seq_destroy(&seq);
	trace_event__exit(&te);
	rec__exit(&rec);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse),	     cmocka_unit_test(test_cut),
		cmocka_unit_test(test_printk),	     cmocka_unit_test(test_values),
		cmocka_unit_test(test_print),	     cmocka_unit_test(test_print_hostile),
		cmocka_unit_test(test_print_sizeof), cmocka_unit_test(test_print_short),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
