// SPDX-License-Identifier: GPL-2.0-only
/* Where a vCPU's time goes: each piece in one state, and all of it in some. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "engine.h"
#include "kvm/vcpu-time.h"

#define EXIT	    "kvm:kvm_exit"
#define ENTRY	    "kvm:kvm_entry"
#define USER	    "kvm:kvm_userspace_exit"
#define SWITCH	    "sched:sched_switch"
#define HLT	    "exit_reason=12 isa=1"
#define IO	    "exit_reason=30 isa=1"
#define TO_USER_HLT "reason=5"
#define TO_USER_IO  "reason=2"

static void ev(struct stage *st, const char *event, u64 time, const char *fields)
{
	assert_int_equal(stage__event(st, event, time, fields), 0);
}

/* sched_switch happens on the thread that leaves; ours is 101. */
static void leave(struct stage *st, u64 time, bool runnable)
{
	ev(st, SWITCH, time,
	   runnable ? "prev_pid=101 prev_state=0x100 next_pid=7"
		    : "prev_pid=101 prev_state=1 next_pid=7");
}

static void come_back(struct stage *st, u64 time)
{
	st->pid = st->tid = 7;
	ev(st, SWITCH, time, "prev_pid=7 prev_state=1 next_pid=101");
	st->pid = 100;
	st->tid = 101;
}

/* Ends the recording: the first thread's states, and that they sum to what was observed. */
static void expect(struct stage *st, u64 observed, const u64 ns[KVM_NR_STATES])
{
	struct kvm_vcpu_report report;
	u64 sum = 0;
	int i;

	kvm_analysis__finish(&st->kvm);
	assert_int_equal(kvm_vcpu_report__build(&report, &st->kvm, &st->query), 0);
	assert_int_equal(report.rows[0].observed, observed);
	for (i = 0; i < KVM_NR_STATES; i++) {
		if (report.rows[0].ns[i] != ns[i])
			fail_msg("%s: %llu, should be %llu", kvm_vcpu_state_name(i, true),
				 (unsigned long long)report.rows[0].ns[i],
				 (unsigned long long)ns[i]);
		sum += report.rows[0].ns[i];
	}
	assert_int_equal(sum, observed);
	assert_int_equal(report.rows[report.nr_rows - 1].pid, (u32)-1);
	assert_int_equal(report.rows[report.nr_rows - 1].observed, observed);
	kvm_vcpu_report__exit(&report);
	stage__exit(st);
}

static void test_states(void **state)
{
	struct stage st;

	(void)state;
	stage__init(&st, "x86", "x86_64", "vcpu");
	ev(&st, "kvm:kvm_msr", 100, ""); /* cut off: in which state it is, nobody knows */
	ev(&st, ENTRY, 103, "");
	ev(&st, EXIT, 110, IO);
	ev(&st, USER, 115, TO_USER_IO);
	ev(&st, ENTRY, 130, "");
	ev(&st, EXIT, 160, HLT);
	ev(&st, ENTRY, 260, "");
	ev(&st, EXIT, 261, IO);
	ev(&st, USER, 263, TO_USER_HLT);
	ev(&st, ENTRY, 270, "");
	ev(&st, EXIT, 271, IO);
	ev(&st, USER, 274, "reason=5 errno=0xfffffffc"); /* interrupted: no HLT */
	ev(&st, ENTRY, 278, "");
	expect(&st, 178,
	       (const u64[KVM_NR_STATES]){ [KVM_STATE_GUEST] = 7 + 30 + 1 + 1,
					   [KVM_STATE_KERNEL] = 5 + 2 + 3,
					   [KVM_STATE_VMM] = 15 + 4,
					   [KVM_STATE_HALTED] = 100 + 7,
					   [KVM_STATE_UNKNOWN] = 3 });
}

