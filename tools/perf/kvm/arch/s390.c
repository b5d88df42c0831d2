// SPDX-License-Identifier: GPL-2.0-only
/*
 * s390: an exit's interception code (icptcode) is coarse; the events that follow
 * tell the instruction, the SIGP order, the DIAGNOSE function or the program
 * interruption. The names are those of the kernel's asm/sie.h.
 */

#include "kvm/arch.h"

enum { KIND_ICPT, KIND_INSTRUCTION, KIND_SIGP, KIND_DIAG, KIND_PROG };

#define ICPT_WAIT 0x1c

static const struct kvm_code_name icpt_names[] = {
	{ 0x00, "Host interruption" },
	{ 0x04, "Instruction" },
	{ 0x08, "Program interruption" },
	{ 0x0c, "Instruction and program interruption" },
	{ 0x10, "External request" },
	{ 0x14, "External interruption" },
	{ 0x18, "I/O request" },
	{ 0x1c, "Wait state" },
	{ 0x20, "Validity" },
	{ 0x28, "Stop request" },
	{ 0x2c, "Operation exception" },
	{ 0x38, "Partial-execution" },
	{ 0x3c, "I/O interruption" },
	{ 0x40, "I/O instruction" },
	{ 0x48, "Timing subset" },
	{ 0, NULL },
};

/* Of opcodes of two bytes the first byte stands in the name too. */
static const struct kvm_code_name instruction_names[] = {
	{ 0x0a, "SVC" },
	{ 0x80, "SSM" },
	{ 0x82, "LPSW" },
	{ 0x83, "DIAG" },
	{ 0xac, "STNSM" },
	{ 0xad, "STOSM" },
	{ 0xae, "SIGP" },
	{ 0xb1, "LRA" },
	{ 0xb6, "STCTL" },
	{ 0xb7, "LCTL" },
	{ 0xee, "PLO" },
	{ 0x101, "0x01 PR" },
	{ 0x104, "0x01 PTFF" },
	{ 0x107, "0x01 SCKPF" },
	{ 0xaa00, "0xAA RINEXT" },
	{ 0xaa01, "0xAA RION" },
	{ 0xaa02, "0xAA TRIC" },
	{ 0xaa03, "0xAA RIOFF" },
	{ 0xaa04, "0xAA RIEMIT" },
	{ 0xb202, "0xB2 STIDP" },
	{ 0xb204, "0xB2 SCK" },
	{ 0xb205, "0xB2 STCK" },
	{ 0xb206, "0xB2 SCKC" },
	{ 0xb207, "0xB2 STCKC" },
	{ 0xb208, "0xB2 SPT" },
	{ 0xb209, "0xB2 STPT" },
	{ 0xb20d, "0xB2 PTLB" },
	{ 0xb210, "0xB2 SPX" },
	{ 0xb211, "0xB2 STPX" },
	{ 0xb212, "0xB2 STAP" },
	{ 0xb214, "0xB2 SIE" },
	{ 0xb216, "0xB2 SETR" },
	{ 0xb217, "0xB2 STETR" },
	{ 0xb218, "0xB2 PC" },
	{ 0xb220, "0xB2 SERVC" },
	{ 0xb221, "0xB2 IPTE" },
	{ 0xb228, "0xB2 PT" },
	{ 0xb229, "0xB2 ISKE" },
	{ 0xb22a, "0xB2 RRBE" },
	{ 0xb22b, "0xB2 SSKE" },
	{ 0xb22c, "0xB2 TB" },
	{ 0xb22e, "0xB2 PGIN" },
	{ 0xb22f, "0xB2 PGOUT" },
	{ 0xb230, "0xB2 CSCH" },
	{ 0xb231, "0xB2 HSCH" },
	{ 0xb232, "0xB2 MSCH" },
	{ 0xb233, "0xB2 SSCH" },
	{ 0xb234, "0xB2 STSCH" },
	{ 0xb235, "0xB2 TSCH" },
	{ 0xb236, "0xB2 TPI" },
	{ 0xb237, "0xB2 SAL" },
	{ 0xb238, "0xB2 RSCH" },
	{ 0xb239, "0xB2 STCRW" },
	{ 0xb23a, "0xB2 STCPS" },
	{ 0xb23b, "0xB2 RCHP" },
	{ 0xb23c, "0xB2 SCHM" },
	{ 0xb240, "0xB2 BAKR" },
	{ 0xb248, "0xB2 PALB" },
	{ 0xb24c, "0xB2 TAR" },
	{ 0xb250, "0xB2 CSP" },
	{ 0xb254, "0xB2 MVPG" },
	{ 0xb256, "0xB2 STHYI" },
	{ 0xb258, "0xB2 BSG" },
	{ 0xb25a, "0xB2 BSA" },
	{ 0xb25f, "0xB2 CHSC" },
	{ 0xb274, "0xB2 SIGA" },
	{ 0xb276, "0xB2 XSCH" },
	{ 0xb278, "0xB2 STCKE" },
	{ 0xb27c, "0xB2 STCKF" },
	{ 0xb27d, "0xB2 STSI" },
	{ 0xb2b0, "0xB2 STFLE" },
	{ 0xb2b1, "0xB2 STFL" },
	{ 0xb2b2, "0xB2 LPSWE" },
	{ 0xb2f8, "0xB2 TEND" },
	{ 0xb2fc, "0xB2 TABORT" },
	{ 0xb91e, "0xB9 KMAC" },
	{ 0xb928, "0xB9 PCKMO" },
	{ 0xb92a, "0xB9 KMF" },
	{ 0xb92b, "0xB9 KMO" },
	{ 0xb92d, "0xB9 KMCTR" },
	{ 0xb92e, "0xB9 KM" },
	{ 0xb92f, "0xB9 KMC" },
	{ 0xb93e, "0xB9 KIMD" },
	{ 0xb93f, "0xB9 KLMD" },
	{ 0xb98a, "0xB9 CSPG" },
	{ 0xb98d, "0xB9 EPSW" },
	{ 0xb98e, "0xB9 IDTE" },
	{ 0xb98f, "0xB9 CRDTE" },
	{ 0xb99c, "0xB9 EQBS" },
	{ 0xb9a2, "0xB9 PTF" },
	{ 0xb9ab, "0xB9 ESSA" },
	{ 0xb9ae, "0xB9 RRBM" },
	{ 0xb9af, "0xB9 PFMF" },
	{ 0xc801, "0xC8 ECTG" },
	{ 0xe303, "0xE3 LRAG" },
	{ 0xe313, "0xE3 LRAY" },
	{ 0xe325, "0xE3 NTSTG" },
	{ 0xe500, "0xE5 LASP" },
	{ 0xe501, "0xE5 TPROT" },
	{ 0xe560, "0xE5 TBEGIN" },
	{ 0xe561, "0xE5 TBEGINC" },
	{ 0xeb25, "0xEB STCTG" },
	{ 0xeb2f, "0xEB LCTLG" },
	{ 0xeb60, "0xEB LRIC" },
	{ 0xeb61, "0xEB STRIC" },
	{ 0xeb62, "0xEB MRIC" },
	{ 0xeb8a, "0xEB SQBS" },
	{ 0, NULL },
};

