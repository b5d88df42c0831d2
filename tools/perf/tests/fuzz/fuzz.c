// SPDX-License-Identifier: GPL-2.0-only
#include "fuzz.h"

/*
 * libtraceevent loses what it had read of a format that turns out to be none:
 * less than the format's own size.
 */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:libtraceevent\n";
}
