// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "sysfile.h"

int sysfile__line(char **line, const char *fmt, ...)
{
	char path[PATH_MAX];
	size_t size = 0;
	ssize_t len;
	FILE *file;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(path, sizeof(path), fmt, ap);
	va_end(ap);
	if (n < 0 || n >= (int)sizeof(path))
		return -ENAMETOOLONG;
	file = fopen(path, "re");
	if (!file)
		return -errno;
	*line = NULL;
	len = getline(line, &size, file);
	fclose(file);
	if (len < 0) {
		free(*line);
		*line = NULL;
		return -ENODATA;
	}
	if (len && (*line)[len - 1] == '\n')
		(*line)[len - 1] = '\0';
	return 0;
}

bool parse_u64(const char *text, int base, u64 *value)
{
	char *end;

	/* strtoull() would take blanks and signs, too. */
	if (!isxdigit((unsigned char)*text))
		return false;
	errno = 0;
	*value = strtoull(text, &end, base);
	return !errno && end != text && !*end;
}

bool parse_s64(const char *text, int base, s64 *value)
{
	char *end;

	if (!isxdigit((unsigned char)text[*text == '-']))
		return false;
	errno = 0;
	*value = strtoll(text, &end, base);
	return !errno && end != text && !*end;
}

s64 sysfile__number(const char *path, s64 otherwise)
{
	char *line;
	s64 value;

	if (sysfile__line(&line, "%s", path))
		return otherwise;
	if (!parse_s64(line, 10, &value))
		value = otherwise;
	free(line);
	return value;
}
