// SPDX-License-Identifier: GPL-2.0-only
#include "record.h"

/* The events of each set's own; entries, which end spans and tell the vCPU, belong to all. */
static const struct {
	const char *set, *event;
} needs[] = {
	{ "mmio", "kvm:kvm_mmio" },
	{ "mmio", "kvm:kvm_mmio_begin" },
	{ "mmio", "kvm:kvm_io_done" },
	{ "ioport", "kvm:kvm_pio" },
	{ "ioport", "kvm:kvm_io_done" },
	{ "msr", "kvm:kvm_msr" },
	{ "hcall", "kvm_hv:kvm_hcall_enter" },
	{ "hcall", "kvm_hv:kvm_hcall_exit" },
};

static bool is_entry(const struct kvm_arch *arch, const char *event)
{
	const char *const *entry;

	for (entry = arch->entry_events; *entry; entry++) {
		if (!strcmp(*entry, event))
			return true;
	}
	return false;
}

static bool is_set(const char *name, const char *set, size_t len)
{
	return strlen(name) == len && !strncmp(name, set, len);
}

/* Exits are what vmexit counts, and where an MMIO read begins; their children refine them. */
static bool set_needs(const struct kvm_arch *arch, const char *event, const char *set, size_t len)
{
	bool own = false;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(needs); i++) {
		if (strcmp(needs[i].event, event))
			continue;
		own = true;
		if (is_set(needs[i].set, set, len))
			return true;
	}
	if (!strcmp(event, arch->exit_event))
		return is_set("vmexit", set, len) || is_set("mmio", set, len) ||
		       is_set("vcpu", set, len);
	return !own && (is_set("vmexit", set, len) || is_set("vcpu", set, len));
}

bool kvm_record__needs(const struct kvm_arch *arch, const char *event, const char *sets)
{
	size_t len;

	if (!sets || is_entry(arch, event))
		return true;
	for (; *sets; sets += len + (sets[len] == ',')) {
		len = strcspn(sets, ",");
		if (set_needs(arch, event, sets, len))
			return true;
	}
	return false;
}

const char *kvm_record__bad_set(const struct kvm_arch *arch, const char *sets, size_t *len)
{
	const char *const *set;

	/* An empty word is none either: '' would record nothing. */
	for (;; sets += *len + 1) {
		*len = strcspn(sets, ",");
		for (set = arch->sets; *set && !is_set(*set, sets, *len); set++)
			;
		if (!*set)
			return sets;
		if (!sets[*len])
			return NULL;
	}
}

const char *const *kvm_record__extra(const char *sets)
{
	static const char *const of_vcpu[] = { "kvm:kvm_userspace_exit", "sched:sched_switch",
					       NULL };
	size_t len;

	for (; sets && *sets; sets += len + (sets[len] == ',')) {
		len = strcspn(sets, ",");
		if (is_set("vcpu", sets, len))
			return of_vcpu;
	}
	return of_vcpu + ARRAY_SIZE(of_vcpu) - 1;
}
