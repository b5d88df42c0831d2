// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fnmatch.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <tracefs.h>

#include "util/event_names.h"
#include "util/sysfile.h"
#include "tracepoint.h"

/*
 * libtracefs would mount what is missing, and its functions that do not leave a
 * string behind at each call: so the mounts are looked through here.
 */
int tracefs__dir(char **dir)
{
	FILE *mounts = setmntent("/proc/self/mounts", "re");
	struct mntent *mount;
	char *found = NULL;
	int n = 0;

	if (!mounts)
		return -ENODEV;
	while (n >= 0 && (mount = getmntent(mounts))) {
		if (!strcmp(mount->mnt_type, "tracefs")) {
			free(found);
			found = strdup(mount->mnt_dir);
			n = found ? 0 : -1;
			break;
		}
		/* Below debugfs the kernel mounts it when it is looked at. */
		if (!strcmp(mount->mnt_type, "debugfs") && !found) {
			n = asprintf(&found, "%s/tracing", mount->mnt_dir);
			if (n < 0)
				found = NULL;
		}
	}
	endmntent(mounts);
	if (n < 0)
		return -ENOMEM;
	if (!found)
		return -ENODEV;
	*dir = found;
	return 0;
}

bool tracepoint__is_glob(const char *name)
{
	return strpbrk(name, "*?[");
}

/* A system or an event is one directory's name: never a way out of tracefs. */
static bool is_name(const char *name)
{
	return *name && *name != '.' && !strchr(name, '/');
}

static int open_error(const char *path)
{
	int err = errno;
	char *dir;

	if (err != ENOENT)
		return err == EPERM ? -EACCES : -err;
	/* "Not found" counts only where we may look. */
	dir = strdup(path);
	if (!dir)
		return -ENOMEM;
	*strrchr(dir, '/') = '\0';
	*strrchr(dir, '/') = '\0';
	err = access(dir, R_OK | X_OK) && errno == EACCES ? -EACCES : -ENOENT;
	free(dir);
	return err;
}

/* Opens the file @leaf of a tracepoint. */
static int event_file(const char *sys, const char *name, const char *leaf, FILE **file)
{
	char *dir, *path;
	int err;

	if (!is_name(sys) || !is_name(name))
		return -ENOENT;
	err = tracefs__dir(&dir);
	if (err)
		return err;
	err = asprintf(&path, "%s/events/%s/%s/%s", dir, sys, name, leaf);
	free(dir);
	if (err < 0)
		return -ENOMEM;
	*file = fopen(path, "re");
	err = *file ? 0 : open_error(path);
	free(path);
	return err;
}

int tracepoint__id(const char *sys, const char *name, u64 *id)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t len;
	FILE *file;
	int err;

	err = event_file(sys, name, "id", &file);
	if (err == -ENOENT && !event_file(sys, name, "format", &file)) {
		fclose(file);
		return -ENOEXEC; /* some of ftrace's own have a format, but no id */
	}
	if (err)
		return err;
	len = getline(&line, &size, file);
	if (len > 0 && line[len - 1] == '\n')
		line[len - 1] = '\0';
	err = len > 0 && parse_u64(line, 10, id) ? 0 : -EIO;
	free(line);
	fclose(file);
	return err;
}

