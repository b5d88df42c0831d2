/* SPDX-License-Identifier: GPL-2.0-only */
/* The events of a recording, and the way from a sample's id to its event. */
#ifndef PERF_UTIL_EVLIST_H
#define PERF_UTIL_EVLIST_H

#include "evsel.h"
#include "hash.h"

STAILQ_HEAD(evsel_list, evsel);

struct id_slot {
	u64 id;
	struct evsel *evsel; /* NULL: the slot is free */
	u32 cpu;	     /* on which the event has this id; (u32)-1 if that is not told */
};

/* A sample's id stands first, or behind some of IP, TID, TIME and ADDR. */
#define EVLIST_MAX_ID_PLACES 5

struct evlist {
	struct evsel_list entries;
	unsigned int nr_entries;
	struct id_slot *slots; /* open addressing, a power of two of them; NULL without ids */
	size_t nr_slots, nr_used;
	size_t nr_ids; /* of all events, those that several claim counted for each */
	struct hash hash;
	bool same_layout; /* all events' samples carry time and id at the same places */
	u8 id_places[EVLIST_MAX_ID_PLACES]; /* where they carry their id, each place once */
	u8 nr_id_places;
};

#define evlist__for_each_entry(evlist, pos) \
	for ((pos) = STAILQ_FIRST(&(evlist)->entries); (pos); (pos) = STAILQ_NEXT(pos, node))

void evlist__init(struct evlist *evlist);
void evlist__exit(struct evlist *evlist);

/* Appends a new event for @attr; NULL when out of memory. The evlist owns it. */
struct evsel *evlist__add(struct evlist *evlist, const struct perf_event_attr *attr, u32 attr_size);

/* Gives @evsel one more id. The first event to claim an id keeps it. 0 or -ENOMEM. */
int evlist__add_id(struct evlist *evlist, struct evsel *evsel, u64 id);

static inline struct id_slot *evlist__find_id(const struct evlist *evlist, u64 id)
{
	size_t mask = evlist->nr_slots - 1, i;

	if (unlikely(!evlist->nr_slots))
		return NULL;
	for (i = hash__slot(&evlist->hash, id); evlist->slots[i].evsel; i = (i + 1) & mask) {
		if (evlist->slots[i].id == id)
			return &evlist->slots[i];
	}
	return NULL;
}

static inline struct evsel *evlist__id2evsel(const struct evlist *evlist, u64 id)
{
	const struct id_slot *slot = evlist__find_id(evlist, id);

	return slot ? slot->evsel : NULL;
}

/* (u32)-1 where it is not told. */
static inline u32 evlist__id2cpu(const struct evlist *evlist, u64 id)
{
	const struct id_slot *slot = evlist__find_id(evlist, id);

	return slot ? slot->cpu : (u32)-1;
}
/*
 * The event of a sample of @size bytes where events have different layouts:
 * the one whose id stands where its layout says. NULL if there is none.
 */
struct evsel *evlist__sample_evsel(const struct evlist *evlist, const u8 *sample, size_t size,
				   bool swap);

/* The event a record without an id belongs to: the only one, or the first. NULL if none. */
struct evsel *evlist__first(const struct evlist *evlist);

#endif
