/* SPDX-License-Identifier: GPL-2.0-only */
/* Printers of single features; for header*.c. */
#ifndef PERF_UI_HEADER_PRINT_H
#define PERF_UI_HEADER_PRINT_H

#include <stdio.h>

#include "util/reading/feature.h"

void ui_header__print_text(FILE *out, const char *label, const char *text);
void ui_header__print_topology(FILE *out, const struct feature *f);
void ui_header__print_numa(FILE *out, const struct feature *f);
void ui_header__print_caches(FILE *out, const struct feature *f);
void ui_header__print_memory(FILE *out, const struct feature *f);
void ui_header__print_caps(FILE *out, const struct feature *f);
void ui_header__print_hybrid(FILE *out, const struct feature *f);

#endif
