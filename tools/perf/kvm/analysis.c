// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "bind.h"
#include "pending.h"
#include "watch.h"

#define MAX_CPUS 65536 /* more than any kernel has; a larger number is a damaged sample */

void kvm_analysis__exit(struct kvm_analysis *kvm)
{
	unsigned int cpu;
	size_t i;

	for (cpu = 0; cpu < kvm->nr_cpus; cpu++) {
		if (kvm->cpus[cpu])
			kvm_pending__confirm(kvm, kvm->cpus[cpu]);
		free(kvm->cpus[cpu]);
	}
	free(kvm->cpus);
	for (i = 0; i < kvm->nr_slots; i++) {
		if (kvm->slots[i]) {
			kvm_table__exit(&kvm->slots[i]->table);
			kvm_table__exit(&kvm->slots[i]->last);
			kvm_table__exit(&kvm->slots[i]->whole);
			free(kvm->slots[i]->times);
		}
		free(kvm->slots[i]);
	}
	free(kvm->slots);
	free(kvm->by_tid);
	machine__exit(&kvm->vms);
	kvm_table__exit(&kvm->early);
	free(kvm->bindings);
	memset(kvm, 0, sizeof(*kvm));
}

static struct kvm_cpu *new_cpu(struct kvm_analysis *kvm, unsigned int slot)
{
	struct kvm_cpu **cpus;

	if (slot >= kvm->nr_cpus) {
		unsigned int nr = slot + 16;

		cpus = reallocarray(kvm->cpus, nr, sizeof(*cpus));
		if (!cpus)
			return NULL;
		memset(cpus + kvm->nr_cpus, 0, (nr - kvm->nr_cpus) * sizeof(*cpus));
		kvm->cpus = cpus;
		kvm->nr_cpus = nr;
	}
	kvm->cpus[slot] = calloc(1, sizeof(**kvm->cpus));
	return kvm->cpus[slot];
}

static inline unsigned int cpu_slot(u32 cpu)
{
	return cpu < MAX_CPUS ? cpu + 1 : 0;
}

static struct kvm_cpu *find_cpu(struct kvm_analysis *kvm, u32 cpu)
{
	unsigned int slot = cpu_slot(cpu);

	if (likely(slot < kvm->nr_cpus && kvm->cpus[slot]))
		return kvm->cpus[slot];
	return new_cpu(kvm, slot);
}

static u64 pid_and_tid(u32 pid, u32 tid)
{
	return (u64)pid << 32 | tid;
}

static size_t find_slot(const struct kvm_analysis *kvm, u32 pid, u32 tid)
{
	size_t i = hash__slot(&kvm->hash, pid_and_tid(pid, tid));

	while (kvm->slots[i] && (kvm->slots[i]->tid != tid || kvm->slots[i]->pid != pid))
		i = (i + 1) & (kvm->nr_slots - 1);
	return i;
}

static size_t find_tid_slot(const struct kvm_analysis *kvm, u32 tid)
{
	size_t i = hash__slot(&kvm->hash, tid);

	while (kvm->by_tid[i] && kvm->by_tid[i]->tid != tid)
		i = (i + 1) & (kvm->nr_slots - 1);
	return i;
}

static int init_slots(struct kvm_analysis *kvm, size_t nr)
{
	kvm->slots = calloc(nr, sizeof(*kvm->slots));
	kvm->by_tid = calloc(nr, sizeof(*kvm->by_tid));
	kvm->nr_slots = nr;
	kvm->hash = hash__init(nr);
	if (kvm->slots && kvm->by_tid)
		return 0;
	free(kvm->slots);
	free(kvm->by_tid);
	return -ENOMEM;
}

int kvm_analysis__init(struct kvm_analysis *kvm, const struct kvm_event_ops *ops)
{
	memset(kvm, 0, sizeof(*kvm));
	kvm->ops = ops;
	kvm->interval_end = UINT64_MAX;
	return init_slots(kvm, 64);
}

static int grow(struct kvm_analysis *kvm)
{
	struct kvm_analysis bigger;
	size_t i;

	if (init_slots(&bigger, kvm->nr_slots * 2))
		return -ENOMEM;
	for (i = 0; i < kvm->nr_slots; i++) {
		struct kvm_thread *thread = kvm->slots[i], *newest = kvm->by_tid[i];

		if (thread)
			bigger.slots[find_slot(&bigger, thread->pid, thread->tid)] = thread;
		if (newest)
			bigger.by_tid[find_tid_slot(&bigger, newest->tid)] = newest;
	}
	free(kvm->slots);
	free(kvm->by_tid);
	kvm->slots = bigger.slots;
	kvm->by_tid = bigger.by_tid;
	kvm->nr_slots = bigger.nr_slots;
	kvm->hash = bigger.hash;
	return 0;
}

