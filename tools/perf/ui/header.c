// SPDX-License-Identifier: GPL-2.0-only
#include <time.h>

#include "attr.h"
#include "escape.h"
#include "header.h"
#include "header-print.h"

#define NSEC_PER_SEC 1000000000ull

void ui_header__print_text(FILE *out, const char *what, const char *text)
{
	fprintf(out, "# %s : ", what);
	ui_fputs(text, out);
	fputc('\n', out);
}

/* Each word is followed by a space, and its own quotes are marked, as people's scripts expect. */
static void print_cmdline(FILE *out, const struct feature *f)
{
	u32 i;

	fputs("# cmdline : ", out);
	for (i = 0; i < f->cmdline.nr; i++) {
		const char *p = f->cmdline.args[i], *quote;

		for (; (quote = strchr(p, '\'')); p = quote + 1) {
			ui_fputsn(p, (size_t)(quote - p), out);
			fputs("\\'", out);
		}
		ui_fputs(p, out);
		fputc(' ', out);
	}
	fputc('\n', out);
}

static void print_events(FILE *out, const struct feature *f)
{
	u32 i, j;

	for (i = 0; i < f->events.nr; i++) {
		const struct event_desc *e = &f->events.list[i];

		fputs("# event : name = ", out);
		ui_fputs(e->name, out);
		fputs(", ", out);
		for (j = 0; j < e->nr_ids; j++)
			fprintf(out, "%s%llu", j ? ", " : ", id = { ",
				(unsigned long long)e->ids[j]);
		if (e->nr_ids)
			fputs(" }", out);
		ui_attr__print(out, &e->attr, " = ", 0);
		fputc('\n', out);
	}
}

static void print_pmus(FILE *out, const struct feature *f)
{
	u32 i;

	fputs("# pmu mappings: ", out);
	for (i = 0; i < f->pmus.nr; i++) {
		fputs(i ? ", " : "", out);
		ui_fputs(f->pmus.list[i].name, out);
		fprintf(out, " = %u", f->pmus.list[i].type);
	}
	fputs(f->pmus.nr ? "\n" : "not available\n", out);
}

/* A group's events stand one behind the other in the list of events. */
static void print_groups(FILE *out, const struct header_info *info)
{
	const struct feature *f = &info->features[HEADER_GROUP_DESC];
	const struct feature *events = &info->features[HEADER_EVENT_DESC];
	u32 i, j;

	for (i = 0; i < f->groups.nr; i++) {
		const struct group_desc *g = &f->groups.list[i];

		fputs("# group: ", out);
		ui_fputs(g->name, out);
		fputc('{', out);
		for (j = 0; j < g->nr_members; j++) {
			if (events->id != HEADER_EVENT_DESC ||
			    (u64)g->leader + j >= events->events.nr)
				break;
			fputs(j ? "," : "", out);
			ui_fputs(events->events.list[g->leader + j].name, out);
		}
		fputs("}\n", out);
	}
}

static void print_seconds(FILE *out, u64 ns, u64 unit, int digits)
{
	fprintf(out, "%llu.%0*llu", (unsigned long long)(ns / NSEC_PER_SEC), digits,
		(unsigned long long)(ns % NSEC_PER_SEC / unit));
}

static void print_sample_time(FILE *out, const struct feature *f)
{
	fputs("# time of first sample : ", out);
	print_seconds(out, f->sample_time.first, 1000, 6);
	fputs("\n# time of last sample : ", out);
	print_seconds(out, f->sample_time.last, 1000, 6);
	fprintf(out, "\n# sample duration : %10.3f ms\n",
		(double)(f->sample_time.last - f->sample_time.first) / 1e6);
}

static const char *clock_name(s32 clockid)
{
	switch (clockid) {
	case CLOCK_REALTIME:
		return "realtime";
	case CLOCK_MONOTONIC:
		return "monotonic";
	case CLOCK_MONOTONIC_RAW:
		return "monotonic_raw";
	case CLOCK_BOOTTIME:
		return "boottime";
	case CLOCK_TAI:
		return "tai";
	default:
		return "(not found)";
	}
}

static void print_clock_data(FILE *out, const struct feature *f)
{
	const char *clock = clock_name(f->clock_data.clockid);
	time_t seconds = (time_t)(f->clock_data.wall / NSEC_PER_SEC);
	char text[64] = "";
	struct tm tm;

	if (localtime_r(&seconds, &tm))
		strftime(text, sizeof(text), "%F %T", &tm);
	fprintf(out, "# clockid: %s (%d)\n", clock, f->clock_data.clockid);
	fprintf(out, "# reference time: %s.%06llu = ", text,
		(unsigned long long)(f->clock_data.wall % NSEC_PER_SEC / 1000));
	print_seconds(out, f->clock_data.wall, 1000, 6);
	fputs(" (TOD) = ", out);
	print_seconds(out, f->clock_data.clock, 1, 9);
	fprintf(out, " (%s)\n", clock);
}

static void print_bpf_progs(FILE *out, const struct feature *f)
{
	u32 i, j;

	for (i = 0; i < f->bpf.nr; i++) {
		const struct bpf_object *prog = &f->bpf.list[i];

		fprintf(out, "# bpf_prog_info %u: bpf_prog_", prog->id);
		for (j = 0; j < sizeof(prog->tag); j++)
			fprintf(out, "%02x", prog->tag[j]);
		if (*prog->name) {
			fputc('_', out);
			ui_fputs(prog->name, out);
		}
		if (prog->addr)
			fprintf(out, " addr 0x%llx size %u", (unsigned long long)prog->addr,
				prog->size);
		fputc('\n', out);
	}
}

static void print_btf(FILE *out, const struct feature *f)
{
	u32 i;

	for (i = 0; i < f->bpf.nr; i++)
		fprintf(out, "# btf info of id %u\n", f->bpf.list[i].id);
}