static void test_scheduler(void **state)
{
	struct stage st;

	(void)state;
	stage__init(&st, "x86", "x86_64", "vcpu");
	leave(&st, 90, true); /* of a thread that is no vCPU yet */
	ev(&st, ENTRY, 100, "");
	leave(&st, 110, true);
	come_back(&st, 130);
	ev(&st, EXIT, 140, IO);
	leave(&st, 141, false);
	come_back(&st, 151);
	ev(&st, ENTRY, 160, "");
	ev(&st, EXIT, 170, HLT);
	leave(&st, 171, false); /* halted is halted */
	come_back(&st, 180);
	leave(&st, 181, true); /* but runnable is not running */
	come_back(&st, 184);
	ev(&st, ENTRY, 190, "");
	leave(&st, 195, true); /* behind the last kvm event: not observed */
	expect(&st, 90,
	       (const u64[KVM_NR_STATES]){ [KVM_STATE_GUEST] = 20 + 10,
					   [KVM_STATE_KERNEL] = 10,
					   [KVM_STATE_HALTED] = 20 - 3,
					   [KVM_STATE_PREEMPTED] = 20 + 3,
					   [KVM_STATE_BLOCKED] = 10 });
}

static void test_lost(void **state)
{
	struct stage st;

	(void)state;
	stage__init(&st, "x86", "x86_64", "vcpu");
	ev(&st, ENTRY, 100, "");
	ev(&st, EXIT, 110, IO);
	stage__lost(&st, 0);
	ev(&st, "kvm:kvm_msr", 140, ""); /* in whatever state */
	ev(&st, ENTRY, 150, "");
	ev(&st, EXIT, 155, IO);
	st.cpu = 1;
	ev(&st, ENTRY, 165, ""); /* moved meanwhile, and then it proves that CPU 0 lost some */
	stage__lost(&st, 0);
	ev(&st, EXIT, 166, IO);
	expect(&st, 66,
	       (const u64[KVM_NR_STATES]){
		       [KVM_STATE_GUEST] = 10 + 5 + 1, [KVM_STATE_UNKNOWN] = 30 + 10 + 10 });
}

/* The events between an exit and the entry refine its reason. */
static void test_children(void **state)
{
	struct stage st;

	(void)state;
	stage__init(&st, "s390", "s390x", "vcpu");
	ev(&st, "kvm:kvm_s390_sie_enter", 100, "id=0");
	ev(&st, "kvm:kvm_s390_sie_exit", 110, "id=0 icptcode=4");
	ev(&st, "kvm:kvm_s390_intercept_instruction", 112, "id=0 instruction=0x8300");
	ev(&st, "kvm:kvm_s390_sie_enter", 120, "id=0");
	ev(&st, "kvm:kvm_s390_sie_exit", 121, "id=0 icptcode=28");
	ev(&st, "kvm:kvm_s390_sie_enter", 151, "id=0");
	expect(&st, 51,
	       (const u64[KVM_NR_STATES]){
		       [KVM_STATE_GUEST] = 10 + 1, [KVM_STATE_KERNEL] = 10, [KVM_STATE_HALTED] = 30 });
}

/* After an interval has been closed: what @part of the states is. */
static void told(struct stage *st, enum kvm_part part, const u64 ns[KVM_NR_STATES])
{
	struct kvm_vcpu_report report;
	int i;

	st->query.part = part;
	assert_int_equal(kvm_vcpu_report__build(&report, &st->kvm, &st->query), 0);
	for (i = 0; i < KVM_NR_STATES; i++) {
		if (report.rows[0].ns[i] != ns[i])
			fail_msg("%s, %s: %llu, should be %llu",
				 part == KVM_LAST ? "last" : "whole", kvm_vcpu_state_name(i, true),
				 (unsigned long long)report.rows[0].ns[i],
				 (unsigned long long)ns[i]);
	}
	kvm_vcpu_report__exit(&report);
	st->query.part = KVM_OPEN;
}

#define STATES(...) ((const u64[KVM_NR_STATES]){ __VA_ARGS__ })

