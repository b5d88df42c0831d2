/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of `perf script` share. */
#ifndef PERF_BUILTIN_SCRIPT_H
#define PERF_BUILTIN_SCRIPT_H

#include <stdio.h>
#include <traceevent/trace-seq.h>

#include "ui/progress.h"
#include "util/intlist.h"
#include "util/maps.h"
#include "util/options.h"
#include "util/reading/session.h"
#include "util/time-range.h"

enum script_field {
	SHOW_COMM = 1 << 0,
	SHOW_PID = 1 << 1,
	SHOW_TID = 1 << 2,
	SHOW_CPU = 1 << 3,
	SHOW_TIME = 1 << 4,
	SHOW_PERIOD = 1 << 5,
	SHOW_EVENT = 1 << 6,
	SHOW_TRACE = 1 << 7,
	SHOW_ADDR = 1 << 8,
	SHOW_IP = 1 << 9,
	SHOW_SYM = 1 << 10,
	SHOW_SYMOFF = 1 << 11,
	SHOW_DSO = 1 << 12,
};

enum { CLASS_TRACEPOINT, CLASS_OTHER, NR_CLASSES };

struct script_fields {
	int show[NR_CLASSES];
	int demanded[NR_CLASSES]; /* named by the user: an error where they are not recorded */
	bool given;		  /* -F, whatever it said */
};

/* What is printed of an event, worked out at its first sample; its evsel's priv. */
struct script_event {
	char *name; /* printable */
	int show;
	bool callchain; /* as lines of their own */
	bool checked;	/* that it has what the user demands */
};

#define SCRIPT_MISFITS 16

/* The samples that fit furthest while none has fitted wholly, and what they have instead. */
struct script_misfits {
	bool any;
	int step; /* what they fail at */
	union {
		u32 numbers[SCRIPT_MISFITS];
		char comms[SCRIPT_MISFITS][THREAD_COMM_SIZE];
	};
	unsigned int nr;
	bool more;	 /* than there is room for */
	u64 first, last; /* ns */
};

struct script_filter {
	/* As the user gave them; NULL where not given. */
	const char *pid_list, *tid_list, *cpu_list, *time_text;
	const char *comms; /* "a,b" */

	/* What they mean. */
	struct intlist pids, tids, cpus;
	struct time_range time;

	bool matched; /* something was let through */
	struct script_misfits misfits;
};

struct script {
	struct perf_tool tool;
	const char *input;
	struct script_fields fields;
	struct script_filter filter;
	int nanoseconds, no_callchain;
	int header, header_only, full_header, dump;
	int show_lost, show_task, show_mmap;
	bool header_printed;
	int name_width;
	struct maps maps;
	struct trace_seq seq;
	struct perf_err err;
	u64 nr_unfit; /* samples that borrowed formats are not of */

	struct ui_progress progress;

	/* -D: the record whose line is yet to be printed; size 0: none. */
	struct {
		u64 offset;
		u32 type;
		size_t size;
	} pending;
};

/* builtin-script-filter.c */
/* Reads what was given. 0, or EXIT_USAGE after one line on stderr. */
int script_filter__check(struct script_filter *filter, const struct cmdline *cmd);
void script_filter__exit(struct script_filter *filter);
bool script_filter__allows(struct script_filter *filter, const struct perf_session *session,
			   const struct record_id *at, bool is_sample);
/* Samples, but none that fits: -ENODATA with what there is in @err; else 0. */
int script_filter__explain(struct script_filter *filter, struct perf_err *err);

/* builtin-script-fields.c */
void script_fields__init(struct script_fields *fields);
/* One -F. 0, or EXIT_USAGE when it was told what is wrong with it. */
int script_fields__parse(struct script_fields *fields, const struct cmdline *cmd, const char *text);
extern const char script_fields_list[];
/*
 * The event's own, made at its first sample. NULL if out of memory, or if it has
 * not recorded what the user demands, with the cause in script->err.
 */
struct script_event *script__event(struct script *script, struct perf_session *session,
				   const struct evsel *evsel);
void script__free_events(struct evlist *evlist);

/* builtin-script-print.c */
void script__print_sample(struct script *script, struct perf_session *session,
			  const struct perf_sample *sample, const struct script_event *event);
/* The words that begin a line; comm is that of @tid. */
void script__print_where(const struct script *script, struct perf_session *session, u32 comm_tid,
			 const struct record_id *at);
void script__print_comm(const struct comm_event *event);
void script__print_task(const struct task_event *event, bool is_fork);
void script__print_mmap(const struct mmap_event *event);

/* builtin-script-dump.c */
int script__dump_record(struct perf_tool *tool, struct perf_session *session,
			const struct perf_event_header *event, u64 offset);
/* Begins the line of the record that waits, which is of @type; false if none does. */
bool script__dump_line(struct script *script, u32 cpu, u64 time);
/* Prints the line of a record of which nothing else is known. */
void script__dump_rest(struct script *script);
void script__dump_sample(struct script *script, struct perf_session *session,
			 const struct perf_sample *sample);

#endif
