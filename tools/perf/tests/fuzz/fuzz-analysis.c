// SPDX-License-Identifier: GPL-2.0-only
/*
 * All of `perf kvm stat report` behind the options, on hostile recordings: every
 * event set, its rows, and how they are printed. An input's first three bytes say
 * what is asked for; the recording is the rest.
 *
 * Each set is analysed three times, and all have to come to the same:
 *	PLAIN	as a report does it
 *	SLOW	without the short cut for threads that have settled, and with
 *		intervals that are kept
 *	WATCH	with somebody watching spans and intervals
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <jansson.h>

#include "borrow.h"
#include "fuzz.h"
#include "kvm/report.h"
#include "kvm/sets.h"
#include "kvm/vcpu-time.h"
#include "ui/kvm-csv.h"
#include "ui/kvm-histogram.h"
#include "ui/kvm-json.h"
#include "ui/kvm-table.h"
#include "ui/vcpu-rows.h"
#include "ui/vcpu-table.h"

enum { PLAIN, SLOW, WATCH, NR_WAYS };
enum { FORM_NONE, FORM_TABLE, FORM_CSV, FORM_JSON };

struct watched {
	struct kvm_watch watch;
	const struct kvm_analysis *kvm;
	u64 nr_spans, told, last_end; /* single spans, and what the intervals' rows came to */
	u128 told_ns;
};

struct trial {
	struct perf_tool tool;
	struct kvm_sets sets[NR_WAYS];
	struct watched watched[KVM_MAX_SETS];
	struct perf_err err[NR_WAYS];
	unsigned int by, form, keep_each, nr_samples;
	bool histograms;
};

static struct trial *trial_of(struct perf_tool *tool)
{
	return container_of(tool, struct trial, tool);
}

static int on_span(void *ctx, const struct kvm_thread *thread, const struct kvm_span *span)
{
	struct watched *w = ctx;

	fuzz_check(span->duration >= w->watch.min_duration && thread->vm);
	w->nr_spans++;
	return 0;
}

static int on_interval(void *ctx, u64 from, u64 to)
{
	struct watched *w = ctx;
	struct kvm_query query = { .by = KVM_BY_VM };
	struct kvm_report report;

	fuzz_check(from >= w->last_end);
	w->last_end = to > from ? to : from;
	fuzz_check(!kvm_report__build(&report, w->kvm, &query));
	fuzz_check(report.total.count);
	w->told += report.total.count;
	w->told_ns += report.total.sum;
	kvm_report__exit(&report);
	return 0;
}

/* Of the sample's CPU is enough: of the others nobody asks now. */
static void unsettle(struct kvm_sets *sets, u32 cpu)
{
	u32 slots[] = { 0, cpu + 1 };
	size_t i, k;

	for (i = 0; i < sets->nr; i++) {
		for (k = 0; k < ARRAY_SIZE(slots); k++) {
			if (slots[k] < sets->kvm[i].nr_cpus && sets->kvm[i].cpus[slots[k]])
				sets->kvm[i].cpus[slots[k]]->settled = NULL;
		}
	}
}

static int on_sample(struct perf_tool *tool, struct perf_session *s, const struct perf_sample *p)
{
	struct trial *r = trial_of(tool);
	int ret = kvm_sets__sample(&r->sets[PLAIN], s, p);

	unsettle(&r->sets[SLOW], p->cpu);
	fuzz_check(kvm_sets__sample(&r->sets[SLOW], s, p) == ret);
	fuzz_check(kvm_sets__sample(&r->sets[WATCH], s, p) == ret);
	if (++r->nr_samples % r->keep_each == 0)
		fuzz_check(!kvm_sets__keep(&r->sets[SLOW], p->time));
	return ret;
}

static int on_comm(struct perf_tool *tool, struct perf_session *s, const struct comm_event *e)
{
	unsigned int way;

	for (way = 0; way < NR_WAYS; way++)
		fuzz_check(!kvm_sets__comm(&trial_of(tool)->sets[way], e));
	return 0;
}

static int on_lost(struct perf_tool *tool, struct perf_session *s, const struct lost_event *e)
{
	unsigned int way;

	for (way = 0; way < NR_WAYS; way++)
		fuzz_check(!kvm_sets__lost(&trial_of(tool)->sets[way], e));
	return 0;
}

static int on_task(struct perf_tool *tool, struct perf_session *s, const struct task_event *e)
{
	unsigned int way;

	for (way = 0; way < NR_WAYS; way++)
		kvm_sets__seen_cpu(&trial_of(tool)->sets[way], e->at.cpu);
	return 0;
}

static int on_exit_of(struct perf_tool *tool, struct perf_session *s, const struct task_event *e)
{
	unsigned int way;

	for (way = 0; way < NR_WAYS; way++)
		fuzz_check(!kvm_sets__task_exit(&trial_of(tool)->sets[way], e));
	return 0;
}