static const struct kvm_code_name sigp_names[] = {
	{ 0x01, "SIGP sense" },
	{ 0x02, "SIGP external call" },
	{ 0x03, "SIGP emergency signal" },
	{ 0x04, "SIGP start" },
	{ 0x05, "SIGP stop" },
	{ 0x06, "SIGP restart" },
	{ 0x09, "SIGP stop and store status" },
	{ 0x0b, "SIGP initial cpu reset" },
	{ 0x0c, "SIGP cpu reset" },
	{ 0x0d, "SIGP set prefix" },
	{ 0x0e, "SIGP store status at address" },
	{ 0x12, "SIGP set architecture" },
	{ 0x13, "SIGP conditional emergency signal" },
	{ 0x15, "SIGP sense running" },
	{ 0x16, "SIGP set multithreading" },
	{ 0x17, "SIGP store additional status at address" },
	{ 0, NULL },
};

static const struct kvm_code_name diag_names[] = {
	{ 0x10, "DIAG (0x10) release pages" },
	{ 0x44, "DIAG (0x44) time slice end" },
	{ 0x9c, "DIAG (0x9c) time slice end directed" },
	{ 0x204, "DIAG (0x204) logical-cpu utilization" },
	{ 0x258, "DIAG (0x258) page-reference services" },
	{ 0x288, "DIAG (0x288) watchdog functions" },
	{ 0x308, "DIAG (0x308) ipl functions" },
	{ 0x500, "DIAG (0x500) KVM virtio functions" },
	{ 0x501, "DIAG (0x501) KVM breakpoint" },
	{ 0, NULL },
};

