// SPDX-License-Identifier: GPL-2.0-only
#include "pending.h"
#include "watch.h"

void kvm_watch__first_event(struct kvm_analysis *kvm, u64 time)
{
	kvm->first_time = time;
	if (kvm->watch && kvm->watch->interval) {
		kvm->watch->from = time;
		if (__builtin_add_overflow(time, kvm->watch->interval, &kvm->interval_end))
			kvm->interval_end = UINT64_MAX;
	}
}

bool kvm_watch__end_interval(struct kvm_analysis *kvm, u64 time, int *err)
{
	struct kvm_watch *watch = kvm->watch;
	u64 passed;

	/* Without intervals, a time as late as can be ends none. */
	if (!watch || !watch->interval)
		return false;
	passed = time - watch->from;
	if (watch->any)
		*err = watch->interval_end(watch->ctx, watch->from, kvm->interval_end);
	watch->any = false;
	watch->from += passed - passed % watch->interval;
	if (__builtin_add_overflow(watch->from, watch->interval, &kvm->interval_end))
		kvm->interval_end = UINT64_MAX;
	kvm_analysis__reset(kvm);
	return *err;
}

void kvm_analysis__reset(struct kvm_analysis *kvm)
{
	size_t i;

	for (i = 0; i < kvm->nr_slots; i++) {
		struct kvm_thread *thread = kvm->slots[i];
		bool histograms;

		if (!thread)
			continue;
		histograms = thread->table.histograms;
		kvm_table__exit(&thread->table);
		thread->table.histograms = histograms;
		thread->idle = (struct kvm_stats){ 0 };
		thread->nr_unpaired = thread->nr_dropped = thread->nr_backward = 0;
	}
}

int kvm_analysis__keep(struct kvm_analysis *kvm, u64 upto)
{
	size_t i;
	int err;

	for (i = 0; i < kvm->nr_slots; i++) {
		struct kvm_thread *thread = kvm->slots[i];

		if (!thread)
			continue;
		if (kvm->ops->keep)
			kvm->ops->keep(kvm, thread, upto);
		thread->whole.histograms = thread->table.histograms;
		err = kvm_table__merge(&thread->whole, &thread->table);
		if (err)
			return err;
		kvm_table__exit(&thread->last);
		thread->last = thread->table;
		thread->table = (struct kvm_table){ .histograms = thread->last.histograms };
	}
	return 0;
}

int kvm_watch__count(struct kvm_analysis *kvm, struct kvm_thread *thread, const struct kvm_key *key,
		     u64 begin, u64 duration)
{
	struct kvm_span span = { *key, begin, duration, false };

	span.idle = kvm->ops->is_exits && kvm->arch->is_idle(key, &thread->exit);
	if (!thread->pending)
		return kvm_thread__count_span(kvm, thread, &span);
	kvm_pending__close(thread, &span);
	return 0;
}

int kvm_thread__count_span(struct kvm_analysis *kvm, struct kvm_thread *thread,
			   const struct kvm_span *span)
{
	struct kvm_watch *watch = kvm->watch;
	int err = 0;

	if (watch) {
		watch->any = true;
		if (watch->span && span->duration >= watch->min_duration)
			err = watch->span(watch->ctx, thread, span);
		if (watch->no_idle && span->idle) {
			if (!thread->idle.count)
				kvm_stats__init(&thread->idle);
			kvm_stats__update(&thread->idle, span->duration);
			return err;
		}
	}
	return err ? err : kvm_table__count(&thread->table, &span->key, span->duration);
}

int kvm_watch__finish(struct kvm_analysis *kvm)
{
	struct kvm_watch *watch = kvm->watch;

	if (!watch || !watch->interval || !watch->any)
		return 0;
	return watch->interval_end(watch->ctx, watch->from, kvm->last_time);
}
