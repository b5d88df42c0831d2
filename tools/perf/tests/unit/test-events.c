// SPDX-License-Identifier: GPL-2.0-only
/* The event sets: what begins a span, what ends it, and what of it is nobody's. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "engine.h"

#define EXIT  "kvm:kvm_exit"
#define ENTRY "kvm:kvm_entry"
#define MMIO  "kvm:kvm_mmio"
#define PIO   "kvm:kvm_pio"
#define MSR   "kvm:kvm_msr"
#define HLT   "exit_reason=12 isa=1"
#define CPUID "exit_reason=10 isa=1"

#define READ  "type=1 gpa=0x1000"
#define WRITE "type=2 gpa=0x1000"

static void begin(struct stage *st, const char *set)
{
	stage__init(st, "x86", "x86_64", set);
}

static void ev(struct stage *st, const char *event, u64 time, const char *fields)
{
	assert_int_equal(stage__event(st, event, time, fields), 0);
}

static void end(struct stage *st, const char *rows, u64 unpaired, u64 dropped, u64 backward)
{
	stage__expect(st, "sample", rows);
	stage__expect_counts(st, unpaired, dropped, backward);
	stage__exit(st);
}

static void test_exit_to_entry(void **state)
{
	struct stage st;

	(void)state;
	begin(&st, "vmexit");
	ev(&st, ENTRY, 5, ""); /* the first entry has no exit: that is nobody's fault */
	ev(&st, EXIT, 10, HLT);
	ev(&st, ENTRY, 30, "");
	ev(&st, EXIT, 40, CPUID);
	ev(&st, ENTRY, 41, "");
	ev(&st, EXIT, 50, HLT);
	ev(&st, ENTRY, 50, ""); /* spans of 0 ns are real */
	ev(&st, EXIT, 60, HLT); /* cut off by the end */
	end(&st, "HLT 2 20; CPUID 1 1", 0, 0, 0);
}

/* Where time begins with 0, it is observed from the first event on that has one. */
static void test_time_begins(void **state)
{
	struct stage st;

	(void)state;
	begin(&st, "vmexit");
	ev(&st, EXIT, 0, HLT);
	ev(&st, ENTRY, 20, "");
	ev(&st, EXIT, 30, HLT);
	assert_int_equal(st.kvm.first_time, 20);
	end(&st, "HLT 1 20", 0, 0, 0);
}

static void test_first_exit_counts(void **state)
{
	struct stage st;

	(void)state;
	begin(&st, "vmexit");
	ev(&st, EXIT, 10, HLT);
	ev(&st, ENTRY, 30, "");
	end(&st, "HLT 1 20", 0, 0, 0);
}

static void test_unpaired(void **state)
{
	struct stage st;

	(void)state;
	begin(&st, "vmexit");
	ev(&st, EXIT, 10, HLT);
	ev(&st, EXIT, 20, CPUID); /* the second begin wins */
	ev(&st, ENTRY, 25, "");
	ev(&st, ENTRY, 26, ""); /* an end without a begin */
	end(&st, "CPUID 1 5", 2, 0, 0);
}

static void thread_ends(struct stage *st, u64 time, u32 cpu)
{
	struct task_event gone = { .pid = st->pid, .tid = st->tid, .time = time, .at.cpu = cpu };

	assert_int_equal(kvm_analysis__task_exit(&st->kvm, &gone), 0);
}

/* As late as a damaged sample can say. */
static void test_end_of_time(void **state)
{
	struct kvm_watch watch = { .no_idle = true };
	struct stage st;

	(void)state;
	begin(&st, "vmexit");
	ev(&st, "kvm:kvm_exit", UINT64_MAX - 3, "exit_reason=30 isa=1");
	ev(&st, "kvm:kvm_entry", UINT64_MAX, "");
	end(&st, "IO_INSTRUCTION 1 3", 0, 0, 0);

	begin(&st, "vmexit");
	st.kvm.watch = &watch;
	ev(&st, "kvm:kvm_exit", UINT64_MAX - 3, "exit_reason=30 isa=1");
	ev(&st, "kvm:kvm_entry", UINT64_MAX, "");
	end(&st, "IO_INSTRUCTION 1 3", 0, 0, 0);
}

