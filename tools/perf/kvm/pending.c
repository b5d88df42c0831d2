// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "pending.h"

int kvm_pending__add(struct kvm_analysis *kvm, struct kvm_thread *thread, struct kvm_cpu *old)
{
	struct kvm_pending *pending = thread->pending;
	struct kvm_pending_link *link = malloc(sizeof(*link));

	if (!link)
		return -ENOMEM;
	if (!pending) {
		pending = calloc(1, sizeof(*pending));
		if (!pending) {
			free(link);
			return -ENOMEM;
		}
		pending->thread = thread;
		thread->pending = pending;
	}
	pending->nr_links++;
	link->pending = pending;
	LIST_INSERT_HEAD(&old->pending, link, node);
	old->settled = NULL;
	kvm->nr_pending++;
	return 0;
}

/* The last CPU has spoken: count the span, if it is one by now. */
static int settle(struct kvm_analysis *kvm, struct kvm_pending *pending)
{
	struct kvm_thread *thread = pending->thread;
	int err = 0;

	if (thread->pending == pending)
		thread->pending = NULL; /* still open: from now on as any other */
	if (pending->closed && kvm->ops->settle)
		return kvm->ops->settle(thread, pending);
	if (pending->dropped)
		return 0;
	if (pending->unpaired)
		thread->nr_unpaired++;
	if (pending->closed)
		err = kvm_thread__count_span(kvm, thread, &pending->span);
	if (pending->has_read && !err)
		err = kvm_thread__count_span(kvm, thread, &pending->read);
	return err;
}

static int unlink_one(struct kvm_analysis *kvm, struct kvm_pending_link *link)
{
	struct kvm_pending *pending = link->pending;
	int err = 0;

	LIST_REMOVE(link, node);
	free(link);
	kvm->nr_pending--;
	if (!--pending->nr_links) {
		err = settle(kvm, pending);
		free(pending);
	}
	return err;
}

int kvm_pending__confirm(struct kvm_analysis *kvm, struct kvm_cpu *cpu)
{
	struct kvm_pending_link *link;
	int err = 0;

	while ((link = LIST_FIRST(&cpu->pending))) {
		/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): what is freed is not in the list */
		int ret = unlink_one(kvm, link);

		err = err ? err : ret;
	}
	return err;
}

void kvm_pending__drop(struct kvm_analysis *kvm, struct kvm_cpu *cpu)
{
	struct kvm_pending_link *link;

	while ((link = LIST_FIRST(&cpu->pending))) {
		/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): what is freed is not in the list */
		struct kvm_pending *pending = link->pending;
		struct kvm_thread *thread = pending->thread;

		if (thread->pending == pending) { /* still open */
			thread->pending = NULL;
			if (!pending->dropped)
				kvm_thread__drop(thread);
		} else if ((pending->closed || pending->unpaired || pending->ended) &&
			   !pending->dropped && !kvm->ops->settle) {
			thread->nr_dropped += 1 + pending->has_read;
		}
		pending->dropped = true;
		unlink_one(kvm, link);
	}
}

void kvm_thread__unpaired(struct kvm_thread *thread)
{
	if (!thread->pending) {
		thread->nr_unpaired++;
		return;
	}
	thread->pending->unpaired = true;
	thread->pending = NULL;
}

void kvm_pending__end(struct kvm_thread *thread)
{
	if (thread->pending && thread->open)
		thread->pending->ended = true;
	else if (thread->pending)
		thread->pending->dropped = true;
	thread->pending = NULL;
}

void kvm_pending__forget(struct kvm_thread *thread)
{
	if (thread->pending)
		thread->pending->dropped = true;
	thread->pending = NULL;
}

void kvm_pending__close(struct kvm_thread *thread, const struct kvm_span *span)
{
	struct kvm_pending *pending = thread->pending;

	pending->closed = true;
	pending->span = *span;
	thread->pending = NULL;
}

void kvm_pending__close_states(struct kvm_thread *thread, const u64 ns[KVM_NR_STATES])
{
	struct kvm_pending *pending = thread->pending;

	pending->closed = true;
	memcpy(pending->ns, ns, sizeof(pending->ns));
	thread->pending = NULL;
}

void kvm_pending__read(struct kvm_pending *pending, const struct kvm_span *read)
{
	pending->has_read = true;
	pending->read = *read;
}