int tracepoint__format(const char *sys, const char *name, char **format, size_t *size)
{
	size_t room = 4096, used = 0, n;
	char *text = NULL, *grown;
	FILE *file;
	int err;

	err = event_file(sys, name, "format", &file);
	if (err)
		return err;
	do {
		room *= 2;
		grown = realloc(text, room);
		if (!grown) {
			err = -ENOMEM;
			break;
		}
		text = grown;
		n = fread(text + used, 1, room - used - 1, file);
		used += n;
	} while (used == room - 1);
	if (!err && ferror(file))
		err = -EIO;
	fclose(file);
	if (err) {
		free(text);
		return err;
	}
	text[used] = '\0';
	*format = text;
	*size = used;
	return 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* What libtracefs lists ends with NULL and comes in the directory's order. */
static char **sorted(char **list)
{
	if (list)
		qsort(list, (size_t)tracefs_list_size(list), sizeof(*list), by_name);
	return list;
}

static int match_system(const char *dir, const char *sys, const char *name,
			int (*found)(const char *sys, const char *name, void *data), void *data,
			unsigned int *nr)
{
	char **events = sorted(tracefs_system_events(dir, sys));
	int i, err = 0;
	u64 id;

	for (i = 0; events && events[i] && !err; i++) {
		if (fnmatch(name, events[i], 0))
			continue;
		/* A pattern leaves out what cannot be used; permission is another matter. */
		err = tracepoint__id(sys, events[i], &id);
		if (err == -ENOEXEC || err == -ENOENT) {
			err = 0;
			continue;
		}
		if (!err) {
			(*nr)++;
			err = found(sys, events[i], data);
		}
	}
	tracefs_list_free(events);
	return err;
}

/* May we list the events? tracefs's lists do not tell why they are empty. */
static int check_readable(const char *dir)
{
	char *path;
	int err;

	if (asprintf(&path, "%s/events", dir) < 0)
		return -ENOMEM;
	err = access(path, R_OK | X_OK) ? -errno : 0;
	free(path);
	return err;
}

int tracepoint__match(const char *sys, const char *name,
		      int (*found)(const char *sys, const char *name, void *data), void *data)
{
	char *dir, **systems = NULL;
	unsigned int nr = 0;
	int i, err;

	err = tracefs__dir(&dir);
	if (err)
		return err;
	err = check_readable(dir);
	if (!err)
		systems = sorted(tracefs_event_systems(dir));
	for (i = 0; systems && systems[i] && !err; i++) {
		if (!fnmatch(sys, systems[i], 0))
			err = match_system(dir, systems[i], name, found, data, &nr);
	}
	tracefs_list_free(systems);
	free(dir);
	if (err)
		return err;
	return nr ? 0 : -ENOENT;
}

static bool kernel_has_tracefs(void)
{
	FILE *file = fopen("/proc/filesystems", "re");
	char *line = NULL;
	size_t size = 0;
	bool has = !file; /* unknown: the likelier case */

	while (file && !has && getline(&line, &size, file) > 0)
		has = strstr(line, "\ttracefs\n");
	free(line);
	if (file)
		fclose(file);
	return has;
}

static char *nearest_of(char **list, const char *word, struct nearest *nearest)
{
	int i;

	nearest__init(nearest, word, strlen(word));
	for (i = 0; list && list[i]; i++)
		nearest__offer(nearest, list[i]);
	tracefs_list_free(list);
	return nearest->best;
}

/* No such tracepoint, and we could look: which part of the name is wrong? */
static void tell_missing(const char *dir, const char *sys, const char *name, char *msg, size_t size)
{
	bool glob = tracepoint__is_glob(sys) || tracepoint__is_glob(name);
	struct nearest nearest;
	char **list;

	list = tracepoint__is_glob(sys) ? NULL : tracefs_system_events(dir, sys);
	if (list && list[0]) {
		if (*nearest_of(list, name, &nearest) && !glob)
			snprintf(msg, size,
				 "this kernel has no tracepoint %s:%s; did you mean %s:%s?", sys,
				 name, sys, nearest.best);
		else
			snprintf(msg, size,
				 "this kernel has no tracepoint %s:%s; those of %s are in "
				 "%s/events/%s",
				 sys, name, sys, dir, sys);
		return;
	}
	tracefs_list_free(list);
	if (tracepoint__is_glob(sys))
		snprintf(msg, size, "no tracepoint of this kernel matches %s:%s", sys, name);
	else if (*nearest_of(tracefs_event_systems(dir), sys, &nearest))
		snprintf(msg, size, "this kernel has no tracepoints of '%s'; did you mean %s:%s?",
			 sys, nearest.best, name);
	else
		snprintf(msg, size,
			 "this kernel has no tracepoints of '%s'; if a module brings them, "
			 "load it first (modprobe %s)",
			 sys, sys);
}

void tracepoint__strerror(const char *sys, const char *name, int err, char *msg, size_t size)
{
	char *found = NULL;
	const char *dir = tracefs__dir(&found) ? "/sys/kernel/tracing" : found;

	switch (-err) {
	case ENODEV:
		if (kernel_has_tracefs())
			snprintf(msg, size,
				 "tracepoints need tracefs, which is not mounted here: "
				 "mount -t tracefs nodev /sys/kernel/tracing");
		else
			snprintf(msg, size,
				 "this kernel has no tracefs, so no tracepoints "
				 "(it is built without CONFIG_FTRACE)");
		break;
	case EACCES:
		snprintf(msg, size,
			 "no permission to read tracepoints in %s/events as user %u: "
			 "run as root, or let a group of yours read them "
			 "(mount -o remount,gid=GROUP,mode=750 %s)",
			 dir, (unsigned int)geteuid(), dir);
		break;
	case ENOENT:
		tell_missing(dir, sys, name, msg, size);
		break;
	case ENOEXEC:
		snprintf(msg, size,
			 "%s:%s is the function tracer's own record, which perf cannot "
			 "use as an event",
			 sys, name);
		break;
	default:
		snprintf(msg, size, "cannot read tracepoint %s:%s: %s", sys, name, strerror(-err));
	}
	free(found);
}
