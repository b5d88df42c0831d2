// SPDX-License-Identifier: GPL-2.0-only
/* An event's format as a recording has it: cleaned, parsed, and asked for names. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <traceevent/event-parse.h>

#include "kvm/names.h"
#include "util/format/format-text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__asan_default_options(void);

/*
 * libtraceevent 1.7.1 loses a few bytes of each format that it gives up on: looking
 * for leaks after every such input would be nearly all that is done here.
 */
const char *__asan_default_options(void)
{
	return "detect_leaks=0";
}

static void ask(struct tep_handle *tep, const struct kvm_arch *arch, u32 kind, u64 code)
{
	struct kvm_key key = { .kind = kind, .code = code };
	char buf[24];

	kvm_exit_name(arch, tep, &key, buf, sizeof(buf));
	if (!memchr(buf, '\0', sizeof(buf)))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct kvm_arch *const *arch;
	struct tep_handle *tep = tep_alloc();
	char *text = format_text__clean((const char *)data, size);
	u32 kind;

	if (text && tep) {
		tep_set_loglevel(TEP_LOG_NONE);
		tep_parse_event(tep, text, strlen(text), "kvm");
		for (arch = kvm_arch__all(); *arch; arch++) {
			for (kind = 0; kind <= (*arch)->nr_kinds; kind++) {
				ask(tep, *arch, kind, 0x8000000c);
				ask(tep, *arch, kind, UINT64_MAX);
			}
		}
	}
	free(text);
	if (tep)
		tep_free(tep);
	return 0;
}
