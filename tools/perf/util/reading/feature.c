// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "feature-decode.h"

void *decoder__alloc(struct decoder *d, u64 nr, size_t min, size_t size)
{
	struct feature *f = d->f;
	void *p = NULL;

	if (!d->c.bad && nr <= (u64)(d->c.end - d->c.pos) / min && f->nr_mem < ARRAY_SIZE(f->mem)) {
		p = calloc(nr ? (size_t)nr : 1, size);
		d->no_memory = !p;
	}
	if (p)
		f->mem[f->nr_mem++] = p;
	else
		d->c.bad = true;
	return p;
}

const char **decoder__strings(struct decoder *d, u32 *nr)
{
	const char **list;
	u32 i;

	DECODE_LIST(d, list, *nr, 4);
	for (i = 0; list && i < *nr; i++)
		list[i] = feat_string(&d->c);
	return list;
}

/* u32 events, u32 size of an attr; each: attr, u32 ids, name, u64 ids */
static void decode_events(struct decoder *d)
{
	u32 nr = feat_u32(&d->c), attr_size = feat_u32(&d->c), i, j;
	u64 left = (u64)(d->c.end - d->c.pos) / 8;
	struct event_desc *list = decoder__alloc(d, nr, 8 + (size_t)attr_size, sizeof(*list));
	u64 *ids = decoder__alloc(d, left, 8, sizeof(*ids));

	d->c.bad = d->c.bad || (nr && attr_size < PERF_ATTR_SIZE_VER0);
	for (i = 0; list && ids && i < nr && !d->c.bad; i++) {
		const u8 *attr = feat_bytes(&d->c, attr_size);

		list[i].nr_ids = feat_u32(&d->c);
		list[i].name = feat_string(&d->c);
		list[i].ids = ids;
		if (d->c.bad || list[i].nr_ids > (u64)(d->c.end - d->c.pos) / 8) {
			d->c.bad = true;
			break;
		}
		perf_event_attr__read(&list[i].attr, attr, attr_size, d->c.swap);
		for (j = 0; j < list[i].nr_ids; j++)
			*ids++ = feat_u64(&d->c);
	}
	d->f->events.list = list;
	d->f->events.nr = nr;
}

/* u32 PMUs; each: u32 type, name */
static void decode_pmus(struct decoder *d)
{
	struct pmu_mapping *list;
	u32 i;

	DECODE_LIST(d, list, d->f->pmus.nr, 8);
	for (i = 0; list && i < d->f->pmus.nr; i++) {
		list[i].type = feat_u32(&d->c);
		list[i].name = feat_string(&d->c);
	}
	d->f->pmus.list = list;
}

/* u32 groups; each: name, u32 leader, u32 members */
static void decode_groups(struct decoder *d)
{
	struct group_desc *list;
	u32 i;

	DECODE_LIST(d, list, d->f->groups.nr, 12);
	for (i = 0; list && i < d->f->groups.nr; i++) {
		list[i].name = feat_string(&d->c);
		list[i].leader = feat_u32(&d->c);
		list[i].nr_members = feat_u32(&d->c);
	}
	d->f->groups.list = list;
}

static u32 take_caps(struct decoder *d, struct pmu_cap *caps, const struct pmu_cap *end)
{
	u32 nr = feat_u32(&d->c), i;

	if (nr > (u64)(end - caps)) {
		d->c.bad = true;
		return 0;
	}
	for (i = 0; i < nr; i++) {
		caps[i].name = feat_string(&d->c);
		caps[i].value = feat_string(&d->c);
	}
	return nr;
}

/*
 * PMU_CAPS: u32 PMUs; each: u32 capabilities, each {name, value}; PMU.
 * CPU_PMU_CAPS: the capabilities alone.
 */
