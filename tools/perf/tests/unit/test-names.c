// SPDX-License-Identifier: GPL-2.0-only
/* Names of exit reasons: from real print formats, the built-in tables, and hostile formats. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "formats.h"
#include "kvm/arch/hcalls.h"
#include "kvm/names.h"

enum { VMX, SVM };
enum { RET, ESR_EC };
enum { EXCEPTION, INTERRUPT };
enum { ICPT, INSTRUCTION, SIGP, DIAG, PROG };
enum { REASON, GSPR };

#define REASON_FIELD "\tfield:unsigned int exit_reason;\toffset:8;\tsize:4;\tsigned:0;\n"
#define ISA_FIELD    "\tfield:u32 isa;\toffset:12;\tsize:4;\tsigned:0;\n"

static void check(const struct kvm_arch *arch, struct tep_handle *tep, u32 kind, u64 code,
		  const char *expected)
{
	struct kvm_key key = { .kind = kind, .code = code };
	char buf[128];

	assert_string_equal(kvm_exit_name(arch, tep, &key, buf, sizeof(buf)), expected);
}

static void check_one(const char *print_fmt, u32 kind, u64 code, const char *expected)
{
	struct tep_handle *tep = formats__one(REASON_FIELD ISA_FIELD, print_fmt);

	check(&kvm_arch_x86, tep, kind, code, expected);
	tep_free(tep);
}

/* Whether from the recording or built in, the words are the same. */
static void check_x86(struct tep_handle *tep)
{
	const struct kvm_arch *x86 = &kvm_arch_x86;

	check(x86, tep, VMX, 0, "EXCEPTION_NMI");
	check(x86, tep, VMX, 1, "EXTERNAL_INTERRUPT");
	check(x86, tep, VMX, 12, "HLT");
	check(x86, tep, VMX, 48, "EPT_VIOLATION");
	check(x86, tep, VMX, 0x80000021, "INVALID_STATE FAILED_VMENTRY");
	check(x86, tep, VMX, 0x80000005, "UNKNOWN(0x5) FAILED_VMENTRY");
	check(x86, tep, VMX, 0x40000021, "INVALID_STATE 0x40000000");
	check(x86, tep, VMX, 0xe0010021, "INVALID_STATE FAILED_VMENTRY 0x60010000");
	check(x86, tep, VMX, 0x8800000c, "HLT FAILED_VMENTRY SGX_ENCLAVE_MODE");
	check(x86, tep, VMX, 0xffff, "UNKNOWN(0xffff)");
	check(x86, tep, VMX, 84, "MSR_READ_IMM");
	check(x86, tep, SVM, 0, "read_cr0");
	check(x86, tep, SVM, 0x4e, "PF excp");
	check(x86, tep, SVM, 0x54, "UNKNOWN(0x54)");
	check(x86, tep, SVM, 0x78, "hlt");
	check(x86, tep, SVM, 0xa6, "idle-halt");
	check(x86, tep, SVM, 0x400, "npf");
	check(x86, tep, SVM, 0x80000001, "vmgexit_mmio_read");
	check(x86, tep, SVM, 0xffffffff, "invalid_guest_state");
	check(x86, tep, 7, 0x54, "UNKNOWN(0x54)");
}

static void test_x86(void **state)
{
	struct tep_handle *tep = formats__load("x86", NULL, NULL);

	check_x86(tep);
	check_x86(NULL);
	tep_free(tep);
	tep = formats__load("x86-7.2", NULL, NULL);
	check_x86(tep);
	tep_free(tep);
	/* Linux 7.2 writes its codes as 0x80000013ull. */
	tep = formats__load("x86-7.2", "\"vmgexit_ap_creation\"", "\"NEW\"");
	check(&kvm_arch_x86, tep, SVM, 0x80000013, "NEW");
	tep_free(tep);
}