/* What is open at a thread's end is not paired with what another with its tid does. */
static void test_thread_ends(void **state)
{
	struct stage st;

	(void)state;
	begin(&st, "vmexit");
	ev(&st, "kvm:kvm_exit", 100, "exit_reason=30 isa=1");
	thread_ends(&st, 105, 0);
	ev(&st, "kvm:kvm_entry", 110, "");
	ev(&st, "kvm:kvm_exit", 120, "exit_reason=30 isa=1");
	ev(&st, "kvm:kvm_entry", 123, "");
	end(&st, "IO_INSTRUCTION 1 3", 0, 0, 0);

	/* Elsewhere than it was: lost records where it was may be of its end. */
	begin(&st, "vmexit");
	ev(&st, "kvm:kvm_exit", 100, "exit_reason=30 isa=1");
	thread_ends(&st, 105, 1);
	st.cpu = 1;
	ev(&st, "kvm:kvm_entry", 110, "");
	stage__lost(&st, 0);
	end(&st, "", 0, 1, 0);

	/* A read begins at an exit of its own thread. */
	begin(&st, "mmio");
	ev(&st, "kvm:kvm_exit", 100, "exit_reason=48 isa=1");
	thread_ends(&st, 105, 1);
	ev(&st, "kvm:kvm_mmio", 110, "type=1 gpa=0x1000");
	end(&st, "", 1, 0, 0);
}

static void test_backward(void **state)
{
	struct stage st;

	(void)state;
	begin(&st, "vmexit");
	ev(&st, EXIT, 10, HLT);
	ev(&st, ENTRY, 9, "");
	ev(&st, EXIT, 20, HLT);
	ev(&st, ENTRY, 21, "");
	end(&st, "HLT 1 1", 0, 0, 1);
}

static void test_threads_are_apart(void **state)
{
	struct stage st;

	(void)state;
	begin(&st, "vmexit");
	ev(&st, EXIT, 10, HLT);
	st.tid = 102;
	ev(&st, EXIT, 11, CPUID);
	st.tid = 101;
	ev(&st, ENTRY, 20, "");
	st.tid = 102;
	ev(&st, ENTRY, 31, "");
	end(&st, "CPUID 1 20; HLT 1 10", 0, 0, 0); /* equal counts: by name */
}

static void test_flags_are_part_of_the_key(void **state)
{
	struct stage st;

	(void)state;
	begin(&st, "vmexit");
	ev(&st, EXIT, 10, "exit_reason=0x80000021 isa=1");
	ev(&st, ENTRY, 11, "");
	ev(&st, EXIT, 20, "exit_reason=0x21 isa=1");
	ev(&st, ENTRY, 22, "");
	ev(&st, EXIT, 30, "exit_reason=0xf4 isa=1");
	ev(&st, ENTRY, 33, "");
	ev(&st, EXIT, 40, "exit_reason=0xffffffff isa=2");
	ev(&st, ENTRY, 44, "");
	end(&st,
	    "INVALID_STATE 1 2; INVALID_STATE FAILED_VMENTRY 1 1; UNKNOWN(0xf4) 1 3; invalid_guest_state 1 4",
	    0, 0, 0);
}

/* Some kernels do not say in kvm_exit: then the CPU's name does, or nothing. */
static void test_isa_from_cpuid(void **state)
{
	struct stage st;

	(void)state;
	stage__init_changed(&st, "x86", "field:u32 isa;", "field:u32 not;", "x86_64", "vmexit");
	st.session.env.cpuid = strdup("AuthenticAMD,23,1,2");
	ev(&st, EXIT, 10, "exit_reason=0x78");
	ev(&st, ENTRY, 11, "");
	end(&st, "hlt 1 1", 0, 0, 0);

	stage__init_changed(&st, "x86", "field:u32 isa;", "field:u32 not;", "x86_64", "vmexit");
	assert_int_equal(stage__event(&st, EXIT, 10, "exit_reason=0x78"), -ENODATA);
	assert_non_null(strstr(st.err.msg, "isa"));
	stage__exit(&st);
}

static void test_lost_drops_what_is_open(void **state)
{
	struct stage st;

	(void)state;
	begin(&st, "vmexit");
	ev(&st, EXIT, 10, HLT);
	stage__lost(&st, 0);
	ev(&st, ENTRY, 30, ""); /* the entry after a dropped span */
	ev(&st, EXIT, 40, HLT);
	ev(&st, ENTRY, 42, "");
	st.tid = 102;
	ev(&st, EXIT, 50, CPUID);
	stage__lost(&st, 1); /* another CPU's loss */
	ev(&st, ENTRY, 55, "");
	ev(&st, EXIT, 60, CPUID);
	stage__lost(&st, 0); /* and at the end */
	end(&st, "CPUID 1 5; HLT 1 2", 0, 2, 0);
}

