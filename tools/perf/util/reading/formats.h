/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Event formats for a recording that has lost its own: from another recording
 * of the same kernel, or from the running one. Ids and layouts are a kernel's
 * own, so what is borrowed is checked against the samples, and never guessed.
 */
#ifndef PERF_UTIL_FORMATS_H
#define PERF_UTIL_FORMATS_H

#include "session.h"

/*
 * Gives @session, which has none, formats from @from: the path of a recording,
 * or "tracefs". What the recording does not tell of its machine (architecture,
 * CPU) comes from there too. One that has formats keeps them. 0 or a negative
 * errno with the cause, @from named in it, in @err.
 */
int perf_session__load_formats(struct perf_session *session, const char *from,
			       struct perf_err *err);

/*
 * Do borrowed formats fit? @raw_size is that of a sample of @event. Always true
 * for a recording's own formats and for events of no fixed size.
 */
bool perf_session__formats_fit(const struct perf_session *session, const struct tep_event *event,
			       u32 raw_size);

#endif