/* An 8-byte reason, as newer kernels have it: -1 is all of its bits. */
static void test_width(void **state)
{
	const char *format = "\"%s\", __print_symbolic(REC->exit_reason, { -1, \"minus\" })";
	const char *field = "\tfield:u64 exit_reason;\toffset:8;\tsize:8;\tsigned:0;\n";
	struct tep_handle *tep = formats__one(field, format);

	check(&kvm_arch_x86, tep, SVM, UINT64_MAX, "minus");
	check(&kvm_arch_x86, tep, SVM, 0xffffffff, "UNKNOWN(0xffffffff)");
	check(&kvm_arch_x86, NULL, SVM, UINT64_MAX, "invalid_guest_state");
	tep_free(tep);
	check_one(format, SVM, 0xffffffff, "minus");

	field = "\tfield:u8 exit_reason;\toffset:8;\tsize:1;\tsigned:0;\n";
	tep = formats__one(field, format);
	check(&kvm_arch_x86, tep, SVM, 0xff, "minus");
	tep_free(tep);
}

/* What the recording says goes before what we know, in the isa's own branch. */
static void test_recording_first(void **state)
{
	struct tep_handle *tep = formats__load("x86", "\"EXCEPTION_NMI\"", "\"NEW_NAME\"");

	check(&kvm_arch_x86, tep, VMX, 0, "NEW_NAME");
	check(&kvm_arch_x86, tep, SVM, 0, "read_cr0");
	tep_free(tep);

	tep = formats__load("x86", "{ 0x000, \"read_cr0\" }",
			    "{ 0x2000 + 4, \"new\" \" \" \"one\" }");
	check(&kvm_arch_x86, tep, SVM, 0x2004, "new one");
	check(&kvm_arch_x86, tep, SVM, 0, "read_cr0");
	check(&kvm_arch_x86, tep, VMX, 0x2004, "UNKNOWN(0x2004)");
	tep_free(tep);

	tep = formats__load("x86", "{ 0x80000000, \"FAILED_VMENTRY\" }",
			    "{ 0x40000000, \"NEW_FLAG\" }, { 0x30000000, \"TWO_BITS\" }");
	check(&kvm_arch_x86, tep, VMX, 0xd000000c, "HLT NEW_FLAG FAILED_VMENTRY 0x10000000");
	check(&kvm_arch_x86, tep, VMX, 0x7000000c, "HLT NEW_FLAG TWO_BITS");
	tep_free(tep);
}

static void test_arm64(void **state)
{
	const struct kvm_arch *arm64 = &kvm_arch_arm64;
	struct tep_handle *tep = formats__load("arm64", "\"IRQ\"", "\"NEW_IRQ\"");

	check(arm64, tep, RET, 0, "NEW_IRQ");
	check(arm64, tep, RET, 0xbadca11, "HYP_GONE");
	check(arm64, tep, RET, 9, "UNKNOWN(ret 0x9)");
	check(arm64, tep, ESR_EC, 0, "UNKNOWN");
	check(arm64, tep, ESR_EC, 1, "WFx");
	check(arm64, tep, ESR_EC, 0x24, "DABT_LOW");
	check(arm64, tep, ESR_EC, 0x12, "HVC32");
	check(arm64, tep, ESR_EC, 0x3e, "UNKNOWN(esr_ec 0x3e)");
	check(arm64, NULL, RET, 0, "IRQ");
	tep_free(tep);

	/* Linux 7.2 writes (((0x24UL))), and knows another class. */
	tep = formats__load("arm64-7.2", "\"ERET\"", "\"NEW_ERET\"");
	check(arm64, tep, ESR_EC, 0x24, "DABT_LOW");
	check(arm64, tep, ESR_EC, 0x1a, "NEW_ERET");
	check(arm64, tep, RET, 0xbadca11, "HYP_GONE");
	tep_free(tep);
}

static void test_riscv(void **state)
{
	const struct kvm_arch *riscv = &kvm_arch_riscv;
	struct tep_handle *tep = formats__load("riscv", NULL, NULL);

	check(riscv, tep, EXCEPTION, 23, "EXC_STORE_GUEST_PAGE_FAULT");
	check(riscv, tep, EXCEPTION, 5, "EXC_LOAD_ACCESS");
	check(riscv, tep, INTERRUPT, 5, "IRQ_S_TIMER");
	check(riscv, tep, EXCEPTION, 63, "UNKNOWN(exception 0x3f)");
	check(riscv, tep, INTERRUPT, 63, "UNKNOWN(interrupt 0x3f)");
	tep_free(tep);
}

