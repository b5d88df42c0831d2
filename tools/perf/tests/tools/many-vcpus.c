// SPDX-License-Identifier: GPL-2.0-only
/*
 * Makes a recording of many vCPUs that access many ports, for screens: more rows
 * and more vCPUs than a real one of a reasonable size has.
 *
 *	many-vcpus -v VCPUS -k PORTS -n SAMPLES INPUT OUTPUT
 *
 * INPUT is a plain file of this machine's byte order with kvm_exit, kvm_pio and
 * kvm_entry: its header, formats and one record of each are taken. Each sample is
 * an exit, an access and an entry; each VM has 256 vCPUs at the most.
 */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/reading/session.h"

#define VM_VCPUS 256
#define NR_CPUS	 8
#define ROUND	 1000 /* samples between two FINISHED_ROUND */

enum { EXIT, ACCESS, ENTRY, NR_KINDS };

/* A record, and where in it stands what is changed; 0: nowhere. */
struct template
{
	u8 *record;
	u16 size;
	u32 tid, time, cpu, vcpu, port;
};

struct maker {
	struct perf_tool tool;
	struct template templates[NR_KINDS];
	FILE *out;
	u64 written;
};

static const char *const names[NR_KINDS] = { "kvm:kvm_exit", "kvm:kvm_pio", "kvm:kvm_entry" };

static u32 field(struct tep_event *event, const struct perf_sample *sample, const char *name)
{
	struct tep_format_field *f = tep_find_field(event, name);
	const u8 *raw = sample->raw_data;

	return f ? (u32)(raw - (const u8 *)sample->event) + (u32)f->offset : 0;
}

static void take(struct template *t, struct perf_session *session, const struct perf_sample *sample)
{
	struct tep_event *event = trace_event__find(&session->formats, sample->evsel->attr.config);
	const struct sample_layout *l = &sample->evsel->layout;

	t->size = sample->event->size;
	t->record = malloc(t->size);
	if (!t->record || !l->cpu || !event)
		errx(1, "samples without a CPU or a format");
	memcpy(t->record, sample->event, t->size);
	t->tid = l->tid;
	t->time = l->time;
	t->cpu = l->cpu;
	t->vcpu = field(event, sample, "vcpu_id");
	t->port = field(event, sample, "port");
}

/* The exits of the first access are as good as any: what they are for, the ports tell. */
static int on_sample(struct perf_tool *tool, struct perf_session *session,
		     const struct perf_sample *sample)
{
	struct maker *m = container_of(tool, struct maker, tool);
	int kind;

	for (kind = 0; kind < NR_KINDS; kind++) {
		if (!m->templates[kind].record && sample->evsel->name &&
		    !strcmp(sample->evsel->name, names[kind]))
			take(&m->templates[kind], session, sample);
	}
	return 0;
}

static void emit(struct maker *m, const void *data, size_t size)
{
	if (fwrite(data, 1, size, m->out) != size)
		err(1, "write");
	m->written += size;
}

static void set_u32(u8 *record, u32 at, u32 value)
{
	if (at)
		memcpy(record + at, &value, sizeof(value));
}

static void emit_event(struct maker *m, int kind, u32 vcpu, u32 port, u64 time)
{
	const struct template *t = &m->templates[kind];
	u32 pid = 10000 + vcpu / VM_VCPUS * 1000;

	set_u32(t->record, t->tid, pid);
	set_u32(t->record, t->tid + 4, pid + 1 + vcpu % VM_VCPUS);
	set_u32(t->record, t->cpu, vcpu % NR_CPUS);
	set_u32(t->record, t->vcpu, vcpu % VM_VCPUS);
	set_u32(t->record, t->port, port);
	memcpy(t->record + t->time, &time, sizeof(time));
	emit(m, t->record, t->size);
}

static u64 next_random(u64 *random)
{
	*random = *random * 6364136223846793005ull + 1442695040888963407ull;
	return *random >> 33;
}