static const struct kvm_code_name prog_names[] = {
	{ 0x0001, "Prog Operation" },
	{ 0x0002, "Prog Privileged Operation" },
	{ 0x0003, "Prog Execute" },
	{ 0x0004, "Prog Protection" },
	{ 0x0005, "Prog Addressing" },
	{ 0x0006, "Prog Specification" },
	{ 0x0007, "Prog Data" },
	{ 0x0008, "Prog Fixedpoint overflow" },
	{ 0x0009, "Prog Fixedpoint divide" },
	{ 0x000a, "Prog Decimal overflow" },
	{ 0x000b, "Prog Decimal divide" },
	{ 0x000c, "Prog HFP exponent overflow" },
	{ 0x000d, "Prog HFP exponent underflow" },
	{ 0x000e, "Prog HFP significance" },
	{ 0x000f, "Prog HFP divide" },
	{ 0x0010, "Prog Segment translation" },
	{ 0x0011, "Prog Page translation" },
	{ 0x0012, "Prog Translation specification" },
	{ 0x0013, "Prog Special operation" },
	{ 0x0015, "Prog Operand" },
	{ 0x0016, "Prog Trace table" },
	{ 0x0017, "Prog ASNtranslation specification" },
	{ 0x001c, "Prog Spaceswitch event" },
	{ 0x001d, "Prog HFP square root" },
	{ 0x001f, "Prog PCtranslation specification" },
	{ 0x0020, "Prog AFX translation" },
	{ 0x0021, "Prog ASX translation" },
	{ 0x0022, "Prog LX translation" },
	{ 0x0023, "Prog EX translation" },
	{ 0x0024, "Prog Primary authority" },
	{ 0x0025, "Prog Secondary authority" },
	{ 0x0026, "Prog LFXtranslation exception" },
	{ 0x0027, "Prog LSXtranslation exception" },
	{ 0x0028, "Prog ALET specification" },
	{ 0x0029, "Prog ALEN translation" },
	{ 0x002a, "Prog ALE sequence" },
	{ 0x002b, "Prog ASTE validity" },
	{ 0x002c, "Prog ASTE sequence" },
	{ 0x002d, "Prog Extended authority" },
	{ 0x002e, "Prog LSTE sequence" },
	{ 0x002f, "Prog ASTE instance" },
	{ 0x0030, "Prog Stack full" },
	{ 0x0031, "Prog Stack empty" },
	{ 0x0032, "Prog Stack specification" },
	{ 0x0033, "Prog Stack type" },
	{ 0x0034, "Prog Stack operation" },
	{ 0x0039, "Prog Region first translation" },
	{ 0x003a, "Prog Region second translation" },
	{ 0x003b, "Prog Region third translation" },
	{ 0x0040, "Prog Monitor event" },
	{ 0x0080, "Prog PER event" },
	{ 0x0119, "Prog Crypto operation" },
	{ 0, NULL },
};

static const struct kvm_key_kind kinds[] = {
	[KIND_ICPT] = {
		.label = "icptcode",
		.event = "kvm:kvm_s390_sie_exit",
		.field = "icptcode",
		.names = icpt_names,
	},
	[KIND_INSTRUCTION] = {
		.label = "instruction",
		.event = "kvm:kvm_s390_intercept_instruction",
		.field = "instruction",
		.names = instruction_names,
	},
	[KIND_SIGP] = {
		.label = "sigp",
		.event = "kvm:kvm_s390_handle_sigp",
		.field = "order_code",
		.names = sigp_names,
	},
	[KIND_DIAG] = {
		.label = "diag",
		.event = "kvm:kvm_s390_handle_diag",
		.field = "code",
		.names = diag_names,
	},
	[KIND_PROG] = {
		.label = "prog",
		.event = "kvm:kvm_s390_intercept_prog",
		.field = "code",
		.names = prog_names,
	},
};

/*
 * The part of an instruction, left-aligned in 8 bytes, that says which it is:
 * the first byte or, where that is shared by many, two; where the second of
 * these stands depends on the instruction's format. The result is what the
 * kernel's table of instructions has, whose decoder this follows (asm/sie.h).
 */
static u64 instruction_code(u64 instruction)
{
	u64 first = instruction >> 56;

	switch (first) {
	case 0x01:
	case 0xb2:
	case 0xb9:
	case 0xe3:
	case 0xe5:
		return first << 8 | (instruction >> 48 & 0xff);
	case 0xaa:
	case 0xc8:
		return first << 8 | (instruction >> 48 & 0x0f);
	case 0xeb:
		return first << 8 | (instruction >> 16 & 0xff);
	default:
		return first;
	}
}

static const struct kvm_child_event children[] = {
	{ "kvm:kvm_s390_intercept_instruction", "instruction", KIND_INSTRUCTION, instruction_code },
	{ "kvm:kvm_s390_handle_sigp", "order_code", KIND_SIGP, NULL },
	{ "kvm:kvm_s390_handle_diag", "code", KIND_DIAG, NULL },
	{ "kvm:kvm_s390_intercept_prog", "code", KIND_PROG, NULL },
	{ NULL, NULL, 0, NULL },
};

static bool is_idle(const struct kvm_key *key, const struct kvm_exit_values *values)
{
	return key->kind == KIND_ICPT && key->code == ICPT_WAIT;
}

static const char *const machines[] = { "s390x", "s390", NULL };
static const char *const entry_events[] = { "kvm:kvm_s390_sie_enter", NULL };
static const char *const sets[] = { "vmexit", "mmio", "vcpu", NULL };
static const char *const record_events[] = {
	"kvm:kvm_s390_sie_enter",
	"kvm:kvm_s390_sie_exit",
	"kvm:kvm_s390_intercept_instruction",
	"kvm:kvm_s390_handle_sigp",
	"kvm:kvm_s390_handle_diag",
	"kvm:kvm_s390_intercept_prog",
	NULL,
};

const struct kvm_arch kvm_arch_s390 = {
	.name = "s390",
	.machines = machines,
	.exit_event = "kvm:kvm_s390_sie_exit",
	.entry_events = entry_events,
	.exit_fields = { "icptcode" },
	.vcpu_field = "id",
	.kinds = kinds,
	.nr_kinds = ARRAY_SIZE(kinds),
	.children = children,
	.sets = sets,
	.record_events = record_events,
	.exit_key = kvm_exit_key__first_field,
	.is_idle = is_idle,
};