/* The gap opens on CPU 0 before the thread is seen on CPU 1, but is told only later. */
static void test_lost_behind_a_migration(void **state)
{
	struct stage st;

	(void)state;
	begin(&st, "vmexit");
	ev(&st, EXIT, 10, HLT);
	st.cpu = 1;
	ev(&st, ENTRY, 30, "");
	ev(&st, EXIT, 40, CPUID); /* begins and ends on CPU 1: sound */
	ev(&st, ENTRY, 41, "");
	stage__lost(&st, 0);
	end(&st, "CPUID 1 1", 0, 1, 0);

	/* With a record on CPU 0 in between, nothing was lost there before. */
	begin(&st, "vmexit");
	ev(&st, EXIT, 10, HLT);
	st.cpu = 1;
	ev(&st, ENTRY, 30, "");
	stage__seen(&st, 0);
	stage__lost(&st, 0);
	end(&st, "HLT 1 20", 0, 0, 0);

	/* Still open when it is told, on the third CPU by then. */
	begin(&st, "mmio");
	ev(&st, EXIT, 5, HLT);
	ev(&st, MMIO, 10, WRITE);
	st.cpu = 1;
	ev(&st, MMIO, 20, "type=0 gpa=0x1000"); /* shows the thread, ends nothing */
	stage__lost(&st, 0);
	ev(&st, ENTRY, 30, "");
	end(&st, "", 0, 1, 0);
}

static void test_mmio(void **state)
{
	struct stage st;

	(void)state;
	begin(&st, "mmio");
	ev(&st, ENTRY, 1, "");
	ev(&st, EXIT, 10, HLT);
	ev(&st, MMIO, 11, "type=0 gpa=0x1000"); /* unsatisfied: nothing */
	ev(&st, MMIO, 13, READ);		/* since the exit */
	ev(&st, MMIO, 18, READ);		/* since the last access */
	ev(&st, MMIO, 20, WRITE);		/* until the next access */
	ev(&st, MMIO, 27, WRITE);
	ev(&st, MMIO, 30, READ); /* the time is the write's: 0 ns */
	ev(&st, MMIO, 31, WRITE);
	ev(&st, ENTRY, 40, "");
	ev(&st, ENTRY, 41, ""); /* nothing open: nothing wrong */
	end(&st, "0x1000:R 3 8; 0x1000:W 3 19", 0, 0, 0);
}

static void test_mmio_unpaired(void **state)
{
	struct stage st;

	(void)state;
	begin(&st, "mmio");
	ev(&st, MMIO, 5, READ); /* its exit was not recorded */
	ev(&st, EXIT, 10, HLT);
	ev(&st, MMIO, 11, WRITE);
	ev(&st, EXIT, 12, HLT); /* the write's entry is missing */
	ev(&st, MMIO, 14, READ);
	end(&st, "0x1000:R 1 2", 2, 0, 0);
}

static void test_ioport(void **state)
{
	struct stage st;

	(void)state;
	begin(&st, "ioport");
	ev(&st, EXIT, 10, HLT);
	ev(&st, PIO, 11, "port=0x3f8 rw=1");
	ev(&st, PIO, 14, "port=0x3f8 rw=0"); /* ends the one before */
	ev(&st, ENTRY, 20, "");
	ev(&st, EXIT, 30, HLT);
	ev(&st, PIO, 31, "port=0xc090 rw=1");
	ev(&st, ENTRY, 32, "");
	end(&st, "0x3f8:PIN 1 6; 0x3f8:POUT 1 3; 0xc090:POUT 1 1", 0, 0, 0);
}

static void test_msr(void **state)
{
	struct stage st;

	(void)state;
	begin(&st, "msr");
	ev(&st, EXIT, 10, HLT);
	ev(&st, MSR, 11, "ecx=0x6e0 write=1");
	ev(&st, ENTRY, 15, "");
	ev(&st, EXIT, 20, HLT);
	ev(&st, MSR, 22, "ecx=0x6e0 write=0");
	ev(&st, ENTRY, 23, "");
	end(&st, "0x6e0:R 1 1; 0x6e0:W 1 4", 0, 0, 0);
}

static void test_arm64(void **state)
{
	struct stage st;

	(void)state;
	stage__init(&st, "arm64", "aarch64", "vmexit");
	ev(&st, EXIT, 10, "ret=2 esr_ec=0x24");
	ev(&st, ENTRY, 13, "");
	ev(&st, EXIT, 20, "ret=0 esr_ec=0");
	ev(&st, ENTRY, 21, "");
	ev(&st, EXIT, 30, "ret=0x80000002 esr_ec=0x24"); /* an SError is pending: the same reason */
	ev(&st, ENTRY, 37, "");
	end(&st, "DABT_LOW 2 10; IRQ 1 1", 0, 0, 0);
}

static void test_riscv(void **state)
{
	struct stage st;

	(void)state;
	stage__init(&st, "riscv", "riscv64", "vmexit");
	ev(&st, EXIT, 10, "scause=5");
	ev(&st, ENTRY, 13, "");
	ev(&st, EXIT, 20, "scause=0x8000000000000005");
	ev(&st, ENTRY, 25, "");
	end(&st, "EXC_LOAD_ACCESS 1 3; IRQ_S_TIMER 1 5", 0, 0, 0);
}