static int on_mmap(struct perf_tool *tool, struct perf_session *s, const struct mmap_event *e)
{
	unsigned int way;

	for (way = 0; way < NR_WAYS; way++)
		kvm_sets__seen_cpu(&trial_of(tool)->sets[way], e->at.cpu);
	return 0;
}

/* Text for people, and CSV, hold no control characters; what JSON holds is JSON. */
static void check_text(const struct trial *r, const char *text, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++) {
		u8 c = (u8)text[i];

		fuzz_check((c >= ' ' && c != 127) || c == '\n' ||
			   (c == '\r' && r->form == FORM_CSV));
	}
	if (r->form == FORM_JSON) {
		json_t *json = json_loadb(text, size, 0, NULL);

		fuzz_check(json);
		json_decref(json);
	}
}

static void print_rows(const struct trial *r, FILE *out, const struct kvm_report *report,
		       const struct perf_env *env, const struct ui_kvm_title *title)
{
	struct ui_columns columns = { 0 };
	struct ui_kvm_json json;

	if (r->form == FORM_TABLE)
		ui_columns__for_table(&columns, r->by);
	else
		ui_columns__for_programs(&columns, r->by, false);
	if (r->form == FORM_TABLE) {
		ui_kvm_table(out, report, &columns, title);
		fuzz_check(!r->histograms || ui_kvm_histograms(out, report, "*A*", title) >= 0);
	} else if (r->form == FORM_CSV) {
		ui_kvm_csv_rows(out, report, &columns);
	} else {
		fuzz_check(!ui_kvm_json__begin(&json));
		fuzz_check(!ui_kvm_json__add(&json, report, &columns, r->histograms));
		fuzz_check(!ui_kvm_json__print(&json, out, title->heading, env, title->lost));
		ui_kvm_json__exit(&json);
	}
}

static void print_vcpus(const struct trial *r, FILE *out, const struct kvm_vcpu_report *report,
			const struct perf_env *env, const struct ui_kvm_title *title)
{
	struct ui_kvm_json json;

	if (r->form == FORM_TABLE) {
		ui_vcpu_table(out, report, title);
	} else if (r->form == FORM_CSV) {
		ui_vcpu_csv_rows(out, report);
	} else {
		fuzz_check(!ui_kvm_json__begin(&json));
		fuzz_check(!ui_vcpu_json__add(&json, report));
		fuzz_check(!ui_kvm_json__print(&json, out, title->heading, env, title->lost));
		ui_kvm_json__exit(&json);
	}
}

static void print(const struct trial *r, const struct kvm_analysis *kvm,
		  const struct perf_session *s, const struct kvm_report *rows,
		  const struct kvm_vcpu_report *vcpus)
{
	const struct ui_kvm_title title = { .heading = kvm->ops->heading,
					    .lost = perf_session__lost(s) };
	char *text = NULL;
	size_t size = 0;
	FILE *out;

	if (r->form == FORM_NONE)
		return;
	out = open_memstream(&text, &size);
	fuzz_check(out);
	if (vcpus)
		print_vcpus(r, out, vcpus, &s->env, &title);
	else
		print_rows(r, out, rows, &s->env, &title);
	fclose(out);
	check_text(r, text, size);
	free(text);
}

static void same_stats(const struct kvm_stats *a, const struct kvm_stats *b)
{
	fuzz_check(a->count == b->count && a->min == b->min && a->max == b->max);
	fuzz_check(a->sum == b->sum && a->sum_sq == b->sum_sq);
}

static void same_rows(const struct kvm_report *a, const struct kvm_report *b)
{
	size_t i;

	fuzz_check(a->nr_rows == b->nr_rows && a->nr_threads == b->nr_threads);
	fuzz_check(a->nr_unpaired == b->nr_unpaired && a->nr_dropped == b->nr_dropped);
	fuzz_check(a->nr_backward == b->nr_backward);
	fuzz_check(a->first_time == b->first_time && a->last_time == b->last_time);
	same_stats(&a->total, &b->total);
	for (i = 0; i < a->nr_rows; i++) {
		const struct kvm_row *x = &a->rows[i], *y = &b->rows[i];

		fuzz_check(kvm_key__equal(&x->key, &y->key) && !strcmp(x->name, y->name));
		fuzz_check(x->group->pid == y->group->pid && x->group->tid == y->group->tid);
		fuzz_check(x->group->vcpu == y->group->vcpu && x->stats.count);
		fuzz_check(!memcmp(x->percentile, y->percentile, sizeof(x->percentile)));
		same_stats(&x->stats, &y->stats);
	}
}

static void check_rows(struct trial *r, const struct perf_session *s, size_t set)
{
	struct kvm_query query = { .by = r->by };
	const struct watched *w = &r->watched[set];
	struct kvm_report plain, slow;

	fuzz_check(!kvm_report__build(&plain, &r->sets[PLAIN].kvm[set], &query));
	query.part = KVM_WHOLE;
	fuzz_check(!kvm_report__build(&slow, &r->sets[SLOW].kvm[set], &query));
	same_rows(&plain, &slow);
	fuzz_check(w->nr_spans == plain.total.count);
	fuzz_check(w->told == plain.total.count && w->told_ns == plain.total.sum);
	print(r, &r->sets[PLAIN].kvm[set], s, &plain, NULL);
	kvm_report__exit(&plain);
	kvm_report__exit(&slow);
}

