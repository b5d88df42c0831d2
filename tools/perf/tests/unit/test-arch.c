// SPDX-License-Identifier: GPL-2.0-only
/*
 * The architectures: which machine is which, what makes a key of an exit, and the
 * built-in tables against what the kernel publishes (linux-libc-dev's headers) and
 * against real kernels' print formats.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <linux/version.h>
#include <cmocka.h>

#include "formats.h"
#include "kvm/arch/hcalls.h"

/* From another architecture's host they come with linux-libc-dev-ARCH-cross. */
#if __has_include(<asm/vmx.h>)
#include <asm/kvm.h>
#include <asm/svm.h>
#include <asm/vmx.h>
#elif __has_include("/usr/x86_64-linux-gnu/include/asm/vmx.h")
#include "/usr/x86_64-linux-gnu/include/asm/kvm.h"
#include "/usr/x86_64-linux-gnu/include/asm/svm.h"
#include "/usr/x86_64-linux-gnu/include/asm/vmx.h"
#endif

#if __has_include(<asm/sie.h>)
#include <asm/sie.h>
#elif __has_include("/usr/s390x-linux-gnu/include/asm/sie.h")
#include "/usr/s390x-linux-gnu/include/asm/sie.h"
#endif

#define NEEDS(what, package)                                                        \
	do {                                                                        \
		print_message("skipped: no %s here (package %s)\n", what, package); \
		skip();                                                             \
	} while (0)

static const char *name_of(const struct kvm_code_name *table, u64 code, u64 mask)
{
	for (; table->name; table++) {
		if (!((table->code ^ code) & mask))
			return table->name;
	}
	return NULL;
}

static void check_name(const struct kvm_code_name *table, u64 code, const char *name)
{
	const char *ours = name_of(table, code, UINT32_MAX);

	if (!ours || strcmp(ours, name) != 0)
		fail_msg("0x%llx: %s, should be %s", (unsigned long long)code,
			 ours ? ours : "missing", name);
}

/*
 * All that the kernel's table @theirs has stands in ours. Of headers that are
 * newer than any that our tables were made with, codes may be missing.
 */
static void check_table(const struct kvm_code_name *ours, const struct kvm_code_name *theirs,
			size_t n)
{
	for (; n; n--, theirs++) {
		if (LINUX_VERSION_CODE > KERNEL_VERSION(7, 2, 255) &&
		    !name_of(ours, theirs->code, UINT32_MAX))
			print_message("new in these headers: %s\n", theirs->name);
		else
			check_name(ours, theirs->code, theirs->name);
	}
}

static void test_vmx_header(void **state)
{
#ifdef VMX_EXIT_REASONS
	static const struct kvm_code_name reasons[] = { VMX_EXIT_REASONS };
	static const struct kvm_code_name flags[] = { VMX_EXIT_REASON_FLAGS };

	check_table(kvm_arch_x86.kinds[0].names, reasons, ARRAY_SIZE(reasons));
	check_table(kvm_arch_x86.kinds[0].flags, flags, ARRAY_SIZE(flags));
#else
	NEEDS("asm/vmx.h", "linux-libc-dev-amd64-cross");
#endif
}

static void test_svm_header(void **state)
{
#ifdef SVM_EXIT_REASONS
/* The header wants a vector that it does not define, #XM's. */
#ifndef XM_VECTOR
#define XM_VECTOR 19
#endif
	static const struct kvm_code_name reasons[] = { SVM_EXIT_REASONS };

	check_table(kvm_arch_x86.kinds[1].names, reasons, ARRAY_SIZE(reasons));
#else
	NEEDS("asm/svm.h", "linux-libc-dev-amd64-cross");
#endif
}

