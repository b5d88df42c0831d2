// SPDX-License-Identifier: GPL-2.0-only
/* Which event formats libtraceevent is given: real ones as they are, malformed ones cut. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "formats.h"
#include "util/format/format-text.h"

#define HEAD "name: kvm_exit\nID: 77\nformat:\n"
#define FIELDS                                                                   \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n" \
	"\tfield:u32 reason;\toffset:8;\tsize:4;\tsigned:0;\n"                   \
	"\tfield:u64 values[16];\toffset:16;\tsize:128;\tsigned:0;\n"            \
	"\tfield:const char * name;\toffset:144;\tsize:8;\tsigned:0;\n"          \
	"\tfield:__data_loc char[] msg;\toffset:152;\tsize:4;\tsigned:1;\n"      \
	"\tfield:char buf[];\toffset:156;\tsize:0;\tsigned:0;\n\n"

enum outcome { KEPT, CUT, REFUSED };

static enum outcome clean(const char *text)
{
	char *copy = format_text__clean(text, strlen(text));
	enum outcome outcome;

	if (!copy) {
		assert_int_equal(errno, EINVAL);
		return REFUSED;
	}
	outcome = strcmp(copy, text) ? CUT : KEPT;
	if (outcome == CUT) {
		size_t head = (size_t)(strstr(text, "print fmt:") - text);

		assert_memory_equal(copy, text, head);
		assert_string_equal(copy + head, "print fmt: \"\"\n");
	}
	free(copy);
	return outcome;
}

static enum outcome clean_print(const char *print_fmt)
{
	size_t size = strlen(print_fmt) + 1024;
	char *text = malloc(size);
	enum outcome outcome;

	assert_non_null(text);
	snprintf(text, size, HEAD FIELDS "print fmt: %s\n", print_fmt);
	outcome = clean(text);
	free(text);
	return outcome;
}

static void test_print(void **state)
{
	static const char *const kept[] = {
		"\"nothing\"",
		"\"two \" \"parts\"",
		"\"a line's end\n\"",
		"\"%d\", REC->reason",
		"\"%s\", REC->name ?: \"UNKN\"",
		"\"%s\", REC->reason ? \"a\" : REC->reason == -4 ? \"b\" : \"c\"",
		"\"%d\", (unsigned long)-1 + (u8)(REC->reason >> 8)",
		"\"%d\", 2 * REC->values[3] / 1000 - (REC->values[3] % 0x10) * 017",
		"\"%s %s\", __get_str(msg), __print_array(REC->values, 16, 8)",
		"\"%s\", REC->buf",
		"\"%s\", __print_symbolic(REC->reason & 0xff, { 0x040 + 0, \"A\" \" B\" }, { -1, \"C\" })",
		"\"%s\", __print_flags(REC->reason, \"|\", { (((1UL) << 3)), \"A\" }, { FOO, \"\" })",
		"\"%c\", REC->reason ? 'e' : 'i'",
		"\"%p\", (void *)REC->name",
		"\"%d\", __get_dynamic_array_len(msg) / sizeof(u64) + sizeof(__u32)",
	};
	/* Most of these crash libtraceevent 1.7.1. */
	static const char *const cut[] = {
		"",
		"REC->reason",
		"\"%s",
		"\"%s\", ",
		"\"%s\" REC->reason",
		"\"%s\", REC->reason,",
		"\"%s\", REC->reasons",
		"\"%s\", REC->eason",
		"\"%s\", __print_symbolic(REC->foo, { 1, \"a\" })",
		"\"%s\", __print_symbolic(REC->common, { 1, \"a\" })",
		"\"%s\", REC->reason ? \"a\"; : \"b\"",
		"\"%s\", REC->reason ? \"a\"",
		"\"%s\", REC->reason ? 'e' : char x; 'i'",
		"\"%d\", REC->reason %d timer %d",
		"\"%d\", REC->reason % 0",
		"\"%d\", 100 / 0x00UL",
		"\"%d\", 100 / 08",
		"\"%d\", REC->reason / 2 * 0",
		"\"%d\", REC->reason / 1000 % 1000 + 1",
		"\"%d\", 100 % 2 / 2",
		"\"%d\", 100 / REC->reason",
		"\"%d\", 0x % llx",
		"\"%d\", sizeof(REC->reason >> 48)",
		"\"%d\", 1 / sizeof(struct foo)",
		"\"%d\", sizeof()",
		"\"%d\", msecs(REC->reason)",
		"\"%s\", __get_str(nothing)",
		"\"%s\", __get_str(msg, msg)",
		"\"%d\", 12x",
		"\"a\tb\"",
		"\"a\x1b[m\"",
		"\"a\xff\"",
		"\"a\nb\"",
		"\"%s\", \"a\" + \"b\"",
		"\"%s\", -\"b\"",
		"\"%s\", (REC->reason",
		"\"%s\", REC->reason)",
		"\"%s\", __print_symbolic(REC->reason, { 1, \"a\" }",
		"\"%s\", __print_symbolic(REC->reason, { 1 ? \"a\" : \"b\", \"a\" })",
		"\"%s\", ({ int x; x; })",
		"\"%s\", { 1, 2 }",
		"\"%s\", REC->values[",
		"\"%s\", REC->",
		"\"%s\", @",
		"\"\tfield:u32 fake;\" \"%s\", REC->fake",
	};
	size_t i;

	for (i = 0; i < sizeof(kept) / sizeof(*kept); i++) {
		if (clean_print(kept[i]) != KEPT)
			fail_msg("cut: %s", kept[i]);
	}
	for (i = 0; i < sizeof(cut) / sizeof(*cut); i++) {
		if (clean_print(cut[i]) != CUT)
			fail_msg("kept: %s", cut[i]);
	}
}

