/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where each vCPU's time goes: its observed span, from its first kvm event to
 * its last, cut at its events, each piece in one state. The states of a vCPU
 * sum to its observed span exactly, in ns.
 */
#ifndef PERF_KVM_VCPU_TIME_H
#define PERF_KVM_VCPU_TIME_H

#include "report.h"

enum kvm_vcpu_state {
	KVM_STATE_GUEST,  /* entry to exit */
	KVM_STATE_KERNEL, /* exit to entry, but for what follows */
	KVM_STATE_VMM, /* kvm_userspace_exit to entry; part of KERNEL where that is not recorded */
	KVM_STATE_HALTED,    /* exit to entry, the guest having nothing to do */
	KVM_STATE_PREEMPTED, /* runnable, but not running; only with sched_switch */
	KVM_STATE_BLOCKED,   /* waiting otherwise than halted; only with sched_switch */
	KVM_STATE_UNKNOWN,   /* what lost records, or the recording's begin, leave open */
	KVM_NR_STATES,
};

/* One thread's account. */
struct kvm_vcpu_time {
	u64 ns[KVM_NR_STATES];
	u64 first, last;	   /* kvm events */
	enum kvm_vcpu_state state; /* since @last, but for what the scheduler tells */
	/* What the scheduler tells since @last: */
	u64 preempted, blocked; /* ns */
	bool off, off_runnable; /* not on a CPU now */
	u64 off_since;
	/* Of the exit that is open, as counted so far: its reason may prove an idle one. */
	u64 exit_kernel, exit_blocked;
	/* What waits for its CPU's buffer to prove that nothing was lost (see pending.h). */
	u64 withheld[KVM_NR_STATES];
	/* Up to the end of the interval that was closed last, and of that interval. */
	u64 whole[KVM_NR_STATES], interval[KVM_NR_STATES];
};

/* A vCPU, a VM (its vCPUs' sum: @tid and @vcpu_id are (u32)-1), or all of them (@pid too). */
struct kvm_vcpu_row {
	u32 pid, tid, vcpu_id;
	const char *comm; /* of the thread, as recorded: not safe to print; "" in sums */
	u64 observed;	  /* ns; the sum of @ns */
	u64 ns[KVM_NR_STATES];
};

struct kvm_vcpu_report {
	struct kvm_vcpu_row *rows; /* by pid and vCPU, a VM's sum behind its vCPUs, the total last */
	size_t nr_rows;
	u64 nr_backward;
	size_t nr_threads;	     /* that the filter lets through */
	bool has_vmm, has_scheduler; /* whether the recording tells these states */
	u64 from, to; /* ns: the interval that the rows are of, for who prints it; 0: all */
};

/* "guest", "halted", …; KERNEL is "kernel+vmm" where the recording can't tell them apart. */
const char *kvm_vcpu_state_name(enum kvm_vcpu_state state, bool has_vmm);

/*
 * Of what @query asks for, its filter and its part matter. KVM_OPEN stands for
 * what is sure: up to each vCPU's last event. Where kvm_analysis__keep() closes
 * intervals, KVM_LAST and KVM_WHOLE reach up to the last one's end; of KVM_LAST
 * vCPUs are left out that were not there. 0 or -ENOMEM.
 */
int kvm_vcpu_report__build(struct kvm_vcpu_report *report, const struct kvm_analysis *kvm,
			   const struct kvm_query *query);
void kvm_vcpu_report__exit(struct kvm_vcpu_report *report);

/* Does the recording tell this state at all? */
bool kvm_vcpu_report__has(const struct kvm_vcpu_report *report, enum kvm_vcpu_state state);

#endif
