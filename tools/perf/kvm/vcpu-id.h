/* SPDX-License-Identifier: GPL-2.0-only */
/* Which vCPU a thread is, where its events do not tell. */
#ifndef PERF_KVM_VCPU_ID_H
#define PERF_KVM_VCPU_ID_H

#include "analysis.h"

/*
 * The vCPU number that a VMM has put in a thread's name ("CPU 3/KVM",
 * "kvm-vcpu-3", "vcpu3", "fc_vcpu 3", "crosvm_vcpu3"), or KVM_VCPU_UNKNOWN.
 */
u32 kvm_vcpu_id__from_comm(const char *comm);

/*
 * All vCPU threads in order of pid and tid, with their ids in *@ids: from the
 * event's field, else from the name, else the order of the thread among its
 * VM's. Both arrays are the caller's to free. 0 or -ENOMEM.
 */
int kvm_threads__list(const struct kvm_analysis *kvm, struct kvm_thread ***threads, u32 **ids);

/* The id of one thread among those seen so far. Not per event: it may look at all of them. */
u32 kvm_thread__vcpu_id(const struct kvm_analysis *kvm, const struct kvm_thread *thread);

#endif
