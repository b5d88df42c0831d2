/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The way from the reader, which finds records and puts them in order, to the
 * tool that they are delivered to: batches of pointers to records where they
 * lie. With a second CPU the reader runs in a thread of its own, a few batches
 * ahead; without, a full batch is delivered on the spot. The order is the same.
 */
#ifndef PERF_UTIL_BATCH_H
#define PERF_UTIL_BATCH_H

#include <linux/perf_event.h>
#include <pthread.h>

#include "chunk.h"
#include "util/evlist.h"

#define BATCH_EVENTS 4096
#define BATCH_AHEAD  16 /* how far ahead a record is fetched, before it is delivered */
#define NR_BATCHES   8

/* A record, with what the reader knows of it anyway. */
struct batch_event {
	const struct perf_event_header *event;
	const struct id_slot *slot; /* whose event and CPU it is; NULL: to be found out */
};

struct batch {
	unsigned int nr;
	struct batch_event events[BATCH_EVENTS + BATCH_AHEAD]; /* the last are never used */
	u64 *offsets;		   /* where in the recording each stands; NULL: nobody asks */
	struct chunk_list retired; /* chunks that nothing but this batch still points to */
	u64 done, total;	   /* bytes read by now, and in all; 0: not known */
};

struct batch_queue {
	struct batch *batches; /* a ring of NR_BATCHES; one of them is being filled */
	struct batch *filling;
	struct chunk_account *account;
	u64 done, total; /* for the batch that is being filled */
	int (*deliver)(void *ctx, const struct batch *batch);
	void *ctx;

	/* With a reader thread only: */
	bool threaded;
	pthread_mutex_t lock;
	pthread_cond_t filled, freed;
	unsigned int head, tail; /* batches filled, and delivered, so far */
	unsigned int at_most;	 /* the reader waits until no more batches than this are full */
	bool hurry;		 /* the reader has nothing to read: deliver what there is */
	bool finished;		 /* no more will be filled */
	int error;		 /* of a delivery: what is filled from then on is for nobody */
};

/* 0 or -ENOMEM. @deliver takes a batch, in the thread of batches__run()'s caller. */
int batches__init(struct batch_queue *queue, struct chunk_account *account,
		  int (*deliver)(void *ctx, const struct batch *batch), void *ctx);
/* Keeps the events' offsets too. 0 or -ENOMEM. */
int batches__want_offsets(struct batch_queue *queue);
void batches__exit(struct batch_queue *queue);

/*
 * Runs @read(@arg), which fills the queue, in a thread of its own if @threaded
 * and it can be had, and delivers. Returns @read's return value, or else that
 * of the delivery that failed.
 */
int batches__run(struct batch_queue *queue, bool threaded, int (*read)(void *arg), void *arg);

/* For the reader: hands over what has been filled. 0, or the error that a delivery returned. */
int batches__submit(struct batch_queue *queue);

/* The same, where the reader is about to wait for more to be recorded. */
int batches__hurry(struct batch_queue *queue);

/* The same, and waits until all is delivered: what deliveries look at may change now. */
int batches__drain(struct batch_queue *queue);

/*
 * Adds one record, in @chunk; it stays where it is until it has been delivered.
 * As batches__submit().
 */
static inline int batches__add(struct batch_queue *queue, const struct perf_event_header *event,
			       const struct id_slot *slot, const struct chunk *chunk)
{
	struct batch *batch = queue->filling;

	if (unlikely(batch->offsets))
		batch->offsets[batch->nr] = chunk->offset + (u64)((const u8 *)event - chunk->base);
	batch->events[batch->nr++] = (struct batch_event){ event, slot };
	return likely(batch->nr < BATCH_EVENTS) ? 0 : batches__submit(queue);
}

#endif
