/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One struct kvm_arch for each architecture whose KVM can be analysed, on any
 * host: the recording chooses. A new architecture is one new file in arch/ and
 * one line in arch.c.
 */
#ifndef PERF_KVM_ARCH_H
#define PERF_KVM_ARCH_H

#include "key.h"

struct kvm_code_name {
	u64 code;
	const char *name;
};

/*
 * A kind of exit reason: where its codes come from and what they are called.
 * The names are looked for first in the __print_symbolic() table that @event's
 * own print format has for @field, then in @names.
 */
struct kvm_key_kind {
	const char *label; /* "sigp", in UNKNOWN(sigp 0x8); NULL where no other kind can be meant */
	const char *event; /* "kvm:kvm_exit"; NULL: no print format has these names */
	const char *field; /* "exit_reason" */
	const struct kvm_code_name *names; /* built in; ends with a NULL name; -1 is all bits */
	u64 code_mask; /* of the bits of a code that the tables know; the rest are flags; 0: all */
	const struct kvm_code_name *flags; /* names of flag bits, or NULL */
	/*
	 * Where the format has a table a branch: the value of @select_field
	 * ("isa") with which this kind's branch is taken. NULL: no such choice.
	 */
	const char *select_field;
	u64 select_value;
};

#define KVM_EXIT_FIELDS 2

/* An exit event's fields, as far as the recording has them. */
struct kvm_exit_values {
	u64 value[KVM_EXIT_FIELDS]; /* of struct kvm_arch's exit_fields, zero-extended */
	u8 size[KVM_EXIT_FIELDS]; /* the fields' sizes in bytes, 0 where the recording lacks one */
	u64 isa; /* x86, where the event does not tell: KVM_ISA_*, from the CPU's name; else 0 */
};

enum { KVM_ISA_VMX = 1, KVM_ISA_SVM = 2 }; /* the numbers of kvm_exit's field "isa" */

/* An event between exit and entry that tells the exit's reason more exactly. */
struct kvm_child_event {
	const char *event;	/* "kvm:kvm_s390_handle_sigp" */
	const char *field;	/* "order_code" */
	u32 kind;		/* index of the kind that the exit becomes */
	u64 (*code)(u64 value); /* from the field to the kind's code; NULL: as it is */
};

struct kvm_arch {
	const char *name;		 /* "x86" */
	const char *const *machines;	 /* what uname -m says there, NULL at the end */
	const char *exit_event;		 /* "kvm:kvm_exit" */
	const char *const *entry_events; /* NULL at the end */
	/* What exit_key() and is_idle() look at; NULL: unused. */
	const char *exit_fields[KVM_EXIT_FIELDS];
	const char *vcpu_field; /* of entry and exit events; NULL where there is none */
	const struct kvm_key_kind *kinds;
	u32 nr_kinds;
	const struct kvm_child_event *children; /* ends with a NULL event; NULL: none */
	const char *const *sets; /* the event sets that make sense here, NULL at the end */
	/* What `perf kvm stat record` records where the kernel has it; NULL at the end. */
	const char *const *record_events;

	/* The key of an exit. 0, or -ENODATA if @values lack what it takes (x86: the isa). */
	int (*exit_key)(const struct kvm_exit_values *values, struct kvm_key *key);
	/*
	 * Is the vCPU halted, with nothing to do, after this exit? @key is the exit's
	 * key as its child events have left it, @values what exit_key() was given:
	 * riscv tells a WFI by stval, powerpc an H_CEDE by ceded.
	 */
	bool (*is_idle)(const struct kvm_key *key, const struct kvm_exit_values *values);
};

extern const struct kvm_arch kvm_arch_x86, kvm_arch_arm64, kvm_arch_riscv, kvm_arch_s390,
	kvm_arch_powerpc, kvm_arch_loongarch;

/* The arch for what uname -m says (HEADER_ARCH), NULL if it is none of them. */
const struct kvm_arch *kvm_arch__find(const char *machine);

/* All of them, NULL at the end. */
const struct kvm_arch *const *kvm_arch__all(void);

/* For kvm_arch.exit_key: the first field is the code, as it is, of the first kind. */
int kvm_exit_key__first_field(const struct kvm_exit_values *values, struct kvm_key *key);

/* KVM_ISA_* for what HEADER_CPUID says ("AuthenticAMD,23,1,2"), 0 if it does not tell. */
u64 kvm_isa__from_cpuid(const char *cpuid);

#endif
