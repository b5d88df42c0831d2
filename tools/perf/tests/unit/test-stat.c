// SPDX-License-Identifier: GPL-2.0-only
/*
 * From counters to the lines of perf stat, with counts that are known: what
 * most test machines cannot count (cycles, caches) or never do (share counters)
 * is checked here. The lines are in the form of perf 6.1's.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "ui/stat.h"
#include "util/evsel_ctl.h"
#include "util/opening/parse-events.h"

/* Counters that are pipes: what they will say when they are read is written into them first. */
struct bench {
	struct evlist evlist;
	struct stat_opts opts;
	struct stat_run run;
	int feeds[16][4];
	unsigned int nr, nr_fds;
};

static void open_pipe(int *in, int *out)
{
	int fds[2];

	assert_int_equal(pipe(fds), 0);
	*out = fds[0];
	*in = fds[1];
}

static void start(struct bench *b, const char *events, enum stat_aggr aggr, int nr_cpus)
{
	struct parse_events_error error;
	struct evsel *evsel;
	int cpu;

	memset(b, 0, sizeof(*b));
	evlist__init(&b->evlist);
	if (parse_events(&b->evlist, events, NULL, &error))
		fail_msg("%s: %s", events, error.text);
	b->opts.aggr = aggr;
	b->opts.target.system_wide = nr_cpus > 1;
	assert_int_equal(stat_run__init(&b->run, &b->evlist, &b->opts), 0);
	assert_int_equal(thread_map__add_any(&b->run.maps.threads), 0);
	for (cpu = 0; cpu < nr_cpus; cpu++)
		assert_int_equal(cpu_map__one(&b->run.maps.cpus, cpu), 0);
	b->nr_fds = (unsigned int)nr_cpus;
	evlist__for_each_entry(&b->evlist, evsel) {
		struct evsel_ctl *ctl = evsel->ctl;

		assert_int_equal(cpu_map__copy(&ctl->cpus, &b->run.maps.cpus), 0);
		ctl->nr_threads = 1;
		ctl->fds = calloc((size_t)nr_cpus, sizeof(*ctl->fds));
		assert_non_null(ctl->fds);
		for (cpu = 0; cpu < nr_cpus; cpu++)
			open_pipe(&b->feeds[b->nr][cpu], &ctl->fds[cpu]);
		assert_int_equal(evsel_stat__prepare(evsel, &b->run), 0);
		b->nr++;
	}
}

static void feed(struct bench *b, unsigned int event, unsigned int cpu, u64 val, u64 ena, u64 run)
{
	u64 values[3] = { val, ena, run };

	assert_true(write(b->feeds[event][cpu], values, sizeof(values)) == sizeof(values));
}

static void end(struct bench *b)
{
	unsigned int i, j;

	for (i = 0; i < b->nr; i++) {
		for (j = 0; j < b->nr_fds; j++)
			close(b->feeds[i][j]);
	}
	stat_run__exit(&b->run);
	evlist__exit(&b->evlist);
}

static void put(const struct stat_row *row, void *data)
{
	struct stat_output *out = data;

	out->format->row(out, row);
}

/* Prints the rows with blanks at the lines' ends cut off, and compares. */
static void want(struct bench *b, struct stat_output *out, double elapsed_ns, const char *expected)
{
	char *text = NULL, *from, *to;
	size_t size;

	out->file = open_memstream(&text, &size);
	assert_non_null(out->file);
	out->unit_width = 4;
	stat_rows(&b->run, elapsed_ns, put, out);
	assert_int_equal(fclose(out->file), 0);
	for (from = to = text; *from; from++) {
		if (*from == '\n') {
			while (to > text && to[-1] == ' ')
				to--;
		}
		*to++ = *from;
	}
	*to = '\0';
	assert_string_equal(text, expected);
	free(text);
}

static void read_all(struct bench *b, bool interval)
{
	assert_int_equal(stat_counts__read(&b->run, interval), 0);
}

#define MS 1000000ull

