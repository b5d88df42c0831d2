// SPDX-License-Identifier: GPL-2.0-only
/* `perf script -D`: each record as it stands in the recording, and what kind it is. */
#include <errno.h>

#include "builtin-script.h"
#include "ui/escape.h"
#include "util/event.h"

typedef unsigned long long ull; /* for printf */

static const char *record_name(u32 type)
{
	static const char *const names[] = {
		[PERF_RECORD_MMAP] = "MMAP",
		[PERF_RECORD_LOST] = "LOST",
		[PERF_RECORD_COMM] = "COMM",
		[PERF_RECORD_EXIT] = "EXIT",
		[PERF_RECORD_THROTTLE] = "THROTTLE",
		[PERF_RECORD_UNTHROTTLE] = "UNTHROTTLE",
		[PERF_RECORD_FORK] = "FORK",
		[PERF_RECORD_READ] = "READ",
		[PERF_RECORD_SAMPLE] = "SAMPLE",
		[PERF_RECORD_MMAP2] = "MMAP2",
		[PERF_RECORD_AUX] = "AUX",
		[PERF_RECORD_ITRACE_START] = "ITRACE_START",
		[PERF_RECORD_LOST_SAMPLES] = "LOST_SAMPLES",
		[PERF_RECORD_SWITCH] = "SWITCH",
		[PERF_RECORD_SWITCH_CPU_WIDE] = "SWITCH_CPU_WIDE",
		[PERF_RECORD_NAMESPACES] = "NAMESPACES",
		[PERF_RECORD_KSYMBOL] = "KSYMBOL",
		[PERF_RECORD_BPF_EVENT] = "BPF_EVENT",
		[PERF_RECORD_CGROUP] = "CGROUP",
		[PERF_RECORD_TEXT_POKE] = "TEXT_POKE",
		[PERF_RECORD_AUX_OUTPUT_HW_ID] = "AUX_OUTPUT_HW_ID",
		[PERF_RECORD_HEADER_ATTR] = "ATTR",
		[PERF_RECORD_HEADER_EVENT_TYPE] = "EVENT_TYPE",
		[PERF_RECORD_HEADER_TRACING_DATA] = "TRACING_DATA",
		[PERF_RECORD_HEADER_BUILD_ID] = "BUILD_ID",
		[PERF_RECORD_FINISHED_ROUND] = "FINISHED_ROUND",
		[PERF_RECORD_ID_INDEX] = "ID_INDEX",
		[PERF_RECORD_AUXTRACE_INFO] = "AUXTRACE_INFO",
		[PERF_RECORD_AUXTRACE] = "AUXTRACE",
		[PERF_RECORD_AUXTRACE_ERROR] = "AUXTRACE_ERROR",
		[PERF_RECORD_THREAD_MAP] = "THREAD_MAP",
		[PERF_RECORD_CPU_MAP] = "CPU_MAP",
		[PERF_RECORD_STAT_CONFIG] = "STAT_CONFIG",
		[PERF_RECORD_STAT] = "STAT",
		[PERF_RECORD_STAT_ROUND] = "STAT_ROUND",
		[PERF_RECORD_EVENT_UPDATE] = "EVENT_UPDATE",
		[PERF_RECORD_TIME_CONV] = "TIME_CONV",
		[PERF_RECORD_HEADER_FEATURE] = "FEATURE",
		[PERF_RECORD_COMPRESSED] = "COMPRESSED",
		[PERF_RECORD_FINISHED_INIT] = "FINISHED_INIT",
		[PERF_RECORD_COMPRESSED2] = "COMPRESSED2",
		[PERF_RECORD_BPF_METADATA] = "BPF_METADATA",
	};

	return type < ARRAY_SIZE(names) && names[type] ? names[type] : "UNKNOWN";
}

static void print_bytes(const u8 *p, size_t size)
{
	size_t at, i;

	for (at = 0; at < size; at += 16) {
		printf(".  %04zx: ", at);
		for (i = at; i < at + 16; i++) {
			if (i < size)
				printf(" %02x", p[i]);
			else
				fputs("   ", stdout);
		}
		fputs("  ", stdout);
		for (i = at; i < at + 16; i++)
			putchar(i >= size ? ' ' : p[i] < ' ' || p[i] > '~' ? '.' : p[i]);
		putchar('\n');
	}
}

int script__dump_record(struct perf_tool *tool, struct perf_session *session,
			const struct perf_event_header *event, u64 offset)
{
	struct script *script = container_of(tool, struct script, tool);
	size_t size = record_size(event, session->header.swap);
	u32 type = record_type(event, session->header.swap);

	script__dump_rest(script);
	script->pending.offset = offset;
	script->pending.type = type;
	script->pending.size = size;
	printf("\n%#llx@", (ull)offset);
	ui_fputs(script->input, stdout);
	printf(" [%#zx]: event: %u\n.\n. ... raw event: size %zu bytes\n", size, type, size);
	print_bytes((const u8 *)event, size);
	putchar('\n');
	return ferror(stdout) ? -EPIPE : 0;
}

bool script__dump_line(struct script *script, u32 cpu, u64 time)
{
	if (!script->pending.size)
		return false;
	printf("%d %llu %#llx [%#zx]: ", (int)cpu, (ull)time, (ull)script->pending.offset,
	       script->pending.size);
	script->pending.size = 0;
	return true;
}

void script__dump_rest(struct script *script)
{
	u32 type = script->pending.type;

	if (script__dump_line(script, 0, 0))
		printf("PERF_RECORD_%s\n", record_name(type));
}

static void dump_callchain(const struct perf_sample *sample)
{
	const u8 *ips;
	u64 nr, i;

	if (!(sample->evsel->attr.sample_type & PERF_SAMPLE_CALLCHAIN))
		return;
	nr = perf_sample__callchain(sample, &ips);
	printf("... FP chain: nr:%llu\n", (ull)nr);
	for (i = 0; i < nr; i++)
		printf("..... %2llu: %016llx\n", (ull)i, (ull)get_u64(ips + i * 8, sample->swap));
}

void script__dump_sample(struct script *script, struct perf_session *session,
			 const struct perf_sample *sample)
{
	const struct thread *thread = machine__find_thread(&session->machine, sample->tid);
	u64 ip = perf_sample__ip(sample);
	const struct map *map =
		maps__find(&script->maps, perf_sample__misc(sample) & PERF_RECORD_MISC_CPUMODE_MASK,
			   sample->pid, ip);

	if (!script__dump_line(script, sample->cpu, sample->time))
		return;
	printf("PERF_RECORD_SAMPLE(IP, %#x): %d/%d: %#llx period: %llu addr: %#llx\n",
	       perf_sample__misc(sample), (int)sample->pid, (int)sample->tid, (ull)ip,
	       (ull)perf_sample__period(sample), (ull)perf_sample__addr(sample));
	dump_callchain(sample);
	fputs(" ... thread: ", stdout);
	ui_fputs(thread ? thread->comm : "", stdout);
	printf(":%d\n ...... dso: ", (int)sample->tid);
	ui_fputs(map ? map->dso : "<not found>", stdout);
	putchar('\n');
}
