// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include "batch.h"

int batches__init(struct batch_queue *q, struct chunk_account *account,
		  int (*deliver)(void *ctx, const struct batch *batch), void *ctx)
{
	unsigned int i;

	*q = (struct batch_queue){ .account = account, .deliver = deliver, .ctx = ctx };
	q->batches = calloc(NR_BATCHES, sizeof(*q->batches));
	if (!q->batches)
		return -ENOMEM;
	for (i = 0; i < NR_BATCHES; i++)
		STAILQ_INIT(&q->batches[i].retired);
	q->filling = &q->batches[0];
	pthread_mutex_init(&q->lock, NULL);
	pthread_cond_init(&q->filled, NULL);
	pthread_cond_init(&q->freed, NULL);
	return 0;
}

int batches__want_offsets(struct batch_queue *q)
{
	unsigned int i;

	for (i = 0; i < NR_BATCHES; i++) {
		q->batches[i].offsets = calloc(BATCH_EVENTS, sizeof(u64));
		if (!q->batches[i].offsets)
			return -ENOMEM;
	}
	return 0;
}

void batches__exit(struct batch_queue *q)
{
	unsigned int i;

	if (!q->batches)
		return;
	for (i = 0; i < NR_BATCHES; i++) {
		chunk_list__free(&q->batches[i].retired, q->account);
		free(q->batches[i].offsets);
	}
	free(q->batches);
	pthread_mutex_destroy(&q->lock);
	pthread_cond_destroy(&q->filled);
	pthread_cond_destroy(&q->freed);
	q->batches = NULL;
}

/* The batch that was delivered is empty again; the reader alone frees chunks. */
static void recycle(struct batch_queue *q, struct batch *batch)
{
	chunk_list__free(&batch->retired, q->account);
	batch->nr = 0;
}

static int submit_here(struct batch_queue *q)
{
	if (!q->error)
		q->error = q->deliver(q->ctx, q->filling);
	recycle(q, q->filling);
	return q->error;
}

/*
 * Who waits is woken when there is work for a while, not for each batch: else
 * the two threads would take turns instead of running side by side.
 */
#define SLACK (NR_BATCHES / 2)

static bool reader_may_go_on(const struct batch_queue *q)
{
	return q->head - q->tail <= q->at_most;
}

/* A reader that waits for more room than this fills no more: deliver what there is. */
static bool may_deliver(const struct batch_queue *q)
{
	unsigned int nr = q->head - q->tail;

	return q->finished || nr >= SLACK || (nr && (q->hurry || q->at_most < SLACK));
}

/*
 * Puts the filled batch into the ring. If it is full then, or @drain, waits
 * until some batches, or all, have been delivered.
 */
static int submit_to_thread(struct batch_queue *q, bool drain)
{
	int err;

	pthread_mutex_lock(&q->lock);
	q->head++;
	q->at_most = drain ? 0 : q->head - q->tail == NR_BATCHES ? SLACK : NR_BATCHES;
	if (may_deliver(q))
		pthread_cond_signal(&q->filled);
	while (!reader_may_go_on(q))
		pthread_cond_wait(&q->freed, &q->lock);
	q->at_most = NR_BATCHES;
	err = q->error;
	pthread_mutex_unlock(&q->lock);
	q->filling = &q->batches[q->head % NR_BATCHES];
	recycle(q, q->filling);
	return err;
}

static void seal(struct batch_queue *q)
{
	/* Chunks that are done with now may still be pointed to by this batch, by none later. */
	STAILQ_CONCAT(&q->filling->retired, &q->account->retired);
	q->filling->done = q->done;
	q->filling->total = q->total;
}

int batches__submit(struct batch_queue *q)
{
	seal(q);
	return q->threaded ? submit_to_thread(q, false) : submit_here(q);
}

int batches__hurry(struct batch_queue *q)
{
	if (q->threaded) {
		pthread_mutex_lock(&q->lock);
		q->hurry = true;
		pthread_mutex_unlock(&q->lock);
	}
	return batches__submit(q);
}

/* Nothing is on its way; then the error is nobody else's either. */
static bool is_drained(struct batch_queue *q)
{
	bool drained;

	pthread_mutex_lock(&q->lock);
	drained = q->head == q->tail;
	pthread_mutex_unlock(&q->lock);
	return drained;
}

int batches__drain(struct batch_queue *q)
{
	if (!q->threaded)
		return batches__submit(q);
	if (!q->filling->nr && is_drained(q))
		return q->error;
	seal(q);
	return submit_to_thread(q, true);
}

struct reader_thread {
	struct batch_queue *queue;
	int (*read)(void *arg);
	void *arg;
	int ret;
};

static void *reader_thread(void *p)
{
	struct reader_thread *thread = p;
	struct batch_queue *q = thread->queue;

	thread->ret = thread->read(thread->arg);
	batches__submit(q);
	pthread_mutex_lock(&q->lock);
	q->finished = true;
	pthread_cond_signal(&q->filled);
	pthread_mutex_unlock(&q->lock);
	return NULL;
}

static void deliver_all(struct batch_queue *q)
{
	pthread_mutex_lock(&q->lock);
	for (;;) {
		int err = q->error;

		while (q->tail == q->head && !may_deliver(q))
			pthread_cond_wait(&q->filled, &q->lock);
		if (q->tail == q->head)
			break;
		pthread_mutex_unlock(&q->lock);
		if (!err)
			err = q->deliver(q->ctx, &q->batches[q->tail % NR_BATCHES]);
		pthread_mutex_lock(&q->lock);
		q->error = err;
		q->tail++;
		if (q->tail == q->head)
			q->hurry = false;
		if (reader_may_go_on(q))
			pthread_cond_signal(&q->freed);
	}
	pthread_mutex_unlock(&q->lock);
}

/* Signals are the first thread's: it is the one that the command knows. */
static int start_thread(pthread_t *id, struct reader_thread *thread)
{
	sigset_t all, old;
	int err;

	sigfillset(&all);
	sigdelset(&all, SIGBUS);
	pthread_sigmask(SIG_BLOCK, &all, &old);
	err = pthread_create(id, NULL, reader_thread, thread);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return err;
}

int batches__run(struct batch_queue *q, bool threaded, int (*read)(void *arg), void *arg)
{
	struct reader_thread thread = { q, read, arg, 0 };
	pthread_t id;

	q->threaded = threaded;
	if (threaded && !start_thread(&id, &thread)) {
		deliver_all(q);
		pthread_join(id, NULL);
	} else {
		q->threaded = false;
		thread.ret = read(arg);
		batches__submit(q);
	}
	q->threaded = false;
	return thread.ret ? thread.ret : q->error;
}