static void check_vcpus(struct trial *r, const struct perf_session *s, size_t set)
{
	struct kvm_query query = { .part = KVM_OPEN };
	struct kvm_vcpu_report plain, slow;
	size_t i, state;

	fuzz_check(!kvm_vcpu_report__build(&plain, &r->sets[PLAIN].kvm[set], &query));
	fuzz_check(!kvm_vcpu_report__build(&slow, &r->sets[SLOW].kvm[set], &query));
	fuzz_check(plain.nr_rows == slow.nr_rows && plain.nr_threads == slow.nr_threads);
	for (i = 0; i < plain.nr_rows; i++) {
		const struct kvm_vcpu_row *x = &plain.rows[i], *y = &slow.rows[i];
		u64 sum = 0;

		fuzz_check(x->pid == y->pid && x->tid == y->tid && x->vcpu_id == y->vcpu_id);
		fuzz_check(!memcmp(x->ns, y->ns, sizeof(x->ns)));
		for (state = 0; state < KVM_NR_STATES; state++)
			sum += x->ns[state];
		fuzz_check(sum == x->observed);
	}
	print(r, &r->sets[PLAIN].kvm[set], s, NULL, &plain);
	kvm_vcpu_report__exit(&plain);
	kvm_vcpu_report__exit(&slow);
	query.part = r->histograms ? KVM_WHOLE : KVM_LAST;
	fuzz_check(!kvm_vcpu_report__build(&slow, &r->sets[SLOW].kvm[set], &query));
	print(r, &r->sets[SLOW].kvm[set], s, NULL, &slow);
	kvm_vcpu_report__exit(&slow);
}

static void set_up(struct trial *r, const u8 *asked)
{
	static const unsigned int by[] = { 0, KVM_BY_VM, KVM_BY_VM | KVM_BY_VCPU,
					   KVM_BY_VM | KVM_BY_VCPU | KVM_BY_TID };
	const struct kvm_event_ops *const *set;
	unsigned int way;

	r->form = asked[0] & 3;
	r->by = by[asked[0] >> 2 & 3];
	r->histograms = asked[0] >> 4 & 1;
	r->keep_each = 1u << (asked[0] >> 5);
	for (way = 0; way < NR_WAYS; way++) {
		for (set = kvm_event_ops__all(); *set; set++)
			fuzz_check(
				!kvm_sets__add(&r->sets[way], *set, r->histograms, &r->err[way]));
	}
	for (way = 0; way < r->sets[WATCH].nr; way++) {
		struct kvm_analysis *kvm = &r->sets[WATCH].kvm[way];

		/* The states of vCPUs are no spans. */
		if (kvm->ops->settle)
			continue;
		r->watched[way] = (struct watched){ .watch = { .interval = 1ull << asked[1] % 64,
							       .interval_end = on_interval,
							       .span = on_span,
							       .ctx = &r->watched[way] },
						    .kvm = kvm };
		kvm->watch = &r->watched[way].watch;
	}
	r->tool = (struct perf_tool){ .sample = on_sample,
				      .comm = on_comm,
				      .lost = on_lost,
				      .fork = on_task,
				      .exit = on_exit_of,
				      .mmap = on_mmap };
}

static void analyse(struct trial *r, struct perf_session *s)
{
	struct perf_err err = { "" };
	unsigned int way;
	size_t set;

	perf_session__process_events(s, &r->tool, &err);
	for (way = 0; way < NR_WAYS; way++)
		fuzz_check(!kvm_sets__finish(&r->sets[way]));
	for (set = 0; set < r->sets[PLAIN].nr; set++) {
		if (r->sets[PLAIN].kvm[set].ops->settle)
			check_vcpus(r, s, set);
		else
			check_rows(r, s, set);
	}
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct trial r = { .nr_samples = 0 };
	struct perf_err err = { "" };
	struct borrowed *borrowed;
	struct perf_session s;
	unsigned int way;
	char path[64];
	bool lent;
	int fd;

	if (size < 3)
		return 0;
	fd = memfd_create("fuzz", MFD_CLOEXEC);
	fuzz_check(fd >= 0 && write(fd, data + 3, size - 3) == (ssize_t)(size - 3));
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (!perf_session__open(&s, path, true, &err)) {
		borrowed = borrowed__find(data[2]);
		lent = borrowed__lend(borrowed, &s);
		set_up(&r, data);
		analyse(&r, &s);
		if (lent)
			borrowed__take_back(borrowed, &s);
		for (way = 0; way < NR_WAYS; way++)
			kvm_sets__exit(&r.sets[way]);
		perf_session__close(&s);
	}
	close(fd);
	return 0;
}
