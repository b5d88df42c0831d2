/* SPDX-License-Identifier: GPL-2.0-only */
/* Event formats of real kernels, from data/formats/ARCH.txt, for the unit tests. */
#ifndef PERF_TESTS_UNIT_FORMATS_H
#define PERF_TESTS_UNIT_FORMATS_H

#include <traceevent/event-parse.h>

/* The text of data/formats/ARCH.txt. The caller frees it. */
char *formats__read(const char *arch);

/*
 * The formats of @arch ("x86" of Linux 6.1; in "x86-7.2" the print formats are that
 * kernel's, the fields 6.1's), with the first @from in their text replaced by
 * @to (both NULL: as they are). Fails the test if that cannot be done. The
 * caller frees it by tep_free().
 */
struct tep_handle *formats__load(const char *arch, const char *from, const char *to);

/* A handle with one event, "kvm:kvm_exit", whose fields and print format are @text. */
struct tep_handle *formats__one(const char *fields, const char *print_fmt);

#endif
