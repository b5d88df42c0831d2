// SPDX-License-Identifier: GPL-2.0-only
/*
 * x86 has two virtualization extensions, VMX (Intel) and SVM (AMD, Hygon), with
 * exit codes of their own: two kinds. The names are those that the kernel's
 * kvm_exit prints, from asm/vmx.h and asm/svm.h; what these only define, and
 * what Linux has added since, stands here in the same manner.
 */
#include <errno.h>
#include <string.h>

#include "kvm/arch.h"

enum { KIND_VMX, KIND_SVM };

static const struct kvm_code_name vmx_names[] = {
	{ 0, "EXCEPTION_NMI" },
	{ 1, "EXTERNAL_INTERRUPT" },
	{ 2, "TRIPLE_FAULT" },
	{ 3, "INIT_SIGNAL" },
	{ 4, "SIPI_SIGNAL" },
	{ 6, "OTHER_SMI" },
	{ 7, "INTERRUPT_WINDOW" },
	{ 8, "NMI_WINDOW" },
	{ 9, "TASK_SWITCH" },
	{ 10, "CPUID" },
	{ 12, "HLT" },
	{ 13, "INVD" },
	{ 14, "INVLPG" },
	{ 15, "RDPMC" },
	{ 16, "RDTSC" },
	{ 18, "VMCALL" },
	{ 19, "VMCLEAR" },
	{ 20, "VMLAUNCH" },
	{ 21, "VMPTRLD" },
	{ 22, "VMPTRST" },
	{ 23, "VMREAD" },
	{ 24, "VMRESUME" },
	{ 25, "VMWRITE" },
	{ 26, "VMOFF" },
	{ 27, "VMON" },
	{ 28, "CR_ACCESS" },
	{ 29, "DR_ACCESS" },
	{ 30, "IO_INSTRUCTION" },
	{ 31, "MSR_READ" },
	{ 32, "MSR_WRITE" },
	{ 33, "INVALID_STATE" },
	{ 34, "MSR_LOAD_FAIL" },
	{ 36, "MWAIT_INSTRUCTION" },
	{ 37, "MONITOR_TRAP_FLAG" },
	{ 39, "MONITOR_INSTRUCTION" },
	{ 40, "PAUSE_INSTRUCTION" },
	{ 41, "MCE_DURING_VMENTRY" },
	{ 43, "TPR_BELOW_THRESHOLD" },
	{ 44, "APIC_ACCESS" },
	{ 45, "EOI_INDUCED" },
	{ 46, "GDTR_IDTR" },
	{ 47, "LDTR_TR" },
	{ 48, "EPT_VIOLATION" },
	{ 49, "EPT_MISCONFIG" },
	{ 50, "INVEPT" },
	{ 51, "RDTSCP" },
	{ 52, "PREEMPTION_TIMER" },
	{ 53, "INVVPID" },
	{ 54, "WBINVD" },
	{ 55, "XSETBV" },
	{ 56, "APIC_WRITE" },
	{ 57, "RDRAND" },
	{ 58, "INVPCID" },
	{ 59, "VMFUNC" },
	{ 60, "ENCLS" },
	{ 61, "RDSEED" },
	{ 62, "PML_FULL" },
	{ 63, "XSAVES" },
	{ 64, "XRSTORS" },
	{ 67, "UMWAIT" },
	{ 68, "TPAUSE" },
	{ 74, "BUS_LOCK" },
	{ 75, "NOTIFY" },
	{ 76, "SEAMCALL" },
	{ 77, "TDCALL" },
	{ 84, "MSR_READ_IMM" },
	{ 85, "MSR_WRITE_IMM" },
	{ 0, NULL },
};

/* The bits above the reason; kvm_exit itself names the first only. */
static const struct kvm_code_name vmx_flags[] = {
	{ 0x80000000, "FAILED_VMENTRY" },
	{ 0x08000000, "SGX_ENCLAVE_MODE" },
	{ 0x04000000, "BUS_LOCK_DETECTED" },
	{ 0, NULL },
};

