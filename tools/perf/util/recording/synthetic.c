// SPDX-License-Identifier: GPL-2.0-only
/* Records about the recording: its events' ids, threads, CPUs, clock; the kernel's memory. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "util/event.h"
#include "util/opening/evsel_open.h"
#include "synthetic-record.h"

#define MAX_RECORD UINT16_MAX

size_t synthetic__begin(struct synthetic *syn, u32 type, u16 misc)
{
	struct perf_event_header header = { .type = type, .misc = misc };
	size_t at = syn->buf.len;

	buf__put(&syn->buf, &header, sizeof(header));
	return at;
}

void synthetic__end(struct synthetic *syn, size_t at, size_t trailer)
{
	size_t size;
	u16 size16;

	buf__pad(&syn->buf, 8);
	buf__put_zeros(&syn->buf, trailer);
	size = syn->buf.len - at;
	if (syn->buf.failed)
		return;
	if (size > MAX_RECORD) {
		syn->buf.len = at; /* no such record can be */
		return;
	}
	size16 = (u16)size;
	memcpy(syn->buf.data + at + offsetof(struct perf_event_header, size), &size16,
	       sizeof(size16));
}

int synthetic__flush(struct synthetic *syn)
{
	int ret = buf__error(&syn->buf);

	if (!ret && syn->buf.len)
		ret = syn->write(syn->ctx, syn->buf.data, syn->buf.len);
	buf__reset(&syn->buf);
	return ret;
}

void synthetic__exit(struct synthetic *syn)
{
	buf__exit(&syn->buf);
}

/* u32 pid -1, u32 0; u64 start, length, offset; name */
static void put_kernel_mmap(struct synthetic *syn, u64 start, u64 len, u64 pgoff, const char *name)
{
	size_t at = synthetic__begin(syn, PERF_RECORD_MMAP, PERF_RECORD_MISC_KERNEL);

	buf__put_u32(&syn->buf, (u32)-1);
	buf__put_u32(&syn->buf, 0);
	buf__put_u64(&syn->buf, start);
	buf__put_u64(&syn->buf, len);
	buf__put_u64(&syn->buf, pgoff);
	buf__put(&syn->buf, name, strlen(name) + 1);
	synthetic__end(syn, at, syn->trailer_size);
}

/* Bytes of the kernel's code, as its place in memory tells: "  01000000-02276f47 : Kernel code". */
static u64 kernel_code_size(void)
{
	FILE *file = fopen("/proc/iomem", "re");
	char line[256], *end;
	u64 first, last, size = 0;

	while (file && !size && fgets(line, sizeof(line), file)) {
		if (!strstr(line, ": Kernel code"))
			continue;
		first = strtoull(line, &end, 16);
		last = *end == '-' ? strtoull(end + 1, NULL, 16) : 0;
		size = last > first ? last - first + 1 : 0;
	}
	if (file)
		fclose(file);
	return size;
}

/*
 * The kernel's text, from its symbols. There are so many that the last one is
 * looked for only if the size is not told elsewhere. To who may not see them
 * all addresses are 0, and nothing is said of it.
 */
static void put_kernel(struct synthetic *syn)
{
	FILE *file = fopen("/proc/kallsyms", "re");
	u64 start = 0, size = kernel_code_size();
	char line[512], label[64] = "", *name;

	while (file && !(start && size) && fgets(line, sizeof(line), file)) {
		u64 addr = strtoull(line, &name, 16);

		/* "ffffffff81000000 T _text" */
		name += strlen(name) > 3 ? 3 : 0;
		name[strcspn(name, "\n")] = '\0';
		if (!addr)
			continue;
		if (!start && (!strcmp(name, "_text") || !strcmp(name, "_stext"))) {
			start = addr;
			snprintf(label, sizeof(label), "[kernel.kallsyms]%s", name);
		} else if (start && !strcmp(name, "_etext")) {
			size = addr - start;
		}
	}
	if (file)
		fclose(file);
	if (start && size)
		put_kernel_mmap(syn, start, size, start, label);
}

/* "kvm 1146880 1 kvm_amd, Live 0xffffffffc02ed000" */
static void put_modules(struct synthetic *syn)
{
	FILE *file = fopen("/proc/modules", "re");
	char *line = NULL;
	size_t size = 0;

	while (file && getline(&line, &size, file) > 0) {
		const char *addr = strstr(line, " 0x");
		size_t len = strcspn(line, " ");
		u64 start = addr ? strtoull(addr, NULL, 16) : 0;
		char label[80];

		if (!start || !line[len])
			continue;
		snprintf(label, sizeof(label), "[%.*s]", (int)(len < 64 ? len : 64), line);
		put_kernel_mmap(syn, start, strtoull(line + len, NULL, 10), 0, label);
	}
	free(line);
	if (file)
		fclose(file);
}

