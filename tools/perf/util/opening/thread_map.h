/* SPDX-License-Identifier: GPL-2.0-only */
/* The threads that exist at one moment, as /proc tells them. */
#ifndef PERF_UTIL_THREAD_MAP_H
#define PERF_UTIL_THREAD_MAP_H

#include <sys/types.h>

#include "util/types.h"

#define TASK_COMM_SIZE 16

struct thread_entry {
	pid_t tid;		   /* -1: any thread */
	char comm[TASK_COMM_SIZE]; /* not safe to print as it is; "" if it could not be read */
};

struct thread_map {
	struct thread_entry *threads; /* each tid once, in the order they were added; owned */
	unsigned int nr;
};

/*
 * Each returns 0, -ESRCH if there is no such process or thread, or another
 * negative errno; @map then still holds what it held before.
 */
int thread_map__add_tid(struct thread_map *map, pid_t tid);
int thread_map__add_pid(struct thread_map *map, pid_t pid); /* all its threads */
int thread_map__add_all(struct thread_map *map);	    /* every thread that we can see */
int thread_map__add_any(struct thread_map *map);	    /* -1, for counting by CPU */

/*
 * The pids or tids of a list such as "1234,1250". On failure *@bad is the part
 * of @list that it is about: -EINVAL (no list of numbers), -ERANGE (a number that
 * no thread has) or what thread_map__add_pid() and thread_map__add_tid() return.
 */
int thread_map__add_pids(struct thread_map *map, const char *list, const char **bad);
int thread_map__add_tids(struct thread_map *map, const char *list, const char **bad);

/* Is @list such a list, whoever runs? 0, -EINVAL or -ERANGE. */
int thread_map__check_list(const char *list, const char **bad);

void thread_map__exit(struct thread_map *map);

#endif
