/* SPDX-License-Identifier: GPL-2.0-only */
/* The events of KVM that are opened, to be recorded or to be shown at once. */
#ifndef PERF_BUILTIN_KVM_EVENTS_H
#define PERF_BUILTIN_KVM_EVENTS_H

#include "kvm/arch.h"
#include "util/evlist.h"

/*
 * What the samples hold. An analysis asks neither for the instruction pointer
 * nor for the period; the CPU, in a recording, is told by the id.
 */
#define KVM_SAMPLE_LEAN \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_RAW)

/* This machine's. NULL after one line on stderr that begins with @command. */
const struct kvm_arch *kvm_arch_here(const char *command);

/*
 * Adds the events that the sets in @sets ("mmio,ioport"; NULL: all that @arch has)
 * need and the kernel has, unless they are in @evlist already. 0, or 1 after one line on
 * stderr that begins with @command.
 */
int kvm_add_events(struct evlist *evlist, const struct kvm_arch *arch, const char *sets,
		   u64 sample_type, const char *command);

#endif
