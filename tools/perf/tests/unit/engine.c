// SPDX-License-Identifier: GPL-2.0-only
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "engine.h"
#include "formats.h"

void stage__init_changed(struct stage *st, const char *formats, const char *from, const char *to,
			 const char *machine, const char *set)
{
	const struct kvm_event_ops *ops = kvm_event_ops__find(set);

	assert_non_null(ops);
	memset(st, 0, sizeof(*st));
	evlist__init(&st->session.evlist);
	st->session.formats.tep = formats__load(formats, from, to);
	st->session.env.arch = strdup(machine);
	assert_int_equal(kvm_analysis__init(&st->kvm, ops), 0);
	st->kvm.err = &st->err;
	st->pid = 100;
	st->tid = 101;
}

void stage__init(struct stage *st, const char *formats, const char *machine, const char *set)
{
	stage__init_changed(st, formats, NULL, NULL, machine, set);
}

void stage__exit(struct stage *st)
{
	kvm_report__exit(&st->report);
	kvm_analysis__exit(&st->kvm);
	evlist__exit(&st->session.evlist);
	perf_env__exit(&st->session.env);
	machine__exit(&st->session.machine);
	tep_free(st->session.formats.tep);
	kvm_filter__exit(&st->query.filter);
}

static struct evsel *find_event(struct stage *st, const char *name)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT,
					.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
						       PERF_SAMPLE_CPU | PERF_SAMPLE_RAW };
	const char *event = strchr(name, ':') + 1;
	struct tep_event *format;
	struct evsel *evsel;
	char system[64];

	evlist__for_each_entry(&st->session.evlist, evsel) {
		if (!strcmp(evsel->name, name))
			return evsel;
	}
	snprintf(system, sizeof(system), "%.*s", (int)(event - name - 1), name);
	format = tep_find_event_by_name(st->session.formats.tep, system, event);
	if (!format) {
		fail_msg("no format of %s", name);
		abort(); /* it has not come back, which it does not say */
	}
	attr.config = (u64)format->id;
	evsel = evlist__add(&st->session.evlist, &attr, sizeof(attr));
	evsel->name = strdup(name);
	evsel->tp_format = format;
	return evsel;
}

static void put_field(u8 *raw, struct tep_event *event, const char *name, u64 value)
{
	struct tep_format_field *f = tep_find_field(event, name);

	if (!f) {
		fail_msg("%s has no field %s", event->name, name);
		abort();
	}
	memcpy(raw + f->offset, &value, (size_t)f->size); /* the tests' hosts are little endian */
}

int stage__event(struct stage *st, const char *name, u64 time, const char *fields)
{
	struct evsel *evsel = find_event(st, name);
	u8 raw[512] = { 0 };
	struct perf_sample sample = { .evsel = evsel,
				      .pid = st->pid,
				      .tid = st->tid,
				      .cpu = st->cpu,
				      .time = time,
				      .raw_data = raw,
				      .raw_size = sizeof(raw) };
	char field[64], *end;
	int len;

	for (; sscanf(fields, " %63[^=]=%n", field, &len) == 1; fields = end)
		put_field(raw, evsel->tp_format, field, strtoull(fields + len, &end, 0));
	return kvm_analysis__sample(&st->kvm, &st->session, &sample);
}

void stage__lost(struct stage *st, u32 cpu)
{
	struct lost_event event = { .at = { .cpu = cpu }, .lost = 1 };

	assert_int_equal(kvm_analysis__lost(&st->kvm, &event), 0);
}

void stage__seen(struct stage *st, u32 cpu)
{
	kvm_analysis__seen_cpu(&st->kvm, cpu);
}

void stage__expect(struct stage *st, const char *key, const char *expected)
{
	char text[4096] = "";
	struct ui_columns keys;
	struct kvm_row *row;
	size_t len = 0;

	kvm_analysis__finish(&st->kvm);
	assert_int_equal(ui_columns__parse_keys(&keys, key, &st->err), 0);
	st->query.order = (struct kvm_order){ ui_columns__cmp, &keys };
	assert_int_equal(kvm_report__build(&st->report, &st->kvm, &st->query), 0);
	kvm_report__for_each_row(&st->report, row)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s %llu %llu",
					len ? "; " : "", row->name,
					(unsigned long long)row->stats.count,
					(unsigned long long)row->stats.sum);
	assert_string_equal(text, expected);
}

void stage__expect_counts(struct stage *st, u64 unpaired, u64 dropped, u64 backward)
{
	assert_int_equal(st->report.nr_unpaired, unpaired);
	assert_int_equal(st->report.nr_dropped, dropped);
	assert_int_equal(st->report.nr_backward, backward);
}
