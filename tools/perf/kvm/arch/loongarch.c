// SPDX-License-Identifier: GPL-2.0-only
/*
 * loongarch: the exception code. Guests' privileged instructions all arrive as
 * one of them, GSPR; kvm_exit_gspr then tells the instruction. Names: those that
 * the kernel prints for an exception code, which are the architecture manual's,
 * and what kvm_exit calls the instructions.
 */

#include "kvm/arch.h"

enum { KIND_REASON, KIND_GSPR };

static const struct kvm_code_name reason_names[] = {
	{ 0, "INT" },  { 1, "PIL" },   { 2, "PIS" },	{ 3, "PIF" },	  { 4, "PME" },
	{ 5, "PNR" },  { 6, "PNX" },   { 7, "PPI" },	{ 8, "ADE" },	  { 9, "ALE" },
	{ 10, "BCE" }, { 11, "SYS" },  { 12, "BRK" },	{ 13, "INE" },	  { 14, "IPE" },
	{ 15, "FPD" }, { 16, "SXD" },  { 17, "ASXD" },	{ 18, "FPE" },	  { 19, "WPE" },
	{ 20, "BTD" }, { 21, "BTE" },  { 22, "GSPR" },	{ 23, "HVC" },	  { 24, "GCM" },
	{ 25, "SE" },  { 64, "IDLE" }, { 65, "CACHE" }, { 66, "CPUCFG" }, { 67, "CSR" },
	{ 0, NULL },
};

/* The opcode where it stands in the instruction, without the operands below it. */
#define OP_CPUCFG 0x00006c00
#define OP_CSR	  0x04000000
#define OP_CACHE  0x06000000
#define OP_IOCSR  0x06480000
#define OP_IDLE	  0x06488000

static const struct kvm_code_name gspr_names[] = {
	{ OP_CPUCFG, "CPUCFG" }, { OP_CSR, "CSR" },   { OP_CACHE, "CACHE" },
	{ OP_IOCSR, "IOCSR" },	 { OP_IDLE, "IDLE" }, { 0, NULL },
};

static const struct kvm_key_kind kinds[] = {
	[KIND_REASON] = {
		.label = "reason",
		.event = "kvm:kvm_exit",
		.field = "reason",
		.names = reason_names,
	},
	[KIND_GSPR] = {
		.label = "gspr",
		.names = gspr_names,
	},
};

/* Opcodes are of several lengths; of an instruction that is none of ours the longest is kept. */
static u64 gspr_code(u64 instruction)
{
	static const struct {
		u32 mask, op;
	} ops[] = {
		{ 0xfffffc00, OP_CPUCFG }, { 0xff000000, OP_CSR },  { 0xffc00000, OP_CACHE },
		{ 0xffff8000, OP_IOCSR },  { 0xffff8000, OP_IDLE },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ops); i++) {
		if ((instruction & ops[i].mask) == ops[i].op)
			return ops[i].op;
	}
	return instruction & 0xfffffc00;
}

static const struct kvm_child_event children[] = {
	{ "kvm:kvm_exit_gspr", "inst_word", KIND_GSPR, gspr_code },
	{ NULL, NULL, 0, NULL },
};

static bool is_idle(const struct kvm_key *key, const struct kvm_exit_values *values)
{
	return key->kind == KIND_GSPR && key->code == OP_IDLE;
}

static const char *const machines[] = { "loongarch64", "loongarch32", "loongarch", NULL };
static const char *const entry_events[] = { "kvm:kvm_enter", "kvm:kvm_reenter", NULL };
static const char *const sets[] = { "vmexit", "mmio", "vcpu", NULL };
static const char *const record_events[] = {
	"kvm:kvm_enter", "kvm:kvm_reenter",    "kvm:kvm_exit",	  "kvm:kvm_exit_gspr",
	"kvm:kvm_mmio",	 "kvm:kvm_mmio_begin", "kvm:kvm_io_done", NULL,
};

const struct kvm_arch kvm_arch_loongarch = {
	.name = "loongarch",
	.machines = machines,
	.exit_event = "kvm:kvm_exit",
	.entry_events = entry_events,
	.exit_fields = { "reason" },
	.vcpu_field = "vcpu_id",
	.kinds = kinds,
	.nr_kinds = ARRAY_SIZE(kinds),
	.children = children,
	.sets = sets,
	.record_events = record_events,
	.exit_key = kvm_exit_key__first_field,
	.is_idle = is_idle,
};
