/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The engine: takes samples one at a time, in order of time, pairs the events
 * that begin and end a span on each vCPU thread, and keeps the statistics. It
 * can be asked for its rows (report.h) at any moment. Where samples come from,
 * a recording or the ring buffers of a live session, it does not know.
 */
#ifndef PERF_KVM_ANALYSIS_H
#define PERF_KVM_ANALYSIS_H

#include <sys/queue.h>

#include "arch.h"
#include "table.h"
#include "util/reading/env.h"
#include "util/machine.h"
#include "util/reading/session.h"

struct kvm_analysis;
struct kvm_binding;
struct kvm_pending;
struct kvm_vcpu_time;

/*
 * One vCPU thread. What is open on it, between the begin of a span and its end:
 *
 *	vmexit	@open from the exit to the entry, under @key
 *	mmio	@open from a write on; @has_mark from the exit, or the exit's last
 *		access, on: a read's begin
 *	others	@open from the begin on
 */
struct kvm_thread {
	u32 pid, tid;
	const struct thread *vm; /* its thread group's leader, in kvm_analysis's @vms */
	u32 vcpu_id;		 /* KVM_VCPU_UNKNOWN until a field tells it */
	char comm[THREAD_COMM_SIZE];

	bool open, has_mark;
	bool began;	 /* some span has begun, or should have, on this thread before */
	bool after_drop; /* the next end belongs to a span that was dropped */
	u64 begin, mark; /* ns */
	struct kvm_key key;
	struct kvm_exit_values exit; /* of the exit that is open, or was last */

	struct kvm_cpu *cpu;	     /* where it was seen last */
	u64 lost_seq;		     /* @cpu's, at that time */
	struct kvm_pending *pending; /* what was open when it last moved to another CPU */

	struct kvm_table table;
	struct kvm_table last, whole; /* of intervals that kvm_analysis__keep() has closed */
	struct kvm_vcpu_time *times;  /* of the set "vcpu"; NULL until something was seen */
	u64 first_time, last_time;    /* of its kvm events, ns */
	u64 gone;		      /* ns: when it ended; 0: it has not */
	struct kvm_stats idle;	      /* spans that a watch left out of @table */
	u64 nr_unpaired, nr_dropped, nr_backward; /* see semantics in perf-kvm(1) */
};

#define KVM_VCPU_UNKNOWN ((u32)-1)

typedef int (*kvm_handler_t)(struct kvm_analysis *kvm, const struct kvm_binding *binding,
			     struct kvm_thread *thread, const struct perf_sample *sample);

#define KVM_BINDING_FIELDS 3

/* What an event of the recording means to the event set: looked up once per event. */
struct kvm_binding {
	bool bound;
	bool is_kvm; /* some event of KVM's, whether the set needs it or not */
	kvm_handler_t
		handle; /* kvm_pass_over: the set has no use for it; NULL: it is none of KVM's */
	struct field_ref vcpu;			    /* the event's vCPU id; size 0 if it has none */
	struct field_ref field[KVM_BINDING_FIELDS]; /* the handler's own */
	const struct kvm_child_event *child;
	bool any_thread; /* of threads that are no vCPUs too: @handle gets NULL for the thread */
	u32 raw_size;	 /* that the fields need; a shorter sample is passed over, and counted */
};

/*
 * An event set: which events begin and end its spans, what the spans are filed
 * under and how that is printed. A new set is one new file and a line in
 * event-sets.c.
 */
struct kvm_event_ops {
	const char *name;    /* "mmio" */
	const char *heading; /* "MMIO Access" */
	/*
	 * Says what @event is to this set by filling @binding; leaves @handle NULL
	 * if nothing. @name is "system:event". 0 or -errno.
	 */
	int (*bind)(struct kvm_analysis *kvm, const char *name, struct tep_event *event,
		    struct kvm_binding *binding);
	/*
	 * The first event that this set cannot do without on @arch and that is not
	 * there, by @has(@ctx, name); NULL if its spans can be counted.
	 */
	const char *(*missing)(const struct kvm_arch *arch,
			       bool (*has)(void *ctx, const char *name), void *ctx);
	/* Writes @key's name. */
	const char *(*key_name)(const struct kvm_analysis *kvm, const struct kvm_key *key,
				char *buf, size_t size);
	bool is_exits; /* its spans are those of exits: idle ones are idle times */
	/* What was withheld of @thread is sound, or was dropped. NULL: a span, for the table. */
	int (*settle)(struct kvm_thread *thread, const struct kvm_pending *pending);
	/* An interval ends at @upto, ns, for sets that keep something else than the table. */
	void (*keep)(const struct kvm_analysis *kvm, struct kvm_thread *thread, u64 upto);
};