static void test_s390_header(void **state)
{
#ifdef icpt_insn_codes
	static const struct kvm_code_name icpt[] = { sie_intercept_code };
	static const struct kvm_code_name insn[] = { icpt_insn_codes };
	static const struct kvm_code_name sigp[] = { sigp_order_codes };
	static const struct kvm_code_name diag[] = { diagnose_codes };
	static const struct kvm_code_name prog[] = { icpt_prog_codes };
	const struct kvm_key_kind *kinds = kvm_arch_s390.kinds;

	check_table(kinds[0].names, icpt, ARRAY_SIZE(icpt));
	check_table(kinds[1].names, insn, ARRAY_SIZE(insn));
	check_table(kinds[2].names, sigp, ARRAY_SIZE(sigp));
	check_table(kinds[3].names, diag, ARRAY_SIZE(diag));
	check_table(kinds[4].names, prog, ARRAY_SIZE(prog));
#else
	NEEDS("asm/sie.h", "linux-libc-dev-s390x-cross");
#endif
}

static void test_s390_decoder(void **state)
{
#ifdef icpt_insn_decoder
	u64 x = 1, first, i;

	for (first = 0; first < 256; first++) {
		for (i = 0; i < 64; i++) {
			x = x * 6364136223846793005ULL + 1442695040888963407ULL;
			u64 insn = first << 56 | x >> 8;

			assert_int_equal(kvm_arch_s390.children[0].code(insn),
					 icpt_insn_decoder(insn));
		}
	}
#else
	NEEDS("asm/sie.h", "linux-libc-dev-s390x-cross");
#endif
}

/* The first table about @field in an event's print format, wherever it stands. */
static struct tep_print_flag_sym *find_table(struct tep_print_arg *args, const char *field)
{
	struct tep_print_flag_sym *table;

	for (; args; args = args->next) {
		if (args->type == TEP_PRINT_SYMBOL && args->symbol.field->type == TEP_PRINT_FIELD &&
		    !strcmp(args->symbol.field->field.name, field))
			return args->symbol.symbols;
		if (args->type != TEP_PRINT_OP)
			continue;
		table = find_table(args->op.left, field);
		if (!table)
			table = find_table(args->op.right, field);
		if (table)
			return table;
	}
	return NULL;
}

static void check_format(const char *arch, const char *event, const char *field, size_t at_least,
			 const struct kvm_code_name *ours)
{
	struct tep_handle *tep = formats__load(arch, NULL, NULL);
	struct tep_event *e = tep_find_event_by_name(tep, NULL, event);
	struct tep_print_flag_sym *theirs;
	size_t n = 0;

	assert_non_null(e);
	for (theirs = find_table(e->print_fmt.args, field); theirs; theirs = theirs->next, n++)
		check_name(ours, strtoull(theirs->value, NULL, 0), theirs->str);
	assert_in_range(n, at_least, 1000);
	tep_free(tep);
}

/* No header has these; and all of them as the kernels of our recordings printed them. */
static void test_formats(void **state)
{
	const struct kvm_key_kind *s390 = kvm_arch_s390.kinds;

	check_format("x86", "kvm_exit", "exit_reason", 108, kvm_arch_x86.kinds[1].names);
	check_format("x86-7.2", "kvm_exit", "exit_reason", 110, kvm_arch_x86.kinds[1].names);
	check_format("arm64", "kvm_exit", "ret", 4, kvm_arch_arm64.kinds[0].names);
	check_format("arm64", "kvm_exit", "esr_ec", 34, kvm_arch_arm64.kinds[1].names);
	check_format("arm64-7.2", "kvm_exit", "esr_ec", 35, kvm_arch_arm64.kinds[1].names);
	check_format("powerpc", "kvm_guest_exit", "trap", 21, kvm_arch_powerpc.kinds[0].names);
	check_format("powerpc", "kvm_hcall_enter", "req", 133, kvm_hcall_names);
	check_format("s390", "kvm_s390_sie_exit", "icptcode", 15, s390[0].names);
	check_format("s390", "kvm_s390_handle_sigp", "order_code", 16, s390[2].names);
	check_format("s390", "kvm_s390_handle_diag", "code", 9, s390[3].names);
	check_format("s390", "kvm_s390_intercept_prog", "code", 51, s390[4].names);
}

static void check_sorted(const struct kvm_code_name *table)
{
	const struct kvm_code_name *row;

	assert_non_null(table[0].name);
	for (row = table; row->name; row++) {
		assert_true(*row->name);
		if (row[1].name && row[1].code <= row->code)
			fail_msg("%s stands before %s", row->name, row[1].name);
	}
}