static void test_metrics(void **state)
{
	struct stat_output text = { .format = &stat_text };
	struct stat_output csv = { .format = &stat_csv, .separator = "," };
	struct bench b;
	u64 t = 2 * MS;

	start(&b,
	      "task-clock,cs,cycles,stalled-cycles-frontend,instructions,branches,branch-misses,"
	      "L1-dcache-loads,L1-dcache-load-misses,cache-references,cache-misses",
	      STAT_GLOBAL, 1);
	feed(&b, 0, 0, t, t, t);
	feed(&b, 1, 0, 3, t, t);
	feed(&b, 2, 0, 6000000, t, t);
	feed(&b, 3, 0, 600000, t, t);
	feed(&b, 4, 0, 3000000, t, t);
	feed(&b, 5, 0, 1000000, t, t);
	feed(&b, 6, 0, 25000, t, t);
	feed(&b, 7, 0, 2000, t, t);
	feed(&b, 8, 0, 100, t, t);
	feed(&b, 9, 0, 400, t, t);
	feed(&b, 10, 0, 100, t, t);
	read_all(&b, false);
	want(&b, &text, 4.0 * MS,
	     "              2.00 msec task-clock                       #    0.500 CPUs utilized\n"
	     "                 3      cs                               #    1.500 K/sec\n"
	     "           6000000      cycles                           #    3.000 GHz\n"
	     "            600000      stalled-cycles-frontend          #   10.00% frontend cycles "
	     "idle\n"
	     "           3000000      instructions                     #    0.50  insn per cycle\n"
	     "           1000000      branches                         #  500.000 M/sec\n"
	     "             25000      branch-misses                    #    2.50% of all branches\n"
	     "              2000      L1-dcache-loads                  #    1.000 M/sec\n"
	     "               100      L1-dcache-load-misses            #    5.00% of all L1-dcache "
	     "accesses\n"
	     "               400      cache-references                 #  200.000 K/sec\n"
	     "               100      cache-misses                     #   25.000 % of all cache "
	     "refs\n");
	want(&b, &csv, 4.0 * MS,
	     "2.00,msec,task-clock,2000000,100.00,0.500,CPUs utilized\n"
	     "3,,cs,2000000,100.00,1.500,K/sec\n"
	     "6000000,,cycles,2000000,100.00,3.000,GHz\n"
	     "600000,,stalled-cycles-frontend,2000000,100.00,10.00,frontend cycles idle\n"
	     "3000000,,instructions,2000000,100.00,0.50,insn per cycle\n"
	     "1000000,,branches,2000000,100.00,500.000,M/sec\n"
	     "25000,,branch-misses,2000000,100.00,2.50,of all branches\n"
	     "2000,,L1-dcache-loads,2000000,100.00,1.000,M/sec\n"
	     "100,,L1-dcache-load-misses,2000000,100.00,5.00,of all L1-dcache accesses\n"
	     "400,,cache-references,2000000,100.00,200.000,K/sec\n"
	     "100,,cache-misses,2000000,100.00,25.000,of all cache refs\n");
	end(&b);
}

/* Instructions of user space are not divided by the cycles of all levels. */
static void test_levels(void **state)
{
	struct stat_output csv = { .format = &stat_csv, .separator = ";" };
	struct bench b;

	start(&b, "cycles,instructions:u,cycles:u", STAT_GLOBAL, 1);
	feed(&b, 0, 0, 1000, MS, MS);
	feed(&b, 1, 0, 500, MS, MS);
	feed(&b, 2, 0, 250, MS, MS);
	read_all(&b, false);
	want(&b, &csv, MS,
	     "1000;;cycles;1000000;100.00;;\n"
	     "500;;instructions:u;1000000;100.00;2.00;insn per cycle\n"
	     "250;;cycles:u;1000000;100.00;;\n");
	end(&b);
}

/* What had a counter for a part of the time only is scaled up, and says so. */
static void test_multiplexing(void **state)
{
	struct stat_output text = { .format = &stat_text };
	struct stat_output csv = { .format = &stat_csv, .separator = "," };
	struct stat_output json = { .format = &stat_json };
	struct bench b;

	start(&b, "branches,cycles,faults", STAT_GLOBAL, 1);
	feed(&b, 0, 0, 1000, 4 * MS, MS);
	feed(&b, 1, 0, 0, 4 * MS, 0);
	feed(&b, 2, 0, 7, 4 * MS, 4 * MS);
	read_all(&b, false);
	evsel__stat(evlist__first(&b.evlist))->supported = true;
	want(&b, &text, 4.0 * MS,
	     "              4000      branches                                                      "
	     "       (25.00%)\n"
	     "     <not counted>      cycles\n"
	     "                 7      faults\n");
	want(&b, &csv, 4.0 * MS,
	     "4000,,branches,1000000,25.00,,\n"
	     "<not counted>,,cycles,0,0.00,,\n"
	     "7,,faults,4000000,100.00,,\n");
	want(&b, &json, 4.0 * MS,
	     "{\"counter-value\" : \"4000.000000\", \"unit\" : \"\", \"event\" : \"branches\", "
	     "\"event-runtime\" : 1000000, \"pcnt-running\" : 25.00, \"metric-value\" : 0.000000, "
	     "\"metric-unit\" : \"\"}\n"
	     "{\"counter-value\" : \"<not counted>\", \"unit\" : \"\", \"event\" : \"cycles\", "
	     "\"event-runtime\" : 0, \"pcnt-running\" : 0.00, \"metric-value\" : 0.000000, "
	     "\"metric-unit\" : \"\"}\n"
	     "{\"counter-value\" : \"7.000000\", \"unit\" : \"\", \"event\" : \"faults\", "
	     "\"event-runtime\" : 4000000, \"pcnt-running\" : 100.00, \"metric-value\" : 0.000000, "
	     "\"metric-unit\" : \"\"}\n");
	end(&b);

	start(&b, "branches", STAT_GLOBAL, 1);
	b.opts.no_scale = true;
	feed(&b, 0, 0, 1000, 4 * MS, MS);
	read_all(&b, false);
	want(&b, &csv, 4.0 * MS, "1000,,branches,1000000,25.00,,\n");
	end(&b);
}

