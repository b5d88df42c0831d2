// SPDX-License-Identifier: GPL-2.0-only
/*
 * The set "vcpu": not spans under keys, but the state that each vCPU is in. An
 * interval is what lies between two kvm events of a thread; the scheduler's
 * events cut it further. What a lost record may have changed is unknown: an
 * interval during which the thread moved to another CPU is settled only when
 * the old CPU's buffer has shown that it lost nothing (see pending.h).
 */
#include <errno.h>
#include <linux/kvm.h>
#include <stdlib.h>

#include "event-sets.h"
#include "pending.h"

#define SCHED_SWITCH   "sched:sched_switch"
#define USERSPACE_EXIT "kvm:kvm_userspace_exit"

enum { FIELD_REASON, FIELD_ERRNO };		   /* of kvm_userspace_exit */
enum { FIELD_PREV, FIELD_PREV_STATE, FIELD_NEXT }; /* of sched_switch */

/*
 * The bits of sched_switch's prev_state that name a state to sleep in. Without
 * them a task is runnable: "R", or "R+" where it was preempted.
 */
#define SLEEP_STATES 0xff

static struct kvm_vcpu_time *times_of(struct kvm_thread *thread)
{
	if (!thread->times)
		thread->times = calloc(1, sizeof(*thread->times));
	return thread->times;
}

static u64 take(u64 *from, u64 upto)
{
	u64 n = *from < upto ? *from : upto;

	*from = 0;
	return n;
}

/* Splits the interval of @total ns that ends at @now by what the scheduler has told of it. */
static void split(struct kvm_vcpu_time *t, u64 total, u64 now, u64 ns[KVM_NR_STATES])
{
	u64 gone = 0, n;

	/* It runs now, but nothing told when it came back. */
	if (t->off)
		gone = now > t->off_since ? now - t->off_since : 0;
	t->off = false;
	n = take(&gone, total);
	ns[KVM_STATE_UNKNOWN] += n;
	total -= n;
	n = take(&t->preempted, total);
	ns[KVM_STATE_PREEMPTED] += n;
	total -= n;
	n = take(&t->blocked, total);
	ns[t->state == KVM_STATE_HALTED ? KVM_STATE_HALTED : KVM_STATE_BLOCKED] += n;
	total -= n;
	ns[t->state] += total;
}

/* The same where the thread ended at @gone, and another has got its tid since. */
static void split_gone(struct kvm_vcpu_time *t, u64 total, u64 gone, u64 ns[KVM_NR_STATES])
{
	u64 begin = t->last - total, lived = gone > begin ? gone - begin : 0;

	if (lived > total)
		lived = total;
	split(t, lived, begin + lived, ns);
	ns[KVM_STATE_UNKNOWN] += total - lived;
	t->state = KVM_STATE_UNKNOWN;
	t->preempted = t->blocked = 0;
}

static void count(struct kvm_vcpu_time *t, const u64 ns[KVM_NR_STATES])
{
	unsigned int i;

	for (i = 0; i < KVM_NR_STATES; i++)
		t->ns[i] += ns[i];
	t->exit_kernel += ns[KVM_STATE_KERNEL];
	t->exit_blocked += ns[KVM_STATE_BLOCKED];
}

static void withhold(struct kvm_thread *thread, const u64 ns[KVM_NR_STATES])
{
	unsigned int i;

	for (i = 0; i < KVM_NR_STATES; i++)
		thread->times->withheld[i] += ns[i];
	kvm_pending__close_states(thread, ns);
}

/* A kvm event: ends the interval since the last one. NULL when out of memory. */
static struct kvm_vcpu_time *advance(struct kvm_thread *thread, u64 now)
{
	struct kvm_vcpu_time *t = times_of(thread);
	u64 ns[KVM_NR_STATES] = { 0 }, total;

	if (!t)
		return NULL;
	if (!thread->has_mark && !thread->after_drop) { /* the first */
		thread->gone = 0;
		t->first = t->last = now;
		t->state = KVM_STATE_UNKNOWN;
		thread->has_mark = true;
		return t;
	}
	if (now < t->last) {
		thread->nr_backward++;
		return t;
	}
	total = now - t->last;
	t->last = now;
	if (!thread->has_mark) {
		t->state = KVM_STATE_UNKNOWN; /* records were lost since */
		t->off = false;
		t->preempted = t->blocked = 0;
	}
	if (thread->gone)
		split_gone(t, total, thread->gone, ns);
	else
		split(t, total, now, ns);
	thread->gone = 0;
	if (thread->pending)
		withhold(thread, ns);
	else
		count(t, ns);
	thread->has_mark = true;
	thread->after_drop = false;
	return t;
}

static void begin_exit(struct kvm_vcpu_time *t, bool idle)
{
	t->state = idle ? KVM_STATE_HALTED : KVM_STATE_KERNEL;
	t->exit_kernel = t->exit_blocked = 0;
}