/* Every arch is whole: what the engine looks at without asking is there. */
static void test_whole(void **state)
{
	const struct kvm_arch *const *arch;
	const struct kvm_child_event *child;
	size_t i, n = 0;

	check_sorted(kvm_hcall_names);
	for (arch = kvm_arch__all(); *arch; arch++, n++) {
		assert_non_null((*arch)->name);
		assert_non_null((*arch)->exit_event);
		assert_non_null((*arch)->entry_events[0]);
		assert_non_null((*arch)->exit_fields[0]);
		assert_non_null((*arch)->exit_key);
		assert_non_null((*arch)->is_idle);
		assert_string_equal((*arch)->sets[0], "vmexit");
		assert_string_equal((*arch)->record_events[0], (*arch)->entry_events[0]);
		assert_ptr_equal(kvm_arch__find((*arch)->machines[0]), *arch);
		for (i = 0; i < (*arch)->nr_kinds; i++) {
			check_sorted((*arch)->kinds[i].names);
			assert_true(!(*arch)->kinds[i].event == !(*arch)->kinds[i].field);
		}
		for (child = (*arch)->children; child && child->event; child++) {
			assert_non_null(child->field);
			assert_true(child->kind < (*arch)->nr_kinds);
		}
	}
	assert_int_equal(n, 6);
}

static void test_find(void **state)
{
	assert_ptr_equal(kvm_arch__find("x86_64"), &kvm_arch_x86);
	assert_ptr_equal(kvm_arch__find("i686"), &kvm_arch_x86);
	assert_ptr_equal(kvm_arch__find("aarch64"), &kvm_arch_arm64);
	assert_ptr_equal(kvm_arch__find("riscv64"), &kvm_arch_riscv);
	assert_ptr_equal(kvm_arch__find("s390x"), &kvm_arch_s390);
	assert_ptr_equal(kvm_arch__find("ppc64le"), &kvm_arch_powerpc);
	assert_ptr_equal(kvm_arch__find("ppc64"), &kvm_arch_powerpc);
	assert_ptr_equal(kvm_arch__find("loongarch64"), &kvm_arch_loongarch);
	assert_null(kvm_arch__find("x86_6"));
	assert_null(kvm_arch__find("mips64"));
	assert_null(kvm_arch__find(""));
}

static void test_isa(void **state)
{
	assert_int_equal(kvm_isa__from_cpuid("GenuineIntel,6,60,3"), KVM_ISA_VMX);
	assert_int_equal(kvm_isa__from_cpuid("AuthenticAMD,23,1,2"), KVM_ISA_SVM);
	assert_int_equal(kvm_isa__from_cpuid("HygonGenuine,24,0,1"), KVM_ISA_SVM);
	assert_int_equal(kvm_isa__from_cpuid("GenuineIntel"), KVM_ISA_VMX);
	assert_int_equal(kvm_isa__from_cpuid("GenuineIntelX,6"), 0);
	assert_int_equal(kvm_isa__from_cpuid("Genuine,6"), 0);
	assert_int_equal(kvm_isa__from_cpuid(",6,60,3"), 0);
	assert_int_equal(kvm_isa__from_cpuid(""), 0);
	assert_int_equal(kvm_isa__from_cpuid("0x00000000000f0510"), 0);
}

struct exit {
	const struct kvm_arch *arch;
	struct kvm_exit_values values;
	struct kvm_key key;
	int err;
	bool idle;
};

