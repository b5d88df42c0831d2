// SPDX-License-Identifier: GPL-2.0-only
/*
 * The words of -e against the attrs that they have to become. The expected
 * bits are those that perf 6.1 shows with `perf stat -vv -e WORDS`.
 */
#include <errno.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "util/evsel_ctl.h"
#include "util/opening/parse-events.h"
#include "util/opening/tracepoint.h"

enum {
	U = 1, /* exclude_user … */
	K = 2,
	V = 4, /* … hv */
	H = 8,
	G = 16,
	I = 32,
	D = 64,	  /* pinned */
	S = 128,  /* sample_read */
	P1 = 256, /* precise_ip, twice 256 for 2 and so on */
};

struct want {
	const char *name;
	u32 type;
	u64 config;
	unsigned int bits;
};

static unsigned int bits_of(const struct evsel *evsel)
{
	const struct perf_event_attr *attr = &evsel->attr;

	return (attr->exclude_user ? U : 0) | (attr->exclude_kernel ? K : 0) |
	       (attr->exclude_hv ? V : 0) | (attr->exclude_host ? H : 0) |
	       (attr->exclude_guest ? G : 0) | (attr->exclude_idle ? I : 0) |
	       (attr->pinned ? D : 0) | (evsel->ctl->sample_read ? S : 0) |
	       (unsigned int)attr->precise_ip * P1;
}

static void check(struct evlist *evlist, const char *str, const struct want *want, size_t nr)
{
	struct parse_events_error error;
	const struct want *w;
	struct evsel *evsel;

	evlist__init(evlist);
	if (parse_events(evlist, str, NULL, &error))
		fail_msg("%s: %s", str, error.text);
	evlist__for_each_entry(evlist, evsel) {
		if (evsel->idx >= nr)
			break;
		w = &want[evsel->idx];
		assert_string_equal(evsel->name, w->name);
		assert_int_equal(evsel->attr.type, w->type);
		assert_int_equal(evsel->attr.config, w->config);
		if (bits_of(evsel) != w->bits)
			fail_msg("%s: %s has %#x, not %#x", str, w->name, bits_of(evsel), w->bits);
	}
	assert_int_equal(evlist->nr_entries, nr);
}

#define CHECK(str, ...)                                         \
	do {                                                    \
		const struct want want_[] = { __VA_ARGS__ };    \
		struct evlist evlist_;                          \
		check(&evlist_, str, want_, ARRAY_SIZE(want_)); \
		evlist__exit(&evlist_);                         \
	} while (0)

static void test_names(void **state)
{
	CHECK("cycles", { "cycles", 0, 0, G });
	CHECK("cpu-cycles", { "cpu-cycles", 0, 0, G });
	CHECK("branches,branch-misses", { "branches", 0, 4, G }, { "branch-misses", 0, 5, G });
	CHECK("idle-cycles-frontend", { "idle-cycles-frontend", 0, 7, G });
	CHECK("ref-cycles", { "ref-cycles", 0, 9, G });
	CHECK("cs , migrations", { "cs", 1, 3, G }, { "migrations", 1, 4, G });
	CHECK("faults,minor-faults,major-faults", { "faults", 1, 2, G },
	      { "minor-faults", 1, 5, G }, { "major-faults", 1, 6, G });
	CHECK("alignment-faults,emulation-faults", { "alignment-faults", 1, 7, G },
	      { "emulation-faults", 1, 8, G });
	CHECK("dummy,bpf-output,cgroup-switches", { "dummy", 1, 9, G }, { "bpf-output", 1, 10, G },
	      { "cgroup-switches", 1, 11, G });
	CHECK("cpu-clock,task-clock", { "cpu-clock", 1, 0, G }, { "task-clock", 1, 1, G });
	CHECK("r1a8", { "r1a8", 4, 0x1a8, G });
	CHECK("r1A8:k", { "r1A8:k", 4, 0x1a8, U | V });
}