static const struct kvm_code_name svm_names[] = {
	{ 0x000, "read_cr0" },
	{ 0x002, "read_cr2" },
	{ 0x003, "read_cr3" },
	{ 0x004, "read_cr4" },
	{ 0x008, "read_cr8" },
	{ 0x010, "write_cr0" },
	{ 0x012, "write_cr2" },
	{ 0x013, "write_cr3" },
	{ 0x014, "write_cr4" },
	{ 0x018, "write_cr8" },
	{ 0x020, "read_dr0" },
	{ 0x021, "read_dr1" },
	{ 0x022, "read_dr2" },
	{ 0x023, "read_dr3" },
	{ 0x024, "read_dr4" },
	{ 0x025, "read_dr5" },
	{ 0x026, "read_dr6" },
	{ 0x027, "read_dr7" },
	{ 0x030, "write_dr0" },
	{ 0x031, "write_dr1" },
	{ 0x032, "write_dr2" },
	{ 0x033, "write_dr3" },
	{ 0x034, "write_dr4" },
	{ 0x035, "write_dr5" },
	{ 0x036, "write_dr6" },
	{ 0x037, "write_dr7" },
	{ 0x040, "DE excp" },
	{ 0x041, "DB excp" },
	{ 0x043, "BP excp" },
	{ 0x044, "OF excp" },
	{ 0x045, "BR excp" },
	{ 0x046, "UD excp" },
	{ 0x047, "NM excp" },
	{ 0x048, "DF excp" },
	{ 0x04a, "TS excp" },
	{ 0x04b, "NP excp" },
	{ 0x04c, "SS excp" },
	{ 0x04d, "GP excp" },
	{ 0x04e, "PF excp" },
	{ 0x050, "MF excp" },
	{ 0x051, "AC excp" },
	{ 0x052, "MC excp" },
	{ 0x053, "XF excp" },
	{ 0x055, "CP excp" },
	{ 0x05c, "HV excp" },
	{ 0x05d, "VC excp" },
	{ 0x05e, "SX excp" },
	{ 0x060, "interrupt" },
	{ 0x061, "nmi" },
	{ 0x062, "smi" },
	{ 0x063, "init" },
	{ 0x064, "vintr" },
	{ 0x065, "cr0_sel_write" },
	{ 0x066, "read_idtr" },
	{ 0x067, "read_gdtr" },
	{ 0x068, "read_ldtr" },
	{ 0x069, "read_rt" },
	{ 0x06a, "write_idtr" },
	{ 0x06b, "write_gdtr" },
	{ 0x06c, "write_ldtr" },
	{ 0x06d, "write_rt" },
	{ 0x06e, "rdtsc" },
	{ 0x06f, "rdpmc" },
	{ 0x070, "pushf" },
	{ 0x071, "popf" },
	{ 0x072, "cpuid" },
	{ 0x073, "rsm" },
	{ 0x074, "iret" },
	{ 0x075, "swint" },
	{ 0x076, "invd" },
	{ 0x077, "pause" },
	{ 0x078, "hlt" },
	{ 0x079, "invlpg" },
	{ 0x07a, "invlpga" },
	{ 0x07b, "io" },
	{ 0x07c, "msr" },
	{ 0x07d, "task_switch" },
	{ 0x07e, "ferr_freeze" },
	{ 0x07f, "shutdown" },
	{ 0x080, "vmrun" },
	{ 0x081, "hypercall" },
	{ 0x082, "vmload" },
	{ 0x083, "vmsave" },
	{ 0x084, "stgi" },
	{ 0x085, "clgi" },
	{ 0x086, "skinit" },
	{ 0x087, "rdtscp" },
	{ 0x088, "icebp" },
	{ 0x089, "wbinvd" },
	{ 0x08a, "monitor" },
	{ 0x08b, "mwait" },
	{ 0x08c, "mwait_cond" },
	{ 0x08d, "xsetbv" },
	{ 0x08e, "rdpru" },
	{ 0x08f, "write_efer_trap" },
	{ 0x090, "write_cr0_trap" },
	{ 0x094, "write_cr4_trap" },
	{ 0x098, "write_cr8_trap" },
	{ 0x0a0, "invlpgb" },
	{ 0x0a1, "invlpgb_illegal" },
	{ 0x0a2, "invpcid" },
	{ 0x0a3, "mcommit" },
	{ 0x0a4, "tlbsync" },
	{ 0x0a5, "buslock" },
	{ 0x0a6, "idle-halt" },
	{ 0x400, "npf" },
	{ 0x401, "avic_incomplete_ipi" },
	{ 0x402, "avic_unaccelerated_access" },
	{ 0x403, "vmgexit" },
	{ 0x80000000, "FAILED_VMENTRY" },
	{ 0x80000001, "vmgexit_mmio_read" },
	{ 0x80000002, "vmgexit_mmio_write" },
	{ 0x80000003, "vmgexit_nmi_complete" },
	{ 0x80000004, "vmgexit_ap_hlt_loop" },
	{ 0x80000005, "vmgexit_ap_jump_table" },
	{ 0x80000010, "vmgexit_page_state_change" },
	{ 0x80000011, "vmgexit_guest_request" },
	{ 0x80000012, "vmgexit_ext_guest_request" },
	{ 0x80000013, "vmgexit_ap_creation" },
	{ 0x80000018, "vmgexit_snp_run_vmpl" },
	{ 0x8000001a, "vmgexit_savic" },
	{ 0x8000fffd, "vmgexit_hypervisor_feature" },
	{ 0x8000fffe, "vmgexit_term_request" },
	{ 0x8000ffff, "vmgexit_unsupported_event" },
	{ -1ULL, "invalid_guest_state" },
	{ 0, NULL },
};