static void check_s390(struct tep_handle *tep)
{
	const struct kvm_arch *s390 = &kvm_arch_s390;

	check(s390, tep, ICPT, 0, "Host interruption");
	check(s390, tep, ICPT, 0x1c, "Wait state");
	check(s390, tep, ICPT, 0x50, "UNKNOWN(icptcode 0x50)");
	check(s390, tep, INSTRUCTION, 0xb27d, "0xB2 STSI");
	check(s390, tep, INSTRUCTION, 0xeb25, "0xEB STCTG");
	check(s390, tep, INSTRUCTION, 0x83, "DIAG");
	check(s390, tep, INSTRUCTION, 0xb2ff, "UNKNOWN(instruction 0xb2ff)");
	check(s390, tep, SIGP, 1, "SIGP sense");
	check(s390, tep, SIGP, 8, "UNKNOWN(sigp 0x8)");
	check(s390, tep, DIAG, 0x500, "DIAG (0x500) KVM virtio functions");
	check(s390, tep, DIAG, 8, "UNKNOWN(diag 0x8)");
	check(s390, tep, PROG, 0x10, "Prog Segment translation");
	check(s390, tep, PROG, 0x119, "Prog Crypto operation");
}

/* Its decoder makes the print format's tree deep and oddly shaped. */
static void test_s390(void **state)
{
	struct tep_handle *tep = formats__load("s390", NULL, NULL);

	check_s390(tep);
	check_s390(NULL);
	tep_free(tep);
	tep = formats__load("s390", "\"0xB2\" \" \" \"STSI\"", "\"0xB2\" \" \" \"NEW\"");
	check(&kvm_arch_s390, tep, INSTRUCTION, 0xb27d, "0xB2 NEW");
	tep_free(tep);
}

static void test_powerpc(void **state)
{
	struct tep_handle *tep = formats__load("powerpc", "\"H_SET_MODE\"", "\"H_NEW\"");
	char buf[64];

	check(&kvm_arch_powerpc, tep, 0, 0xc00, "SYSCALL");
	check(&kvm_arch_powerpc, tep, 0, 0, "RETURN_TO_HOST");
	check(&kvm_arch_powerpc, tep, 0, 0x123, "UNKNOWN(0x123)");
	assert_string_equal(kvm_kind_name(&kvm_hcall_kind, tep, H_CEDE, buf, 64), "H_CEDE");
	assert_string_equal(kvm_kind_name(&kvm_hcall_kind, tep, 0x31c, buf, 64), "H_NEW");
	assert_string_equal(kvm_kind_name(&kvm_hcall_kind, NULL, 0x31c, buf, 64), "H_SET_MODE");
	assert_string_equal(kvm_kind_name(&kvm_hcall_kind, tep, 0xf002, buf, 64), "H_CAS");
	assert_string_equal(kvm_kind_name(&kvm_hcall_kind, tep, 0x460, buf, 64),
			    "H_GUEST_GET_CAPABILITIES");
	assert_string_equal(kvm_kind_name(&kvm_hcall_kind, tep, 0xffff, buf, 64),
			    "UNKNOWN(0xffff)");
	tep_free(tep);
}

static void test_loongarch(void **state)
{
	const char *format =
		"\"vcpu %u [%s] PC: 0x%08lx\", REC->vcpu_id, "
		"__print_symbolic(REC->reason, { 64, \"IDLE\" }, { 68, \"NEW\" }), REC->pc";
	struct tep_handle *tep =
		formats__one("\tfield:unsigned int vcpu_id;\toffset:8;\tsize:4;\tsigned:0;\n"
			     "\tfield:unsigned long pc;\toffset:16;\tsize:8;\tsigned:0;\n"
			     "\tfield:unsigned int reason;\toffset:24;\tsize:4;\tsigned:0;\n",
			     format);

	check(&kvm_arch_loongarch, tep, REASON, 68, "NEW");
	check(&kvm_arch_loongarch, tep, REASON, 22, "GSPR");
	tep_free(tep);
	check(&kvm_arch_loongarch, NULL, REASON, 22, "GSPR");
	check(&kvm_arch_loongarch, NULL, REASON, 65, "CACHE");
	check(&kvm_arch_loongarch, NULL, GSPR, 0x06488000, "IDLE");
	check(&kvm_arch_loongarch, NULL, GSPR, 0x38720000, "UNKNOWN(gspr 0x38720000)");
}

