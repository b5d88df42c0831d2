// SPDX-License-Identifier: GPL-2.0-only
/* Records of the threads that exist already: FORK, COMM, and MMAP2 of their processes. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/sysmacros.h>

#include "synthetic-record.h"

#define FORK_EXEC (1u << 13) /* misc: do not take over the parent's memory */
#define FLUSH_AT  65536

struct task {
	pid_t tid, pid, ppid;
	char comm[64];
};

/* The name as it is: in /proc/TID/status some characters are escaped. */
static void read_comm(struct task *task)
{
	char path[64], name[sizeof(task->comm)];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/comm", task->tid);
	file = fopen(path, "re");
	if (!file)
		return;
	if (fgets(name, sizeof(name), file)) {
		name[strcspn(name, "\n")] = '\0';
		memcpy(task->comm, name, sizeof(name));
	}
	fclose(file);
}

/* Reads /proc/@tid/status. False if the thread has ended. */
static bool read_task(struct task *task, pid_t tid)
{
	char path[64], line[256];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/status", tid);
	file = fopen(path, "re");
	if (!file)
		return false;
	memset(task, 0, sizeof(*task));
	task->tid = tid;
	while (fgets(line, sizeof(line), file)) {
		if (!strncmp(line, "Name:\t", 6))
			snprintf(task->comm, sizeof(task->comm), "%.*s",
				 (int)strcspn(line + 6, "\n"), line + 6);
		else if (!strncmp(line, "Tgid:\t", 6))
			task->pid = (pid_t)strtol(line + 6, NULL, 10);
		else if (!strncmp(line, "PPid:\t", 6))
			task->ppid = (pid_t)strtol(line + 6, NULL, 10);
	}
	fclose(file);
	if (strchr(task->comm, '\\'))
		read_comm(task);
	return task->pid > 0;
}

/* u32 pid, ppid, tid, ptid; u64 time */
static void put_fork(struct synthetic *syn, const struct task *task)
{
	size_t at = synthetic__begin(syn, PERF_RECORD_FORK, FORK_EXEC);
	/* A process's parent is another one; a thread's parent, as far as we know, its first. */
	pid_t parent = task->tid == task->pid ? task->ppid : task->pid;

	buf__put_u32(&syn->buf, (u32)task->pid);
	buf__put_u32(&syn->buf, (u32)parent);
	buf__put_u32(&syn->buf, (u32)task->tid);
	buf__put_u32(&syn->buf, (u32)parent);
	buf__put_u64(&syn->buf, 0);
	synthetic__end(syn, at, syn->trailer_size);
}

/* u32 pid, tid; name */
static void put_comm(struct synthetic *syn, const struct task *task)
{
	size_t at = synthetic__begin(syn, PERF_RECORD_COMM, 0);

	buf__put_u32(&syn->buf, (u32)task->pid);
	buf__put_u32(&syn->buf, (u32)task->tid);
	buf__put(&syn->buf, task->comm, strlen(task->comm) + 1);
	synthetic__end(syn, at, syn->trailer_size);
}

/* A number of a line, in @base, with @delim behind it; *@p goes on behind that. */
static u64 take_number(const char **p, int base, char delim)
{
	char *end;
	u64 value = strtoull(*p, &end, base);

	*p = *end == delim ? end + 1 : end;
	return value;
}

/*
 * A line of /proc/PID/maps, unless it is of memory that no code can be in:
 * "55d0c0a40000-55d0c0a6e000 r-xp 00012000 fd:01 1311   /usr/bin/dash"
 */
static void put_mmap(struct synthetic *syn, pid_t pid, char *line)
{
	const char *p = line, *perm;
	u64 start = take_number(&p, 16, '-'), end = take_number(&p, 16, ' '), pgoff, ino;
	u32 maj, min;
	size_t at;

	perm = p;
	if (strlen(perm) < 5 || perm[2] != 'x')
		return;
	p = perm + 5;
	pgoff = take_number(&p, 16, ' ');
	maj = (u32)take_number(&p, 16, ':');
	min = (u32)take_number(&p, 16, ' ');
	ino = take_number(&p, 10, ' ');
	p += strspn(p, " ");
	line[strcspn(line, "\n")] = '\0';
	if (!*p)
		p = "//anon";
	at = synthetic__begin(syn, PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER);
	buf__put_u32(&syn->buf, (u32)pid);
	buf__put_u32(&syn->buf, (u32)pid);
	buf__put_u64(&syn->buf, start);
	buf__put_u64(&syn->buf, end - start);
	buf__put_u64(&syn->buf, pgoff);
	buf__put_u32(&syn->buf, maj);
	buf__put_u32(&syn->buf, min);
	buf__put_u64(&syn->buf, ino);
	buf__put_u64(&syn->buf, 0); /* generation */
	buf__put_u32(&syn->buf, (perm[0] == 'r' ? PROT_READ : 0) |
					(perm[1] == 'w' ? PROT_WRITE : 0) | PROT_EXEC);
	buf__put_u32(&syn->buf, perm[3] == 's' ? MAP_SHARED : MAP_PRIVATE);
	buf__put(&syn->buf, p, strlen(p) + 1);
	synthetic__end(syn, at, syn->trailer_size);
}

static int put_mmaps(struct synthetic *syn, pid_t pid)
{
	char path[64], *line = NULL;
	size_t size = 0;
	int ret = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/maps", pid);
	file = fopen(path, "re");
	if (!file)
		return 0; /* it has ended, or is none of ours */
	while (!ret && getline(&line, &size, file) > 0) {
		put_mmap(syn, pid, line);
		if (syn->buf.len >= FLUSH_AT)
			ret = synthetic__flush(syn);
	}
	free(line);
	fclose(file);
	return ret;
}

static int put_thread(struct synthetic *syn, pid_t tid)
{
	struct task task;

	if (!read_task(&task, tid))
		return 0;
	put_fork(syn, &task);
	put_comm(syn, &task);
	if (syn->mmaps && task.tid == task.pid)
		return put_mmaps(syn, task.pid);
	return syn->buf.len >= FLUSH_AT ? synthetic__flush(syn) : 0;
}

/* Calls put_thread() or put_process() for each directory of @path that is a number. */
static int for_each_number(struct synthetic *syn, const char *path,
			   int (*put)(struct synthetic *syn, pid_t pid))
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	int ret = 0;

	if (!dir)
		return errno == ENOENT ? 0 : -errno;
	while (!ret && (entry = readdir(dir))) {
		char *end;
		long pid = strtol(entry->d_name, &end, 10);

		if (pid > 0 && !*end)
			ret = put(syn, (pid_t)pid);
	}
	closedir(dir);
	return ret;
}

static int put_process(struct synthetic *syn, pid_t pid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	return for_each_number(syn, path, put_thread);
}

int synthetic__all_threads(struct synthetic *syn)
{
	int ret = for_each_number(syn, "/proc", put_process);

	return ret ? ret : synthetic__flush(syn);
}

int synthetic__threads(struct synthetic *syn, const struct thread_map *threads)
{
	struct task task, leader = { 0 };
	unsigned int i;
	int ret = 0;

	for (i = 0; i < threads->nr && !ret; i++) {
		pid_t tid = threads->threads[i].tid;

		if (tid <= 0 || !read_task(&task, tid))
			continue;
		/* A thread's process first, unless it was just told or is in the list itself. */
		if (task.tid != task.pid && leader.pid != task.pid)
			ret = put_thread(syn, task.pid);
		leader = task;
		if (!ret)
			ret = put_thread(syn, tid);
	}
	return ret ? ret : synthetic__flush(syn);
}
