// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>
#include <stdio.h>

#include "err.h"

int perf_err__set(struct perf_err *err, int code, const char *fmt, ...)
{
	va_list ap;

	if (!err || err->msg[0])
		return code;
	va_start(ap, fmt);
	vsnprintf(err->msg, sizeof(err->msg), fmt, ap);
	va_end(ap);
	return code;
}