static void test_caches(void **state)
{
	CHECK("L1-dcache-load-misses", { "L1-dcache-load-misses", 3, 0x10000, G });
	CHECK("L1-dcache-load-misses:u", { "L1-dcache-load-misses", 3, 0x10000, K | V | G });
	CHECK("l1d-read-miss", { "l1d-read-miss", 3, 0x10000, G });
	CHECK("LLC", { "LLC", 3, 2, G });
	CHECK("LLC-loads", { "LLC-loads", 3, 2, G });
	CHECK("dTLB-store-misses", { "dTLB-store-misses", 3, 0x10103, G });
	CHECK("L1-icache-prefetches", { "L1-icache-prefetches", 3, 0x201, G });
	CHECK("node-prefetch-misses", { "node-prefetch-misses", 3, 0x10206, G });
	CHECK("branch-load-misses", { "branch-load-misses", 3, 0x10005, G });
}

static void test_modifiers(void **state)
{
	CHECK("cycles:u", { "cycles:u", 0, 0, K | V | G });
	CHECK("cycles:k", { "cycles:k", 0, 0, U | V });
	CHECK("cycles:h", { "cycles:h", 0, 0, U | K });
	CHECK("cycles:uk", { "cycles:uk", 0, 0, V | G });
	CHECK("cycles:G", { "cycles:G", 0, 0, H });
	CHECK("cycles:H", { "cycles:H", 0, 0, G });
	CHECK("cycles:GH", { "cycles:GH", 0, 0, 0 });
	CHECK("faults:Gu", { "faults:Gu", 1, 2, K | V | H });
	CHECK("faults:GHu", { "faults:GHu", 1, 2, K | V });
	CHECK("cycles:I", { "cycles:I", 0, 0, I });
	CHECK("cycles:D", { "cycles:D", 0, 0, D });
	CHECK("cycles:S", { "cycles:S", 0, 0, S });
	CHECK("cycles:p", { "cycles:p", 0, 0, G | P1 });
	CHECK("cycles:upp", { "cycles:upp", 0, 0, K | V | G | 2 * P1 });
	CHECK("cycles:ppp", { "cycles:ppp", 0, 0, G | 3 * P1 });
}

static void test_groups(void **state)
{
	const struct want three[] = { { "faults", 1, 2, G },
				      { "cs", 1, 3, G },
				      { "cycles", 0, 0, G } };
	struct evsel *a, *b, *c;
	struct evlist evlist;

	CHECK("{page-faults:k,cs}:D", { "page-faults:k", 1, 2, U | V | D }, { "cs", 1, 3, G });
	CHECK("{page-faults,cs:G}:u", { "page-faults", 1, 2, K | V | G },
	      { "cs:G", 1, 3, K | V | H });
	CHECK("{faults:u,cs}:k", { "faults:u", 1, 2, V | G }, { "cs", 1, 3, U | V | G });
	CHECK("{faults:G,cs}:H", { "faults:G", 1, 2, 0 }, { "cs", 1, 3, G });
	CHECK("{faults,cs}:S", { "faults", 1, 2, S | G }, { "cs", 1, 3, S | G });
	CHECK("{faults:D,cs}", { "faults:D", 1, 2, D }, { "cs", 1, 3, G });

	check(&evlist, "{ faults,cs },cycles", three, ARRAY_SIZE(three));
	a = evlist__first(&evlist);
	b = STAILQ_NEXT(a, node);
	c = STAILQ_NEXT(b, node);
	assert_ptr_equal(a->leader, a);
	assert_ptr_equal(b->leader, a);
	assert_null(c->leader);
	evlist__exit(&evlist);
}

static void want_error(const char *str, int err, size_t pos, const char *part)
{
	struct parse_events_error error;
	struct evlist evlist;
	int got;

	evlist__init(&evlist);
	got = parse_events(&evlist, str, NULL, &error);
	if (got != err || error.pos != pos || !strstr(error.text, part))
		fail_msg("'%s': %d at %zu: %s", str, got, error.pos, error.text);
	evlist__exit(&evlist);
}

