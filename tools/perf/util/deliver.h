/* SPDX-License-Identifier: GPL-2.0-only */
/* One record, decoded, to the tool and to the session's own books. For session.c and scan.c. */
#ifndef PERF_UTIL_DELIVER_H
#define PERF_UTIL_DELIVER_H

#include "session.h"

/* @event's whole size is there to be read. 0, or what the tool returned. */
int session__deliver(struct perf_session *session, const struct perf_event_header *event);

#endif