/* The VM of process @pid, with the name that is known of it by now. NULL: no memory. */
static const struct thread *find_vm(struct kvm_analysis *kvm, const struct machine *machine,
				    u32 pid)
{
	const struct thread *leader = machine__find_thread(machine, pid);

	if (!machine__find_thread(&kvm->vms, pid) && leader &&
	    machine__set_comm(&kvm->vms, pid, pid, leader->comm))
		return NULL;
	return machine__findnew_thread(&kvm->vms, pid, pid);
}

static u64 first_time(const struct kvm_analysis *kvm, const struct perf_sample *sample)
{
	struct kvm_key key = { .code = pid_and_tid(sample->pid, sample->tid) };
	const struct kvm_stats *early = kvm_table__get(&kvm->early, &key);

	return early ? early->min : sample->time;
}

static struct kvm_thread *new_thread(struct kvm_analysis *kvm, const struct machine *machine,
				     const struct perf_sample *sample, struct kvm_cpu *cpu)
{
	const struct thread *known = machine__find_thread(machine, sample->tid);
	const struct thread *vm = find_vm(kvm, machine, sample->pid);
	struct kvm_thread *thread;

	if (!vm)
		return NULL;
	if (kvm->nr_threads * 2 >= kvm->nr_slots && grow(kvm))
		return NULL;
	thread = calloc(1, sizeof(*thread));
	if (!thread)
		return NULL;
	thread->pid = sample->pid;
	thread->tid = sample->tid;
	thread->vm = vm;
	thread->table.histograms = kvm->histograms;
	thread->vcpu_id = KVM_VCPU_UNKNOWN;
	thread->first_time = first_time(kvm, sample);
	thread->cpu = cpu;
	thread->lost_seq = cpu->lost_seq;
	if (known)
		memcpy(thread->comm, known->comm, sizeof(thread->comm));
	kvm->slots[find_slot(kvm, sample->pid, sample->tid)] = thread;
	kvm->by_tid[find_tid_slot(kvm, sample->tid)] = thread;
	kvm->nr_threads++;
	return thread;
}

void kvm_thread__drop(struct kvm_thread *thread)
{
	if (thread->open)
		thread->nr_dropped++;
	if (thread->open || thread->has_mark)
		thread->after_drop = true;
	thread->open = false;
	thread->has_mark = false;
}

/* Has the CPU where @thread was seen last lost records since? */
static inline void apply_losses(struct kvm_thread *thread)
{
	if (likely(thread->lost_seq == thread->cpu->lost_seq))
		return;
	kvm_pending__forget(thread);
	kvm_thread__drop(thread);
	thread->lost_seq = thread->cpu->lost_seq;
}

static int move_to_cpu(struct kvm_analysis *kvm, struct kvm_thread *thread, struct kvm_cpu *cpu)
{
	int err = 0;

	if (thread->open || thread->has_mark)
		err = kvm_pending__add(kvm, thread, thread->cpu);
	if (thread->cpu->settled == thread)
		thread->cpu->settled = NULL;
	thread->cpu = cpu;
	thread->lost_seq = cpu->lost_seq;
	return err;
}

int kvm_thread__seen_on(struct kvm_analysis *kvm, struct kvm_thread *thread, u32 number)
{
	struct kvm_cpu *cpu = find_cpu(kvm, number);

	if (!cpu)
		return -ENOMEM;
	apply_losses(thread);
	return thread->cpu == cpu ? 0 : move_to_cpu(kvm, thread, cpu);
}

struct kvm_thread *kvm_analysis__find_tid(const struct kvm_analysis *kvm, u32 tid)
{
	return kvm->by_tid[find_tid_slot(kvm, tid)];
}

static struct kvm_thread *find_thread(struct kvm_analysis *kvm, struct perf_session *session,
				      const struct perf_sample *sample, struct kvm_cpu *cpu)
{
	struct kvm_thread *thread = kvm->slots[find_slot(kvm, sample->pid, sample->tid)];

	return thread ? thread : new_thread(kvm, &session->machine, sample, cpu);
}

