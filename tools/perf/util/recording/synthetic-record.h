/* SPDX-License-Identifier: GPL-2.0-only */
/* How the files of synthetic.h put their records together. */
#ifndef PERF_UTIL_SYNTHETIC_RECORD_H
#define PERF_UTIL_SYNTHETIC_RECORD_H

#include "synthetic.h"

/* Begins a record; returns where it begins in syn->buf, for its end. */
size_t synthetic__begin(struct synthetic *syn, u32 type, u16 misc);

/* Ends it, with @trailer bytes of zeros. One that is too long for a record is dropped. */
void synthetic__end(struct synthetic *syn, size_t at, size_t trailer);

/* Hands over what has been made. */
int synthetic__flush(struct synthetic *syn);

#endif
