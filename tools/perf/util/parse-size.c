// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

#include "parse-size.h"
#include "sysfile.h"

#define MAX_PAGES (1u << 30)

/* The number that @s begins with; what follows is *@end. */
static int parse_number(const char *s, u64 *value, char **end)
{
	if (!isdigit((unsigned char)*s))
		return -EINVAL;
	errno = 0;
	*value = strtoull(s, end, 10);
	return errno ? -EINVAL : 0;
}

int parse_bytes(const char *s, u64 *bytes)
{
	static const char units[] = "BKMGT";
	const char *unit;
	char *end;
	u64 value;

	if (parse_number(s, &value, &end) || !*end || end[1])
		return -EINVAL;
	unit = strchr(units, toupper((unsigned char)*end));
	if (!unit || value > UINT64_MAX >> (10 * (unit - units)))
		return -EINVAL;
	*bytes = value << (10 * (unit - units));
	return 0;
}

int parse_pages(const char *s, size_t *pages)
{
	u64 page = (u64)sysconf(_SC_PAGESIZE), n, up = 1;

	if (!parse_u64(s, 10, &n)) {
		if (parse_bytes(s, &n))
			return -EINVAL;
		n = n / page + (n % page != 0);
	}
	if (!n || n > MAX_PAGES)
		return -EINVAL;
	while (up < n)
		up *= 2;
	*pages = (size_t)up;
	return 0;
}

int parse_clockid(const char *s, clockid_t *clockid)
{
	static const struct {
		const char *name;
		clockid_t id;
	} clocks[] = {
		{ "monotonic", CLOCK_MONOTONIC },
		{ "monotonic_raw", CLOCK_MONOTONIC_RAW },
		{ "realtime", CLOCK_REALTIME },
		{ "boottime", CLOCK_BOOTTIME },
		{ "tai", CLOCK_TAI },
		{ "mono", CLOCK_MONOTONIC },
		{ "raw", CLOCK_MONOTONIC_RAW },
		{ "real", CLOCK_REALTIME },
		{ "boot", CLOCK_BOOTTIME },
	};
	u64 number;
	size_t i;

	if (parse_u64(s, 10, &number)) {
		*clockid = (clockid_t)number;
		return number > INT32_MAX ? -EINVAL : 0;
	}
	if (!strncasecmp(s, "CLOCK_", 6))
		s += 6;
	for (i = 0; i < ARRAY_SIZE(clocks); i++) {
		if (!strcasecmp(s, clocks[i].name)) {
			*clockid = clocks[i].id;
			return 0;
		}
	}
	return -EINVAL;
}