/* Kinds are, in order, those that each arch's file has. */
static const struct exit exits[] = {
	/* x86: the event's isa, else the CPU's, else nothing */
	{ &kvm_arch_x86, { { 12, 1 }, { 4, 4 }, 0 }, { 12, 0 }, 0, true },
	{ &kvm_arch_x86, { { 0x78, 2 }, { 4, 4 }, 0 }, { 0x78, 1 }, 0, true },
	{ &kvm_arch_x86, { { 12, 2 }, { 4, 4 }, 1 }, { 12, 1 }, 0, false },
	{ &kvm_arch_x86, { { 36, 0 }, { 4, 0 }, KVM_ISA_VMX }, { 36, 0 }, 0, true },
	{ &kvm_arch_x86, { { 0x8b, 0 }, { 4, 0 }, KVM_ISA_SVM }, { 0x8b, 1 }, 0, true },
	{ &kvm_arch_x86, { { 0xa6, 2 }, { 4, 4 }, 0 }, { 0xa6, 1 }, 0, true },
	{ &kvm_arch_x86, { { 0x400, 2 }, { 4, 4 }, 0 }, { 0x400, 1 }, 0, false },
	{ &kvm_arch_x86, { { 0x8000000c, 1 }, { 4, 4 }, 0 }, { 0x8000000c, 0 }, 0, false },
	{ &kvm_arch_x86, { { 12, 0 }, { 4, 0 }, 0 }, { 0, 0 }, -ENODATA, false },
	{ &kvm_arch_x86, { { 12, 3 }, { 4, 4 }, 1 }, { 0, 0 }, -ENODATA, false },
	{ &kvm_arch_x86, { { 0, 1 }, { 0, 4 }, 0 }, { 0, 0 }, -ENODATA, false },
	/* arm64: a trap is its class; bit 31 of ret is not looked at */
	{ &kvm_arch_arm64, { { 0, 0x24 }, { 4, 4 }, 0 }, { 0, 0 }, 0, false },
	{ &kvm_arch_arm64, { { 2, 0x24 }, { 4, 4 }, 0 }, { 0x24, 1 }, 0, false },
	{ &kvm_arch_arm64, { { 2, 1 }, { 4, 4 }, 0 }, { 1, 1 }, 0, true },
	{ &kvm_arch_arm64, { { 1, 1 }, { 4, 4 }, 0 }, { 1, 0 }, 0, false },
	{ &kvm_arch_arm64, { { 0x80000002, 1 }, { 4, 4 }, 0 }, { 1, 1 }, 0, true },
	{ &kvm_arch_arm64, { { 0x80000000, 1 }, { 4, 4 }, 0 }, { 0, 0 }, 0, false },
	{ &kvm_arch_arm64, { { 2, 0 }, { 4, 0 }, 0 }, { 2, 0 }, 0, false },
	{ &kvm_arch_arm64, { { 0, 1 }, { 0, 4 }, 0 }, { 0, 0 }, -ENODATA, false },
	/* riscv: the top bit of scause; a WFI by its encoding in stval */
	{ &kvm_arch_riscv, { { 5, 0 }, { 8, 8 }, 0 }, { 5, 0 }, 0, false },
	{ &kvm_arch_riscv, { { 1ULL << 63 | 5, 0 }, { 8, 8 }, 0 }, { 5, 1 }, 0, false },
	{ &kvm_arch_riscv, { { 1ULL << 31 | 5, 0 }, { 8, 8 }, 0 }, { 0x80000005, 0 }, 0, false },
	{ &kvm_arch_riscv, { { 1ULL << 31 | 5, 0 }, { 4, 4 }, 0 }, { 5, 1 }, 0, false },
	{ &kvm_arch_riscv, { { 22, 0x10500073 }, { 8, 8 }, 0 }, { 22, 0 }, 0, true },
	{ &kvm_arch_riscv, { { 22, 0 }, { 8, 8 }, 0 }, { 22, 0 }, 0, false },
	{ &kvm_arch_riscv, { { 22, 0x10500073 }, { 8, 0 }, 0 }, { 22, 0 }, 0, false },
	{ &kvm_arch_riscv, { { 21, 0x10500073 }, { 8, 8 }, 0 }, { 21, 0 }, 0, false },
	{ &kvm_arch_riscv, { { 5, 0 }, { 2, 8 }, 0 }, { 0, 0 }, -ENODATA, false },
	{ &kvm_arch_riscv, { { 5, 0 }, { 0, 8 }, 0 }, { 0, 0 }, -ENODATA, false },
	{ &kvm_arch_s390, { { 4, 0 }, { 1, 0 }, 0 }, { 4, 0 }, 0, false },
	{ &kvm_arch_s390, { { 0x1c, 0 }, { 1, 0 }, 0 }, { 0x1c, 0 }, 0, true },
	{ &kvm_arch_s390, { { 4, 0 }, { 0, 0 }, 0 }, { 0, 0 }, -ENODATA, false },
	/* powerpc: idle is what ceded */
	{ &kvm_arch_powerpc, { { 0xc00, 0 }, { 4, 1 }, 0 }, { 0xc00, 0 }, 0, false },
	{ &kvm_arch_powerpc, { { 0, 1 }, { 4, 1 }, 0 }, { 0, 0 }, 0, true },
	{ &kvm_arch_powerpc, { { 0, 0 }, { 4, 1 }, 0 }, { 0, 0 }, 0, false },
	{ &kvm_arch_powerpc, { { 0, 1 }, { 4, 0 }, 0 }, { 0, 0 }, 0, false },
	{ &kvm_arch_powerpc, { { 0, 1 }, { 0, 1 }, 0 }, { 0, 0 }, -ENODATA, false },
	{ &kvm_arch_loongarch, { { 22, 0 }, { 4, 0 }, 0 }, { 22, 0 }, 0, false },
	{ &kvm_arch_loongarch, { { 22, 0 }, { 0, 0 }, 0 }, { 0, 0 }, -ENODATA, false },
};