static void test_intervals(void **state)
{
	struct stage st;

	(void)state;
	stage__init(&st, "x86", "x86_64", "vcpu");
	st.kvm.all_switches = true;
	ev(&st, ENTRY, 100, "");
	ev(&st, EXIT, 110, IO);
	/* What is open counts up to the interval's end, and goes on in the next. */
	assert_int_equal(kvm_analysis__keep(&st.kvm, 130), 0);
	told(&st, KVM_LAST, STATES([KVM_STATE_GUEST] = 10, [KVM_STATE_KERNEL] = 20));
	told(&st, KVM_WHOLE, STATES([KVM_STATE_GUEST] = 10, [KVM_STATE_KERNEL] = 20));
	assert_int_equal(kvm_analysis__keep(&st.kvm, 140), 0);
	told(&st, KVM_LAST, STATES([KVM_STATE_KERNEL] = 10));
	told(&st, KVM_WHOLE, STATES([KVM_STATE_GUEST] = 10, [KVM_STATE_KERNEL] = 30));
	ev(&st, ENTRY, 150, "");
	leave(&st, 155, true);
	assert_int_equal(kvm_analysis__keep(&st.kvm, 170), 0);
	told(&st, KVM_LAST,
	     STATES([KVM_STATE_GUEST] = 5, [KVM_STATE_KERNEL] = 10, [KVM_STATE_PREEMPTED] = 15));
	told(&st, KVM_WHOLE,
	     STATES([KVM_STATE_GUEST] = 15, [KVM_STATE_KERNEL] = 40, [KVM_STATE_PREEMPTED] = 15));
	come_back(&st, 180);
	ev(&st, EXIT, 185, HLT);
	leave(&st, 186, false);
	assert_int_equal(kvm_analysis__keep(&st.kvm, 200), 0);
	told(&st, KVM_LAST,
	     STATES([KVM_STATE_GUEST] = 5, [KVM_STATE_PREEMPTED] = 10, [KVM_STATE_HALTED] = 15));
	told(&st, KVM_WHOLE,
	     STATES([KVM_STATE_GUEST] = 20, [KVM_STATE_KERNEL] = 40, [KVM_STATE_PREEMPTED] = 25,
		    [KVM_STATE_HALTED] = 15));
	come_back(&st, 210);
	ev(&st, ENTRY, 220, "");
	/* As a recording of the same has it. */
	expect(&st, 120,
	       STATES([KVM_STATE_GUEST] = 20, [KVM_STATE_KERNEL] = 40, [KVM_STATE_PREEMPTED] = 25,
		      [KVM_STATE_HALTED] = 35));
}

/* What an interval has told proves wrong: what there was since the start is right. */
static void test_intervals_mended(void **state)
{
	struct stage st;

	(void)state;
	stage__init(&st, "x86", "x86_64", "vcpu");
	ev(&st, ENTRY, 100, "");
	assert_int_equal(kvm_analysis__keep(&st.kvm, 150), 0);
	told(&st, KVM_LAST, STATES([KVM_STATE_GUEST] = 50));
	told(&st, KVM_WHOLE, STATES([KVM_STATE_GUEST] = 50));
	stage__lost(&st, 0); /* some of it, but who knows which */
	ev(&st, EXIT, 160, IO);
	assert_int_equal(kvm_analysis__keep(&st.kvm, 170), 0);
	told(&st, KVM_LAST, STATES([KVM_STATE_KERNEL] = 10, [KVM_STATE_UNKNOWN] = 10));
	told(&st, KVM_WHOLE, STATES([KVM_STATE_KERNEL] = 10, [KVM_STATE_UNKNOWN] = 60));
	assert_int_equal(kvm_analysis__keep(&st.kvm, 230), 0);
	told(&st, KVM_LAST, STATES([KVM_STATE_KERNEL] = 60));
	told(&st, KVM_WHOLE, STATES([KVM_STATE_KERNEL] = 70, [KVM_STATE_UNKNOWN] = 60));
	stage__exit(&st);

	/* Nobody tells when it came back: unknown at once. */
	stage__init(&st, "x86", "x86_64", "vcpu");
	ev(&st, ENTRY, 100, "");
	leave(&st, 110, true);
	assert_int_equal(kvm_analysis__keep(&st.kvm, 150), 0);
	told(&st, KVM_LAST, STATES([KVM_STATE_GUEST] = 10, [KVM_STATE_UNKNOWN] = 40));
	told(&st, KVM_WHOLE, STATES([KVM_STATE_GUEST] = 10, [KVM_STATE_UNKNOWN] = 40));
	/* What waits for another CPU's buffer is told meanwhile. */
	st.cpu = 1;
	ev(&st, EXIT, 160, IO);
	ev(&st, ENTRY, 165, "");
	assert_int_equal(kvm_analysis__keep(&st.kvm, 170), 0);
	told(&st, KVM_LAST,
	     STATES([KVM_STATE_GUEST] = 5, [KVM_STATE_KERNEL] = 5, [KVM_STATE_UNKNOWN] = 10));
	told(&st, KVM_WHOLE,
	     STATES([KVM_STATE_GUEST] = 15, [KVM_STATE_KERNEL] = 5, [KVM_STATE_UNKNOWN] = 50));
	stage__seen(&st, 0);
	assert_int_equal(kvm_analysis__keep(&st.kvm, 180), 0);
	told(&st, KVM_LAST, STATES([KVM_STATE_GUEST] = 10));
	told(&st, KVM_WHOLE,
	     STATES([KVM_STATE_GUEST] = 25, [KVM_STATE_KERNEL] = 5, [KVM_STATE_UNKNOWN] = 50));
	stage__exit(&st);
}

