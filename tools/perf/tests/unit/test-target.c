// SPDX-License-Identifier: GPL-2.0-only
/* CPU lists, threads, what -p, -t, -C and -a come to, and what the kernel's refusals mean. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>
#include <cmocka.h>

#include "util/evlist.h"
#include "util/opening/open_error.h"
#include "util/opening/target.h"

static void want_cpus(const char *list, unsigned int nr, const int *cpus)
{
	struct cpu_map map = { 0 };
	unsigned int i;

	if (cpu_map__parse(&map, list))
		fail_msg("'%s' is a list", list);
	assert_int_equal(map.nr, nr);
	for (i = 0; i < nr; i++) {
		assert_int_equal(map.cpus[i], cpus[i]);
		assert_int_equal(cpu_map__index(&map, cpus[i]), i);
	}
	assert_int_equal(cpu_map__index(&map, 77), -1);
	cpu_map__exit(&map);
}

static void test_cpu_lists(void **state)
{
	static const char *const bad[] = { "",	 ",",  "1,",   "-1",  "1-",   "-",     "a",
					   "1 ", " 1", "1,,2", "0x1", "1--2", "1-2-3", "+1" };
	static const char *const wide[] = { "3-2", "9999999999", "0-4000000000", "0,1048576" };
	struct cpu_map map = { 0 };
	size_t i;

	want_cpus("0", 1, (const int[]){ 0 });
	want_cpus("0,2-5", 5, (const int[]){ 0, 2, 3, 4, 5 });
	want_cpus("5,3,3-4,0\n", 4, (const int[]){ 0, 3, 4, 5 });
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		if (cpu_map__parse(&map, bad[i]) != -EINVAL)
			fail_msg("'%s' is no list", bad[i]);
		assert_null(map.cpus);
	}
	for (i = 0; i < ARRAY_SIZE(wide); i++) {
		assert_int_equal(cpu_map__parse(&map, wide[i]), -ERANGE);
		assert_null(map.cpus);
	}
}

static void test_intersect(void **state)
{
	struct cpu_map a = { 0 }, b = { 0 }, both = { 0 };

	assert_int_equal(cpu_map__parse(&a, "0-3,8"), 0);
	assert_int_equal(cpu_map__parse(&b, "2,8-9"), 0);
	assert_int_equal(cpu_map__intersect(&both, &a, &b), 0);
	assert_int_equal(both.nr, 2);
	assert_int_equal(both.cpus[0], 2);
	assert_int_equal(both.cpus[1], 8);
	cpu_map__exit(&a);
	cpu_map__exit(&b);
	cpu_map__exit(&both);
}

static void test_threads(void **state)
{
	struct thread_map map = { 0 };
	char list[64];
	const char *bad;

	/* Under valgrind it would be valgrind's. */
	prctl(PR_SET_NAME, "test-target");
	snprintf(list, sizeof(list), "%d,%d", getpid(), getpid());
	assert_int_equal(thread_map__add_pids(&map, list, &bad), 0);
	assert_int_equal(map.nr, 1);
	assert_int_equal(map.threads[0].tid, getpid());
	assert_int_equal(strncmp(map.threads[0].comm, "test-target", 11), 0);
	snprintf(list, sizeof(list), "%d,4194305", getpid());
	assert_int_equal(thread_map__add_tids(&map, list, &bad), -ESRCH);
	assert_string_equal(bad, "4194305");
	assert_int_equal(thread_map__add_pids(&map, "1,x", &bad), -EINVAL);
	assert_int_equal(thread_map__add_pids(&map, "", &bad), -EINVAL);
	assert_int_equal(thread_map__add_pids(&map, "-1", &bad), -EINVAL);
	assert_int_equal(thread_map__add_pids(&map, "4294967296", &bad), -ERANGE);
	assert_int_equal(thread_map__check_list("4194305,7", &bad), 0);
	assert_int_equal(thread_map__check_list("4194305,", &bad), -EINVAL);
	thread_map__exit(&map);
}

/* What @target comes to: so many CPUs (-1: wherever), so many threads (-1: whatever). */
static void want_target(const struct target *target, int cpus, int threads)
{
	struct target_maps maps;
	char msg[256];

	if (target__resolve(target, &maps, msg, sizeof(msg)))
		fail_msg("%s", msg);
	if (cpus < 0)
		assert_int_equal(maps.cpus.cpus[0], -1);
	else
		assert_int_equal(maps.cpus.nr, cpus);
	if (threads < 0)
		assert_int_equal(maps.threads.threads[0].tid, -1);
	else
		assert_int_equal(maps.threads.nr, threads);
	target_maps__exit(&maps);
}

static void test_resolve(void **state)
{
	int online = (int)sysconf(_SC_NPROCESSORS_ONLN);
	char self[16];

	snprintf(self, sizeof(self), "%d", getpid());
	want_target(&(struct target){ .system_wide = true }, online, -1);
	want_target(&(struct target){ 0 }, online, -1);
	want_target(&(struct target){ .system_wide = true, .child = getpid() }, online, -1);
	want_target(&(struct target){ .child = getpid() }, -1, 1);
	want_target(&(struct target){ .child = getpid(), .per_cpu = true }, online, 1);
	want_target(&(struct target){ .pid = self }, -1, 1);
	want_target(&(struct target){ .pid = self, .cpu_list = "0" }, 1, 1);
	want_target(&(struct target){ .cpu_list = "0", .child = getpid() }, 1, -1);
}

