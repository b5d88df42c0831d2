// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "pmu.h"
#include "util/sysfile.h"

static bool is_name(const char *name)
{
	return *name && *name != '.' && !strchr(name, '/');
}

static int read_cpus(struct pmu *pmu)
{
	char *list;
	int err;

	err = sysfile__line(&list, "%s/cpumask", pmu->path);
	if (err)
		err = sysfile__line(&list, "%s/cpus", pmu->path);
	if (err)
		return err == -ENOMEM ? err : 0;
	if (*list)
		err = cpu_map__parse(&pmu->cpus, list);
	free(list);
	return err;
}

int pmu__open(struct pmu *pmu, const char *dir, const char *name)
{
	char *line;
	int err;

	memset(pmu, 0, sizeof(*pmu));
	if (!is_name(name))
		return -ENOENT;
	err = sysfile__line(&line, "%s/%s/type", dir, name);
	if (err)
		return err;
	pmu->type = (u32)strtoul(line, NULL, 10);
	free(line);
	pmu->name = strdup(name);
	if (!pmu->name || asprintf(&pmu->path, "%s/%s", dir, name) < 0) {
		free(pmu->name);
		return -ENOMEM;
	}
	err = read_cpus(pmu);
	if (err)
		pmu__exit(pmu);
	return err;
}

void pmu__exit(struct pmu *pmu)
{
	free(pmu->name);
	free(pmu->path);
	cpu_map__exit(&pmu->cpus);
}

/* One of several units of a kind: "uncore_imc" and a number. */
static bool is_numbered(const char *kind, const char *name)
{
	size_t len = strlen(kind);

	if (strncmp(kind, name, len) != 0)
		return false;
	name += len;
	if (*name == '_')
		name++;
	if (!isdigit((unsigned char)*name))
		return false;
	return name[strspn(name, "0123456789")] == '\0';
}

int pmu__match(const char *dir, const char *name, int (*found)(const char *name, void *data),
	       void *data)
{
	struct dirent **entries;
	int i, nr, err = 0;

	nr = scandir(dir, &entries, NULL, alphasort);
	if (nr < 0)
		return -errno;
	for (i = 0; i < nr; i++) {
		const char *pmu = entries[i]->d_name;

		if (!err && *pmu != '.' && (!fnmatch(name, pmu, 0) || is_numbered(name, pmu)))
			err = found(pmu, data);
	}
	for (i = 0; i < nr; i++)
		free(entries[i]);
	free(entries);
	return err;
}

/* A number of at most two digits at *@text. */
static bool take_bit(const char **text, unsigned int *bit)
{
	size_t len = strspn(*text, "0123456789");

	if (!len || len > 2)
		return false;
	for (*bit = 0; len; len--)
		*bit = *bit * 10 + (unsigned int)(*(*text)++ - '0');
	return *bit < 64;
}

/* "config1:0-7,32": the field, then the bits from the value's lowest up. */
static int parse_format(const char *text, struct pmu_format *format)
{
	unsigned int first, last;

	if (strncmp(text, "config", 6) != 0)
		return -EINVAL;
	text += 6;
	format->field = 0;
	if (*text >= '1' && *text <= '3')
		format->field = (unsigned int)(*text++ - '0');
	if (*text++ != ':')
		return -EINVAL;
	format->bits = 0;
	for (;;) {
		if (!take_bit(&text, &first))
			return -EINVAL;
		last = first;
		if (*text == '-') {
			text++;
			if (!take_bit(&text, &last) || last < first)
				return -EINVAL;
		}
		format->bits |= (~0ull >> (63 - (last - first))) << first;
		if (!*text)
			return 0;
		if (*text++ != ',')
			return -EINVAL;
	}
}

int pmu__format(const struct pmu *pmu, const char *term, struct pmu_format *format)
{
	char *line;
	int err;

	if (!is_name(term))
		return -ENOENT;
	err = sysfile__line(&line, "%s/format/%s", pmu->path, term);
	if (err)
		return err;
	err = parse_format(line, format);
	free(line);
	return err;
}

static u64 *attr_field(struct perf_event_attr *attr, unsigned int field)
{
	switch (field) {
	case 0:
		return (u64 *)&attr->config;
	case 1:
		return (u64 *)&attr->config1;
	case 2:
		return (u64 *)&attr->config2;
	default:
		return NULL; /* config3: this kernel interface has none */
	}
}

int pmu_format__set(const struct pmu_format *format, u64 value, struct perf_event_attr *attr)
{
	u64 *field = attr_field(attr, format->field);
	unsigned int bit;

	if (!field)
		return -EOPNOTSUPP;
	for (bit = 0; bit < 64; bit++) {
		if (!(format->bits >> bit & 1))
			continue;
		*field = (*field & ~(1ull << bit)) | (value & 1) << bit;
		value >>= 1;
	}
	return value ? -ERANGE : 0;
}

/* Sysfs writes numbers with a point, whatever the user's locale. */
static double read_scale(const struct pmu *pmu, const char *name)
{
	locale_t plain, before;
	double scale = 1;
	char *line;

	if (sysfile__line(&line, "%s/events/%s.scale", pmu->path, name))
		return scale;
	plain = newlocale(LC_NUMERIC_MASK, "C", NULL);
	if (plain) {
		before = uselocale(plain);
		scale = strtod(line, NULL);
		uselocale(before);
		freelocale(plain);
	}
	free(line);
	return scale;
}

int pmu__alias(const struct pmu *pmu, const char *name, struct pmu_alias *alias)
{
	const char *dot = strrchr(name, '.');
	int err;

	if (!is_name(name))
		return -ENOENT;
	if (dot && (!strcmp(dot, ".unit") || !strcmp(dot, ".scale") || !strcmp(dot, ".snapshot") ||
		    !strcmp(dot, ".per-pkg")))
		return -ENOENT;
	err = sysfile__line(&alias->terms, "%s/events/%s", pmu->path, name);
	if (err)
		return err;
	if (sysfile__line(&alias->unit, "%s/events/%s.unit", pmu->path, name))
		alias->unit = strdup("");
	alias->scale = read_scale(pmu, name);
	if (alias->unit)
		return 0;
	free(alias->terms);
	return -ENOMEM;
}

void pmu_alias__exit(struct pmu_alias *alias)
{
	free(alias->terms);
	free(alias->unit);
}

char *pmu__terms(const struct pmu *pmu)
{
	struct dirent **entries;
	char path[PATH_MAX], *terms = NULL;
	size_t size;
	int i, nr;
	FILE *out;

	snprintf(path, sizeof(path), "%s/format", pmu->path);
	nr = scandir(path, &entries, NULL, alphasort);
	if (nr < 0)
		return NULL;
	out = open_memstream(&terms, &size);
	for (i = 0; i < nr; i++) {
		if (out && entries[i]->d_name[0] != '.')
			fprintf(out, "%s%s", ftell(out) ? "," : "", entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	if (out)
		fclose(out);
	return terms;
}
