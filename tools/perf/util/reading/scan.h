/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Goes through a stream's records in the order in which they stand: finds the
 * runs that are to be merged, and takes at once what has no time. For
 * session.c.
 */
#ifndef PERF_UTIL_SCAN_H
#define PERF_UTIL_SCAN_H

#include "session.h"

/*
 * Reads on in @stream by up to a block of it; sets stream->done at its end. 0
 * or a negative errno with the cause in session->read_err.
 */
int scan_stream(struct perf_session *session, struct stream *stream);

#endif