/* A real print format that libtraceevent gives up on. */
static void test_unparsable(void **state)
{
	static const struct kvm_code_name names[] = { { 7, "OURS" }, { 0, NULL } };
	static const struct kvm_key_kind kind = {
		.event = "kvm:kvm_nested_vmenter_failed",
		.field = "err",
		.names = names,
	};
	struct tep_handle *tep = formats__load("x86", NULL, NULL);
	char buf[64];

	assert_string_equal(kvm_kind_name(&kind, tep, 7, buf, sizeof(buf)), "OURS");
	assert_string_equal(kvm_kind_name(&kind, tep, 8, buf, sizeof(buf)), "UNKNOWN(0x8)");
	tep_free(tep);

	check_one("\"%s\", kvm_x86_names[REC->exit_reason](", VMX, 12, "HLT");
	check_one("", VMX, 12, "HLT");
	check_one("\"%s\", __print_symbolic(REC->exit_reason, { 12, \"X\" }), names(", VMX, 12,
		  "HLT");
	check_one("\"%s\", __print_symbolic(REC->exit_reason, { 12, \"X\" }, { }", VMX, 12, "HLT");
}

/* The conditions that kernels have, or might. */
static void test_conditions(void **state)
{
#define A "__print_symbolic(REC->exit_reason, { 12, \"A\" })"
#define B "__print_symbolic(REC->exit_reason, { 12, \"B\" })"
#define S "\"%s\", "
	check_one(S "REC->isa == 1 ? " A " : " B, VMX, 12, "A");
	check_one(S "REC->isa == 1 ? " A " : " B, SVM, 12, "B");
	check_one(S "(REC->isa != 2) ? " A " : " B, SVM, 12, "B");
	check_one(S "!(REC->isa == 1) ? " A " : " B, VMX, 12, "B");
	check_one(S "(REC->isa & 2) ? " A " : " B, SVM, 12, "A");
	check_one(S "(REC->isa == 1 && REC->exit_reason > 3) ? " A " : " B, SVM, 12, "B");
	check_one(S "(REC->isa == 1 || REC->exit_reason > 3) ? " A " : " B, VMX, 12, "A");
	/* That does not hang on the isa: either. */
	check_one(S "REC->exit_reason > 3 ? " A " : " B, VMX, 12, "A");
	/* The isa in a word that the format does not explain: neither. */
	check_one(S "REC->isa == KVM_ISA_VMX ? " A " : " B, VMX, 12, "HLT");
	/* Not about the reason. */
	check_one(S "__print_symbolic(REC->isa, { 12, \"A\" })", VMX, 12, "HLT");
	/* The first of the same code, and empty names are none. */
	check_one(S "__print_symbolic(REC->exit_reason, { 12, \"\" }, { 12, \"C\" })", VMX, 12,
		  "C");
	check_one(S "__print_symbolic(REC->exit_reason, { 12ULL, \"A\" })", VMX, 12, "A");
	check_one(S "__print_flags(REC->exit_reason, \"|\", { 0, \"NO\" }, { 1U << 31, \"YES\" })",
		  VMX, 0x8000000c, "HLT YES");
	check_one(S "__print_symbolic(REC->exit_reason, { HLT, \"A\" })", VMX, 12, "HLT");
	check_one(S "__print_symbolic((u16)(REC->exit_reason), { 014, \"D\" })", VMX, 12, "D");
}

static void test_small_buffers(void **state)
{
	struct kvm_key key = { .kind = VMX, .code = 0xe0010021 };
	const char *whole = "INVALID_STATE FAILED_VMENTRY 0x60010000";
	char buf[64];
	size_t size, i;

	for (size = 0; size < sizeof(buf); size++) {
		memset(buf, '#', sizeof(buf));
		kvm_exit_name(&kvm_arch_x86, NULL, &key, buf, size);
		assert_true(size == 0 ||
			    strlen(buf) == (size > strlen(whole) ? strlen(whole) : size - 1));
		assert_true(size == 0 || !strncmp(buf, whole, strlen(buf)));
		for (i = size; i < sizeof(buf); i++)
			assert_int_equal(buf[i], '#');
	}
}