/* A vCPU that has ended is in no state. */
static void test_gone(void **state)
{
	const struct task_event end = { .pid = 100, .tid = 101, .time = 120 };
	struct kvm_vcpu_report report;
	struct stage st;

	(void)state;
	stage__init(&st, "x86", "x86_64", "vcpu");
	ev(&st, ENTRY, 100, "");
	ev(&st, EXIT, 110, IO);
	assert_int_equal(kvm_analysis__task_exit(&st.kvm, &end), 0);
	assert_int_equal(kvm_analysis__keep(&st.kvm, 150), 0);
	told(&st, KVM_LAST, STATES([KVM_STATE_GUEST] = 10, [KVM_STATE_KERNEL] = 10));
	told(&st, KVM_WHOLE, STATES([KVM_STATE_GUEST] = 10, [KVM_STATE_KERNEL] = 10));
	assert_int_equal(kvm_analysis__keep(&st.kvm, 200), 0);
	st.query.part = KVM_LAST;
	assert_int_equal(kvm_vcpu_report__build(&report, &st.kvm, &st.query), 0);
	assert_int_equal(report.nr_threads, 1);
	assert_int_equal(report.nr_rows, 1);
	assert_int_equal(report.rows[0].pid, (u32)-1);
	assert_int_equal(report.rows[0].observed, 0);
	kvm_vcpu_report__exit(&report);
	stage__exit(&st);
}

/* Another thread gets its tid: until its first event, nobody knows. */
static void test_gone_and_reused(void **state)
{
	const struct task_event end = { .pid = 100, .tid = 101, .time = 120 };
	struct stage st;

	(void)state;
	stage__init(&st, "x86", "x86_64", "vcpu");
	ev(&st, ENTRY, 100, "");
	ev(&st, EXIT, 110, IO);
	assert_int_equal(kvm_analysis__task_exit(&st.kvm, &end), 0);
	leave(&st, 121, false);
	come_back(&st, 180);
	ev(&st, ENTRY, 200, "");
	ev(&st, EXIT, 230, IO);
	expect(&st, 130,
	       STATES([KVM_STATE_GUEST] = 10 + 30, [KVM_STATE_KERNEL] = 10,
		      [KVM_STATE_UNKNOWN] = 80));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_states),	  cmocka_unit_test(test_scheduler),
		cmocka_unit_test(test_lost),	  cmocka_unit_test(test_children),
		cmocka_unit_test(test_intervals), cmocka_unit_test(test_intervals_mended),
		cmocka_unit_test(test_gone),	  cmocka_unit_test(test_gone_and_reused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
