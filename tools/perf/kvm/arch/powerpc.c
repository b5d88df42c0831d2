// SPDX-License-Identifier: GPL-2.0-only
/*
 * powerpc (KVM-HV): the trap, an interrupt vector's offset. Names: those that
 * kvm_guest_exit prints, and for the others the kernel's BOOK3S_INTERRUPT_*
 * (asm/kvm_asm.h).
 */

#include "kvm/arch.h"

/* Trap 0 is no interrupt: the call was done for, or the host was asked back. */
static const struct kvm_code_name trap_names[] = {
	{ 0x000, "RETURN_TO_HOST" },
	{ 0x100, "SYSTEM_RESET" },
	{ 0x200, "MACHINE_CHECK" },
	{ 0x300, "DATA_STORAGE" },
	{ 0x380, "DATA_SEGMENT" },
	{ 0x400, "INST_STORAGE" },
	{ 0x480, "INST_SEGMENT" },
	{ 0x500, "EXTERNAL" },
	{ 0x501, "EXTERNAL_LEVEL" },
	{ 0x502, "EXTERNAL_HV" },
	{ 0x600, "ALIGNMENT" },
	{ 0x700, "PROGRAM" },
	{ 0x800, "FP_UNAVAIL" },
	{ 0x900, "DECREMENTER" },
	{ 0x980, "HV_DECREMENTER" },
	{ 0xa00, "DOORBELL" },
	{ 0xc00, "SYSCALL" },
	{ 0xd00, "TRACE" },
	{ 0xe00, "H_DATA_STORAGE" },
	{ 0xe20, "H_INST_STORAGE" },
	{ 0xe40, "H_EMUL_ASSIST" },
	{ 0xe60, "HMI" },
	{ 0xe80, "H_DOORBELL" },
	{ 0xea0, "H_VIRT" },
	{ 0xf00, "PERFMON" },
	{ 0xf20, "ALTIVEC" },
	{ 0xf40, "VSX" },
	{ 0xf60, "FAC_UNAVAIL" },
	{ 0xf80, "H_FAC_UNAVAIL" },
	{ 0x1500, "HV_SOFTPATCH" },
	{ 0x1980, "NESTED_HV_DECREMENTER" },
	{ 0x5555, "HV_RM_HARD" },
	{ 0, NULL },
};

static const struct kvm_key_kind kinds[] = {
	{
		.event = "kvm_hv:kvm_guest_exit",
		.field = "trap",
		.names = trap_names,
	},
};

/*
 * H_CEDE is dealt with before the exit is told, and the trap with it: what
 * remains is the mark on the vCPU that it ceded.
 */
static bool is_idle(const struct kvm_key *key, const struct kvm_exit_values *values)
{
	return values->size[1] && values->value[1];
}

static const char *const machines[] = { "ppc64le", "ppc64", "ppcle", "ppc", "powerpc", NULL };
static const char *const entry_events[] = { "kvm_hv:kvm_guest_enter", NULL };
static const char *const sets[] = { "vmexit", "hcall", "vcpu", NULL };
static const char *const record_events[] = {
	"kvm_hv:kvm_guest_enter",
	"kvm_hv:kvm_guest_exit",
	"kvm_hv:kvm_hcall_enter",
	"kvm_hv:kvm_hcall_exit",
	NULL,
};

const struct kvm_arch kvm_arch_powerpc = {
	.name = "powerpc",
	.machines = machines,
	.exit_event = "kvm_hv:kvm_guest_exit",
	.entry_events = entry_events,
	.exit_fields = { "trap", "ceded" },
	.vcpu_field = "vcpu_id",
	.kinds = kinds,
	.nr_kinds = ARRAY_SIZE(kinds),
	.sets = sets,
	.record_events = record_events,
	.exit_key = kvm_exit_key__first_field,
	.is_idle = is_idle,
};