static void emit_data(struct maker *m, u32 vcpus, u32 ports, u64 samples)
{
	const struct perf_event_header round = { PERF_RECORD_FINISHED_ROUND, 0, sizeof(round) };
	u64 random = 1, time = 1000000000, i;

	for (i = 0; i < samples; i++) {
		u32 vcpu = (u32)(i % vcpus);
		/* Some are accessed more often than others, but each of them is. */
		u32 port = (u32)(i < ports ? i : next_random(&random) % (1 + i % ports));

		emit_event(m, EXIT, vcpu, port, time);
		emit_event(m, ACCESS, vcpu, port, time + 1000);
		emit_event(m, ENTRY, vcpu, port, time + 2000 + next_random(&random) % 5000);
		time += 8000;
		if (i % ROUND == ROUND - 1)
			emit(m, &round, sizeof(round));
	}
}

/* What stands behind the data: the features' table, and what it points to. */
static void emit_features(struct maker *m, const struct perf_session *session, FILE *in)
{
	u64 from = session->header.data.offset + session->header.data.size, delta;
	size_t size = session->data.size - from, at = 0;
	u8 *bytes = malloc(size + 1);
	int feat;

	if (!bytes || fseeko(in, (off_t)from, SEEK_SET) || fread(bytes, 1, size, in) != size)
		errx(1, "the features cannot be read");
	delta = m->written - from;
	for (feat = 0; feat < HEADER_FEAT_BITS; feat++) {
		u64 offset;

		if (!perf_header__has_feat(&session->header, feat))
			continue;
		memcpy(&offset, bytes + at, sizeof(offset));
		offset += delta;
		memcpy(bytes + at, &offset, sizeof(offset));
		at += sizeof(struct perf_file_section);
	}
	emit(m, bytes, size);
	free(bytes);
}

static void emit_head(struct maker *m, const struct perf_session *session, FILE *in)
{
	size_t size = session->header.data.offset;
	u8 *bytes = malloc(size);

	if (!bytes || fread(bytes, 1, size, in) != size)
		errx(1, "the header cannot be read");
	emit(m, bytes, size);
	free(bytes);
}

static void make(struct maker *m, struct perf_session *session, const char *input, u32 vcpus,
		 u32 ports, u64 samples)
{
	struct perf_err error = { "" };
	FILE *in = fopen(input, "re");
	u64 size;
	int i;

	if (!in || perf_session__open(session, input, true, &error))
		errx(1, "%s: %s", input, error.msg);
	perf_session__process_events(session, &m->tool, &error);
	for (i = 0; i < NR_KINDS; i++) {
		if (!m->templates[i].record)
			errx(1, "%s: no %s", input, names[i]);
	}
	emit_head(m, session, in);
	emit_data(m, vcpus, ports, samples);
	size = m->written - session->header.data.offset;
	emit_features(m, session, in);
	/* The data's size stands behind magic, two sizes, the attrs' section and its own offset. */
	if (fseeko(m->out, 3 * 8 + 16 + 8, SEEK_SET))
		err(1, "seek");
	emit(m, &size, sizeof(size));
	fclose(in);
}

int main(int argc, char **argv)
{
	struct maker m = { .tool.sample = on_sample };
	struct perf_session session;
	u64 vcpus = 0, ports = 0, samples = 0;
	int opt, i;

	while ((opt = getopt(argc, argv, "v:k:n:")) != -1)
		*(opt == 'v'   ? &vcpus
		  : opt == 'k' ? &ports
			       : &samples) = optarg ? strtoull(optarg, NULL, 0) : 0;
	if (!vcpus || !ports || ports > 65536 || samples < ports || argc - optind != 2)
		errx(129, "usage: many-vcpus -v VCPUS -k PORTS -n SAMPLES INPUT OUTPUT");
	m.out = fopen(argv[optind + 1], "we");
	if (!m.out)
		err(1, "%s", argv[optind + 1]);
	make(&m, &session, argv[optind], (u32)vcpus, (u32)ports, samples);
	if (fclose(m.out))
		err(1, "%s", argv[optind + 1]);
	perf_session__close(&session);
	for (i = 0; i < NR_KINDS; i++)
		free(m.templates[i].record);
	return 0;
}
