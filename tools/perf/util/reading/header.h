/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The header of a perf.data file: magic, attrs, where the data stand, and the
 * feature sections behind them.
 *
 * Layout of a file (all offsets from its start, in the file's byte order):
 *
 *	"PERFILE2" as a u64; u64 header size; u64 size of an attr entry;
 *	{offset, size} of the attr entries, of the data, and of a copy of the
 *	features' table (see header-write.h; old perfs had event names there);
 *	a bitmap of 256 bits: which features are there
 *	attr entries: perf_event_attr of (entry size - 16) bytes,
 *		      {offset, size} of the event's u64 ids
 *	data: records, see event.h
 *	features: {offset, size} for each set bit, in order of the bits
 *
 * A pipe-mode stream has the magic and a u64 header size of 16 only; all else
 * comes as records.
 */
#ifndef PERF_UTIL_HEADER_H
#define PERF_UTIL_HEADER_H

#include "data.h"
#include "util/evlist.h"

#define PERF_MAGIC2	 0x32454c4946524550ull /* "PERFILE2", little endian */
#define HEADER_FEAT_BITS 256

/* Events that a recording may have: several times as many as a kernel has tracepoints. */
#define PERF_MAX_EVENTS 16384

/* The names and numbers that every perf.data since 2009 shares. */
enum perf_header_feature {
	HEADER_RESERVED = 0,
	HEADER_TRACING_DATA = 1,
	HEADER_BUILD_ID,
	HEADER_HOSTNAME,
	HEADER_OSRELEASE,
	HEADER_VERSION,
	HEADER_ARCH,
	HEADER_NRCPUS,
	HEADER_CPUDESC,
	HEADER_CPUID,
	HEADER_TOTAL_MEM,
	HEADER_CMDLINE,
	HEADER_EVENT_DESC,
	HEADER_CPU_TOPOLOGY,
	HEADER_NUMA_TOPOLOGY,
	HEADER_BRANCH_STACK,
	HEADER_PMU_MAPPINGS,
	HEADER_GROUP_DESC,
	HEADER_AUXTRACE,
	HEADER_STAT,
	HEADER_CACHE,
	HEADER_SAMPLE_TIME,
	HEADER_MEM_TOPOLOGY,
	HEADER_CLOCKID,
	HEADER_DIR_FORMAT,
	HEADER_BPF_PROG_INFO,
	HEADER_BPF_BTF,
	HEADER_COMPRESSED,
	HEADER_CPU_PMU_CAPS,
	HEADER_CLOCK_DATA,
	HEADER_HYBRID_TOPOLOGY,
	HEADER_PMU_CAPS,
	HEADER_CPU_DOMAIN_INFO,
	HEADER_LAST_FEATURE,
};

struct perf_file_section {
	u64 offset, size;
};

struct perf_header {
	u64 size;      /* of the file header; 16 in pipe mode */
	u64 attr_size; /* of an attr entry: the attr and its ids' section */
	struct perf_file_section attrs, data;
	u64 feat_offset;		   /* behind the data, where the features' table belongs */
	u64 table_offset;		   /* where it is read: there, or a copy of it */
	u8 features[HEADER_FEAT_BITS / 8]; /* bit n: feature n is there */
	bool swap;			   /* the file's byte order is not ours */
	bool pipe;
	bool cut;	 /* the recording ends before its header says */
	bool no_table;	 /* and the features' table was behind that */
	bool unfinished; /* its writer was killed */
};

static inline bool perf_header__has_feat(const struct perf_header *header, int feat)
{
	return feat >= 0 && feat < HEADER_FEAT_BITS &&
	       (header->features[feat / 8] >> (feat % 8) & 1);
}

static inline void perf_header__set_feat(struct perf_header *header, int feat)
{
	header->features[feat / 8] |= (u8)(1u << (feat % 8));
}

#define PERF_PIPE_HEADER_SIZE 16

/* Takes the first 16 bytes of a recording: its magic, byte order and mode. 0 or -EINVAL. */
int perf_header__parse_start(struct perf_header *header, const u8 *start, struct perf_err *err);

/*
 * Reads the header of a seekable file, when perf_header__parse_start() has said
 * that it is no stream, and fills @evlist from the attr entries. On return
 * data.offset and data.size lie within the file. 0 or -errno.
 */
int perf_header__read(struct perf_header *header, const struct perf_data *data,
		      struct evlist *evlist, struct perf_err *err);

/*
 * An attr as recorded, @size bytes in the file's byte order, into our own:
 * fields beyond @size are 0, fields that we don't know are dropped.
 */
void perf_event_attr__read(struct perf_event_attr *attr, const u8 *from, size_t size, bool swap);

/*
 * One feature's section of a seekable file as it stands there, followed by a
 * NUL byte, in malloc()ed memory that the caller frees. 0; -ENOENT if the
 * recording has no such feature; -ENODATA if the file ends before it; -EFBIG
 * for a section of over 1 GiB; -ENOMEM.
 */
int perf_header__read_feature(const struct perf_header *header, const struct perf_data *data,
			      int feat, u8 **section, size_t *size);

/* The same, but of a section that the file ends within, what the file has of it. */
int perf_header__read_cut_feature(const struct perf_header *header, const struct perf_data *data,
				  int feat, u8 **section, size_t *size);

/* Does the file end before its features do? */
bool perf_header__features_cut(const struct perf_header *header, const struct perf_data *data);

/* The name of a feature as perf prints it ("HOSTNAME"), NULL if it is none that we know. */
const char *perf_header__feat_name(int feat);

#endif