static int on_exit_event(struct kvm_analysis *kvm, const struct kvm_binding *binding,
			 struct kvm_thread *thread, const struct perf_sample *sample)
{
	struct kvm_vcpu_time *t = advance(thread, sample->time);

	if (!t)
		return -ENOMEM;
	kvm_exit_values__read(&thread->exit, kvm, binding, sample);
	if (kvm->arch->exit_key(&thread->exit, &thread->key))
		return perf_err__set(
			kvm->err, -ENODATA,
			"does not tell whether it is of an Intel or an AMD machine, so its exits cannot be told apart");
	begin_exit(t, kvm->arch->is_idle(&thread->key, &thread->exit));
	return 0;
}

/* The exit proves to be for another reason: all since it was halted, if that is an idle one. */
static int on_child(struct kvm_analysis *kvm, const struct kvm_binding *binding,
		    struct kvm_thread *thread, const struct perf_sample *sample)
{
	struct kvm_vcpu_time *t = advance(thread, sample->time);
	u64 code = kvm_binding__value(binding, 0, sample);

	if (!t)
		return -ENOMEM;
	if (t->state != KVM_STATE_KERNEL)
		return 0;
	thread->key.kind = binding->child->kind;
	thread->key.code = binding->child->code ? binding->child->code(code) : code;
	if (!kvm->arch->is_idle(&thread->key, &thread->exit))
		return 0;
	t->ns[KVM_STATE_KERNEL] -= t->exit_kernel;
	t->ns[KVM_STATE_BLOCKED] -= t->exit_blocked;
	t->ns[KVM_STATE_HALTED] += t->exit_kernel + t->exit_blocked;
	t->state = KVM_STATE_HALTED;
	return 0;
}

static int on_entry(struct kvm_analysis *kvm, const struct kvm_binding *binding,
		    struct kvm_thread *thread, const struct perf_sample *sample)
{
	struct kvm_vcpu_time *t = advance(thread, sample->time);

	(void)kvm;
	(void)binding;
	if (!t)
		return -ENOMEM;
	t->state = KVM_STATE_GUEST;
	return 0;
}

static int on_userspace_exit(struct kvm_analysis *kvm, const struct kvm_binding *binding,
			     struct kvm_thread *thread, const struct perf_sample *sample)
{
	struct kvm_vcpu_time *t = advance(thread, sample->time);
	bool failed;

	(void)kvm;
	if (!t)
		return -ENOMEM;
	failed = (s32)kvm_binding__value(binding, FIELD_ERRNO, sample) < 0;
	if (!failed && kvm_binding__value(binding, FIELD_REASON, sample) == KVM_EXIT_HLT)
		t->state = KVM_STATE_HALTED;
	else if (t->state != KVM_STATE_HALTED)
		t->state = KVM_STATE_VMM;
	return 0;
}

/* Any other kvm event: the thread is there, in the state that it was in. */
static int on_other(struct kvm_analysis *kvm, const struct kvm_binding *binding,
		    struct kvm_thread *thread, const struct perf_sample *sample)
{
	(void)kvm;
	(void)binding;
	return advance(thread, sample->time) ? 0 : -ENOMEM;
}

static int switch_out(struct kvm_analysis *kvm, struct kvm_thread *thread,
		      const struct perf_sample *sample, bool runnable)
{
	struct kvm_vcpu_time *t = thread->times;

	if (kvm_thread__seen_on(kvm, thread, sample->cpu))
		return -ENOMEM;
	if (t && !t->off && !thread->gone) {
		t->off = true;
		t->off_runnable = runnable;
		t->off_since = sample->time;
	}
	return 0;
}

static int switch_in(struct kvm_analysis *kvm, struct kvm_thread *thread,
		     const struct perf_sample *sample)
{
	struct kvm_vcpu_time *t = thread->times;
	u64 ns;

	if (kvm_thread__seen_on(kvm, thread, sample->cpu))
		return -ENOMEM;
	if (t && t->off && !thread->gone && sample->time >= t->off_since) {
		ns = sample->time - t->off_since;
		*(t->off_runnable ? &t->preempted : &t->blocked) += ns;
		t->off = false;
	}
	return 0;
}

/* Of all threads of the host: those that are vCPUs matter. */
static int on_switch(struct kvm_analysis *kvm, const struct kvm_binding *binding,
		     struct kvm_thread *unused, const struct perf_sample *sample)
{
	u32 prev = (u32)kvm_binding__value(binding, FIELD_PREV, sample);
	u32 next = (u32)kvm_binding__value(binding, FIELD_NEXT, sample);
	u64 state = kvm_binding__value(binding, FIELD_PREV_STATE, sample);
	struct kvm_thread *thread;
	int err = 0;

	(void)unused;
	thread = kvm_analysis__find_tid(kvm, prev);
	if (thread)
		err = switch_out(kvm, thread, sample, !(state & SLEEP_STATES));
	thread = kvm_analysis__find_tid(kvm, next);
	if (!err && thread)
		err = switch_in(kvm, thread, sample);
	return err;
}

