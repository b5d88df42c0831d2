// SPDX-License-Identifier: GPL-2.0-only
/* What a recording tells of the PMUs: their numbers, and what the kernel says they can do. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "feature-write.h"

#define PMU_DIR "/sys/bus/event_source/devices"

/* u32 count; each: u32 type, string name */
int feature__pmu_mappings(const struct feature_env *env, struct buf *buf)
{
	DIR *dir = opendir(PMU_DIR);
	struct buf line = { 0 };
	struct dirent *entry;
	size_t at = buf->len;
	u32 nr = 0;

	if (!dir)
		return -ENODATA;
	buf__put_u32(buf, 0);
	while ((entry = readdir(dir))) {
		if (entry->d_name[0] == '.' ||
		    feature__slurp_line(&line, PMU_DIR "/%s/type", entry->d_name))
			continue;
		buf__put_u32(buf, (u32)strtoul((char *)line.data, NULL, 10));
		feature__put_string(buf, entry->d_name);
		nr++;
	}
	closedir(dir);
	buf__exit(&line);
	buf__set_u32(buf, at, nr);
	return 0;
}

/* u32 count; each: string name, string value. Returns the count. */
static u32 put_caps(struct buf *buf, const char *pmu)
{
	struct buf line = { 0 };
	struct dirent *entry;
	size_t at = buf->len;
	char path[512];
	u32 nr = 0;
	DIR *dir;

	buf__put_u32(buf, 0);
	snprintf(path, sizeof(path), PMU_DIR "/%s/caps", pmu);
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.' ||
		    feature__slurp_line(&line, PMU_DIR "/%s/caps/%s", pmu, entry->d_name))
			continue;
		feature__put_string(buf, entry->d_name);
		feature__put_string(buf, (char *)line.data);
		nr++;
	}
	if (dir)
		closedir(dir);
	buf__exit(&line);
	buf__set_u32(buf, at, nr);
	return nr;
}

/* The core PMU's, where it is called "cpu". */
int feature__cpu_pmu_caps(const struct feature_env *env, struct buf *buf)
{
	return put_caps(buf, "cpu") ? 0 : -ENODATA;
}

/* u32 count; each: the caps as above, string name of the PMU. All but the core PMU's. */
int feature__pmu_caps(const struct feature_env *env, struct buf *buf)
{
	DIR *dir = opendir(PMU_DIR);
	struct dirent *entry;
	size_t at = buf->len;
	u32 nr = 0;

	if (!dir)
		return -ENODATA;
	buf__put_u32(buf, 0);
	while ((entry = readdir(dir))) {
		size_t before = buf->len;

		if (entry->d_name[0] == '.' || !strcmp(entry->d_name, "cpu"))
			continue;
		if (!put_caps(buf, entry->d_name)) {
			if (!buf->failed)
				buf->len = before;
			continue;
		}
		feature__put_string(buf, entry->d_name);
		nr++;
	}
	closedir(dir);
	buf__set_u32(buf, at, nr);
	return nr ? 0 : -ENODATA;
}