static void test_per_cpu(void **state)
{
	struct stat_output csv = { .format = &stat_csv, .separator = "," };
	struct bench b;

	start(&b, "cpu-clock,cs", STAT_PER_CPU, 2);
	feed(&b, 0, 0, 10 * MS, 10 * MS, 10 * MS);
	feed(&b, 0, 1, 5 * MS, 5 * MS, 5 * MS);
	feed(&b, 1, 0, 100, 10 * MS, 10 * MS);
	feed(&b, 1, 1, 100, 5 * MS, 5 * MS);
	read_all(&b, false);
	want(&b, &csv, 10.0 * MS,
	     "CPU0,10.00,msec,cpu-clock,10000000,100.00,1.000,CPUs utilized\n"
	     "CPU1,5.00,msec,cpu-clock,5000000,100.00,0.500,CPUs utilized\n"
	     "CPU0,100,,cs,10000000,100.00,10.000,K/sec\n"
	     "CPU1,100,,cs,5000000,100.00,20.000,K/sec\n");
	end(&b);
}

/* Intervals are differences; their total is what was counted in all. */
static void test_intervals(void **state)
{
	struct stat_output csv = {
		.format = &stat_csv, .separator = ",", .interval = true, .csv_summary = true
	};
	struct bench b;

	start(&b, "cs", STAT_GLOBAL, 2);
	feed(&b, 0, 0, 5, MS, MS);
	feed(&b, 0, 1, 6, MS, MS);
	read_all(&b, true);
	csv.time_ns = 1000 * MS;
	want(&b, &csv, MS, "     1.000000000,11,,cs,2000000,100.00,,\n");
	feed(&b, 0, 0, 5, 2 * MS, 2 * MS);
	feed(&b, 0, 1, 9, 3 * MS, 3 * MS);
	read_all(&b, true);
	csv.time_ns = 2000 * MS;
	want(&b, &csv, MS, "     2.000000000,3,,cs,3000000,100.00,,\n");
	feed(&b, 0, 0, 5, 2 * MS, 2 * MS);
	feed(&b, 0, 1, 9, 3 * MS, 3 * MS);
	read_all(&b, true);
	want(&b, &csv, MS, "     2.000000000,<not counted>,,cs,0,100.00,,\n");
	assert_int_equal(stat_run__totals(&b.run), 0);
	csv.total = true;
	want(&b, &csv, MS, "         summary,14,,cs,5000000,100.00,,\n");
	end(&b);
}

/* The standard error of 10, 20, 30 is sqrt(100 / 3), 28.87 % of their mean. */
static void test_repeat(void **state)
{
	struct stat_output text = { .format = &stat_text, .noise = true };
	struct stat_output csv = { .format = &stat_csv, .separator = ",", .noise = true };
	struct bench b;
	u64 i;

	start(&b, "cs", STAT_GLOBAL, 1);
	for (i = 1; i <= 3; i++) {
		feed(&b, 0, 0, 10 * i, MS, MS);
		read_all(&b, false);
	}
	want(&b, &text, MS,
	     "                20      cs                                                            "
	     "       ( +- 28.87% )\n");
	want(&b, &csv, MS, "20,,cs,28.87%,1000000,100.00,,\n");
	stat_run__forget(&b.run);
	feed(&b, 0, 0, 7, MS, MS);
	read_all(&b, false);
	want(&b, &csv, MS, "7,,cs,0.00%,1000000,100.00,,\n");
	end(&b);
}

static void test_not_supported(void **state)
{
	struct stat_output text = { .format = &stat_text };
	struct bench b;

	start(&b, "cs", STAT_PER_CPU, 2);
	evsel__stat(evlist__first(&b.evlist))->supported = false;
	want(&b, &text, MS,
	     "CPU0          <not supported>      cs\n"
	     "CPU1          <not supported>      cs\n");
	end(&b);
}

static void test_big_num(void **state)
{
	struct stat_output text = { .format = &stat_text, .big_num = true };
	struct bench b;

	text.locale = newlocale(LC_NUMERIC_MASK, "en_US.UTF-8", (locale_t)0);
	if (!text.locale)
		skip();
	start(&b, "faults", STAT_GLOBAL, 1);
	feed(&b, 0, 0, 1234567, MS, MS);
	read_all(&b, false);
	want(&b, &text, MS, "         1,234,567      faults\n");
	end(&b);
	freelocale(text.locale);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_metrics),	      cmocka_unit_test(test_levels),
		cmocka_unit_test(test_multiplexing),  cmocka_unit_test(test_per_cpu),
		cmocka_unit_test(test_intervals),     cmocka_unit_test(test_repeat),
		cmocka_unit_test(test_not_supported), cmocka_unit_test(test_big_num),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