/* A withheld interval: what it was counted for, or nobody knows what. */
static int settle(struct kvm_thread *thread, const struct kvm_pending *pending)
{
	u64 total = 0;
	unsigned int i;

	for (i = 0; i < KVM_NR_STATES; i++) {
		total += pending->ns[i];
		thread->times->withheld[i] -= pending->ns[i];
		if (!pending->dropped)
			thread->times->ns[i] += pending->ns[i];
	}
	if (pending->dropped)
		thread->times->ns[KVM_STATE_UNKNOWN] += total;
	return 0;
}

/* What has been going on since the last kvm event, as far as it can be told at @now. */
static void split_open(const struct kvm_analysis *kvm, const struct kvm_thread *thread, u64 now,
		       u64 ns[KVM_NR_STATES])
{
	struct kvm_vcpu_time t = *thread->times;

	if (!thread->has_mark || thread->lost_seq != thread->cpu->lost_seq) {
		t.state = KVM_STATE_UNKNOWN;
		t.off = false;
		t.preempted = t.blocked = 0;
	} else if (t.off && kvm->all_switches && now > t.off_since) {
		/* It would have been told if it had come back. */
		*(t.off_runnable ? &t.preempted : &t.blocked) += now - t.off_since;
		t.off = false;
	}
	split(&t, now - t.last, now, ns);
}

/* Takes @debt ns off the states that have most. */
static void take_off(u64 ns[KVM_NR_STATES], u64 debt)
{
	unsigned int most, i;
	u64 n;

	while (debt) {
		for (most = i = 0; i < KVM_NR_STATES; i++) {
			if (ns[i] > ns[most])
				most = i;
		}
		if (!ns[most])
			return;
		n = ns[most] < debt ? ns[most] : debt;
		ns[most] -= n;
		debt -= n;
	}
}

/*
 * An interval's states are those up to its end, less those up to its begin. What
 * was open then and has proved another state was told already, as what it looked
 * like: it is not told again, so that the states sum to the interval.
 */
static void keep(const struct kvm_analysis *kvm, struct kvm_thread *thread, u64 upto)
{
	struct kvm_vcpu_time *t = thread->times;
	u64 ns[KVM_NR_STATES], debt = 0;
	unsigned int i;

	if (!t)
		return;
	for (i = 0; i < KVM_NR_STATES; i++)
		ns[i] = t->ns[i] + t->withheld[i];
	if (thread->gone && thread->gone < upto)
		upto = thread->gone;
	if (upto > t->last)
		split_open(kvm, thread, upto, ns);
	for (i = 0; i < KVM_NR_STATES; i++) {
		t->interval[i] = ns[i] > t->whole[i] ? ns[i] - t->whole[i] : 0;
		debt += ns[i] < t->whole[i] ? t->whole[i] - ns[i] : 0;
		t->whole[i] = ns[i];
	}
	take_off(t->interval, debt);
}

static void bind_switch(struct tep_event *event, struct kvm_binding *binding)
{
	kvm_bind_field(binding, FIELD_PREV, event, "prev_pid");
	kvm_bind_field(binding, FIELD_PREV_STATE, event, "prev_state");
	kvm_bind_field(binding, FIELD_NEXT, event, "next_pid");
	binding->any_thread = true;
	binding->handle = on_switch;
}

static int bind(struct kvm_analysis *kvm, const char *name, struct tep_event *event,
		struct kvm_binding *binding)
{
	if (kvm_bind_exit(kvm->arch, name, event, binding)) {
		binding->handle = on_exit_event;
		return kvm_need_exit_field(kvm, binding);
	}
	if (kvm_bind_entry(kvm->arch, name, event, binding)) {
		binding->handle = on_entry;
	} else if (!strcmp(name, USERSPACE_EXIT)) {
		kvm_bind_field(binding, FIELD_REASON, event, "reason");
		kvm_bind_field(binding, FIELD_ERRNO, event, "errno");
		binding->handle = on_userspace_exit;
	} else if (!strcmp(name, SCHED_SWITCH)) {
		bind_switch(event, binding);
	} else if (kvm_is_vcpu_event(kvm->arch, name)) {
		binding->handle =
			kvm_bind_child(kvm->arch, name, event, binding) ? on_child : on_other;
	}
	return 0;
}

static const char *key_name(const struct kvm_analysis *kvm, const struct kvm_key *key, char *buf,
			    size_t size)
{
	(void)kvm;
	(void)key;
	if (size)
		*buf = '\0';
	return buf;
}

const struct kvm_event_ops kvm_events_vcpu = {
	.name = "vcpu",
	.heading = "VCPU",
	.bind = bind,
	.missing = kvm_missing_exit_or_entry,
	.key_name = key_name,
	.settle = settle,
	.keep = keep,
};
