// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <sys/stat.h>

#include "header-info.h"
#include "session.h"

static int read_feature(struct header_info *info, const struct perf_session *session, int id)
{
	const struct feature *nrcpus = &info->features[HEADER_NRCPUS];
	size_t size;
	u8 *section;
	int ret;

	ret = perf_session__read_feature(session, id, &section, &size);
	if (!ret)
		ret = feature__decode(&info->features[id], id, section, size, session->header.swap,
				      nrcpus->nrcpus.available);
	if (ret == -EINVAL || ret == -EFBIG)
		info->damaged |= 1ull << id;
	return ret == -ENOMEM ? ret : 0;
}

int header_info__read(struct header_info *info, const struct perf_session *session)
{
	const struct perf_header *header = &session->header;
	struct stat st;
	int id, ret = 0;

	memset(info, 0, sizeof(*info));
	if (!fstat(session->data.fd, &st))
		info->captured = st.st_mtime;
	info->pipe = header->pipe;
	if (!header->pipe) {
		info->data_offset = header->data.offset;
		info->data_size = header->data.size;
		info->feat_offset = header->feat_offset;
	}
	for (id = HEADER_RESERVED + 1; !ret && id < HEADER_LAST_FEATURE; id++)
		ret = read_feature(info, session, id);
	return ret;
}

void header_info__exit(struct header_info *info)
{
	int id;

	for (id = 0; id < HEADER_LAST_FEATURE; id++)
		feature__exit(&info->features[id]);
}
