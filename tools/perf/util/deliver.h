/* SPDX-License-Identifier: GPL-2.0-only */
/* One record, decoded, to the tool and to the session's own books. For session.c and scan.c. */
#ifndef PERF_UTIL_DELIVER_H
#define PERF_UTIL_DELIVER_H

#include "session.h"

/* @event's whole size is there to be read. 0, or what the tool returned. */
int session__deliver(struct perf_session *session, const struct perf_event_header *event);

/* Hands @event, which lies in @chunk, to a tool that wants every record. 0, or what it returned. */
int session__dump(struct perf_session *session, const struct perf_event_header *event,
		  const struct chunk *chunk);

/* Delivers all that waits, up to and with time @limit. 0, or what the tool returned. */
int session__flush(struct perf_session *session, u64 limit);

#endif
