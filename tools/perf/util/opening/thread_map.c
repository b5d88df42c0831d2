// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "thread_map.h"

static void read_comm(struct thread_entry *thread)
{
	char path[64];
	size_t len;
	FILE *file;

	memset(thread->comm, 0, sizeof(thread->comm)); /* it is written as it is */
	if (thread->tid < 0)
		return;
	snprintf(path, sizeof(path), "/proc/%d/comm", (int)thread->tid);
	file = fopen(path, "re");
	if (!file)
		return;
	len = fread(thread->comm, 1, sizeof(thread->comm) - 1, file);
	if (len && thread->comm[len - 1] == '\n')
		len--;
	thread->comm[len] = '\0';
	fclose(file);
}

static int append(struct thread_map *map, pid_t tid)
{
	struct thread_entry *threads = map->threads;

	if (!(map->nr & (map->nr - 1))) {
		threads = realloc(threads, (map->nr ? 2 * (size_t)map->nr : 1) * sizeof(*threads));
		if (!threads)
			return -ENOMEM;
		map->threads = threads;
	}
	threads[map->nr].tid = tid;
	read_comm(&threads[map->nr]);
	map->nr++;
	return 0;
}

static bool has(const struct thread_map *map, pid_t tid)
{
	unsigned int i;

	for (i = 0; i < map->nr; i++) {
		if (map->threads[i].tid == tid)
			return true;
	}
	return false;
}

int thread_map__add_tid(struct thread_map *map, pid_t tid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d", (int)tid);
	if (access(path, F_OK))
		return errno == ENOENT ? -ESRCH : -errno;
	return has(map, tid) ? 0 : append(map, tid);
}

int thread_map__add_any(struct thread_map *map)
{
	return append(map, -1);
}

int thread_map__add_pid(struct thread_map *map, pid_t pid)
{
	unsigned int before = map->nr;
	struct dirent *entry;
	char path[64];
	int err = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	if (!dir)
		return errno == ENOENT ? -ESRCH : -errno;
	while (!err && (entry = readdir(dir))) {
		pid_t tid = (pid_t)strtol(entry->d_name, NULL, 10);

		/* "." and ".." are 0. What was there before is looked through, not /proc's own. */
		if (tid > 0 &&
		    !has(&(struct thread_map){ .threads = map->threads, .nr = before }, tid))
			err = append(map, tid);
	}
	closedir(dir);
	if (err)
		map->nr = before;
	return err;
}

int thread_map__add_all(struct thread_map *map)
{
	DIR *dir = opendir("/proc");
	struct dirent *entry;
	int err = 0;

	if (!dir)
		return -errno;
	while (!err && (entry = readdir(dir))) {
		if (!isdigit((unsigned char)entry->d_name[0]))
			continue;
		err = thread_map__add_pid(map, (pid_t)strtol(entry->d_name, NULL, 10));
		if (err == -ESRCH || err == -EACCES) /* it ended meanwhile, or is hidden from us */
			err = 0;
	}
	closedir(dir);
	return err;
}

/* Without @add the list is only looked at. */
static int add_list(struct thread_map *map, const char *list, const char **bad,
		    int (*add)(struct thread_map *map, pid_t id))
{
	char *end;
	long id;
	int err;

	for (;; list = end + 1) {
		*bad = list;
		if (!isdigit((unsigned char)*list))
			return -EINVAL;
		errno = 0;
		id = strtol(list, &end, 10);
		if (*end && *end != ',')
			return -EINVAL;
		if (errno || id <= 0 || id > INT_MAX)
			return -ERANGE;
		err = add ? add(map, (pid_t)id) : 0;
		if (err)
			return err;
		if (!*end)
			return 0;
	}
}

int thread_map__check_list(const char *list, const char **bad)
{
	return add_list(NULL, list, bad, NULL);
}

int thread_map__add_pids(struct thread_map *map, const char *list, const char **bad)
{
	return add_list(map, list, bad, thread_map__add_pid);
}

int thread_map__add_tids(struct thread_map *map, const char *list, const char **bad)
{
	return add_list(map, list, bad, thread_map__add_tid);
}

void thread_map__exit(struct thread_map *map)
{
	free(map->threads);
	map->threads = NULL;
	map->nr = 0;
}
