// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "evlist.h"
#include "evsel_ctl.h"

void evlist__init(struct evlist *evlist)
{
	memset(evlist, 0, sizeof(*evlist));
	STAILQ_INIT(&evlist->entries);
	evlist->same_layout = true;
}

void evlist__exit(struct evlist *evlist)
{
	struct evsel *evsel;

	while ((evsel = STAILQ_FIRST(&evlist->entries))) {
		STAILQ_REMOVE_HEAD(&evlist->entries, node);
		free(evsel->ids);
		free(evsel->name);
		free(evsel->filter);
		evsel_ctl__free(evsel->ctl);
		free(evsel);
	}
	free(evlist->slots);
	evlist__init(evlist);
}

struct evsel *evlist__first(const struct evlist *evlist)
{
	return STAILQ_FIRST(&evlist->entries);
}

struct evsel *evlist__add(struct evlist *evlist, const struct perf_event_attr *attr, u32 attr_size)
{
	const struct evsel *first = evlist__first(evlist);
	struct evsel *evsel = calloc(1, sizeof(*evsel));

	if (!evsel)
		return NULL;
	evsel->attr = *attr;
	evsel->attr_size = attr_size;
	evsel->idx = evlist->nr_entries++;
	sample_layout__init(&evsel->layout, attr);
	if (first &&
	    (first->layout.time != evsel->layout.time || first->layout.id != evsel->layout.id))
		evlist->same_layout = false;
	if (evsel->layout.id &&
	    !memchr(evlist->id_places, evsel->layout.id, evlist->nr_id_places) &&
	    evlist->nr_id_places < EVLIST_MAX_ID_PLACES)
		evlist->id_places[evlist->nr_id_places++] = evsel->layout.id;
	STAILQ_INSERT_TAIL(&evlist->entries, evsel, node);
	return evsel;
}

static void slots__insert(struct evlist *evlist, struct id_slot slot)
{
	size_t i = hash__slot(&evlist->hash, slot.id);

	while (evlist->slots[i].evsel)
		i = (i + 1) & (evlist->nr_slots - 1);
	evlist->slots[i] = slot;
}

/* Keeps the table at most half full, so that a miss ends soon. */
static int evlist__grow_slots(struct evlist *evlist)
{
	size_t nr = evlist->nr_slots, i;
	struct id_slot *old = evlist->slots, *slots;

	if (evlist->nr_slots && evlist->nr_used * 2 < evlist->nr_slots)
		return 0;
	slots = calloc(nr ? nr * 2 : 64, sizeof(*slots));
	if (!slots)
		return -ENOMEM;
	evlist->slots = slots;
	evlist->nr_slots = nr ? nr * 2 : 64;
	evlist->hash = hash__init(evlist->nr_slots);
	for (i = 0; i < nr; i++) {
		if (old[i].evsel)
			slots__insert(evlist, old[i]);
	}
	free(old);
	return 0;
}

/* Room for one more id, doubling: an event may have one id per CPU and thread. */
static int evsel__grow_ids(struct evsel *evsel)
{
	size_t nr = evsel->nr_ids;
	u64 *ids;

	if (nr & (nr - 1))
		return 0; /* not a power of two: there is room */
	ids = reallocarray(evsel->ids, nr ? nr * 2 : 1, sizeof(*ids));
	if (!ids)
		return -ENOMEM;
	evsel->ids = ids;
	return 0;
}

int evlist__add_id(struct evlist *evlist, struct evsel *evsel, u64 id)
{
	if (evsel__grow_ids(evsel) || evlist__grow_slots(evlist))
		return -ENOMEM;
	evsel->ids[evsel->nr_ids++] = id;
	evlist->nr_ids++;
	if (evlist__id2evsel(evlist, id))
		return 0;
	slots__insert(evlist, (struct id_slot){ id, evsel, (u32)-1 });
	evlist->nr_used++;
	return 0;
}

struct evsel *evlist__sample_evsel(const struct evlist *evlist, const u8 *sample, size_t size,
				   bool swap)
{
	struct evsel *evsel;
	unsigned int i;

	for (i = 0; i < evlist->nr_id_places; i++) {
		u8 at = evlist->id_places[i];

		if (at + 8u > size)
			continue;
		evsel = evlist__id2evsel(evlist, get_u64(sample + at, swap));
		if (evsel && evsel->layout.id == at)
			return evsel;
	}
	return NULL;
}
