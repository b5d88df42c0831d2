/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What exit reasons are called: first by the recording's own print formats,
 * then by the arch's built-in tables, last by the code itself in hex. Asked
 * once per row, not per event.
 */
#ifndef PERF_KVM_NAMES_H
#define PERF_KVM_NAMES_H

#include "arch.h"

struct tep_handle;

/*
 * Writes what @code of @kind is called to @buf: "HLT", "INVALID_STATE
 * FAILED_VMENTRY", "UNKNOWN(0x54)", "UNKNOWN(sigp 0x8)". @tep holds the
 * recording's event formats, NULL if there are none. Text from the recording is
 * copied as it is, cut where @size ends. Returns @buf.
 */
const char *kvm_kind_name(const struct kvm_key_kind *kind, struct tep_handle *tep, u64 code,
			  char *buf, size_t size);

/* The same for @key, an exit reason of @arch. */
const char *kvm_exit_name(const struct kvm_arch *arch, struct tep_handle *tep,
			  const struct kvm_key *key, char *buf, size_t size);

#endif