static void test_errors(void **state)
{
	want_error("", -EINVAL, 0, "an event is missing");
	want_error("cycles,", -EINVAL, 7, "an event is missing");
	want_error(",cycles", -EINVAL, 0, "an event is missing");
	want_error("cs,cyclez", -ENOENT, 3, "did you mean 'cycles'?");
	want_error("rxyz", -ENOENT, 0, "no event 'rxyz'");
	want_error("cycles:q", -EINVAL, 7, "modifiers");
	want_error("cycles:", -EINVAL, 7, "modifiers");
	want_error("cycles:pppp", -EINVAL, 7, "precise");
	want_error("{cycles", -EINVAL, 0, "'}' is missing");
	want_error("cycles}", -EINVAL, 6, "unexpected");
	want_error("{cycles}x", -EINVAL, 8, "unexpected");
	want_error("{{cycles}}", -EINVAL, 1, "a group cannot hold a group");
	want_error("{}", -EINVAL, 1, "an event is missing");
	want_error("software/config=1", -EINVAL, 8, "the second '/'");
	want_error("mem:0x1000:rw", -EINVAL, 0, "breakpoints");
	want_error("L1-dcache-", -ENOENT, 0, "no event");
	want_error("sched:", -EINVAL, 6, "name is missing");
}

/* The kernel's own list of PMUs, which a bare root directory lacks. */
static void test_pmu_names(void **state)
{
	if (access("/sys/bus/event_source/devices/software", F_OK))
		skip();
	want_error("softwar/config=1/", -ENOENT, 0, "did you mean software");
	want_error("software/foo=1/", -EINVAL, 9, "no term 'foo'");
	want_error("software/config=x/", -EINVAL, 9, "not a number");
	want_error("software//x", -EINVAL, 10, "modifiers");
}

/* A machine with PMUs, in a directory of ours. */
struct machine {
	char dir[64];
};