/* A thread may prove to be a vCPU's later: it has been observed from its first event of KVM's on. */
static int see_early(struct kvm_analysis *kvm, const struct perf_sample *sample)
{
	struct kvm_key key = { .code = pid_and_tid(sample->pid, sample->tid) };

	return kvm_table__count(&kvm->early, &key, sample->time);
}

/*
 * An event that the set passes over still tells where a vCPU's thread is, and if
 * it is KVM's, that the VM is observed.
 */
static int see_thread(struct kvm_analysis *kvm, const struct kvm_binding *binding,
		      const struct perf_sample *sample, struct kvm_cpu *cpu)
{
	struct kvm_thread *thread = kvm->slots[find_slot(kvm, sample->pid, sample->tid)];

	if (binding->is_kvm) {
		if (unlikely(!kvm->first_time))
			kvm_watch__first_event(kvm, sample->time);
		kvm->last_time = sample->time;
		if (!thread)
			return see_early(kvm, sample);
		thread->last_time = sample->time;
	}
	if (!thread)
		return 0;
	apply_losses(thread);
	if (thread->cpu != cpu && move_to_cpu(kvm, thread, cpu))
		return -ENOMEM;
	return 0;
}

int kvm_pass_over(struct kvm_analysis *kvm, const struct kvm_binding *binding,
		  struct kvm_thread *thread, const struct perf_sample *sample)
{
	(void)kvm;
	(void)binding;
	(void)thread;
	(void)sample;
	return 0;
}

/* @thread has all it takes for its next event on @cpu to be handled at once. */
static void settle_down(const struct kvm_analysis *kvm, struct kvm_thread *thread,
			struct kvm_cpu *cpu)
{
	if (kvm->first_time && (thread->vcpu_id != KVM_VCPU_UNKNOWN || !kvm->arch->vcpu_field))
		cpu->settled = thread;
}

/* A sample before which there is something to be looked at, or found out. */
static __attribute__((noinline)) int unsettled_sample(struct kvm_analysis *kvm,
						      struct perf_session *session,
						      const struct perf_sample *sample)
{
	struct kvm_cpu *cpu = find_cpu(kvm, sample->cpu);
	const struct kvm_binding *binding;
	struct kvm_thread *thread;
	int err;

	if (!cpu)
		return -ENOMEM;
	err = kvm_pending__confirm(kvm, cpu);
	binding = kvm_binding__find(kvm, session, sample, &err);
	if (err)
		return err;
	if (!binding->handle || binding->handle == kvm_pass_over)
		return see_thread(kvm, binding, sample, cpu);
	if (sample->raw_size < binding->raw_size) {
		kvm->nr_bad++;
		return 0;
	}
	if (binding->any_thread)
		return binding->handle(kvm, binding, NULL, sample);
	thread = find_thread(kvm, session, sample, cpu);
	if (!thread)
		return -ENOMEM;
	apply_losses(thread);
	if (thread->cpu != cpu && move_to_cpu(kvm, thread, cpu))
		return -ENOMEM;
	if (thread->vcpu_id == KVM_VCPU_UNKNOWN && binding->vcpu.size)
		thread->vcpu_id =
			(u32)field_ref__load(&binding->vcpu, sample->raw_data, sample->swap);
	if (sample->time >= kvm->interval_end && kvm_watch__end_interval(kvm, sample->time, &err))
		return err;
	if (!kvm->first_time)
		kvm_watch__first_event(kvm, sample->time);
	settle_down(kvm, thread, cpu);
	thread->last_time = sample->time;
	kvm->last_time = sample->time;
	return binding->handle(kvm, binding, thread, sample);
}

/* Nearly every sample is the next one of the same thread on the same CPU. */
int kvm_analysis__sample(struct kvm_analysis *kvm, struct perf_session *session,
			 const struct perf_sample *sample)
{
	unsigned int cpu = cpu_slot(sample->cpu), idx = sample->evsel->idx;
	const struct kvm_binding *binding;
	struct kvm_thread *thread;

	if (unlikely(cpu >= kvm->nr_cpus || !kvm->cpus[cpu] || idx >= kvm->nr_bindings))
		return unsettled_sample(kvm, session, sample);
	binding = &kvm->bindings[idx];
	thread = kvm->cpus[cpu]->settled;
	if (unlikely(!thread || thread->tid != sample->tid || thread->pid != sample->pid ||
		     !binding->handle || binding->any_thread ||
		     sample->raw_size < binding->raw_size || sample->time >= kvm->interval_end))
		return unsettled_sample(kvm, session, sample);
	thread->last_time = sample->time;
	kvm->last_time = sample->time;
	return binding->handle(kvm, binding, thread, sample);
}

