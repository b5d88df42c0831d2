// SPDX-License-Identifier: GPL-2.0-only
/* `perf script`: the lines themselves. */
#include <sys/mman.h>

#include "builtin-script.h"
#include "ui/escape.h"
#include "util/reading/formats.h"

#define NSEC_PER_SEC 1000000000ull

typedef unsigned long long ull; /* for printf */

static void print_time(const struct script *script, u64 time)
{
	if (script->nanoseconds)
		printf("%5llu.%09llu: ", (ull)(time / NSEC_PER_SEC), (ull)(time % NSEC_PER_SEC));
	else
		printf("%5llu.%06llu: ", (ull)(time / NSEC_PER_SEC),
		       (ull)(time % NSEC_PER_SEC / 1000));
}

/* A thread that the recording does not name is called by its number. */
static const char *thread_name(struct perf_session *session, u32 tid, char *buf, size_t size)
{
	const struct thread *thread = machine__find_thread(&session->machine, tid);

	if (!tid)
		return "swapper";
	if (thread && thread->comm[0])
		return ui_escape(thread->comm, buf, size);
	snprintf(buf, size, ":%d", (int)tid);
	return buf;
}

static void print_where(const struct script *script, struct perf_session *session, int show,
			u32 comm_tid, const struct record_id *at)
{
	char comm[4 * THREAD_COMM_SIZE];

	if (show & SHOW_COMM)
		printf(show & SHOW_IP ? "%s " : "%16s ",
		       thread_name(session, comm_tid, comm, sizeof(comm)));
	if ((show & SHOW_PID) && (show & SHOW_TID))
		printf("%5d/%-5d ", (int)at->pid, (int)at->tid);
	else if (show & (SHOW_PID | SHOW_TID))
		printf("%5d ", (int)(show & SHOW_PID ? at->pid : at->tid));
	if (show & SHOW_CPU)
		printf("[%03d] ", (int)at->cpu);
	if (show & SHOW_TIME)
		print_time(script, at->time);
}

void script__print_where(const struct script *script, struct perf_session *session, u32 comm_tid,
			 const struct record_id *at)
{
	const struct evsel *first = evlist__first(&session->evlist);
	const struct sample_layout none = { 0 }, *l = first ? &first->layout : &none;
	int show = script->fields.show[first && !evsel__is_tracepoint(first) ? CLASS_OTHER
									     : CLASS_TRACEPOINT];

	show &= ~SHOW_IP;
	if (!l->trailer_tid)
		show &= ~(SHOW_PID | SHOW_TID);
	if (!l->trailer_cpu)
		show &= ~SHOW_CPU;
	if (!l->trailer_time)
		show &= ~SHOW_TIME;
	print_where(script, session, show, comm_tid, at);
}

static void print_trace(struct script *script, struct perf_session *session,
			const struct perf_sample *sample)
{
	struct tep_event *format = sample->evsel->tp_format;

	if (!format || !sample->raw_data)
		return;
	trace_seq_reset(&script->seq);
	if (perf_session__formats_fit(session, format, sample->raw_size) &&
	    !trace_event__print(&session->formats, format, sample->raw_data, sample->raw_size,
				&script->seq))
		ui_fputs(script->seq.buffer, stdout);
	else
		script->nr_unfit++;
}

/* "[kernel.kallsyms]_text" is a mapping of [kernel.kallsyms], told by that symbol. */
static void print_dso(const struct map *map)
{
	const char *name = map ? map->dso : "[unknown]", *close;

	close = *name == '[' ? strchr(name, ']') : NULL;
	fputs(" (", stdout);
	ui_fputsn(name, close ? (size_t)(close + 1 - name) : strlen(name), stdout);
	putchar(')');
}

/* There are no symbols here: what is not known is called so. */
static void print_code(int show, u64 ip, const struct map *map)
{
	printf("%16llx", (ull)ip);
	if (show & SHOW_SYM)
		fputs(" [unknown]", stdout);
	if (show & SHOW_DSO)
		print_dso(map);
}

/* Callchains hold markers that say where the addresses behind them are of. */
static u16 context_cpumode(u64 ip)
{
	switch (ip) {
	case PERF_CONTEXT_KERNEL:
		return PERF_RECORD_MISC_KERNEL;
	case PERF_CONTEXT_USER:
		return PERF_RECORD_MISC_USER;
	case PERF_CONTEXT_GUEST_KERNEL:
		return PERF_RECORD_MISC_GUEST_KERNEL;
	case PERF_CONTEXT_GUEST_USER:
		return PERF_RECORD_MISC_GUEST_USER;
	case PERF_CONTEXT_HV:
		return PERF_RECORD_MISC_HYPERVISOR;
	default:
		return PERF_RECORD_MISC_CPUMODE_UNKNOWN;
	}
}

