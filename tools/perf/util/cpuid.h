/* SPDX-License-Identifier: GPL-2.0-only */
/* This machine's processor as HEADER_CPUID has it. */
#ifndef PERF_UTIL_CPUID_H
#define PERF_UTIL_CPUID_H

#include <stddef.h>

/*
 * Writes "vendor,family,model,stepping" (x86) to @buf; NULL where it cannot be
 * told. Returns @buf.
 */
const char *cpuid__local(char *buf, size_t size);

#endif
