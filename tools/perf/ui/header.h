/* SPDX-License-Identifier: GPL-2.0-only */
/* What a recording's header tells, as comment lines. */
#ifndef PERF_UI_HEADER_H
#define PERF_UI_HEADER_H

#include <stdio.h>

#include "util/reading/header-info.h"

/* With @full, topologies and caches are shown too, not just that they are there. */
void ui_header__print(FILE *out, const struct header_info *info, bool full);

#endif
