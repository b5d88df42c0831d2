// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "chunk.h"

/* NOLINTNEXTLINE(readability-non-const-parameter): it goes to a pointer that is not */
static struct chunk *chunk__new(u8 *base, size_t size, bool mapped, struct chunk_account *account)
{
	struct chunk *chunk = malloc(sizeof(*chunk));

	if (!chunk)
		return NULL;
	*chunk = (struct chunk){
		.base = base, .size = size, .refs = 1, .mapped = mapped, .account = account
	};
	*(mapped ? &account->mapped : &account->heap) += size;
	return chunk;
}

/* As many as wait for their turn at a time, with two CPUs. */
#define MAX_SPARE 12

void chunk_account__init(struct chunk_account *account)
{
	*account = (struct chunk_account){ 0 };
	STAILQ_INIT(&account->retired);
	STAILQ_INIT(&account->spare);
}

static struct chunk *reuse(struct chunk_account *account)
{
	struct chunk *chunk = STAILQ_FIRST(&account->spare);

	STAILQ_REMOVE_HEAD(&account->spare, node);
	account->nr_spare--;
	account->heap += chunk->size;
	chunk->refs = 1;
	return chunk;
}

struct chunk *chunk__alloc(size_t size, struct chunk_account *account)
{
	struct chunk *chunk;
	void *base;

	if (size == CHUNK_BUFFER_SIZE && !STAILQ_EMPTY(&account->spare))
		return reuse(account);
	base = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (base == MAP_FAILED)
		return NULL;
	chunk = chunk__new(base, size, false, account);
	if (!chunk)
		munmap(base, size);
	return chunk;
}

int chunk__map(struct chunk **chunk, int fd, u64 offset, size_t size, struct chunk_account *account)
{
	void *base = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, (off_t)offset);

	if (base == MAP_FAILED)
		return -errno;
	*chunk = chunk__new(base, size, true, account);
	if (!*chunk) {
		munmap(base, size);
		return -ENOMEM;
	}
	(*chunk)->offset = offset;
	return 0;
}

void chunk__put(struct chunk *chunk)
{
	if (chunk && !--chunk->refs)
		STAILQ_INSERT_TAIL(&chunk->account->retired, chunk, node);
}

static void destroy(struct chunk *chunk)
{
	munmap(chunk->base, chunk->size);
	free(chunk);
}

void chunk_list__free(struct chunk_list *list, struct chunk_account *account)
{
	struct chunk *chunk;

	while ((chunk = STAILQ_FIRST(list))) {
		STAILQ_REMOVE_HEAD(list, node);
		*(chunk->mapped ? &account->mapped : &account->heap) -= chunk->size;
		if (chunk->mapped || chunk->size != CHUNK_BUFFER_SIZE ||
		    account->nr_spare == MAX_SPARE) {
			destroy(chunk);
			continue;
		}
		STAILQ_INSERT_HEAD(&account->spare, chunk, node);
		account->nr_spare++;
	}
}

void chunk_account__exit(struct chunk_account *account)
{
	struct chunk *chunk;

	chunk_list__free(&account->retired, account);
	while ((chunk = STAILQ_FIRST(&account->spare))) {
		STAILQ_REMOVE_HEAD(&account->spare, node);
		destroy(chunk);
	}
	account->nr_spare = 0;
}

void chunk__drop(struct chunk *chunk, const u8 *from, const u8 *to)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t first = (size_t)(from - chunk->base) & ~(page - 1);
	size_t last = (size_t)(to - chunk->base) & ~(page - 1);

	if (chunk->mapped && last > first)
		madvise(chunk->base + first, last - first, MADV_DONTNEED);
}