static void test_exit_key(void **state)
{
	const struct exit *e;

	for (e = exits; e < exits + ARRAY_SIZE(exits); e++) {
		struct kvm_key key = { 0, 0 };
		int err = e->arch->exit_key(&e->values, &key);

		if (err != e->err)
			fail_msg("%s, line %zu: %d", e->arch->name, (size_t)(e - exits), err);
		if (err)
			continue;
		if (!kvm_key__equal(&key, &e->key))
			fail_msg("%s, line %zu: code 0x%llx of kind %u", e->arch->name,
				 (size_t)(e - exits), (unsigned long long)key.code, key.kind);
		if (e->arch->is_idle(&key, &e->values) != e->idle)
			fail_msg("%s, line %zu: idle", e->arch->name, (size_t)(e - exits));
	}
}

/* A child event makes another key of an exit. */
static void test_children(void **state)
{
	static const struct kvm_exit_values values;
	const struct kvm_child_event *gspr = &kvm_arch_loongarch.children[0];
	const struct kvm_code_name *names = kvm_arch_loongarch.kinds[gspr->kind].names;
	struct kvm_key key = { .kind = gspr->kind, .code = gspr->code(0x06488001) };

	assert_string_equal(name_of(names, key.code, UINT32_MAX), "IDLE");
	assert_true(kvm_arch_loongarch.is_idle(&key, &values));
	assert_string_equal(name_of(names, gspr->code(0x00006c85), UINT32_MAX), "CPUCFG");
	assert_string_equal(name_of(names, gspr->code(0x04001020), UINT32_MAX), "CSR");
	assert_string_equal(name_of(names, gspr->code(0x06000c04), UINT32_MAX), "CACHE");
	assert_string_equal(name_of(names, gspr->code(0x06480c85), UINT32_MAX), "IOCSR");
	assert_null(name_of(names, gspr->code(0x00006885), UINT32_MAX));
	assert_int_equal(gspr->code(0x387203ff), 0x38720000);

	assert_int_equal(kvm_arch_s390.children[0].kind, 1);
	assert_int_equal(kvm_arch_s390.children[0].code(0xb27d000000000000), 0xb27d);
	assert_int_equal(kvm_arch_s390.children[0].code(0xeb00f000002f0000), 0xeb2f);
	assert_int_equal(kvm_arch_s390.children[0].code(0xaaf4000000000000), 0xaa04);
	assert_int_equal(kvm_arch_s390.children[0].code(0x8310000000000000), 0x83);
	key = (struct kvm_key){ .kind = 1, .code = 0x1c };
	assert_false(kvm_arch_s390.is_idle(&key, &values));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vmx_header),  cmocka_unit_test(test_svm_header),
		cmocka_unit_test(test_s390_header), cmocka_unit_test(test_s390_decoder),
		cmocka_unit_test(test_formats),	    cmocka_unit_test(test_whole),
		cmocka_unit_test(test_find),	    cmocka_unit_test(test_isa),
		cmocka_unit_test(test_exit_key),    cmocka_unit_test(test_children),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