/* The set called @name, or NULL; and all of them, NULL at the end. */
const struct kvm_event_ops *kvm_event_ops__find(const char *name);
const struct kvm_event_ops *const *kvm_event_ops__all(void);

/* One CPU's buffer, as far as losses in it matter. */
struct kvm_cpu {
	u64 lost_seq; /* LOST records so far */
	/*
	 * Seen here last, and there is nothing to look at before its next event: it
	 * has not been elsewhere since, no records were lost here, nothing waits.
	 */
	struct kvm_thread *settled;
	LIST_HEAD(, kvm_pending_link)
	pending; /* spans that a LOST record to come may still break */
};

struct kvm_span {
	struct kvm_key key;
	u64 begin, duration; /* ns */
	bool idle;	     /* the vCPU was halted; known with a watch only */
};

/* What is wanted beyond the rows; looked at only if kvm_analysis has one. */
struct kvm_watch {
	bool no_idle;	  /* idle spans go to thread->idle instead of the table */
	u64 min_duration; /* ns: a span at least that long is told to @span */
	int (*span)(void *ctx, const struct kvm_thread *thread, const struct kvm_span *span);
	/*
	 * ns: whenever so much has passed since the first event, @interval is told
	 * from when to when, with the rows of that time; they are empty again
	 * after. Without spans an interval is not told. 0: never.
	 */
	u64 interval;
	int (*interval_end)(void *ctx, u64 from, u64 to);
	void *ctx;
	u64 from; /* of the interval that is open */
	bool any; /* a span has been counted in it */
};

struct kvm_analysis {
	const struct kvm_event_ops *ops;
	const struct kvm_arch *arch; /* NULL until the recording has told it */
	u64 isa;		     /* KVM_ISA_*, where exits do not tell; 0: not known */
	struct tep_handle *tep;	     /* for names; the session's */
	bool has_userspace_exit, has_sched_switch; /* the recording has these events */
	bool use_begin_done; /* the recording has kvm_mmio_begin and kvm_io_done */
	bool all_switches; /* sched_switch is watched on all CPUs, of all tasks; the caller says so */
	bool histograms;   /* keep the distributions too; set before the first sample */

	struct kvm_watch *watch;      /* the caller's; NULL: nothing */
	u64 interval_end;	      /* ns; UINT64_MAX without a watch that has intervals */
	struct kvm_binding *bindings; /* by evsel->idx */
	unsigned int nr_bindings;

	struct kvm_thread **slots;  /* open addressing by pid and tid, a power of two of them */
	struct kvm_thread **by_tid; /* as many, by tid alone: of each the newest thread */
	size_t nr_slots, nr_threads;
	struct hash hash; /* of both */
	/* Threads that are no vCPU's so far, by pid and tid: the minimum is when KVM was seen
	 * there. */
	struct kvm_table early;
	struct machine vms; /* the leaders of the vCPU threads' groups: their names are the VMs' */
	struct kvm_cpu **cpus; /* by number; [0] stands for "not recorded", CPU n is [n + 1] */
	unsigned int nr_cpus;
	unsigned int nr_pending; /* links in all CPUs' lists: 0 but for rare moments */

	u64 first_time, last_time; /* of the kvm events, ns */
	u64 nr_bad;		   /* samples too short for their fields */
	struct perf_err *err;	   /* where to say why an event cannot be used; may be NULL */
};

int kvm_analysis__init(struct kvm_analysis *kvm, const struct kvm_event_ops *ops);
void kvm_analysis__exit(struct kvm_analysis *kvm);

/*
 * The tool's callbacks forward to these. 0, -ENOMEM, or another negative errno
 * with the cause in kvm->err when the recording cannot be analysed at all.
 */
int kvm_analysis__sample(struct kvm_analysis *kvm, struct perf_session *session,
			 const struct perf_sample *sample);
int kvm_analysis__comm(struct kvm_analysis *kvm, const struct comm_event *event);
int kvm_analysis__lost(struct kvm_analysis *kvm, const struct lost_event *event);
/* A thread has ended, maybe a vCPU's: what is open on it never gets its end. 0 or -ENOMEM. */
int kvm_analysis__task_exit(struct kvm_analysis *kvm, const struct task_event *event);
/* Any other record of CPU @cpu: what stood before it there has not been lost. */
void kvm_analysis__seen_cpu(struct kvm_analysis *kvm, u32 cpu);
/* There is nothing more to come: what still waited is counted. 0, or what a watch returned. */
int kvm_analysis__finish(struct kvm_analysis *kvm);
/* Empties the rows; what is open goes on. */
void kvm_analysis__reset(struct kvm_analysis *kvm);
/*
 * The same, but reports can still have them: an interval is over. What happened
 * up to @upto, ns, has been given. 0 or -ENOMEM.
 */
