// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "reader.h"

/*
 * A window is large enough that mapping costs nothing beside reading it, and
 * small enough that the few which live at a time stay within tens of MB.
 */
#define WINDOW_SIZE (4u << 20)
#define BUFFER_SIZE CHUNK_BUFFER_SIZE

/* Scanned windows that wait for their turn may hold so much of memory. */
#define RESIDENT_MAX (24u << 20)

void reader__init(struct reader *reader, int fd, bool map, u64 offset, u64 limit,
		  struct chunk_account *account)
{
	*reader = (struct reader){
		.fd = fd, .map = map, .offset = offset, .limit = limit, .account = account
	};
	/* The less often a pipe runs full or dry, the better; no matter if it can't be. */
	if (!map)
		fcntl(fd, F_SETPIPE_SZ, (int)BUFFER_SIZE);
}

void reader__exit(struct reader *reader)
{
	chunk__put(reader->chunk);
	*reader = (struct reader){ .fd = -1 };
}

static void reader__retire(struct reader *reader)
{
	struct chunk *chunk = reader->chunk;

	if (chunk && chunk->refs > 1 && reader->account->mapped > RESIDENT_MAX)
		chunk__drop(chunk, chunk->base, reader->pos);
	chunk__put(chunk);
	reader->chunk = NULL;
}

static int reader__map_more(struct reader *reader, size_t need)
{
	u64 page = (u64)sysconf(_SC_PAGESIZE), at = reader__tell(reader);
	u64 start = at & ~(page - 1), size = reader->limit - start;
	struct chunk *chunk;
	int err;

	if (size > WINDOW_SIZE + (u64)need)
		size = (WINDOW_SIZE + (u64)need) & ~(page - 1);
	reader__retire(reader);
	err = chunk__map(&chunk, reader->fd, start, (size_t)size, reader->account);
	if (err) {
		reader->pos = reader->end = NULL;
		reader->offset = at;
		return err;
	}
	reader->chunk = chunk;
	reader->pos = chunk->base + (at - start);
	reader->end = chunk->base + size;
	reader->offset = start + size;
	reader->at_end = reader->offset == reader->limit;
	return reader__avail(reader) < need;
}

/* Appends to the buffer what the next read gives; 1 at the end. */
static int reader__fill(struct reader *reader, size_t room)
{
	u64 left = reader->limit - reader->offset;
	ssize_t n;

	if (room > left)
		room = (size_t)left;
	if (!room) {
		reader->at_end = true;
		return 1;
	}
	do {
		n = read(reader->fd, (u8 *)reader->end, room);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		return -errno;
	if (!n) {
		reader->at_end = true;
		return 1;
	}
	reader->end += n;
	reader->offset += (u64)n;
	return 0;
}

static int reader__read_more(struct reader *reader, size_t need)
{
	size_t have = reader__avail(reader),
	       size = have + need > BUFFER_SIZE / 2 ? have + need + BUFFER_SIZE : BUFFER_SIZE;
	struct chunk *chunk = reader->chunk;
	int ret = 0;

	/* Bytes that are already handed out stay where they are: a new buffer when this is full. */
	if (!chunk || (size_t)(chunk->base + chunk->size - reader->pos) < need ||
	    reader->end == chunk->base + chunk->size) {
		chunk = chunk__alloc(size, reader->account);
		if (!chunk)
			return -ENOMEM;
		chunk->offset = reader__tell(reader);
		if (have)
			memcpy(chunk->base, reader->pos, have);
		reader__retire(reader);
		reader->chunk = chunk;
		reader->pos = chunk->base;
		reader->end = chunk->base + have;
	}
	while (!ret && reader__avail(reader) < need)
		ret = reader__fill(reader, (size_t)(chunk->base + chunk->size - reader->end));
	return ret;
}

int reader__more(struct reader *reader, size_t need)
{
	if (reader__avail(reader) >= need)
		return 0;
	if (reader->at_end || reader->offset >= reader->limit)
		return 1;
	return reader->map ? reader__map_more(reader, need) : reader__read_more(reader, need);
}

bool reader__would_wait(const struct reader *reader, size_t need)
{
	struct pollfd fd = { .fd = reader->fd, .events = POLLIN };

	return !reader->map && !reader->at_end && reader__avail(reader) < need && !poll(&fd, 1, 0);
}

int reader__skip(struct reader *reader, u64 size)
{
	size_t avail = reader__avail(reader);
	int ret = 0;

	if (size <= avail) {
		reader->pos += size;
		return 0;
	}
	if (reader->map) {
		u64 at = reader__tell(reader);

		if (size > reader->limit - at)
			return 1;
		reader->offset = at + size;
		reader->pos = reader->end = NULL;
		reader->at_end = reader->offset == reader->limit;
		return 0;
	}
	while (!ret && size) {
		avail = reader__avail(reader);
		if (avail > size)
			avail = (size_t)size;
		reader->pos += avail;
		size -= avail;
		if (size)
			ret = reader__more(reader, 1);
	}
	return ret;
}
