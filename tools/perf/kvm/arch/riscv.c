// SPDX-License-Identifier: GPL-2.0-only
/*
 * riscv: scause, whose top bit says whether its other bits are an interrupt's
 * number or an exception's. kvm_exit prints no names: these are the kernel's
 * EXC_* and IRQ_* (asm/csr.h).
 */
#include <errno.h>

#include "kvm/arch.h"

enum { KIND_EXCEPTION, KIND_INTERRUPT };

#define EXC_VIRTUAL_INST_FAULT 22
#define INSN_WFI	       0x10500073

static const struct kvm_code_name exception_names[] = {
	{ 0, "EXC_INST_MISALIGNED" },
	{ 1, "EXC_INST_ACCESS" },
	{ 2, "EXC_INST_ILLEGAL" },
	{ 3, "EXC_BREAKPOINT" },
	{ 4, "EXC_LOAD_MISALIGNED" },
	{ 5, "EXC_LOAD_ACCESS" },
	{ 6, "EXC_STORE_MISALIGNED" },
	{ 7, "EXC_STORE_ACCESS" },
	{ 8, "EXC_SYSCALL" },
	{ 9, "EXC_HYPERVISOR_SYSCALL" },
	{ 10, "EXC_SUPERVISOR_SYSCALL" },
	{ 12, "EXC_INST_PAGE_FAULT" },
	{ 13, "EXC_LOAD_PAGE_FAULT" },
	{ 15, "EXC_STORE_PAGE_FAULT" },
	{ 18, "EXC_SOFTWARE_CHECK" },
	{ 20, "EXC_INST_GUEST_PAGE_FAULT" },
	{ 21, "EXC_LOAD_GUEST_PAGE_FAULT" },
	{ EXC_VIRTUAL_INST_FAULT, "EXC_VIRTUAL_INST_FAULT" },
	{ 23, "EXC_STORE_GUEST_PAGE_FAULT" },
	{ 0, NULL },
};

static const struct kvm_code_name interrupt_names[] = {
	{ 1, "IRQ_S_SOFT" },   { 2, "IRQ_VS_SOFT" }, { 3, "IRQ_M_SOFT" },   { 5, "IRQ_S_TIMER" },
	{ 6, "IRQ_VS_TIMER" }, { 7, "IRQ_M_TIMER" }, { 9, "IRQ_S_EXT" },    { 10, "IRQ_VS_EXT" },
	{ 11, "IRQ_M_EXT" },   { 12, "IRQ_S_GEXT" }, { 13, "IRQ_PMU_OVF" }, { 0, NULL },
};

/*
 * Should a kernel's print format once have a table for scause, its codes could
 * be an exception's: an interrupt's, which lack the top bit here, are not
 * looked for in it.
 */
static const struct kvm_key_kind kinds[] = {
	[KIND_EXCEPTION] = {
		.label = "exception",
		.event = "kvm:kvm_exit",
		.field = "scause",
		.names = exception_names,
	},
	[KIND_INTERRUPT] = {
		.label = "interrupt",
		.names = interrupt_names,
	},
};

static int exit_key(const struct kvm_exit_values *values, struct kvm_key *key)
{
	u64 top;

	if (values->size[0] != 4 && values->size[0] != 8)
		return -ENODATA;
	top = 1ULL << (values->size[0] * 8 - 1);
	key->kind = values->value[0] & top ? KIND_INTERRUPT : KIND_EXCEPTION;
	key->code = values->value[0] & (top - 1);
	return 0;
}

/* A WFI is one of several virtual instructions; stval holds the instruction, or 0. */
static bool is_idle(const struct kvm_key *key, const struct kvm_exit_values *values)
{
	return key->kind == KIND_EXCEPTION && key->code == EXC_VIRTUAL_INST_FAULT &&
	       values->size[1] && values->value[1] == INSN_WFI;
}

static const char *const machines[] = { "riscv64", "riscv32", "riscv", NULL };
static const char *const entry_events[] = { "kvm:kvm_entry", NULL };
static const char *const sets[] = { "vmexit", "mmio", "vcpu", NULL };
static const char *const record_events[] = {
	"kvm:kvm_entry",      "kvm:kvm_exit",	 "kvm:kvm_mmio",
	"kvm:kvm_mmio_begin", "kvm:kvm_io_done", NULL,
};

const struct kvm_arch kvm_arch_riscv = {
	.name = "riscv",
	.machines = machines,
	.exit_event = "kvm:kvm_exit",
	.entry_events = entry_events,
	.exit_fields = { "scause", "stval" },
	.kinds = kinds,
	.nr_kinds = ARRAY_SIZE(kinds),
	.sets = sets,
	.record_events = record_events,
	.exit_key = exit_key,
	.is_idle = is_idle,
};