static void put(const struct machine *machine, const char *file, const char *text)
{
	char path[256], *slash;
	FILE *out;

	snprintf(path, sizeof(path), "%s/%s", machine->dir, file);
	for (slash = strchr(path + strlen(machine->dir) + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(path, 0700);
		*slash = '/';
	}
	out = fopen(path, "w");
	assert_non_null(out);
	fputs(text, out);
	assert_int_equal(fclose(out), 0);
}

static int make_machine(void **state)
{
	struct machine *machine = calloc(1, sizeof(*machine));

	assert_non_null(machine);
	strcpy(machine->dir, "/tmp/perf-pmus-XXXXXX");
	assert_non_null(mkdtemp(machine->dir));
	put(machine, "cpu/type", "4\n");
	put(machine, "cpu/format/event", "config:0-7,32-35\n");
	put(machine, "cpu/format/umask", "config:8-15\n");
	put(machine, "cpu/format/inv", "config:23\n");
	put(machine, "cpu/format/ldlat", "config1:0-15\n");
	put(machine, "cpu/events/mem-loads", "event=0xcd,umask=0x1,ldlat=3\n");
	put(machine, "uncore_imc_0/type", "20\n");
	put(machine, "uncore_imc_0/cpumask", "0,4\n");
	put(machine, "uncore_imc_0/format/event", "config:0-7\n");
	put(machine, "uncore_imc_0/events/data_reads", "event=0x1\n");
	put(machine, "uncore_imc_0/events/data_reads.scale", "6.103515625e-5\n");
	put(machine, "uncore_imc_0/events/data_reads.unit", "MiB\n");
	put(machine, "uncore_imc_1/type", "21\n");
	put(machine, "uncore_imc_1/cpumask", "0\n");
	put(machine, "uncore_imc_1/format/event", "config:0-7\n");
	*state = machine;
	return 0;
}

static int remove_file(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	return remove(path);
}

static int remove_machine(void **state)
{
	struct machine *machine = *state;
	int err = nftw(machine->dir, remove_file, 8, FTW_DEPTH | FTW_PHYS);

	free(machine);
	return err;
}

static int parse_on(const struct machine *machine, struct evlist *evlist, const char *str,
		    struct parse_events_error *error)
{
	struct parse_events_opts opts = { .pmu_dir = machine->dir };

	evlist__init(evlist);
	return parse_events(evlist, str, &opts, error);
}

static struct evsel *first_of(const struct machine *machine, struct evlist *evlist, const char *str)
{
	struct parse_events_error error;

	if (parse_on(machine, evlist, str, &error))
		fail_msg("%s: %s", str, error.text);
	return evlist__first(evlist);
}

static void test_pmu(void **state)
{
	struct evlist evlist;
	struct evsel *evsel;

	evsel = first_of(*state, &evlist, "cpu/event=0x23c,umask=1,inv/u");
	assert_int_equal(evsel->attr.type, 4);
	assert_int_equal(evsel->attr.config, 0x20080013cull);
	assert_string_equal(evsel->name, "cpu/event=0x23c,umask=1,inv/u");
	assert_int_equal(bits_of(evsel), K | V | G);
	evlist__exit(&evlist);

	evsel = first_of(*state, &evlist,
			 "{cpu/mem-loads,ldlat=30,period=7/pp,cpu/r1c2,name=foo/}:k");
	assert_int_equal(evsel->attr.config, 0x1cd);
	assert_int_equal(evsel->attr.config1, 30);
	assert_int_equal(evsel->attr.sample_period, 7);
	assert_int_equal(evsel->attr.precise_ip, 2);
	evsel = STAILQ_NEXT(evsel, node);
	assert_string_equal(evsel->name, "foo");
	assert_int_equal(evsel->attr.config, 0x1c2);
	assert_true(evsel->attr.exclude_user);
	assert_ptr_equal(evsel->leader, evlist__first(&evlist));
	evlist__exit(&evlist);

	/* The name alone finds its PMU. */
	evsel = first_of(*state, &evlist, "mem-loads:u");
	assert_int_equal(evsel->attr.type, 4);
	assert_int_equal(evsel->attr.config, 0x1cd);
	assert_int_equal(evsel->attr.config1, 3);
	evlist__exit(&evlist);

	/* NAME/TERMS/ of an event that all machines have. */
	evsel = first_of(*state, &evlist, "cycles/period=1000,name=x/u");
	assert_int_equal(evsel->attr.type, 0);
	assert_int_equal(evsel->attr.sample_period, 1000);
	assert_string_equal(evsel->name, "x");
	evlist__exit(&evlist);
}

static void test_uncore(void **state)
{
	struct evlist evlist;
	struct evsel *evsel;

	evsel = first_of(*state, &evlist, "uncore_imc/event=2/");
	assert_int_equal(evlist.nr_entries, 2);
	assert_int_equal(evsel->attr.type, 20);
	assert_int_equal(evsel->ctl->own_cpus.nr, 2);
	assert_int_equal(evsel->ctl->own_cpus.cpus[1], 4);
	evsel = STAILQ_NEXT(evsel, node);
	assert_int_equal(evsel->attr.type, 21);
	assert_int_equal(evsel->ctl->own_cpus.nr, 1);
	evlist__exit(&evlist);

	evsel = first_of(*state, &evlist, "uncore_imc_0/data_reads/");
	assert_string_equal(evsel->ctl->unit, "MiB");
	assert_true(evsel->ctl->scale == 6.103515625e-5);
	evlist__exit(&evlist);
}

static void test_pmu_errors(void **state)
{
	struct parse_events_error error;
	struct evlist evlist;

	assert_int_equal(parse_on(*state, &evlist, "cpu/umask=0x100/", &error), -ERANGE);
	assert_non_null(strstr(error.text, "0x100 is too large for 'umask'"));
	evlist__exit(&evlist);
	assert_int_equal(parse_on(*state, &evlist, "cs,cpu/evnt=1/", &error), -EINVAL);
	assert_int_equal(error.pos, 7);
	assert_non_null(strstr(error.text, "it has event,inv,ldlat,umask,config"));
	evlist__exit(&evlist);
	put(*state, "odd/type", "22\n");
	put(*state, "odd/format/event", "config:0-64\n");
	assert_int_equal(parse_on(*state, &evlist, "odd/event=1/", &error), -EINVAL);
	assert_non_null(strstr(error.text, "odd/format/event"));
	evlist__exit(&evlist);
}

static bool no_tracepoints(void)
{
	u64 id;

	return tracepoint__id("sched", "sched_switch", &id) != 0;
}

static void test_tracepoints(void **state)
{
	struct parse_events_error error;
	struct evsel *evsel, *last = NULL;
	struct evlist evlist;
	u64 id;

	if (no_tracepoints())
		skip();
	assert_int_equal(tracepoint__id("sched", "sched_switch", &id), 0);
	CHECK("sched:sched_switch", { "sched:sched_switch", 2, id, G });
	CHECK("sched:sched_switch:u", { "sched:sched_switch", 2, id, K | V | G });

	evlist__init(&evlist);
	assert_int_equal(parse_events(&evlist, "sched:sched_process_*,cs", NULL, &error), 0);
	assert_true(evlist.nr_entries > 3);
	evlist__for_each_entry(&evlist, evsel) {
		if (last && evsel->attr.type == 2)
			assert_true(strcmp(last->name, evsel->name) < 0);
		last = evsel;
	}
	assert_string_equal(last ? last->name : "", "cs");
	evlist__exit(&evlist);

	want_error("cs,sched:sched_swich", -ENOENT, 3, "did you mean sched:sched_switch");
	want_error("shced:sched_switch", -ENOENT, 0, "did you mean sched:");
	want_error("zzyzx:foo", -ENOENT, 0, "modprobe zzyzx");
	want_error("sched:../sched_switch", -EINVAL, 8, "the second '/'");
	want_error("sched:sched_swi*x", -ENOENT, 0, "no tracepoint");
}

static void test_filter(void **state)
{
	struct parse_events_error error;
	struct evlist evlist;
	struct evsel *evsel;

	if (no_tracepoints())
		skip();
	evlist__init(&evlist);
	assert_int_equal(
		parse_events(&evlist, "sched:sched_switch,sched:sched_process_*", NULL, &error), 0);
	assert_int_equal(parse_filter(&evlist, "pid > 1", &error), 0);
	assert_int_equal(parse_filter(&evlist, "pid < 9", &error), 0);
	evlist__for_each_entry(&evlist, evsel) {
		if (evsel == evlist__first(&evlist))
			assert_null(evsel->filter);
		else
			assert_string_equal(evsel->filter, "(pid > 1) && (pid < 9)");
	}
	assert_int_equal(parse_events(&evlist, "cs", NULL, &error), 0);
	assert_int_equal(parse_filter(&evlist, "pid > 1", &error), -EINVAL);
	evlist__exit(&evlist);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_caches),
		cmocka_unit_test(test_modifiers),
		cmocka_unit_test(test_groups),
		cmocka_unit_test(test_errors),
		cmocka_unit_test(test_pmu_names),
		cmocka_unit_test_setup_teardown(test_pmu, make_machine, remove_machine),
		cmocka_unit_test_setup_teardown(test_uncore, make_machine, remove_machine),
		cmocka_unit_test_setup_teardown(test_pmu_errors, make_machine, remove_machine),
		cmocka_unit_test(test_tracepoints),
		cmocka_unit_test(test_filter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