int kvm_analysis__comm(struct kvm_analysis *kvm, const struct comm_event *event)
{
	struct kvm_thread *thread = kvm->slots[find_slot(kvm, event->pid, event->tid)];
	size_t len = strnlen(event->comm, sizeof(thread->comm) - 1);

	kvm_analysis__seen_cpu(kvm, event->at.cpu);
	if (thread) {
		memcpy(thread->comm, event->comm, len);
		thread->comm[len] = '\0';
	}
	if (event->pid == event->tid && machine__find_thread(&kvm->vms, event->pid))
		return machine__set_comm(&kvm->vms, event->pid, event->tid, event->comm);
	return 0;
}

/*
 * What is open then has no end, as at the recording's own end. Nothing of it is
 * left for another thread that gets its tid.
 */
static void end_thread(struct kvm_thread *thread)
{
	kvm_pending__end(thread);
	thread->open = thread->has_mark = false;
	thread->began = thread->after_drop = false;
}

int kvm_analysis__task_exit(struct kvm_analysis *kvm, const struct task_event *event)
{
	struct kvm_thread *thread = kvm->slots[find_slot(kvm, event->pid, event->tid)];

	kvm_analysis__seen_cpu(kvm, event->at.cpu);
	if (!thread)
		return 0;
	/* Where it was before may still prove to have lost the end of what is open. */
	if (kvm_thread__seen_on(kvm, thread, event->at.cpu))
		return -ENOMEM;
	thread->gone = event->time;
	/* States are no spans: they last until it was gone. */
	if (!kvm->ops->settle)
		end_thread(thread);
	return 0;
}

void kvm_analysis__seen_cpu(struct kvm_analysis *kvm, u32 cpu)
{
	struct kvm_cpu *seen;

	if (!kvm->nr_pending)
		return;
	seen = find_cpu(kvm, cpu);
	if (seen)
		kvm_pending__confirm(kvm, seen);
}

static void lose(struct kvm_analysis *kvm, struct kvm_cpu *cpu)
{
	cpu->lost_seq++;
	cpu->settled = NULL;
	kvm_pending__drop(kvm, cpu);
}

int kvm_analysis__lost(struct kvm_analysis *kvm, const struct lost_event *event)
{
	struct kvm_cpu *cpu;
	unsigned int i;

	if (event->at.cpu < MAX_CPUS) {
		cpu = find_cpu(kvm, event->at.cpu);
		if (!cpu)
			return -ENOMEM;
		lose(kvm, cpu);
		return 0;
	}
	/* It does not say where: it may have been anywhere. */
	for (i = 0; i < kvm->nr_cpus; i++) {
		if (kvm->cpus[i])
			lose(kvm, kvm->cpus[i]);
	}
	return 0;
}

int kvm_analysis__finish(struct kvm_analysis *kvm)
{
	unsigned int cpu;
	size_t i;

	for (i = 0; i < kvm->nr_slots; i++) {
		if (kvm->slots[i])
			apply_losses(kvm->slots[i]);
	}
	for (cpu = 0; cpu < kvm->nr_cpus; cpu++) {
		if (kvm->cpus[cpu])
			kvm_pending__confirm(kvm, kvm->cpus[cpu]);
	}
	return kvm_watch__finish(kvm);
}

int kvm_thread__count(struct kvm_analysis *kvm, struct kvm_thread *thread,
		      const struct kvm_key *key, u64 begin, u64 time)
{
	if (unlikely(time < begin)) {
		thread->nr_backward++;
		kvm_pending__forget(thread);
		return 0;
	}
	if (unlikely(thread->pending || kvm->watch))
		return kvm_watch__count(kvm, thread, key, begin, time - begin);
	return kvm_table__count(&thread->table, key, time - begin);
}

int kvm_thread__close(struct kvm_analysis *kvm, struct kvm_thread *thread, u64 time)
{
	thread->open = false;
	return kvm_thread__count(kvm, thread, &thread->key, thread->begin, time);
}