/* `"%d", ` and @n times @open, a number, @n times @close. */
static enum outcome clean_nested(size_t n, const char *open, const char *close)
{
	char *text = NULL;
	size_t size, i;
	FILE *f = open_memstream(&text, &size);
	enum outcome outcome;

	assert_non_null(f);
	fputs("\"%d\", ", f);
	for (i = 0; i < n; i++)
		fputs(open, f);
	fputc('1', f);
	for (i = 0; i < n; i++)
		fputs(close, f);
	fclose(f);
	outcome = clean_print(text);
	free(text);
	return outcome;
}

static void test_depth(void **state)
{
	static const struct {
		const char *open, *close;
	} nests[] = {
		{ "(", ")" },
		{ "~", "" },
		{ "-", "" },
		{ "(u8)", "" },
		{ "__print_hex(", ")" },
		{ "__print_hex({", "})" },
		{ "1 + ", "" },
		{ "1 ? 2 : ", "" },
		{ "1 ? ", " : 2" },
		{ "REC->values[", "]" },
	};
	size_t i;

	for (i = 0; i < sizeof(nests) / sizeof(*nests); i++) {
		assert_int_equal(clean_nested(10, nests[i].open, nests[i].close), KEPT);
		assert_int_equal(clean_nested(1000, nests[i].open, nests[i].close), CUT);
		assert_int_equal(clean_nested(10000, nests[i].open, nests[i].close), CUT);
	}
	assert_int_equal(clean_nested(1000, "1, ", ""), KEPT);
	assert_int_equal(clean_nested(100000, "1, ", ""), CUT);
}

static void test_fields(void **state)
{
	static const char *const refused[] = {
		"",
		"name: a\n",
		"name: a b\nID: 1\nformat:\n\nprint fmt: \"\"\n",
		"name: a\nID: x\nformat:\n\nprint fmt: \"\"\n",
		"name: a\nID: 9999999999\nformat:\n\nprint fmt: \"\"\n",
		"name: a\nID: 1\nformat:\n",
		HEAD FIELDS,
		HEAD "\tfield:u32;\toffset:0;\nprint fmt: \"\"\n",
		HEAD "\tfield:u32 a\toffset:0;\tsize:4;\tsigned:0;\n\nprint fmt: \"\"\n",
		HEAD "\tfield:u32 a;\toffset:-1;\tsize:4;\tsigned:0;\n\nprint fmt: \"\"\n",
		HEAD "\tfield:u32 a;\toffset:0;\tsize:;\tsigned:0;\n\nprint fmt: \"\"\n",
		HEAD "\tfield:u32 a;\toffset:0;\tsize:4294967296;\tsigned:0;\n\nprint fmt: \"\"\n",
		HEAD "\tfield:u32 a[;\toffset:0;\tsize:4;\tsigned:0;\n\nprint fmt: \"\"\n",
		HEAD "\tfield:u32 a[1][2];\toffset:0;\tsize:4;\tsigned:0;\n\nprint fmt: \"\"\n",
		HEAD "\tfield:u32 a[x];\toffset:0;\tsize:4;\tsigned:0;\n\nprint fmt: \"\"\n",
		HEAD "\tfield:u32 \xe9;\toffset:0;\tsize:4;\tsigned:0;\n\nprint fmt: \"\"\n",
		HEAD "\tfield:u32 a;\toffset:0;\tsize:4;\tsigned:0;\n\nprint fmt : \"\"\n",
		HEAD "\tfield special:u32 a;\toffset:0;\tsize:4;\n\nprint fmt: \"\"\n",
	};
	size_t i;

	for (i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
		if (clean(refused[i]) != REFUSED)
			fail_msg("not refused: %s", refused[i]);
	}
	/* Old kernels don't tell the sign. */
	assert_int_equal(clean(HEAD "\tfield:u32 a;\toffset:0;\tsize:4;\n\nprint fmt: \"\"\n"),
			 KEPT);
	assert_int_equal(clean(HEAD "\nprint fmt: \"\"\n"), KEPT);
}

/* The text ends where its size says, whatever stands behind it; a NUL byte ends it sooner. */
static void test_size(void **state)
{
	static const char text[] = HEAD FIELDS "print fmt: \"%d\", REC->reason\n";
	char *copy;
	size_t size;

	for (size = 0; size < sizeof(text); size++) {
		char *exact = malloc(size + !size);

		assert_non_null(exact);
		memcpy(exact, text, size);
		copy = format_text__clean(exact, size);
		assert_true(!copy == (size < (size_t)(strstr(text, "print fmt:") - text) + 10));
		free(copy);
		free(exact);
	}
}

/* Every real format that we have stays as it is: libtraceevent's own limits are its own. */
static void test_real(void **state)
{
	static const char *const files[] = { "x86",   "x86-7.2", "arm64",  "arm64-7.2",
					     "riscv", "s390",	 "powerpc" };
	size_t i;

	for (i = 0; i < sizeof(files) / sizeof(*files); i++) {
		char *text = formats__read(files[i]), *event = text, *next;

		for (; event; event = next) {
			next = strstr(event + 1, "\n# ");
			if (next)
				next[1] = '\0';
			event = strchr(event, '\n') + 1;
			if (clean(event) != KEPT)
				fail_msg("%s: %.40s", files[i], event);
			if (next) {
				next[1] = '#';
				next++;
			}
		}
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_print),  cmocka_unit_test(test_depth),
		cmocka_unit_test(test_fields), cmocka_unit_test(test_size),
		cmocka_unit_test(test_real),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