int synthetic__kernel(struct synthetic *syn)
{
	put_kernel(syn);
	put_modules(syn);
	return synthetic__flush(syn);
}

struct id_entry {
	u64 id, idx, cpu, tid;
};

static void put_id_entries(struct synthetic *syn, const struct id_entry *entries, size_t nr)
{
	size_t at = synthetic__begin(syn, PERF_RECORD_ID_INDEX, 0);

	buf__put_u64(&syn->buf, nr);
	buf__put(&syn->buf, entries, nr * sizeof(*entries));
	synthetic__end(syn, at, 0);
}

/* Fills @entries with those of one event; returns how many. */
static size_t id_entries(struct id_entry *entries, const struct evsel *evsel,
			 const struct thread_map *threads)
{
	const struct evsel_ctl *ctl = evsel->ctl;
	unsigned int cpu, thread;
	size_t nr = 0;

	for (cpu = 0; cpu < ctl->cpus.nr; cpu++) {
		for (thread = 0; thread < ctl->nr_threads && nr < evsel->nr_ids; thread++) {
			if (evsel__fd(evsel, cpu, thread) < 0)
				continue;
			entries[nr] = (struct id_entry){
				.id = evsel->ids[nr],
				.idx = cpu,
				.cpu = (u64)(s64)ctl->cpus.cpus[cpu],
				.tid = (u64)(s64)threads->threads[thread].tid,
			};
			nr++;
		}
	}
	return nr;
}

int synthetic__id_index(struct synthetic *syn, const struct evlist *evlist,
			const struct thread_map *threads)
{
	const size_t max = (MAX_RECORD - 16) / sizeof(struct id_entry);
	const struct evsel *evsel;
	struct id_entry *all;
	size_t nr = 0, i;

	evlist__for_each_entry(evlist, evsel)
		nr += evsel->nr_ids;
	all = calloc(nr ? nr : 1, sizeof(*all));
	if (!all)
		return -ENOMEM;
	nr = 0;
	evlist__for_each_entry(evlist, evsel)
		nr += id_entries(all + nr, evsel, threads);
	for (i = 0; i < nr; i += max)
		put_id_entries(syn, all + i, nr - i < max ? nr - i : max);
	free(all);
	return synthetic__flush(syn);
}

int synthetic__thread_map(struct synthetic *syn, const struct thread_map *threads)
{
	size_t at = synthetic__begin(syn, PERF_RECORD_THREAD_MAP, 0);
	unsigned int i;

	buf__put_u64(&syn->buf, threads->nr);
	for (i = 0; i < threads->nr; i++) {
		buf__put_u64(&syn->buf, (u64)(s64)threads->threads[i].tid);
		buf__put(&syn->buf, threads->threads[i].comm, TASK_COMM_SIZE);
	}
	synthetic__end(syn, at, 0);
	return synthetic__flush(syn);
}

/* u16 kind (0: a list), u16 count, u16 CPUs */
int synthetic__cpu_map(struct synthetic *syn, const struct cpu_map *cpus)
{
	size_t at = synthetic__begin(syn, PERF_RECORD_CPU_MAP, 0);
	unsigned int i;

	buf__put(&syn->buf, (u16[2]){ 0, (u16)cpus->nr }, 2 * sizeof(u16));
	for (i = 0; i < cpus->nr; i++) {
		u16 cpu = (u16)cpus->cpus[i];

		buf__put(&syn->buf, &cpu, sizeof(cpu));
	}
	synthetic__end(syn, at, 0);
	return synthetic__flush(syn);
}

/* u64 shift, mult, zero, cycles, mask; u8 has zero, u8 is short (cycles and mask hold) */
int synthetic__time_conv(struct synthetic *syn, const struct perf_mmap *map)
{
	const struct perf_event_mmap_page *page = map->base;
	size_t at;

	if (!page->cap_user_time_zero)
		return 0;
	at = synthetic__begin(syn, PERF_RECORD_TIME_CONV, 0);
	buf__put_u64(&syn->buf, page->time_shift);
	buf__put_u64(&syn->buf, page->time_mult);
	buf__put_u64(&syn->buf, page->time_zero);
	buf__put_u64(&syn->buf, page->cap_user_time_short ? page->time_cycles : 0);
	buf__put_u64(&syn->buf, page->cap_user_time_short ? page->time_mask : 0);
	buf__put(&syn->buf, (u8[2]){ 1, page->cap_user_time_short }, 2);
	synthetic__end(syn, at, 0);
	return synthetic__flush(syn);
}

int synthetic__finished_init(struct synthetic *syn)
{
	size_t at = synthetic__begin(syn, PERF_RECORD_FINISHED_INIT, 0);

	synthetic__end(syn, at, 0);
	return synthetic__flush(syn);
}
