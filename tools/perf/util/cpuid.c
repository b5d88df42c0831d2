// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "cpuid.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

const char *cpuid__local(char *buf, size_t size)
{
	unsigned int a, b, c, d, family, model;
	char vendor[13];

	if (!__get_cpuid(0, &a, &b, &c, &d))
		return NULL;
	memcpy(vendor, &b, 4);
	memcpy(vendor + 4, &d, 4);
	memcpy(vendor + 8, &c, 4);
	vendor[12] = '\0';
	if (!__get_cpuid(1, &a, &b, &c, &d))
		return NULL;
	family = a >> 8 & 0xf;
	model = a >> 4 & 0xf;
	if (family == 0xf)
		family += a >> 20 & 0xff;
	if (family >= 6)
		model += (a >> 16 & 0xf) << 4;
	snprintf(buf, size, "%s,%u,%u,%u", vendor, family, model, a & 0xf);
	return buf;
}
#else
const char *cpuid__local(char *buf, size_t size)
{
	(void)buf;
	(void)size;
	return NULL;
}
#endif
