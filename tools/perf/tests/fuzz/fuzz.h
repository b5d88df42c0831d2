/* SPDX-License-Identifier: GPL-2.0-only */
/* What the libFuzzer harnesses share. */
#ifndef PERF_TESTS_FUZZ_H
#define PERF_TESTS_FUZZ_H

#include "util/types.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

/* Ends the program, which the fuzzer takes for a finding, unless @ok. */
#define fuzz_check(ok)                    \
	do {                              \
		if (!(ok))                \
			__builtin_trap(); \
	} while (0)

/* Makes the compiler believe that @value matters. */
static inline void fuzz_use(u64 value)
{
	__asm__ volatile("" : : "r"(value));
}

#endif
