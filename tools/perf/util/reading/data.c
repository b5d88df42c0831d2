// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "data.h"

#define MAX_DIR_FILES 65536

int perf_data__read_at(const struct perf_data *data, void *buf, size_t size, u64 offset)
{
	u8 *p = buf;

	while (size) {
		ssize_t n;

		if (offset > INT64_MAX)
			return -ENODATA;
		n = pread(data->fd, p, size, (off_t)offset);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			return -ENODATA;
		p += n;
		size -= (size_t)n;
		offset += (u64)n;
	}
	return 0;
}

/* A recording that somebody else put there may be a trap: as perf does, ask for -f. */
static int check_owner(const struct stat *st, bool force, struct perf_err *err)
{
	if (force || !st->st_uid || st->st_uid == geteuid())
		return 0;
	return perf_err__set(
		err, -EPERM,
		"belongs to user %u, neither to you nor to root; use -f to read it all the same",
		st->st_uid);
}

static int open_error(struct perf_err *err)
{
	int code = errno;

	if (code == ENOENT)
		return perf_err__set(err, -code,
				     "does not exist; record one first, or name another with -i");
	if (code == EACCES)
		return perf_err__set(err, -code, "gives you no permission to read it");
	return perf_err__set(err, -code, "cannot be opened: %s", strerror(code));
}

/* data.0, data.1, … as far as they go. */
static int open_dir_files(struct perf_data *data, int dirfd, struct perf_err *err)
{
	unsigned int nr;

	for (nr = 0; nr < MAX_DIR_FILES; nr++) {
		char name[32];
		int fd, *fds;

		snprintf(name, sizeof(name), "data.%u", nr);
		fd = openat(dirfd, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
		if (fd < 0 && errno == ENOENT)
			return 0;
		if (fd < 0)
			return perf_err__set(err, -errno, "%s in it cannot be opened: %s", name,
					     strerror(errno));
		fds = reallocarray(data->dir_fds, nr + 1, sizeof(*fds));
		if (!fds) {
			close(fd);
			return perf_err__set(err, -ENOMEM, "out of memory");
		}
		data->dir_fds = fds;
		fds[data->nr_dir_fds++] = fd;
	}
	return 0;
}

static int open_dir(struct perf_data *data, bool force, struct perf_err *err)
{
	int dirfd = data->fd, ret;
	struct stat st;

	data->fd = openat(dirfd, "data", O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (data->fd < 0) {
		ret = errno == ENOENT
			      ? perf_err__set(
					err, -EISDIR,
					"is a directory, and not one that perf record --threads made: there is no file 'data' in it")
			      : open_error(err);
		close(dirfd);
		return ret;
	}
	ret = open_dir_files(data, dirfd, err);
	close(dirfd);
	if (ret)
		return ret;
	if (fstat(data->fd, &st) || !S_ISREG(st.st_mode))
		return perf_err__set(err, -EINVAL, "the file 'data' in it is not a regular file");
	data->seekable = true;
	data->size = (u64)st.st_size;
	return check_owner(&st, force, err);
}

static int open_path(struct perf_data *data, const char *path, bool force, struct perf_err *err)
{
	struct stat st;

	data->fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC)
				     : fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
	if (data->fd < 0 || fstat(data->fd, &st))
		return open_error(err);
	if (S_ISDIR(st.st_mode))
		return open_dir(data, force, err);
	if (S_ISREG(st.st_mode)) {
		data->seekable = true;
		data->size = (u64)st.st_size;
		if (!data->size)
			return perf_err__set(err, -ENODATA, "is empty: nothing was recorded in it");
	}
	return strcmp(path, "-") ? check_owner(&st, force, err) : 0;
}

int perf_data__open(struct perf_data *data, const char *path, bool force, struct perf_err *err)
{
	int ret;

	*data = (struct perf_data){ .fd = -1 };
	ret = open_path(data, path, force, err);
	if (ret)
		perf_data__close(data);
	return ret;
}

static void on_sigbus(int sig)
{
	static const char msg[] =
		"perf: the recording was cut short, or could not be read, while it was in use\n";

	(void)sig;
	if (write(STDERR_FILENO, msg, sizeof(msg) - 1) < 0)
		_exit(2);
	_exit(1);
}

void perf_data__guard(void)
{
	signal(SIGBUS, on_sigbus);
}

void perf_data__close(struct perf_data *data)
{
	unsigned int i;

	for (i = 0; i < data->nr_dir_fds; i++)
		close(data->dir_fds[i]);
	free(data->dir_fds);
	if (data->fd >= 0)
		close(data->fd);
	*data = (struct perf_data){ .fd = -1 };
}
