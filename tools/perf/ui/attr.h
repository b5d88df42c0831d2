/* SPDX-License-Identifier: GPL-2.0-only */
/* What an event was opened with, as text. */
#ifndef PERF_UI_ATTR_H
#define PERF_UI_ATTR_H

#include <linux/perf_event.h>
#include <stdio.h>

/*
 * Prints ", NAME<sep>VALUE" for each field that is not 0, in the order of
 * struct perf_event_attr and by its names; the first without ", " if @first.
 */
void ui_attr__print(FILE *out, const struct perf_event_attr *attr, const char *sep, int first);

#endif
