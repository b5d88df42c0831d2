// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <tracefs.h>

#include "util/cpuid.h"
#include "formats.h"

static int take_env(struct perf_session *s, const char *arch, const char *cpuid)
{
	if (!s->env.arch && arch && !(s->env.arch = strdup(arch)))
		return -ENOMEM;
	if (!s->env.cpuid && cpuid && !(s->env.cpuid = strdup(cpuid)))
		return -ENOMEM;
	return 0;
}

static int from_recording(struct perf_session *s, const char *path, struct perf_err *err)
{
	struct perf_tool none = { 0 };
	struct perf_session other;
	struct perf_err cause = { "" };
	int ret;

	ret = perf_session__open(&other, path, true, &cause);
	if (ret == -ENOENT)
		return perf_err__set(
			err, ret,
			"%.200s does not exist; name a recording of the same kernel, or 'tracefs'",
			path);
	if (ret)
		return perf_err__set(err, ret, "%.200s %.250s", path, cause.msg);
	if (other.header.pipe) /* a stream's formats come on the way */
		perf_session__process_events(&other, &none, &cause);
	if (!other.formats.tep) {
		ret = perf_err__set(err, -ENODATA, "%.200s has no event formats either", path);
	} else if (other.header.swap != s->header.swap) {
		ret = perf_err__set(err, -EINVAL, "%.200s is of a machine of the other byte order",
				    path);
	} else {
		trace_event__exit(&s->formats);
		s->formats = other.formats;
		memset(&other.formats, 0, sizeof(other.formats));
		ret = take_env(s, other.env.arch, other.env.cpuid);
	}
	perf_session__close(&other);
	return ret;
}

static bool is_wanted(const struct evlist *evlist, long id)
{
	const struct evsel *evsel;

	evlist__for_each_entry(evlist, evsel) {
		if (evsel__is_tracepoint(evsel) && evsel->attr.config == (u64)id)
			return true;
	}
	return false;
}

struct blob {
	FILE *out;
	const struct evlist *evlist;
};

static void put_u32(FILE *out, u32 v)
{
	fwrite(&v, sizeof(v), 1, out);
}

static void put_u64(FILE *out, u64 v)
{
	fwrite(&v, sizeof(v), 1, out);
}

static char *read_event_file(const char *system, const char *event, const char *file)
{
	int size;

	return tracefs_event_file_read(NULL, system, event, file, &size);
}

/* The formats of @system's events that the recording has: how many. Written if @out. */
static u32 put_system(FILE *out, const struct evlist *evlist, const char *system)
{
	char **events = tracefs_system_events(NULL, system), **event;
	u32 nr = 0;

	for (event = events; event && *event; event++) {
		char *id = read_event_file(system, *event, "id"), *text;

		if (id && is_wanted(evlist, strtol(id, NULL, 10))) {
			text = read_event_file(system, *event, "format");
			nr += text != NULL;
			if (text && out) {
				put_u64(out, strlen(text));
				fwrite(text, strlen(text), 1, out);
			}
			free(text);
		}
		free(id);
	}
	tracefs_list_free(events);
	return nr;
}

/* In the layout of a recording's tracing data (trace-event.h), from this machine's tracefs. */
static void put_tracing_data(FILE *out, const struct evlist *evlist)
{
	char **systems = tracefs_event_systems(NULL), **system;
	u32 nr_systems = 0;
	bool big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

	fwrite("\x17\x08\x44tracing", 10, 1, out);
	fwrite("0.6", 4, 1, out);
	fputc(big ? 1 : 0, out);
	fputc(sizeof(long), out);
	put_u32(out, (u32)sysconf(_SC_PAGESIZE));
	fwrite("header_page", 12, 1, out);
	put_u64(out, 0);
	fwrite("header_event", 13, 1, out);
	put_u64(out, 0);
	put_u32(out, 0); /* ftrace's own */
	for (system = systems; system && *system; system++)
		nr_systems++;
	put_u32(out, nr_systems);
	for (system = systems; system && *system; system++) {
		fwrite(*system, strlen(*system) + 1, 1, out);
		put_u32(out, put_system(NULL, evlist, *system));
		put_system(out, evlist, *system);
	}
	put_u32(out, 0); /* kallsyms */
	put_u32(out, 0); /* printk formats */
	put_u64(out, 0); /* command lines */
	tracefs_list_free(systems);
}

static int from_tracefs(struct perf_session *s, struct perf_err *err)
{
	struct utsname uts;
	char *blob = NULL, cpuid[64];
	size_t size = 0;
	FILE *out;
	int ret;

	if (!tracefs_tracing_dir())
		return perf_err__set(
			err, -ENOENT,
			"tracefs is not to be had: mount -t tracefs nodev /sys/kernel/tracing");
	out = open_memstream(&blob, &size);
	if (!out)
		return perf_err__set(err, -ENOMEM, "out of memory");
	put_tracing_data(out, &s->evlist);
	if (fclose(out)) {
		free(blob);
		return perf_err__set(err, -ENOMEM, "out of memory");
	}
	ret = perf_session__set_formats(s, (u8 *)blob, size, err);
	if (ret)
		return ret;
	if (!s->formats.nr_formats)
		return perf_err__set(
			err, -ENODATA,
			"tracefs has none of the recording's events, or may not be read: be root");
	uname(&uts);
	return take_env(s, uts.machine, cpuid__local(cpuid, sizeof(cpuid)));
}

int perf_session__load_formats(struct perf_session *s, const char *from, struct perf_err *err)
{
	int ret;

	if (s->formats.tep && !s->features_cut)
		return 0;
	ret = strcmp(from, "tracefs") ? from_recording(s, from, err) : from_tracefs(s, err);
	if (ret == -ENOMEM)
		perf_err__set(err, ret, "out of memory");
	s->formats_borrowed = !ret;
	return ret;
}

bool perf_session__formats_fit(const struct perf_session *s, const struct tep_event *event,
			       u32 raw_size)
{
	const struct tep_format_field *f;
	u64 end = 8; /* the common fields */

	if (!s->formats_borrowed)
		return true;
	for (f = event->format.fields; f; f = f->next) {
		if (f->flags & TEP_FIELD_IS_DYNAMIC)
			return true;
		if (f->offset >= 0 && f->size >= 0 && (u64)f->offset + (u64)f->size > end)
			end = (u64)f->offset + (u64)f->size;
	}
	/* The structure's own padding, then the kernel's to a multiple of 8 with the u32 size. */
	return raw_size >= end && raw_size < end + 16;
}