static void test_s390_children(void **state)
{
	struct stage st;

	(void)state;
	stage__init(&st, "s390", "s390x", "vmexit");
	ev(&st, "kvm:kvm_s390_sie_exit", 10, "id=3 icptcode=4");
	ev(&st, "kvm:kvm_s390_intercept_instruction", 11, "instruction=0x8300");
	ev(&st, "kvm:kvm_s390_handle_diag", 12, "code=0x44");
	ev(&st, "kvm:kvm_s390_sie_enter", 15, "id=3");
	ev(&st, "kvm:kvm_s390_sie_exit", 20, "id=3 icptcode=4");
	ev(&st, "kvm:kvm_s390_handle_sigp", 21, "order_code=8");
	ev(&st, "kvm:kvm_s390_sie_enter", 22, "id=3");
	ev(&st, "kvm:kvm_s390_sie_exit", 30, "id=3 icptcode=8");
	ev(&st, "kvm:kvm_s390_sie_enter", 31, "id=3");
	stage__expect(
		&st, "total_time",
		"DIAG (0x44) time slice end 1 5; UNKNOWN(sigp 0x8) 1 2; Program interruption 1 1");
	assert_int_equal(st.report.nr_threads, 1);
	stage__exit(&st);
}

static void test_hcall(void **state)
{
	struct stage st;

	(void)state;
	stage__init(&st, "powerpc", "ppc64le", "hcall");
	ev(&st, "kvm_hv:kvm_guest_exit", 5, "vcpu_id=1");
	ev(&st, "kvm_hv:kvm_hcall_enter", 10, "vcpu_id=1 req=0xe0");
	ev(&st, "kvm_hv:kvm_hcall_exit", 17, "vcpu_id=1");
	ev(&st, "kvm_hv:kvm_hcall_exit", 18, "vcpu_id=1");
	end(&st, "H_CEDE 1 7", 1, 0, 0);
}

static void test_same_tracepoint_twice(void **state)
{
	struct stage st;
	struct evsel *evsel;

	(void)state;
	begin(&st, "vmexit");
	ev(&st, EXIT, 10, HLT);
	ev(&st, ENTRY, 30, "");
	/* kvm_exit again, as -e kvm:kvm_exit appends it: the first counts. */
	evsel = evlist__add(&st.session.evlist, &evlist__first(&st.session.evlist)->attr, 128);
	evsel->name = strdup("kvm:kvm_exit again");
	evsel->tp_format = evlist__first(&st.session.evlist)->tp_format;
	ev(&st, EXIT, 40, HLT);
	ev(&st, "kvm:kvm_exit again", 40, HLT);
	ev(&st, ENTRY, 41, "");
	end(&st, "HLT 2 21", 0, 0, 0);
}

static void test_vcpu_ids(void **state)
{
	struct comm_event comm = { .pid = 100, .tid = 103, .comm = "CPU 7/KVM" };
	const char *at;
	struct stage st;

	(void)state;
	stage__init(&st, "arm64", "aarch64", "vmexit"); /* its events tell no vCPU */
	for (st.tid = 101; st.tid <= 103; st.tid++) {
		ev(&st, EXIT, 10, "ret=0");
		ev(&st, ENTRY, 10 + st.tid, "");
	}
	kvm_analysis__comm(&st.kvm, &comm);
	assert_int_equal(intlist__parse(&st.query.filter.vcpus, "1,7", &at), 0);
	end(&st, "IRQ 2 205", 0, 0, 0); /* 101 is 0, 102 is 1, 103 is named 7 */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_exit_to_entry),
		cmocka_unit_test(test_time_begins),
		cmocka_unit_test(test_first_exit_counts),
		cmocka_unit_test(test_unpaired),
		cmocka_unit_test(test_thread_ends),
		cmocka_unit_test(test_end_of_time),
		cmocka_unit_test(test_backward),
		cmocka_unit_test(test_threads_are_apart),
		cmocka_unit_test(test_flags_are_part_of_the_key),
		cmocka_unit_test(test_isa_from_cpuid),
		cmocka_unit_test(test_lost_drops_what_is_open),
		cmocka_unit_test(test_lost_behind_a_migration),
		cmocka_unit_test(test_mmio),
		cmocka_unit_test(test_mmio_unpaired),
		cmocka_unit_test(test_ioport),
		cmocka_unit_test(test_msr),
		cmocka_unit_test(test_arm64),
		cmocka_unit_test(test_riscv),
		cmocka_unit_test(test_s390_children),
		cmocka_unit_test(test_hcall),
		cmocka_unit_test(test_same_tracepoint_twice),
		cmocka_unit_test(test_vcpu_ids),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
