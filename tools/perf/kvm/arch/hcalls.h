/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the hypervisor calls of powerpc are called, by their numbers: those of
 * PAPR and those that KVM added, as kvm_hcall_enter's field req has them.
 */
#ifndef PERF_KVM_ARCH_HCALLS_H
#define PERF_KVM_ARCH_HCALLS_H

#include "kvm/arch.h"

#define H_CEDE 0xe0

/* Ends with a NULL name. */
extern const struct kvm_code_name kvm_hcall_names[];

/* The kind of the keys of the event set "hcall", for kvm_kind_name(). */
extern const struct kvm_key_kind kvm_hcall_kind;

#endif
