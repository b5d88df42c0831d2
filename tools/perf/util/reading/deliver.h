/* SPDX-License-Identifier: GPL-2.0-only */
/* Records, decoded, to the tool and to the session's own books. For session.c and scan.c. */
#ifndef PERF_UTIL_DELIVER_H
#define PERF_UTIL_DELIVER_H

#include "session.h"

/* A batch of records whose whole sizes are there to be read. 0, or what the tool returned. */
int session__deliver_batch(void *session, const struct batch *batch);

#endif
