// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <stdio.h>

#include "build-id.h"
#include "feature-write.h"

#define BUILD_ID_HAS_SIZE (1u << 15) /* misc of a build id's record: its size is told */
#define NAME_UNIT	  64

size_t build_id__from_notes(const u8 *notes, size_t size, u8 id[BUILD_ID_SIZE])
{
	size_t at = 0;

	while (size - at >= sizeof(Elf64_Nhdr)) {
		Elf64_Nhdr note; /* the same for both sizes of ELF */
		size_t name, desc;

		memcpy(&note, notes + at, sizeof(note));
		name = at + sizeof(note);
		if (note.n_namesz > size - name)
			return 0;
		desc = name + ((note.n_namesz + 3ul) & ~3ul);
		if (desc > size || note.n_descsz > size - desc)
			return 0;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof(ELF_NOTE_GNU) &&
		    !memcmp(notes + name, ELF_NOTE_GNU, sizeof(ELF_NOTE_GNU)) && note.n_descsz &&
		    note.n_descsz <= BUILD_ID_SIZE) {
			memset(id, 0, BUILD_ID_SIZE);
			memcpy(id, notes + desc, note.n_descsz);
			return note.n_descsz;
		}
		at = desc + ((note.n_descsz + 3ul) & ~3ul);
		if (at > size)
			return 0;
	}
	return 0;
}

static size_t from_file(const char *path, u8 id[BUILD_ID_SIZE])
{
	struct buf notes = { 0 };
	size_t n =
		buf__read_file(&notes, path) ? 0 : build_id__from_notes(notes.data, notes.len, id);

	buf__exit(&notes);
	return n;
}

size_t build_id__kernel(u8 id[BUILD_ID_SIZE])
{
	return from_file("/sys/kernel/notes", id);
}

size_t build_id__module(const char *module, u8 id[BUILD_ID_SIZE])
{
	char path[320];

	snprintf(path, sizeof(path), "/sys/module/%s/notes/.note.gnu.build-id", module);
	return from_file(path, id);
}

/*
 * One record: a header whose type is 0 in a section; s32 pid (-1: the
 * kernel), 20 bytes, u8 size of the id, 3 bytes of zeros, the name, NUL-padded.
 */
static void put_record(struct buf *buf, const u8 id[BUILD_ID_SIZE], size_t id_size,
		       const char *name)
{
	struct perf_event_header header = { .misc = PERF_RECORD_MISC_KERNEL | BUILD_ID_HAS_SIZE };
	size_t len = strlen(name) + 1, padded = (len + NAME_UNIT - 1) & ~(size_t)(NAME_UNIT - 1);

	padded += 4; /* to a multiple of 8, as a stream's records are */
	header.size = (u16)(sizeof(header) + 4 + BUILD_ID_SIZE + 4 + padded);
	buf__put(buf, &header, sizeof(header));
	buf__put_u32(buf, (u32)-1);
	buf__put(buf, id, BUILD_ID_SIZE);
	buf__put(buf, (u8[4]){ (u8)id_size }, 4);
	buf__put(buf, name, len);
	buf__put_zeros(buf, padded - len);
}

int feature__build_id(const struct feature_env *env, struct buf *buf)
{
	size_t before = buf->len, n;
	u8 id[BUILD_ID_SIZE];
	struct dirent *entry;
	DIR *dir;

	if (env->no_build_ids)
		return -ENODATA;
	n = build_id__kernel(id);
	if (n)
		put_record(buf, id, n, "[kernel.kallsyms]");
	dir = opendir("/sys/module");
	while (dir && (entry = readdir(dir))) {
		char name[300];

		n = entry->d_name[0] == '.' ? 0 : build_id__module(entry->d_name, id);
		if (!n)
			continue;
		snprintf(name, sizeof(name), "[%s]", entry->d_name);
		put_record(buf, id, n, name);
	}
	if (dir)
		closedir(dir);
	return buf->len == before ? -ENODATA : 0;
}