static void print_callchain(const struct script *script, const struct perf_sample *sample, int show)
{
	u16 cpumode = perf_sample__misc(sample) & PERF_RECORD_MISC_CPUMODE_MASK;
	const u8 *ips;
	u64 nr = perf_sample__callchain(sample, &ips), i;

	putchar('\n');
	for (i = 0; i < nr; i++) {
		u64 ip = get_u64(ips + i * 8, sample->swap);
		const struct map *map;

		if (ip >= (u64)PERF_CONTEXT_MAX) {
			cpumode = context_cpumode(ip);
			continue;
		}
		map = maps__find(&script->maps, cpumode, sample->pid, ip);
		/* Of a program, where it is in the file: that does not change from run to run. */
		if (map && cpumode == PERF_RECORD_MISC_USER)
			ip = ip - map->start + map->pgoff;
		putchar('\t');
		print_code(show, ip, map);
		putchar('\n');
	}
}

static void print_ip(const struct script *script, const struct perf_sample *sample, int show)
{
	u64 ip = perf_sample__ip(sample);

	putchar(' ');
	print_code(show, ip,
		   maps__find(&script->maps,
			      perf_sample__misc(sample) & PERF_RECORD_MISC_CPUMODE_MASK,
			      sample->pid, ip));
}

void script__print_sample(struct script *script, struct perf_session *session,
			  const struct perf_sample *sample, const struct script_event *event)
{
	struct record_id at = { sample->pid, sample->tid, sample->cpu, sample->time,
				perf_sample__id(sample) };
	int show = event->show;

	/* Above a callchain a name is not padded. */
	print_where(script, session, event->callchain ? show : show & ~SHOW_IP, sample->tid, &at);
	if (show & SHOW_PERIOD)
		printf("%10llu ", (ull)perf_sample__period(sample));
	if (show & SHOW_EVENT)
		printf("%*s: ", script->name_width, event->name);
	if (show & SHOW_TRACE)
		print_trace(script, session, sample);
	if (show & SHOW_ADDR)
		printf("%16llx ", (ull)perf_sample__addr(sample));
	if (event->callchain)
		print_callchain(script, sample, show);
	else if (show & SHOW_IP)
		print_ip(script, sample, show);
	putchar('\n');
}

void script__print_comm(const struct comm_event *event)
{
	printf("PERF_RECORD_COMM%s: ", event->exec ? " exec" : "");
	ui_fputs(event->comm, stdout);
	printf(":%d/%d\n", (int)event->pid, (int)event->tid);
}

void script__print_task(const struct task_event *event, bool is_fork)
{
	printf("PERF_RECORD_%s(%d:%d):(%d:%d)\n", is_fork ? "FORK" : "EXIT", (int)event->pid,
	       (int)event->tid, (int)event->ppid, (int)event->ptid);
}

static void print_address(u64 v)
{
	printf(v ? "0x%llx" : "%llx", (ull)v);
}

void script__print_mmap(const struct mmap_event *event)
{
	printf("PERF_RECORD_MMAP%s %d/%d: [", event->mmap2 ? "2" : "", (int)event->pid,
	       (int)event->tid);
	print_address(event->start);
	putchar('(');
	print_address(event->len);
	fputs(") @ ", stdout);
	print_address(event->pgoff);
	if (!event->mmap2) {
		printf("]: %c ", event->misc & PERF_RECORD_MISC_MMAP_DATA ? 'r' : 'x');
	} else {
		if (event->build_id) {
			u8 i;

			fputs(" <", stdout);
			for (i = 0; i < event->build_id_size; i++)
				printf("%02x", event->build_id[i]);
			putchar('>');
		} else {
			printf(" %02x:%02x %llu %llu", event->maj, event->min, (ull)event->ino,
			       (ull)event->ino_generation);
		}
		printf("]: %c%c%c%c ", event->prot & PROT_READ ? 'r' : '-',
		       event->prot & PROT_WRITE ? 'w' : '-', event->prot & PROT_EXEC ? 'x' : '-',
		       event->flags & MAP_SHARED ? 's' : 'p');
	}
	ui_fputs(event->filename, stdout);
	putchar('\n');
}
