/* SPDX-License-Identifier: GPL-2.0-only */
/* The threads that a recording tells of, as they are at the time it has been read up to. */
#ifndef PERF_UTIL_MACHINE_H
#define PERF_UTIL_MACHINE_H

#include "hash.h"
#include "types.h"

#define THREAD_COMM_SIZE 64 /* the kernel's own are 16 at most, with the NUL */

struct thread {
	u32 tid;		     /* 0 with pid 0 is the idle task */
	u32 pid;		     /* the process, i.e. the thread group leader's tid */
	bool exited;		     /* and its number not seen again */
	char comm[THREAD_COMM_SIZE]; /* as recorded, "" until known */
};

#define MACHINE_EXITED 1024 /* so many are remembered behind their exit */

struct machine {
	struct thread **slots; /* open addressing by tid, a power of two of them */
	size_t nr_slots, nr_threads;
	struct hash hash;
	u32 exited[MACHINE_EXITED]; /* the tids that exited last, a ring */
	u64 nr_exited;
};

/* The thread with number @tid; NULL if nothing was told of it. */
struct thread *machine__find_thread(const struct machine *machine, u32 tid);

/* As above, but made when it is not there. NULL when out of memory. */
struct thread *machine__findnew_thread(struct machine *machine, u32 pid, u32 tid);

int machine__set_comm(struct machine *machine, u32 pid, u32 tid, const char *comm);

/* A new thread is called like the one that made it. 0 or -ENOMEM. */
int machine__fork(struct machine *machine, u32 pid, u32 tid, u32 ptid);

/*
 * @tid has exited: its number may come again, for another. It is still known
 * for a while, since a thread's last events (that it is switched away, for one)
 * come behind its exit.
 */
void machine__exit_thread(struct machine *machine, u32 tid);

void machine__exit(struct machine *machine);

#endif
