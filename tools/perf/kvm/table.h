/* SPDX-License-Identifier: GPL-2.0-only */
/* A hash of keys to the statistics of their spans: one for each vCPU thread. */
#ifndef PERF_KVM_TABLE_H
#define PERF_KVM_TABLE_H

#include <errno.h>

#include "key.h"
#include "stats.h"
#include "util/hash.h"

struct kvm_entry {
	struct kvm_key key;
	struct kvm_stats stats; /* a count of 0: the slot is free */
};

struct kvm_table {
	struct kvm_entry *slots; /* open addressing, a power of two of them; NULL while empty */
	size_t nr_slots, nr_used;
	struct hash hash;
	bool histograms; /* keep the distributions too; set while the table is empty */
};

/* Where @key is in a table that is not empty, unless others stood there before. */
static inline size_t kvm_table__slot(const struct kvm_table *table, const struct kvm_key *key)
{
	return hash__slot_of_two(&table->hash, key->code, key->kind);
}

/* The entry for @key, made if it is not there; the caller counts a span at once. NULL: no memory. */
struct kvm_stats *kvm_table__find_slow(struct kvm_table *table, const struct kvm_key *key);

static inline struct kvm_stats *kvm_table__find(struct kvm_table *table, const struct kvm_key *key)
{
	if (likely(table->nr_slots)) {
		struct kvm_entry *entry = &table->slots[kvm_table__slot(table, key)];

		if (likely(entry->stats.count && kvm_key__equal(&entry->key, key)))
			return &entry->stats;
	}
	return kvm_table__find_slow(table, key);
}

/* The entry for @key; NULL if it is not there. */
const struct kvm_stats *kvm_table__get(const struct kvm_table *table, const struct kvm_key *key);

/* Files a span of @ns under @key. 0 or -ENOMEM. */
static inline int kvm_table__count(struct kvm_table *table, const struct kvm_key *key, u64 ns)
{
	struct kvm_stats *stats = kvm_table__find(table, key);

	return likely(stats) ? kvm_stats__update(stats, ns) : -ENOMEM;
}

/* Adds all of @from to @into, with the distributions where both keep them. 0 or -ENOMEM. */
int kvm_table__merge(struct kvm_table *into, const struct kvm_table *from);
void kvm_table__exit(struct kvm_table *table);

#endif
