// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "machine.h"

/* The slot where @tid is, or would be put. */
static size_t find_slot(const struct machine *m, u32 tid)
{
	size_t i = hash__slot(&m->hash, tid);

	while (m->slots[i] && m->slots[i]->tid != tid)
		i = (i + 1) & (m->nr_slots - 1);
	return i;
}

struct thread *machine__find_thread(const struct machine *m, u32 tid)
{
	return m->nr_slots ? m->slots[find_slot(m, tid)] : NULL;
}

static int grow(struct machine *m)
{
	struct machine bigger = { .nr_slots = m->nr_slots ? m->nr_slots * 2 : 256 };
	size_t i;

	if (m->nr_slots && m->nr_threads * 2 < m->nr_slots)
		return 0;
	bigger.hash = hash__init(bigger.nr_slots);
	bigger.slots = calloc(bigger.nr_slots, sizeof(*bigger.slots));
	if (!bigger.slots)
		return -ENOMEM;
	for (i = 0; i < m->nr_slots; i++) {
		if (m->slots[i])
			bigger.slots[find_slot(&bigger, m->slots[i]->tid)] = m->slots[i];
	}
	free(m->slots);
	m->slots = bigger.slots;
	m->nr_slots = bigger.nr_slots;
	m->hash = bigger.hash;
	return 0;
}

struct thread *machine__findnew_thread(struct machine *m, u32 pid, u32 tid)
{
	struct thread *thread = machine__find_thread(m, tid);

	if (thread) {
		thread->pid = pid;
		return thread;
	}
	if (grow(m))
		return NULL;
	thread = calloc(1, sizeof(*thread));
	if (!thread)
		return NULL;
	thread->pid = pid;
	thread->tid = tid;
	m->slots[find_slot(m, tid)] = thread;
	m->nr_threads++;
	return thread;
}

static void set_comm(struct thread *thread, const char *comm)
{
	size_t len = strnlen(comm, sizeof(thread->comm) - 1);

	memcpy(thread->comm, comm, len);
	thread->comm[len] = '\0';
}

int machine__set_comm(struct machine *m, u32 pid, u32 tid, const char *comm)
{
	struct thread *thread = machine__findnew_thread(m, pid, tid);

	if (!thread)
		return -ENOMEM;
	set_comm(thread, comm);
	return 0;
}

int machine__fork(struct machine *m, u32 pid, u32 tid, u32 ptid)
{
	const struct thread *parent;
	struct thread *thread = machine__findnew_thread(m, pid, tid);

	if (!thread)
		return -ENOMEM;
	/* Only now: making one may have moved the slots, and the other may be the same. */
	parent = machine__find_thread(m, ptid);
	if (parent != thread && (parent || thread->exited))
		set_comm(thread, parent ? parent->comm : "");
	thread->exited = false;
	return 0;
}

static void remove_thread(struct machine *m, u32 tid)
{
	size_t mask = m->nr_slots - 1, hole = find_slot(m, tid), i;

	free(m->slots[hole]);
	m->slots[hole] = NULL;
	m->nr_threads--;
	/* Close the gap: whoever stands behind it and was pushed on moves up. */
	for (i = (hole + 1) & mask; m->slots[i]; i = (i + 1) & mask) {
		size_t home = hash__slot(&m->hash, m->slots[i]->tid);

		if (((i - home) & mask) < ((i - hole) & mask))
			continue;
		m->slots[hole] = m->slots[i];
		m->slots[i] = NULL;
		hole = i;
	}
}

void machine__exit_thread(struct machine *m, u32 tid)
{
	struct thread *thread = machine__find_thread(m, tid), *oldest;
	u32 *slot = &m->exited[m->nr_exited % MACHINE_EXITED];

	if (!thread || thread->exited)
		return;
	thread->exited = true;
	if (m->nr_exited++ >= MACHINE_EXITED) {
		oldest = machine__find_thread(m, *slot);
		if (oldest && oldest->exited && oldest != thread)
			remove_thread(m, *slot);
	}
	*slot = tid;
}

void machine__exit(struct machine *m)
{
	size_t i;

	for (i = 0; i < m->nr_slots; i++)
		free(m->slots[i]);
	free(m->slots);
	memset(m, 0, sizeof(*m));
}
