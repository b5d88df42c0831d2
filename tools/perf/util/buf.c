// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "buf.h"

/* Where @len more bytes can be put, NULL when out of memory. */
static u8 *buf__grow(struct buf *buf, size_t len)
{
	size_t size = buf->size ? buf->size : 256;
	u8 *data;

	if (buf->failed)
		return NULL;
	if (len <= buf->size - buf->len)
		return buf->data + buf->len;
	while (size - buf->len < len) {
		if (size > SIZE_MAX / 2)
			goto failed;
		size *= 2;
	}
	data = realloc(buf->data, size);
	if (!data)
		goto failed;
	buf->data = data;
	buf->size = size;
	return data + buf->len;
failed:
	buf->failed = true;
	return NULL;
}

void buf__put(struct buf *buf, const void *data, size_t len)
{
	u8 *to = buf__grow(buf, len);

	if (!to || !len)
		return;
	memcpy(to, data, len);
	buf->len += len;
}

void buf__put_zeros(struct buf *buf, size_t len)
{
	u8 *to = buf__grow(buf, len);

	if (!to || !len)
		return;
	memset(to, 0, len);
	buf->len += len;
}

void buf__pad(struct buf *buf, size_t unit)
{
	buf__put_zeros(buf, -buf->len & (unit - 1));
}

int buf__read_fd(struct buf *buf, int fd)
{
	ssize_t n;

	/* Files of tracefs and /proc do not tell their size. */
	for (;;) {
		u8 *to = buf__grow(buf, 4096);

		if (!to)
			return -ENOMEM;
		n = read(fd, to, buf->size - buf->len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : 0;
		buf->len += (size_t)n;
	}
}

int buf__read_file(struct buf *buf, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), ret;

	if (fd < 0)
		return -errno;
	ret = buf__read_fd(buf, fd);
	close(fd);
	return ret;
}

int buf__error(const struct buf *buf)
{
	return buf->failed ? -ENOMEM : 0;
}

void buf__exit(struct buf *buf)
{
	free(buf->data);
	memset(buf, 0, sizeof(*buf));
}