static void decode_caps(struct decoder *d, bool cpu)
{
	u32 nr = cpu ? 1 : feat_u32(&d->c), i;
	u64 max = (u64)(d->c.end - d->c.pos) / 8;
	struct pmu_caps *list = decoder__alloc(d, nr, 4, sizeof(*list));
	struct pmu_cap *caps = decoder__alloc(d, max, 8, sizeof(*caps));
	const struct pmu_cap *end = caps + max;

	for (i = 0; list && caps && i < nr && !d->c.bad; i++) {
		list[i].caps = caps;
		list[i].nr_caps = take_caps(d, caps, end);
		list[i].pmu = cpu ? NULL : feat_string(&d->c);
		caps += list[i].nr_caps;
	}
	d->f->caps.list = list;
	d->f->caps.nr = nr;
}

static void decode_clock_data(struct decoder *d)
{
	feat_u32(&d->c); /* version */
	d->f->clock_data.clockid = (s32)feat_u32(&d->c);
	d->f->clock_data.wall = feat_u64(&d->c);
	d->f->clock_data.clock = feat_u64(&d->c);
}

static void decode_compressed(struct decoder *d)
{
	feat_u32(&d->c); /* version */
	d->f->compressed.type = feat_u32(&d->c);
	d->f->compressed.level = feat_u32(&d->c);
	d->f->compressed.ratio = feat_u32(&d->c);
	feat_u32(&d->c); /* size of the ring buffers */
}

static void decode(struct decoder *d, u32 nr_cpus)
{
	switch (d->f->id) {
	case HEADER_HOSTNAME:
	case HEADER_OSRELEASE:
	case HEADER_VERSION:
	case HEADER_ARCH:
	case HEADER_CPUDESC:
	case HEADER_CPUID:
		d->f->text = feat_string(&d->c);
		break;
	case HEADER_NRCPUS:
		d->f->nrcpus.available = feat_u32(&d->c);
		d->f->nrcpus.online = feat_u32(&d->c);
		break;
	case HEADER_TOTAL_MEM:
	case HEADER_CLOCKID:
	case HEADER_DIR_FORMAT:
		d->f->value = feat_u64(&d->c);
		break;
	case HEADER_CMDLINE:
		d->f->cmdline.args = decoder__strings(d, &d->f->cmdline.nr);
		break;
	case HEADER_EVENT_DESC:
		decode_events(d);
		break;
	case HEADER_CPU_TOPOLOGY:
		decode_topology(d, nr_cpus);
		break;
	case HEADER_NUMA_TOPOLOGY:
		decode_numa(d);
		break;
	case HEADER_PMU_MAPPINGS:
		decode_pmus(d);
		break;
	case HEADER_GROUP_DESC:
		decode_groups(d);
		break;
	case HEADER_CACHE:
		decode_caches(d);
		break;
	case HEADER_SAMPLE_TIME:
		d->f->sample_time.first = feat_u64(&d->c);
		d->f->sample_time.last = feat_u64(&d->c);
		break;
	case HEADER_MEM_TOPOLOGY:
		decode_memory(d);
		break;
	case HEADER_BPF_PROG_INFO:
		decode_bpf_progs(d);
		break;
	case HEADER_BPF_BTF:
		decode_btf(d);
		break;
	case HEADER_COMPRESSED:
		decode_compressed(d);
		break;
	case HEADER_CPU_PMU_CAPS:
		decode_caps(d, true);
		break;
	case HEADER_CLOCK_DATA:
		decode_clock_data(d);
		break;
	case HEADER_HYBRID_TOPOLOGY:
		decode_hybrid(d);
		break;
	case HEADER_PMU_CAPS:
		decode_caps(d, false);
		break;
	default:
		break;
	}
}

int feature__decode(struct feature *f, int id, u8 *section, size_t size, bool swap, u32 nr_cpus)
{
	struct decoder d = { { section, section + size, swap, false }, f, false };

	memset(f, 0, sizeof(*f));
	f->id = id;
	f->section = section;
	decode(&d, nr_cpus);
	if (!d.c.bad)
		return 0;
	feature__exit(f);
	return d.no_memory ? -ENOMEM : -EINVAL;
}

void feature__exit(struct feature *f)
{
	while (f->nr_mem)
		free(f->mem[--f->nr_mem]);
	free(f->section);
	memset(f, 0, sizeof(*f));
}