/* Long names, many entries, control characters: cut or copied, never run over. */
static void test_hostile_text(void **state)
{
	size_t size = 256 * 1024;
	char *format = malloc(size), buf[16];
	struct kvm_key key = { .kind = VMX, .code = 12 };
	struct tep_handle *tep;
	size_t len;

	assert_non_null(format);
	len = (size_t)snprintf(format, size,
			       "\"%%s\", __print_symbolic(REC->exit_reason, { 12, \"");
	memset(format + len, 'A', 100000);
	snprintf(format + len + 100000, size - len - 100000, "\" })");
	tep = formats__one(REASON_FIELD, format);
	assert_string_equal(kvm_exit_name(&kvm_arch_x86, tep, &key, buf, sizeof(buf)),
			    "AAAAAAAAAAAAAAA");
	tep_free(tep);

	check_one("\"%s\", __print_symbolic(REC->exit_reason, { 12, \"%n%s\" })", VMX, 12, "%n%s");
	check_one("\"%s\", __print_symbolic(REC->exit_reason, { 99999999999999999999999, \"A\" })",
		  SVM, 0xffffffff, "invalid_guest_state");
	free(format);
}

/*
 * A tree deeper than any stack: libtraceevent makes one of what a file says, so
 * it is put in the place of a parsed one here.
 */
static void test_hostile_depth(void **state)
{
	enum { N = 1000000 };
	struct tep_handle *tep = formats__one(REASON_FIELD, "\"%s\", REC->exit_reason");
	struct tep_event *event = tep_find_event_by_name(tep, "kvm", "kvm_exit");
	struct tep_print_arg *args = calloc(N, sizeof(*args)), *real = event->print_fmt.args;
	struct tep_print_arg field = { .type = TEP_PRINT_FIELD,
				       .field.name = (char *)"exit_reason" };
	struct tep_print_arg table = { .type = TEP_PRINT_SYMBOL, .symbol.field = args };
	size_t i;

	assert_non_null(args);
	for (i = 0; i < N; i++) {
		args[i].type = TEP_PRINT_TYPE;
		args[i].typecast.item = i + 1 < N ? &args[i + 1] : &field;
	}
	event->print_fmt.args = args;
	check(&kvm_arch_x86, tep, VMX, 12, "HLT");
	event->print_fmt.args = &table;
	check(&kvm_arch_x86, tep, VMX, 12, "HLT");

	for (i = 0; i < N; i++) {
		args[i].type = TEP_PRINT_OP;
		args[i].op.op = (char *)(i % 2 ? ":" : "?");
		args[i].op.left = i % 2 ? &args[N - 1] : &field;
		args[i].op.right = i + 1 < N ? &args[i + 1] : NULL;
	}
	event->print_fmt.args = args;
	check(&kvm_arch_x86, tep, VMX, 12, "HLT");
	for (i = 0; i < N; i++) {
		args[i].op.op = (char *)(i % 2 ? "&&" : "~");
		args[i].op.left = NULL;
	}
	args[0].op.op = (char *)"?";
	args[0].op.left = &args[3];
	check(&kvm_arch_x86, tep, VMX, 12, "HLT");

	event->print_fmt.args = real;
	tep_free(tep);
	free(args);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_x86),
		cmocka_unit_test(test_width),
		cmocka_unit_test(test_recording_first),
		cmocka_unit_test(test_arm64),
		cmocka_unit_test(test_riscv),
		cmocka_unit_test(test_s390),
		cmocka_unit_test(test_powerpc),
		cmocka_unit_test(test_loongarch),
		cmocka_unit_test(test_unparsable),
		cmocka_unit_test(test_conditions),
		cmocka_unit_test(test_small_buffers),
		cmocka_unit_test(test_hostile_text),
		cmocka_unit_test(test_hostile_depth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