int kvm_analysis__keep(struct kvm_analysis *kvm, u64 upto);

/* For event sets. */

void kvm_pending__forget(struct kvm_thread *thread);

/* @thread is seen on @cpu: applies losses, and what comes of a move. 0 or -ENOMEM. */
int kvm_thread__seen_on(struct kvm_analysis *kvm, struct kvm_thread *thread, u32 cpu);

/* The vCPU thread @tid, of the VM that had it last; NULL if it is none that was seen. */
struct kvm_thread *kvm_analysis__find_tid(const struct kvm_analysis *kvm, u32 tid);

/* Is @name an event that only vCPU threads have? */
bool kvm_is_vcpu_event(const struct kvm_arch *arch, const char *name);

/* What is open on @thread never got its end. */
void kvm_thread__unpaired(struct kvm_thread *thread);

/* Drops what is open on @thread: records were lost. */
void kvm_thread__drop(struct kvm_thread *thread);

/* Ends the open span at @time and files it under thread->key. 0 or -ENOMEM. */
int kvm_thread__close(struct kvm_analysis *kvm, struct kvm_thread *thread, u64 time);

/* Files a span from @begin to @time under @key. 0 or -ENOMEM. */
int kvm_thread__count(struct kvm_analysis *kvm, struct kvm_thread *thread,
		      const struct kvm_key *key, u64 begin, u64 time);

/* Files a span that is sound. 0, -ENOMEM, or what the watch returned. */
int kvm_thread__count_span(struct kvm_analysis *kvm, struct kvm_thread *thread,
			   const struct kvm_span *span);

/* Begins a span; one that is open already never got its end. */
static inline void kvm_thread__open(struct kvm_thread *thread, const struct kvm_key *key, u64 time)
{
	if (unlikely(thread->open))
		kvm_thread__unpaired(thread);
	if (unlikely(thread->pending))
		kvm_pending__forget(thread);
	thread->open = true;
	thread->began = true;
	thread->after_drop = false;
	thread->key = *key;
	thread->begin = time;
}

/* The handler's field; the sample is known to be as long as the binding's fields need. */
static inline u64 kvm_binding__value(const struct kvm_binding *binding, unsigned int field,
				     const struct perf_sample *sample)
{
	return field_ref__load(&binding->field[field], sample->raw_data, sample->swap);
}

/* Fills exit_key()'s and is_idle()'s values for an exit bound by kvm_bind_exit(). */
void kvm_exit_values__read(struct kvm_exit_values *values, const struct kvm_analysis *kvm,
			   const struct kvm_binding *binding, const struct perf_sample *sample);

/* Are these the arch's exit and entry events? If so their fields are looked up. */
bool kvm_bind_exit(const struct kvm_arch *arch, const char *name, struct tep_event *event,
		   struct kvm_binding *binding);
bool kvm_bind_entry(const struct kvm_arch *arch, const char *name, struct tep_event *event,
		    struct kvm_binding *binding);
/* An exit without the field that is its key is told: -ENODATA. */
int kvm_need_exit_field(const struct kvm_analysis *kvm, const struct kvm_binding *exit);
/* kvm_event_ops.missing for sets whose spans lie between exit and entry. */
const char *kvm_missing_exit_or_entry(const struct kvm_arch *arch,
				      bool (*has)(void *ctx, const char *name), void *ctx);
/* For those that begin with an event of their own. */
const char *kvm_missing_entry(const struct kvm_arch *arch, bool (*has)(void *ctx, const char *name),
			      void *ctx);
/* Is it a child event, whose field tells more of an exit? Then binding->child says which. */
bool kvm_bind_child(const struct kvm_arch *arch, const char *name, struct tep_event *event,
		    struct kvm_binding *binding);
/* Looks up the vCPU's id. */
void kvm_bind_vcpu(const struct kvm_arch *arch, struct tep_event *event,
		   struct kvm_binding *binding);
/* Looks up @binding->field[at]; a field that is not there reads as 0. */
void kvm_bind_field(struct kvm_binding *binding, unsigned int at, struct tep_event *event,
		    const char *name);

#endif
