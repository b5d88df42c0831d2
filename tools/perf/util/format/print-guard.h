/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stands between a recording's hostile records and libtraceevent's printing,
 * which was made for those of the running kernel: it divides by what a record
 * says, and reads and prints as many bytes as a record or a format says.
 */
#ifndef PERF_UTIL_PRINT_GUARD_H
#define PERF_UTIL_PRINT_GUARD_H

#include <traceevent/event-parse.h>

#include "util/types.h"

/*
 * Can @event's print format be followed for the record @raw of @size bytes, all
 * fixed fields of which lie within @size? Its dynamic fields may reach beyond:
 * PRINT_GUARD_PADDING zero bytes must stand behind it.
 */
#define PRINT_GUARD_PADDING (192u << 10)

bool print_guard__may_print(const struct tep_event *event, const u8 *raw, u32 size);

#endif
