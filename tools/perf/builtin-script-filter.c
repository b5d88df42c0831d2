// SPDX-License-Identifier: GPL-2.0-only
/* `perf script`: which samples are printed, and what there is where none is. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin-script.h"
#include "ui/escape.h"

/* What the filter looks at, in the order in which it is blamed. */
enum { PID, TID, CPU, COMM, TIME, PASSED };

int script_filter__check(struct script_filter *f, const struct cmdline *cmd)
{
	int status = cmdline__intlist(cmd, &f->pids, f->pid_list, "--pid");

	if (!status)
		status = cmdline__intlist(cmd, &f->tids, f->tid_list, "--tid");
	if (!status)
		status = cmdline__intlist(cmd, &f->cpus, f->cpu_list, "-C");
	if (!status && f->time_text && time_range__parse(&f->time, f->time_text))
		status = cmdline__error(
			cmd, "--time: '%s' is not START,STOP in seconds, such as 4.5,4.75 or 4.5,",
			f->time_text);
	return status;
}

void script_filter__exit(struct script_filter *f)
{
	intlist__exit(&f->pids);
	intlist__exit(&f->tids);
	intlist__exit(&f->cpus);
}

static bool has_word(const char *list, const char *word)
{
	size_t len;

	for (; *list; list += len + (list[len] == ',')) {
		len = strcspn(list, ",");
		if (strlen(word) == len && !memcmp(list, word, len))
			return true;
	}
	return false;
}

static const char *comm_of(const struct perf_session *session, u32 tid)
{
	const struct thread *thread = machine__find_thread(&session->machine, tid);

	return !tid ? "swapper" : thread ? thread->comm : "";
}

/* The first that does not fit. */
static int first_misfit(const struct script_filter *f, const struct perf_session *session,
			const struct record_id *at)
{
	if (!intlist__allows(&f->pids, at->pid))
		return PID;
	if (!intlist__allows(&f->tids, at->tid))
		return TID;
	if (!intlist__allows(&f->cpus, at->cpu))
		return CPU;
	if (f->comms && !has_word(f->comms, comm_of(session, at->tid)))
		return COMM;
	return time_range__has(&f->time, at->time) ? PASSED : TIME;
}

static void note_number(struct script_misfits *m, u32 n)
{
	unsigned int i;

	for (i = 0; i < m->nr; i++) {
		if (m->numbers[i] == n)
			return;
	}
	if (m->nr < SCRIPT_MISFITS)
		m->numbers[m->nr++] = n;
	else
		m->more = true;
}

static void note_comm(struct script_misfits *m, const char *comm)
{
	unsigned int i;

	for (i = 0; i < m->nr; i++) {
		if (!strcmp(m->comms[i], comm))
			return;
	}
	if (m->nr < SCRIPT_MISFITS)
		snprintf(m->comms[m->nr++], THREAD_COMM_SIZE, "%s", comm);
	else
		m->more = true;
}

/* Keeps what the samples that got furthest have. */
static void note(struct script_misfits *m, int step, const struct perf_session *session,
		 const struct record_id *at)
{
	if (m->any && step < m->step)
		return;
	if (!m->any || step > m->step)
		*m = (struct script_misfits){
			.any = true, .step = step, .first = at->time, .last = at->time
		};
	if (step == COMM)
		note_comm(m, comm_of(session, at->tid));
	else if (step != TIME)
		note_number(m, step == PID ? at->pid : step == TID ? at->tid : at->cpu);
	m->first = at->time < m->first ? at->time : m->first;
	m->last = at->time > m->last ? at->time : m->last;
}

bool script_filter__allows(struct script_filter *f, const struct perf_session *session,
			   const struct record_id *at, bool is_sample)
{
	int step = first_misfit(f, session, at);

	if (step == PASSED)
		f->matched = true;
	else if (!f->matched && is_sample)
		note(&f->misfits, step, session, at);
	return step == PASSED;
}

static int by_number(const void *a, const void *b)
{
	u32 x = *(const u32 *)a, y = *(const u32 *)b;

	return x < y ? -1 : x > y;
}

static void list(struct script_misfits *m, char *text, size_t size)
{
	char word[4 * THREAD_COMM_SIZE];
	size_t at = 0;
	unsigned int i;

	text[0] = '\0';
	if (m->step != COMM)
		qsort(m->numbers, m->nr, sizeof(*m->numbers), by_number);
	for (i = 0; i < m->nr && at < size; i++) {
		if (m->step == COMM)
			ui_escape(m->comms[i], word, sizeof(word));
		else
			snprintf(word, sizeof(word), "%d", (int)m->numbers[i]);
		at += (size_t)snprintf(text + at, size - at, "%s%s", i ? ", " : "", word);
	}
	if (m->more && at < size)
		snprintf(text + at, size - at, ", and others");
}

int script_filter__explain(struct script_filter *f, struct perf_err *err)
{
	struct script_misfits *m = &f->misfits;
	char text[PERF_ERR_SIZE / 2];

	if (f->matched || !m->any)
		return 0;
	list(m, text, sizeof(text));
	switch (m->step) {
	case PID:
		return perf_err__set(err, -ENODATA,
				     "has no sample of process %s (--pid); it has %s", f->pid_list,
				     text);
	case TID:
		return perf_err__set(err, -ENODATA, "has no sample of thread %s (--tid); it has %s",
				     f->tid_list, text);
	case CPU:
		return perf_err__set(err, -ENODATA, "has no sample on CPU %s (-C); it has %s",
				     f->cpu_list, text);
	case COMM:
		return perf_err__set(err, -ENODATA,
				     "has no sample of a thread named %s (-c); it has %s", f->comms,
				     text);
	default:
		return perf_err__set(err, -ENODATA,
				     "has no sample at the time of --time; %s from %.6f to %.6f",
				     f->pid_list || f->tid_list || f->cpu_list || f->comms
					     ? "those that fit go"
					     : "it goes",
				     (double)m->first / 1e9, (double)m->last / 1e9);
	}
}