static void want_refusal(const struct target *target, int err, const char *part)
{
	struct target_maps maps;
	char msg[256] = "";
	int got = target__resolve(target, &maps, msg, sizeof(msg));

	if (got != err || !strstr(msg, part))
		fail_msg("%d: %s", got, msg);
}

static void test_refusals(void **state)
{
	want_refusal(&(struct target){ .pid = "4194305" }, -ESRCH,
		     "-p 4194305: there is no process 4194305");
	want_refusal(&(struct target){ .tid = "4194305,1" }, -ESRCH, "no thread 4194305");
	want_refusal(&(struct target){ .pid = "me" }, -EINVAL, "-p me: not a list of numbers");
	want_refusal(&(struct target){ .cpu_list = "all" }, -EINVAL, "-C all: not a list");
	want_refusal(&(struct target){ .cpu_list = "0,999999" }, -ENODEV,
		     "CPU 999999 is not online");
}

static void test_check(void **state)
{
	char msg[256];

	assert_int_equal(target__check(&(struct target){ 0 }, msg, sizeof(msg)), 0);
	assert_int_equal(target__check(&(struct target){ .pid = "4194305", .cpu_list = "999999" },
				       msg, sizeof(msg)),
			 0);
	assert_int_equal(target__check(&(struct target){ .tid = "1-" }, msg, sizeof(msg)), -EINVAL);
	assert_string_equal(msg, "-t 1-: not a list of numbers such as 1234,1250");
	assert_int_equal(target__check(&(struct target){ .pid = "0" }, msg, sizeof(msg)), -ERANGE);
	assert_string_equal(msg, "-p 0: no process can have the number 0");
}

static void test_settle(void **state)
{
	struct target both = { .pid = "1", .system_wide = true };
	struct target one = { .system_wide = true };

	assert_non_null(target__settle(&both));
	assert_false(both.system_wide);
	assert_null(target__settle(&one));
	assert_true(one.system_wide);
}

/* The line for @err, which has to hold @part. */
static void want_line(struct evsel *evsel, const struct target *target, int err, const char *part)
{
	char msg[512] = "";

	evsel__open_strerror(evsel, target, err, msg, sizeof(msg));
	if (!strstr(msg, part) || strchr(msg, '\n'))
		fail_msg("%d: %s", err, msg);
}

static void test_open_errors(void **state)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_HARDWARE, .size = sizeof(attr) };
	struct target cpu = { .system_wide = true }, task = { .pid = "123" };
	struct evlist evlist;
	struct evsel *evsel;

	evlist__init(&evlist);
	evsel = evlist__add(&evlist, &attr, sizeof(attr));
	assert_non_null(evsel);
	evsel->name = strdup("cycles");
	want_line(evsel, &cpu, -ENOENT, "cycles: this machine");
	want_line(evsel, &cpu, -EMFILE, "ulimit -Hn");
	want_line(evsel, &cpu, -ENFILE, "fs.file-max");
	want_line(evsel, &task, -ESRCH, "cycles: -p 123: the process has ended");
	want_line(evsel, &cpu, -EBUSY, "the counters are in use");
	want_line(evsel, &cpu, -ENOSYS, "CONFIG_PERF_EVENTS");
	want_line(evsel, &cpu, -ENODEV, "offline");
	want_line(evsel, &cpu, -E2BIG, "too old");
	want_line(evsel, &cpu, -EIO, strerror(EIO));
	evsel->attr.sample_period = 1;
	want_line(evsel, &cpu, -EOPNOTSUPP, "not recorded");
	evsel->attr.precise_ip = 2;
	want_line(evsel, &cpu, -EINVAL, "modifier p");
	evsel->attr.precise_ip = 0;
	evsel->attr.exclude_kernel = 1;
	want_line(evsel, &cpu, -EINVAL, "modifiers");
	evsel->attr.type = 20;
	evsel->attr.exclude_kernel = 0;
	want_line(evsel, &task, -EINVAL, "-a or -C");
	evsel->attr.type = PERF_TYPE_SOFTWARE;
	want_line(evsel, &cpu, -ENOENT, "this kernel has no such event");
	/* What is told of permission depends on who asks; never that it is not there. */
	want_line(evsel, &cpu, -EACCES, geteuid() ? "user" : "not permitted");
	evlist__exit(&evlist);
}

static void test_mmap_errors(void **state)
{
	char msg[512];

	perf_mmap__strerror(1024, -EPERM, msg, sizeof(msg));
	assert_non_null(strstr(msg, "kernel.perf_event_mlock_kb="));
	assert_non_null(strstr(msg, "smaller -m"));
	perf_mmap__strerror(1024, -ENOMEM, msg, sizeof(msg));
	assert_non_null(strstr(msg, "no memory"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cpu_lists),   cmocka_unit_test(test_intersect),
		cmocka_unit_test(test_threads),	    cmocka_unit_test(test_resolve),
		cmocka_unit_test(test_refusals),    cmocka_unit_test(test_settle),
		cmocka_unit_test(test_check),	    cmocka_unit_test(test_open_errors),
		cmocka_unit_test(test_mmap_errors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
