// SPDX-License-Identifier: GPL-2.0-only
/*
 * arm64: kvm_exit tells which vector the guest left by (ret), and of a trap, the
 * exception class (esr_ec). Names: kvm_exit's own and, for the classes that its
 * table lacks, the kernel's ESR_ELx_EC_* (asm/esr.h).
 */
#include <errno.h>

#include "kvm/arch.h"

enum { KIND_RET, KIND_ESR_EC };

#define RET_TRAP   2
#define RET_SERROR (1ULL << 31) /* an SError is pending beside whatever made the exit */
#define EC_WFX	   0x01

static const struct kvm_code_name ret_names[] = {
	{ 0, "IRQ" }, { 1, "SERROR" },		 { RET_TRAP, "TRAP" },
	{ 3, "IL" },  { 0xbadca11, "HYP_GONE" }, { 0, NULL },
};

static const struct kvm_code_name esr_ec_names[] = {
	{ 0x00, "UNKNOWN" },	 { 0x01, "WFx" },
	{ 0x03, "CP15_32" },	 { 0x04, "CP15_64" },
	{ 0x05, "CP14_MR" },	 { 0x06, "CP14_LS" },
	{ 0x07, "FP_ASIMD" },	 { 0x08, "CP10_ID" },
	{ 0x09, "PAC" },	 { 0x0a, "OTHER" },
	{ 0x0c, "CP14_64" },	 { 0x0d, "BTI" },
	{ 0x0e, "ILL" },	 { 0x11, "SVC32" },
	{ 0x12, "HVC32" },	 { 0x13, "SMC32" },
	{ 0x15, "SVC64" },	 { 0x16, "HVC64" },
	{ 0x17, "SMC64" },	 { 0x18, "SYS64" },
	{ 0x19, "SVE" },	 { 0x1a, "ERET" },
	{ 0x1c, "FPAC" },	 { 0x1d, "SME" },
	{ 0x1f, "IMP_DEF" },	 { 0x20, "IABT_LOW" },
	{ 0x21, "IABT_CUR" },	 { 0x22, "PC_ALIGN" },
	{ 0x24, "DABT_LOW" },	 { 0x25, "DABT_CUR" },
	{ 0x26, "SP_ALIGN" },	 { 0x27, "MOPS" },
	{ 0x28, "FP_EXC32" },	 { 0x2c, "FP_EXC64" },
	{ 0x2d, "GCS" },	 { 0x2f, "SERROR" },
	{ 0x30, "BREAKPT_LOW" }, { 0x31, "BREAKPT_CUR" },
	{ 0x32, "SOFTSTP_LOW" }, { 0x33, "SOFTSTP_CUR" },
	{ 0x34, "WATCHPT_LOW" }, { 0x35, "WATCHPT_CUR" },
	{ 0x38, "BKPT32" },	 { 0x3a, "VECTOR32" },
	{ 0x3c, "BRK64" },	 { 0, NULL },
};

static const struct kvm_key_kind kinds[] = {
	[KIND_RET] = {
		.label = "ret",
		.event = "kvm:kvm_exit",
		.field = "ret",
		.names = ret_names,
	},
	[KIND_ESR_EC] = {
		.label = "esr_ec",
		.event = "kvm:kvm_exit",
		.field = "esr_ec",
		.names = esr_ec_names,
	},
};

static int exit_key(const struct kvm_exit_values *values, struct kvm_key *key)
{
	u64 ret = values->value[0] & ~RET_SERROR;

	if (!values->size[0])
		return -ENODATA;
	if (ret == RET_TRAP && values->size[1]) {
		key->kind = KIND_ESR_EC;
		key->code = values->value[1];
	} else {
		key->kind = KIND_RET;
		key->code = ret;
	}
	return 0;
}

static bool is_idle(const struct kvm_key *key, const struct kvm_exit_values *values)
{
	return key->kind == KIND_ESR_EC && key->code == EC_WFX;
}

static const char *const machines[] = { "aarch64", "aarch64_be", "arm64", "armv8l", "armv8b", NULL };
static const char *const entry_events[] = { "kvm:kvm_entry", NULL };
static const char *const sets[] = { "vmexit", "mmio", "vcpu", NULL };
static const char *const record_events[] = {
	"kvm:kvm_entry",      "kvm:kvm_exit",	 "kvm:kvm_mmio",
	"kvm:kvm_mmio_begin", "kvm:kvm_io_done", NULL,
};

const struct kvm_arch kvm_arch_arm64 = {
	.name = "arm64",
	.machines = machines,
	.exit_event = "kvm:kvm_exit",
	.entry_events = entry_events,
	.exit_fields = { "ret", "esr_ec" },
	.kinds = kinds,
	.nr_kinds = ARRAY_SIZE(kinds),
	.sets = sets,
	.record_events = record_events,
	.exit_key = exit_key,
	.is_idle = is_idle,
};