static void print_nrcpus(FILE *out, const struct feature *f)
{
	fprintf(out, "# nrcpus online : %u\n# nrcpus avail : %u\n", f->nrcpus.online,
		f->nrcpus.available);
}

static void print_total_mem(FILE *out, const struct feature *f)
{
	fprintf(out, "# total memory : %llu kB\n", (unsigned long long)f->value);
}

/* The resolution of a clock, told as what would tick so often. */
static void print_clockid(FILE *out, const struct feature *f)
{
	fprintf(out, "# clockid frequency: %g MHz\n", f->value ? 1000.0 / (double)f->value : 0.0);
}

static void print_dir_format(FILE *out, const struct feature *f)
{
	fprintf(out, "# directory data version : %llu\n", (unsigned long long)f->value);
}

static void print_compressed(FILE *out, const struct feature *f)
{
	fprintf(out, "# compressed : %s, level = %u, ratio = %u\n",
		f->compressed.type == 1 ? "Zstd" : "Unknown", f->compressed.level,
		f->compressed.ratio);
}

static const struct {
	void (*print)(FILE *out, const struct feature *f);
	const char *line;  /* where the feature is only there, or */
	const char *label; /* the label of a text */
	bool full;	   /* long: shown when asked for */
} printers[HEADER_LAST_FEATURE] = {
	[HEADER_HOSTNAME] = { .label = "hostname" },
	[HEADER_OSRELEASE] = { .label = "os release" },
	[HEADER_VERSION] = { .label = "perf version" },
	[HEADER_ARCH] = { .label = "arch" },
	[HEADER_NRCPUS] = { .print = print_nrcpus },
	[HEADER_CPUDESC] = { .label = "cpudesc" },
	[HEADER_CPUID] = { .label = "cpuid" },
	[HEADER_TOTAL_MEM] = { .print = print_total_mem },
	[HEADER_CMDLINE] = { .print = print_cmdline },
	[HEADER_EVENT_DESC] = { .print = print_events },
	[HEADER_CPU_TOPOLOGY] = { .print = ui_header__print_topology, .full = true },
	[HEADER_NUMA_TOPOLOGY] = { .print = ui_header__print_numa, .full = true },
	[HEADER_BRANCH_STACK] = { .line = "contains samples with branch stack" },
	[HEADER_PMU_MAPPINGS] = { .print = print_pmus },
	[HEADER_AUXTRACE] = { .line = "contains AUX area data (e.g. instruction trace)" },
	[HEADER_STAT] = { .line = "contains stat data" },
	[HEADER_CACHE] = { .print = ui_header__print_caches, .full = true },
	[HEADER_SAMPLE_TIME] = { .print = print_sample_time },
	[HEADER_MEM_TOPOLOGY] = { .print = ui_header__print_memory, .full = true },
	[HEADER_CLOCKID] = { .print = print_clockid },
	[HEADER_DIR_FORMAT] = { .print = print_dir_format },
	[HEADER_BPF_PROG_INFO] = { .print = print_bpf_progs },
	[HEADER_BPF_BTF] = { .print = print_btf },
	[HEADER_COMPRESSED] = { .print = print_compressed },
	[HEADER_CPU_PMU_CAPS] = { .print = ui_header__print_caps },
	[HEADER_CLOCK_DATA] = { .print = print_clock_data },
	[HEADER_HYBRID_TOPOLOGY] = { .print = ui_header__print_hybrid },
	[HEADER_PMU_CAPS] = { .print = ui_header__print_caps },
};

static void print_feature(FILE *out, const struct header_info *info, int id, bool full)
{
	const struct feature *f = &info->features[id];

	if (info->damaged >> id & 1)
		fprintf(out, "# %s: damaged\n", perf_header__feat_name(id));
	else if (!f->id)
		return;
	else if (printers[id].full && !full)
		fprintf(out, "# %s info available, use -I to display\n",
			perf_header__feat_name(id));
	else if (printers[id].label)
		ui_header__print_text(out, printers[id].label, f->text);
	else if (printers[id].line)
		fprintf(out, "# %s\n", printers[id].line);
	else if (printers[id].print)
		printers[id].print(out, f);
	else if (id == HEADER_GROUP_DESC)
		print_groups(out, info);
}

static void print_missing(FILE *out, const struct header_info *info)
{
	int id;

	fputs("# missing features: ", out);
	for (id = HEADER_RESERVED + 1; id <= HEADER_PMU_CAPS; id++) {
		if (!info->features[id].id && !(info->damaged >> id & 1))
			fprintf(out, "%s ", perf_header__feat_name(id));
	}
	fputc('\n', out);
}

void ui_header__print(FILE *out, const struct header_info *info, bool full)
{
	char when[64] = "";
	struct tm tm;
	int id;

	if (localtime_r(&info->captured, &tm))
		strftime(when, sizeof(when), "%a %b %e %T %Y", &tm);
	fputs("# ========\n", out);
	fprintf(out, "# captured on    : %s\n", when);
	fputs("# header version : 1\n", out);
	fprintf(out, "# data offset    : %llu\n", (unsigned long long)info->data_offset);
	fprintf(out, "# data size      : %llu\n", (unsigned long long)info->data_size);
	fprintf(out, "# feat offset    : %llu\n", (unsigned long long)info->feat_offset);
	/* A stream's features come later, as records. */
	if (info->pipe)
		fputs("# ========\n#\n", out);
	for (id = HEADER_RESERVED + 1; id < HEADER_LAST_FEATURE; id++)
		print_feature(out, info, id, full);
	if (!info->pipe) {
		print_missing(out, info);
		fputs("# ========\n#\n", out);
	}
}
