// SPDX-License-Identifier: GPL-2.0-only
/* Rows with names and figures that no recording at hand has, in every form. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "ui/kvm-csv.h"
#include "ui/kvm-histogram.h"
#include "ui/kvm-json.h"

struct rows {
	struct kvm_report report;
	struct kvm_group group;
	struct kvm_histogram histogram[2];
	struct kvm_row row[2];
	char names[2][64];
};

static void fill(struct rows *r, const char *first, const char *second, u64 ns)
{
	size_t i, k;

	memset(r, 0, sizeof(*r));
	r->group =
		(struct kvm_group){ .pid = 7, .vm_name = "a,b\"\033[2J", .last_time = 2000000000 };
	kvm_stats__init(&r->report.total);
	for (i = 0; i < 2; i++) {
		struct kvm_row *row = &r->row[i];

		snprintf(r->names[i], sizeof(r->names[i]), "%s", i ? second : first);
		row->report = &r->report;
		row->group = &r->group;
		row->name = r->names[i];
		kvm_stats__init(&row->stats);
		row->stats.histogram = &r->histogram[i];
		for (k = 0; k < 3; k++)
			assert_int_equal(kvm_stats__update(&row->stats, ns >> k), 0);
		kvm_stats__merge(&r->report.total, &row->stats);
	}
	r->report.rows = r->row;
	r->report.nr_rows = 2;
	r->report.by = KVM_BY_VM;
	r->report.last_time = 2000000000;
}

static void empty(struct rows *r)
{
	kvm_histogram__exit(&r->histogram[0]);
	kvm_histogram__exit(&r->histogram[1]);
}

static void columns_of(struct ui_columns *columns, const char *words)
{
	struct perf_err err = { "" };

	assert_int_equal(ui_columns__parse(columns, words, &err), 0);
}

static void expect_csv(const char *words, const struct rows *r, const char *expected)
{
	struct ui_columns columns;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	columns_of(&columns, words);
	ui_kvm_csv_header(out, &columns);
	ui_kvm_csv_rows(out, &r->report, &columns);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

static void expect_lines(const char *words, const struct rows *r, bool histogram,
			 const char *expected)
{
	struct ui_columns columns;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	columns_of(&columns, words);
	assert_int_equal(ui_kvm_json_lines(out, &r->report, &columns, histogram), 0);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

static void test_names(void **state)
{
	struct rows r;

	(void)state;
	fill(&r, "say \"no\", twice", "new\nline\377\xc3\xa9", 4);
	expect_csv("name,vm,vm_name,sample", &r,
		   "name,vm,vm_name,count\r\n"
		   "\"say \"\"no\"\", twice\",7,\"a,b\"\"\\x1b[2J\",3\r\n"
		   "new\\x0aline\\xff\xc3\xa9,7,\"a,b\"\"\\x1b[2J\",3\r\n");
	expect_lines(
		"name,vm_name", &r, false,
		"{\"name\":\"say \\\"no\\\", twice\",\"vm_name\":\"a,b\\\"\\\\x1b[2J\"}\n"
		"{\"name\":\"new\\\\x0aline\\\\xff\xc3\xa9\",\"vm_name\":\"a,b\\\"\\\\x1b[2J\"}\n");
	empty(&r);
}

static void test_figures(void **state)
{
	struct rows r;

	(void)state;
	fill(&r, "A", "B", 4);
	expect_csv("name,sample,percent_sample,time,percent_time,min,max,mean,rate", &r,
		   "name,count,count_pct,time_ns,time_pct,min_ns,max_ns,mean_ns,rate\r\n"
		   "A,3,50,7,50,1,4,2.33333333333,1.5\r\n"
		   "B,3,50,7,50,1,4,2.33333333333,1.5\r\n");
	expect_lines("name,time", &r, true,
		     "{\"name\":\"A\",\"time_ns\":7,\"histogram\":[[1,1,1],[2,2,1],[4,4,1]]}\n"
		     "{\"name\":\"B\",\"time_ns\":7,\"histogram\":[[1,1,1],[2,2,1],[4,4,1]]}\n");
	empty(&r);
	/* What only damaged times come to is still told: exactly where there is room. */
	fill(&r, "A", "B", UINT64_MAX);
	expect_csv("name,time,max", &r,
		   "name,time_ns,max_ns\r\n"
		   "A,32281802128991715325,18446744073709551615\r\n"
		   "B,32281802128991715325,18446744073709551615\r\n");
	expect_lines("max,min", &r, false,
		     "{\"max_ns\":1.84467440737e19,\"min_ns\":4611686018427387903}\n"
		     "{\"max_ns\":1.84467440737e19,\"min_ns\":4611686018427387903}\n");
	empty(&r);
}

/* From the shortest to the longest there is, a distribution can be drawn, and all of it is. */
static void test_drawing(void **state)
{
	static const u64 longest[] = { 0, 1, 100, 127, 128, 129, 1000, 1u << 20, UINT64_MAX };
	const struct ui_kvm_title title = { .heading = "X" };
	unsigned int i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(longest); i++) {
		unsigned long lines = 0, sum = 0;
		char *text = NULL, *line, *save;
		struct rows r;
		size_t size;
		FILE *out = open_memstream(&text, &size);

		fill(&r, "A", "B", longest[i]);
		assert_int_equal(ui_kvm_histograms(out, &r.report, "B", &title), 1);
		fclose(out);
		for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
			char *end;
			double from = strtod(line, &end), to;
			unsigned long n;

			if (strncmp(end, "us ", 3))
				continue;
			to = strtod(end + 2, &end);
			n = strtoul(end + 2, NULL, 10);
			assert_true(to > from);
			assert_true((n > 0) == !!strchr(line, '#'));
			sum += n;
			lines++;
		}
		assert_int_equal(sum, 3);
		assert_in_range(lines, 1, 24);
		free(text);
		empty(&r);
	}
}

/* Each name there is can be found, and shown. */
static void test_registry(void **state)
{
	struct ui_columns columns;
	struct perf_err err = { "" };
	size_t nr, i, k;
	const struct ui_column *all = ui_columns__all(&nr);
	char cell[256];
	struct rows r;

	(void)state;
	assert_true(nr <= UI_MAX_COLUMNS);
	fill(&r, "A", "B", 4);
	for (i = 0; i < nr; i++) {
		columns_of(&columns, all[i].name);
		assert_ptr_equal(columns.column[0], &all[i]);
		assert_true(ui_column__cell(&all[i], r.row, cell, sizeof(cell))[0] != '\0');
		for (k = 0; k < i; k++)
			assert_string_not_equal(all[i].field, all[k].field);
	}
	assert_int_equal(ui_columns__parse(&columns, "name,,mean", &err), -EINVAL);
	empty(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_figures),
		cmocka_unit_test(test_drawing),
		cmocka_unit_test(test_registry),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