static const struct kvm_key_kind kinds[] = {
	[KIND_VMX] = {
		.event = "kvm:kvm_exit",
		.field = "exit_reason",
		.names = vmx_names,
		.code_mask = 0xffff,
		.flags = vmx_flags,
		.select_field = "isa",
		.select_value = KVM_ISA_VMX,
	},
	[KIND_SVM] = {
		.event = "kvm:kvm_exit",
		.field = "exit_reason",
		.names = svm_names,
		.select_field = "isa",
		.select_value = KVM_ISA_SVM,
	},
};

static int exit_key(const struct kvm_exit_values *values, struct kvm_key *key)
{
	u64 isa = values->size[1] ? values->value[1] : values->isa;

	if (!values->size[0])
		return -ENODATA;
	switch (isa) {
	case KVM_ISA_VMX:
		key->kind = KIND_VMX;
		break;
	case KVM_ISA_SVM:
		key->kind = KIND_SVM;
		break;
	default:
		return -ENODATA;
	}
	key->code = values->value[0];
	return 0;
}

/* HLT and MWAIT in VMX's words; an entry that failed for them did not halt. */
static bool vmx_is_idle(u64 code)
{
	return code == 12 || code == 36;
}

/* hlt, mwait, mwait_cond, idle-halt. */
static bool svm_is_idle(u64 code)
{
	return code == 0x78 || code == 0x8b || code == 0x8c || code == 0xa6;
}

static bool is_idle(const struct kvm_key *key, const struct kvm_exit_values *values)
{
	return key->kind == KIND_VMX ? vmx_is_idle(key->code) : svm_is_idle(key->code);
}

u64 kvm_isa__from_cpuid(const char *cpuid)
{
	static const struct kvm_code_name vendors[] = {
		{ KVM_ISA_VMX, "GenuineIntel" },
		{ KVM_ISA_SVM, "AuthenticAMD" },
		{ KVM_ISA_SVM, "HygonGenuine" },
		{ 0, NULL },
	};
	const struct kvm_code_name *v;
	size_t len = strcspn(cpuid, ",");

	for (v = vendors; v->name; v++) {
		if (len == strlen(v->name) && !strncmp(cpuid, v->name, len))
			return v->code;
	}
	return 0;
}

static const char *const machines[] = { "x86_64", "i686", "i586", "i486", "i386", "x86", NULL };
static const char *const entry_events[] = { "kvm:kvm_entry", NULL };
static const char *const sets[] = { "vmexit", "mmio", "ioport", "msr", "vcpu", NULL };
static const char *const record_events[] = {
	"kvm:kvm_entry", "kvm:kvm_exit",       "kvm:kvm_mmio",	  "kvm:kvm_pio",
	"kvm:kvm_msr",	 "kvm:kvm_mmio_begin", "kvm:kvm_io_done", NULL,
};

const struct kvm_arch kvm_arch_x86 = {
	.name = "x86",
	.machines = machines,
	.exit_event = "kvm:kvm_exit",
	.entry_events = entry_events,
	.exit_fields = { "exit_reason", "isa" },
	.vcpu_field = "vcpu_id",
	.kinds = kinds,
	.nr_kinds = ARRAY_SIZE(kinds),
	.sets = sets,
	.record_events = record_events,
	.exit_key = exit_key,
	.is_idle = is_idle,
};
