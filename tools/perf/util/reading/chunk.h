/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A stretch of a recording in memory: a window of the mapped file, or a buffer
 * of what came by a pipe or out of the decompressor. It stays as long as
 * records in it wait for their turn.
 */
#ifndef PERF_UTIL_CHUNK_H
#define PERF_UTIL_CHUNK_H

#include <sys/queue.h>

#include "util/types.h"

STAILQ_HEAD(chunk_list, chunk);

/* All chunks of a session. Mapped bytes need not be in memory at any time. */
struct chunk_account {
	u64 mapped, heap;	   /* bytes of the chunks that are there */
	struct chunk_list retired; /* without a reference, but still pointed to, perhaps */
	struct chunk_list spare;   /* buffers to be used again: their pages are there already */
	unsigned int nr_spare;
};

/* What buffers have most often; only such are kept as spare ones. */
#define CHUNK_BUFFER_SIZE (1u << 20)

void chunk_account__init(struct chunk_account *account);
void chunk_account__exit(struct chunk_account *account);

struct chunk {
	STAILQ_ENTRY(chunk) node; /* once it is retired */
	u8 *base;
	size_t size;
	u32 refs;
	bool mapped;
	u64 offset; /* of @base in its stream; of what was compressed, in that once decompressed */
	struct chunk_account *account;
};

/* NULL when out of memory. The caller holds the first reference. @account outlives the chunk. */
struct chunk *chunk__alloc(size_t size, struct chunk_account *account);

/* Maps @size bytes of @fd from @offset, a multiple of the page size. 0 or -errno. */
int chunk__map(struct chunk **chunk, int fd, u64 offset, size_t size,
	       struct chunk_account *account);

static inline struct chunk *chunk__get(struct chunk *chunk)
{
	chunk->refs++;
	return chunk;
}

/* Without references a chunk is retired. NULL is fine. */
void chunk__put(struct chunk *chunk);

/* Frees all of @list, and their memory. */
void chunk_list__free(struct chunk_list *list, struct chunk_account *account);

/*
 * Gives the memory of a mapped chunk's bytes between @from and @to back to the
 * kernel; they come again from the file if they are touched again.
 */
void chunk__drop(struct chunk *chunk, const u8 *from, const u8 *to);

#endif
