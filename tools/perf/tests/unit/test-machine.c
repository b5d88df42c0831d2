// SPDX-License-Identifier: GPL-2.0-only
/* The table of threads against a plain array, with threads that exit and come again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "recording.h"
#include "util/machine.h"

#define MAX_TID 5000

struct model {
	struct {
		bool alive;
		u32 pid;
		char comm[16];
	} threads[MAX_TID];
	size_t nr_alive;
};

static u32 tid_of(u64 n)
{
	/* Far apart and close together, the idle task and the largest among them. */
	return n % 3 ? (u32)n : n % 2 ? (u32)n * 65536 : UINT32_MAX - (u32)n;
}

static void check_all(const struct machine *m, const struct model *model)
{
	u64 i;

	for (i = 0; i < MAX_TID; i++) {
		const struct thread *thread = machine__find_thread(m, tid_of(i));

		if (!model->threads[i].alive)
			continue;
		assert_non_null(thread);
		assert_int_equal(thread->tid, tid_of(i));
		assert_int_equal(thread->pid, model->threads[i].pid);
		assert_string_equal(thread->comm, model->threads[i].comm);
		assert_false(thread->exited);
	}
	/* Those that exited are remembered for a while, and no longer. */
	assert_true(m->nr_threads >= model->nr_alive);
	assert_true(m->nr_threads <= model->nr_alive + MACHINE_EXITED);
}

static void set_comm(struct machine *m, struct model *model, u64 i, u64 n)
{
	char comm[16];

	snprintf(comm, sizeof(comm), "comm%llu", (unsigned long long)(n % 1000));
	assert_int_equal(machine__set_comm(m, (u32)n, tid_of(i), comm), 0);
	/* A COMM alone does not say that a number has come again: only of those that live. */
	model->threads[i].pid = (u32)n;
	memcpy(model->threads[i].comm, comm, sizeof(comm));
}

static void forks(struct machine *m, struct model *model, u64 i, u64 parent, u64 n)
{
	assert_int_equal(machine__fork(m, (u32)n, tid_of(i), tid_of(parent)), 0);
	model->nr_alive += !model->threads[i].alive;
	model->threads[i].alive = true;
	model->threads[i].pid = (u32)n;
	memcpy(model->threads[i].comm, model->threads[parent].comm, 16);
}

static void test_random(void **state)
{
	struct model *model = calloc(1, sizeof(*model));
	u64 random = 88172645463325252ull, step;
	struct machine m = { 0 };

	assert_non_null(model);
	for (step = 0; step < 200000; step++) {
		u64 n = rec_random(&random), i = n / 8 % MAX_TID, other = n / 65536 % MAX_TID;

		if (!model->threads[i].alive) {
			if (model->threads[other].alive && other != i)
				forks(&m, model, i, other, n);
			else if (!step || n % 8 == 0)
				forks(&m, model, i, i, n);
			if (model->threads[i].alive)
				set_comm(&m, model, i, n);
		} else if (n % 8 < 3) {
			machine__exit_thread(&m, tid_of(i));
			model->threads[i].alive = false;
			model->nr_alive--;
		} else {
			set_comm(&m, model, i, n);
		}
		if (step % 5000 == 0)
			check_all(&m, model);
	}
	check_all(&m, model);
	machine__exit(&m);
	free(model);
}

/* A flood of exits leaves no more than what is remembered. */
static void test_exits(void **state)
{
	struct machine m = { 0 };
	u32 tid;

	for (tid = 1; tid < 100000; tid++) {
		assert_int_equal(machine__set_comm(&m, tid, tid, "short-lived"), 0);
		machine__exit_thread(&m, tid);
		machine__exit_thread(&m, tid);
	}
	assert_true(m.nr_threads <= MACHINE_EXITED);
	assert_true(m.nr_slots <= 4 * MACHINE_EXITED);
	assert_null(machine__find_thread(&m, 1));
	assert_non_null(machine__find_thread(&m, 99999));
	machine__exit_thread(&m, 12345678);
	machine__exit(&m);
}

static void test_comm(void **state)
{
	struct machine m = { 0 };
	char name[200];

	memset(name, 'x', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	assert_null(machine__find_thread(&m, 7));
	assert_int_equal(machine__set_comm(&m, 7, 7, name), 0);
	assert_int_equal(strlen(machine__find_thread(&m, 7)->comm), THREAD_COMM_SIZE - 1);
	/* A thread is called like its parent, until it says otherwise. */
	assert_int_equal(machine__fork(&m, 7, 8, 7), 0);
	assert_string_equal(machine__find_thread(&m, 8)->comm, machine__find_thread(&m, 7)->comm);
	assert_int_equal(machine__set_comm(&m, 7, 8, "CPU 0/KVM"), 0);
	assert_string_equal(machine__find_thread(&m, 8)->comm, "CPU 0/KVM");
	assert_int_equal(machine__find_thread(&m, 8)->pid, 7);
	/* Whose parent nobody knows has no name yet; nor is it its own parent. */
	assert_int_equal(machine__fork(&m, 9, 9, 1234), 0);
	assert_string_equal(machine__find_thread(&m, 9)->comm, "");
	assert_int_equal(machine__fork(&m, 7, 8, 8), 0);
	assert_string_equal(machine__find_thread(&m, 8)->comm, "CPU 0/KVM");
	/* A number that comes again is not called like who had it before. */
	machine__exit_thread(&m, 8);
	assert_int_equal(machine__fork(&m, 10, 8, 1234), 0);
	assert_string_equal(machine__find_thread(&m, 8)->comm, "");
	machine__exit(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_exits),
		cmocka_unit_test(test_comm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
