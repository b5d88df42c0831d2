// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "table.h"

static struct kvm_entry *find_slot(const struct kvm_table *table, const struct kvm_key *key)
{
	size_t mask = table->nr_slots - 1, i = kvm_table__slot(table, key);

	while (table->slots[i].stats.count && !kvm_key__equal(&table->slots[i].key, key))
		i = (i + 1) & mask;
	return &table->slots[i];
}

static int grow(struct kvm_table *table)
{
	struct kvm_table bigger = { .nr_slots = table->nr_slots ? table->nr_slots * 2 : 32,
				    .nr_used = table->nr_used,
				    .histograms = table->histograms };
	size_t i;

	bigger.hash = hash__init(bigger.nr_slots);
	bigger.slots = calloc(bigger.nr_slots, sizeof(*bigger.slots));
	if (!bigger.slots)
		return -ENOMEM;
	for (i = 0; i < table->nr_slots; i++) {
		if (table->slots[i].stats.count)
			*find_slot(&bigger, &table->slots[i].key) = table->slots[i];
	}
	free(table->slots);
	*table = bigger;
	return 0;
}

struct kvm_stats *kvm_table__find_slow(struct kvm_table *table, const struct kvm_key *key)
{
	struct kvm_entry *entry = table->nr_slots ? find_slot(table, key) : NULL;
	struct kvm_histogram *histogram = NULL;

	if (entry && entry->stats.count)
		return &entry->stats;
	if (!entry || table->nr_used * 2 >= table->nr_slots) {
		if (grow(table))
			return NULL;
		entry = find_slot(table, key);
	}
	if (table->histograms) {
		histogram = calloc(1, sizeof(*histogram));
		if (!histogram)
			return NULL;
	}
	entry->key = *key;
	kvm_stats__init(&entry->stats);
	entry->stats.histogram = histogram;
	table->nr_used++;
	return &entry->stats;
}

const struct kvm_stats *kvm_table__get(const struct kvm_table *table, const struct kvm_key *key)
{
	const struct kvm_entry *entry = table->nr_slots ? find_slot(table, key) : NULL;

	return entry && entry->stats.count ? &entry->stats : NULL;
}

int kvm_table__merge(struct kvm_table *into, const struct kvm_table *from)
{
	size_t i;
	int err;

	/* Before anything is filed in it: see hash.h. */
	while (into->nr_slots < from->nr_slots) {
		if (grow(into))
			return -ENOMEM;
	}
	for (i = 0; i < from->nr_slots; i++) {
		const struct kvm_entry *entry = &from->slots[i];
		struct kvm_stats *stats;

		if (!entry->stats.count)
			continue;
		stats = kvm_table__find(into, &entry->key);
		if (!stats)
			return -ENOMEM;
		kvm_stats__merge(stats, &entry->stats);
		if (!stats->histogram || !entry->stats.histogram)
			continue;
		err = kvm_histogram__merge(stats->histogram, entry->stats.histogram);
		if (err)
			return err;
	}
	return 0;
}

void kvm_table__exit(struct kvm_table *table)
{
	size_t i;

	for (i = 0; i < table->nr_slots; i++) {
		if (!table->slots[i].stats.count || !table->slots[i].stats.histogram)
			continue;
		kvm_histogram__exit(table->slots[i].stats.histogram);
		free(table->slots[i].stats.histogram);
	}
	free(table->slots);
	*table = (struct kvm_table){ 0 };
}
