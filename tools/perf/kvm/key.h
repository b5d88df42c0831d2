/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a span is filed under: a code, and of which kind the code is. Equal
 * codes of different kinds are different keys. Kinds are an event set's own:
 * for vmexit an index into struct kvm_arch's @kinds.
 */
#ifndef PERF_KVM_KEY_H
#define PERF_KVM_KEY_H

#include "util/types.h"

struct kvm_key {
	u64 code;
	u32 kind;
};

static inline bool kvm_key__equal(const struct kvm_key *a, const struct kvm_key *b)
{
	return a->code == b->code && a->kind == b->kind;
}

#endif
