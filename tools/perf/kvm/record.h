/* SPDX-License-Identifier: GPL-2.0-only */
/* Which events a recording needs, for which event sets. */
#ifndef PERF_KVM_RECORD_H
#define PERF_KVM_RECORD_H

#include "arch.h"

/*
 * Is @event, one of arch->record_events, needed for one of the sets that
 * @sets lists ("mmio,ioport")? NULL stands for all sets.
 */
bool kvm_record__needs(const struct kvm_arch *arch, const char *event, const char *sets);

/*
 * The first of the sets in @sets that @arch does not have, and its length; NULL
 * if it has them all.
 */
const char *kvm_record__bad_set(const struct kvm_arch *arch, const char *sets, size_t *len);

/* What @sets take beside arch->record_events, where the kernel has it; NULL at the end. */
const char *const *kvm_record__extra(const char *sets);

#endif
