// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "evsel_open.h"
#include "mmap.h"

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static int map_one(struct perf_mmap *map, int fd, int cpu, size_t pages)
{
	const struct perf_event_mmap_page *page;
	void *base;

	map->size = pages * page_size();
	base = mmap(NULL, map->size + page_size(), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (base == MAP_FAILED)
		return -errno;
	page = base;
	map->base = base;
	/* Kernels before 4.1 do not tell where the data begin. */
	map->data = (u8 *)base + (page->data_size ? page->data_offset : page_size());
	map->fd = fd;
	map->cpu = cpu;
	return 0;
}

/* Maps @fd, or directs it into the buffer that its CPU has already. */
static int attach(struct perf_mmaps *mmaps, int fd, int cpu)
{
	unsigned int i;
	int ret;

	for (i = 0; i < mmaps->nr; i++) {
		if (mmaps->maps[i].cpu != cpu)
			continue;
		return ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, mmaps->maps[i].fd) ? -errno : 0;
	}
	ret = map_one(&mmaps->maps[mmaps->nr], fd, cpu, mmaps->pages);
	mmaps->nr += !ret;
	return ret;
}

static int attach_all(struct perf_mmaps *mmaps, const struct evlist *evlist)
{
	const struct evsel *evsel;
	unsigned int cpu, thread;
	int ret = 0;

	evlist__for_each_entry(evlist, evsel) {
		const struct evsel_ctl *ctl = evsel->ctl;

		for (cpu = 0; cpu < ctl->cpus.nr; cpu++) {
			for (thread = 0; thread < ctl->nr_threads && !ret; thread++) {
				int fd = evsel__fd(evsel, cpu, thread);

				if (fd >= 0)
					ret = attach(mmaps, fd, ctl->cpus.cpus[cpu]);
			}
		}
	}
	return ret;
}

/* An upper bound: the CPUs of all events, those that they share counted more than once. */
static size_t count_cpus(const struct evlist *evlist)
{
	const struct evsel *evsel;
	size_t nr = 0;

	evlist__for_each_entry(evlist, evsel)
		nr += evsel->ctl->cpus.nr;
	return nr;
}

static int init_pollfds(struct perf_mmaps *mmaps, const struct evlist *evlist)
{
	const struct evsel *first = evlist__first(evlist);
	size_t i, nr = (size_t)first->ctl->cpus.nr * first->ctl->nr_threads;

	mmaps->pollfds = calloc(nr + mmaps->nr + 1, sizeof(*mmaps->pollfds));
	if (!mmaps->pollfds)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		if (first->ctl->fds[i] >= 0)
			mmaps->pollfds[mmaps->nr_pollfds++].fd = first->ctl->fds[i];
	}
	/* A CPU that the first event is not on has another one's buffer. */
	for (i = 0; i < mmaps->nr; i++) {
		if (cpu_map__index(&first->ctl->cpus, mmaps->maps[i].cpu) < 0)
			mmaps->pollfds[mmaps->nr_pollfds++].fd = mmaps->maps[i].fd;
	}
	for (i = 0; i < mmaps->nr_pollfds; i++)
		mmaps->pollfds[i].events = POLLIN;
	return 0;
}

int perf_mmaps__init(struct perf_mmaps *mmaps, const struct evlist *evlist, size_t pages)
{
	int ret;

	memset(mmaps, 0, sizeof(*mmaps));
	mmaps->pages = pages;
	mmaps->maps = calloc(count_cpus(evlist) + 1, sizeof(*mmaps->maps));
	if (!mmaps->maps)
		return -ENOMEM;
	ret = attach_all(mmaps, evlist);
	if (!ret)
		ret = init_pollfds(mmaps, evlist);
	if (ret)
		perf_mmaps__exit(mmaps);
	return ret;
}

void perf_mmaps__exit(struct perf_mmaps *mmaps)
{
	unsigned int i;

	for (i = 0; i < mmaps->nr; i++)
		munmap(mmaps->maps[i].base, mmaps->maps[i].size + page_size());
	free(mmaps->maps);
	free(mmaps->pollfds);
	memset(mmaps, 0, sizeof(*mmaps));
}

int perf_mmaps__poll(struct perf_mmaps *mmaps, int other, int timeout_ms)
{
	unsigned int i, left = 0;

	mmaps->pollfds[mmaps->nr_pollfds] = (struct pollfd){ .fd = other, .events = POLLIN };
	if (poll(mmaps->pollfds, mmaps->nr_pollfds + 1, timeout_ms) < 0)
		return -errno;
	for (i = 0; i < mmaps->nr_pollfds; i++) {
		/* The thread of this fd and all that it started have ended. */
		if (mmaps->pollfds[i].revents & (POLLHUP | POLLERR | POLLNVAL))
			mmaps->pollfds[i].fd = -1;
		left += mmaps->pollfds[i].fd >= 0;
	}
	return (int)left;
}

int perf_mmap__read(struct perf_mmap *map, struct iovec iov[2])
{
	struct perf_event_mmap_page *page = map->base;
	size_t at, len, first;

	/* Pairs with the kernel's barrier between the records and data_head. */
	map->end = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
	len = perf_mmap__len(map);
	if (!len)
		return 0;
	at = (size_t)map->start & (map->size - 1);
	first = map->size - at < len ? map->size - at : len;
	iov[0] = (struct iovec){ map->data + at, first };
	if (first == len)
		return 1;
	iov[1] = (struct iovec){ map->data, len - first };
	return 2;
}

void perf_mmap__consume_first(struct perf_mmap *map, size_t len)
{
	struct perf_event_mmap_page *page = map->base;

	map->start += len;
	/* What was read must have been read before the kernel writes over it. */
	__atomic_store_n(&page->data_tail, map->start, __ATOMIC_RELEASE);
}

void perf_mmap__consume(struct perf_mmap *map)
{
	perf_mmap__consume_first(map, perf_mmap__len(map));
}

const struct perf_event_header *perf_mmap__next(const struct perf_mmap *map, size_t *pos,
						u8 *scratch)
{
	size_t at = (size_t)(map->start + *pos) & (map->size - 1);
	size_t left = perf_mmap__len(map) - *pos, first;
	const struct perf_event_header *header;

	/* Records are multiples of 8 bytes, so that a header is never cut. */
	if (left < sizeof(*header))
		return NULL;
	header = (const void *)(map->data + at);
	if (header->size < sizeof(*header) || header->size % 8 || header->size > left)
		return NULL;
	*pos += header->size;
	first = map->size - at;
	if (header->size <= first)
		return header;
	memcpy(scratch, header, first);
	memcpy(scratch + first, map->data, header->size - first);
	return (const void *)scratch;
}

int evlist__collect_ids(struct evlist *evlist)
{
	struct evsel *evsel;
	size_t i, nr;
	u64 id;
	int ret;

	evlist__for_each_entry(evlist, evsel) {
		nr = (size_t)evsel->ctl->cpus.nr * evsel->ctl->nr_threads;
		for (i = 0; i < nr; i++) {
			if (evsel->ctl->fds[i] < 0)
				continue;
			if (ioctl(evsel->ctl->fds[i], PERF_EVENT_IOC_ID, &id))
				return -errno;
			ret = evlist__add_id(evlist, evsel, id);
			if (ret)
				return ret;
		}
	}
	return 0;
}
