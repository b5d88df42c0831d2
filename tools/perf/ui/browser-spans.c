// SPDX-License-Identifier: GPL-2.0-only
/* The list of spans that took long, on the screen. */
#include <fnmatch.h>

#include "browser.h"
#include "span-list.h"

/* A line, if the filters let it through. */
static bool print_span(const struct ui_browser *b, FILE *out, const struct ui_long_span *span)
{
	const struct kvm_filter *filter = &b->query.filter;
	const struct kvm_analysis *kvm = b->sets[0];
	char name[512];

	if (!intlist__allows(&filter->pids, span->pid) ||
	    !intlist__allows(&filter->vcpus, span->vcpu))
		return false;
	kvm->ops->key_name(kvm, &span->span.key, name, sizeof(name));
	if (b->name[0] && fnmatch(b->name, name, 0))
		return false;
	ui_span_list__row(out, &span->span, span->pid, span->vcpu, name);
	return true;
}

void ui_browser__list_spans(struct ui_browser *b)
{
	const struct ui_span_log *log = b->spans;
	u64 n, oldest = log->nr > UI_SPAN_LOG_SIZE ? log->nr - UI_SPAN_LOG_SIZE : 0;
	size_t size, fresh = 0;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return;
	ui_span_list__heading(out, b->sets[0]->ops->heading);
	for (n = log->nr; n > oldest; n--) {
		bool listed = print_span(b, out, &log->spans[(n - 1) % UI_SPAN_LOG_SIZE]);

		fresh += listed && n > b->spans_listed;
	}
	fclose(out);
	ui_text__set(&b->text, text);
	b->text.nr_heading = 1;
	/* Who has scrolled down goes on looking at the same spans. */
	if (b->text.top)
		b->text.top += fresh;
	b->spans_listed = log->nr;
}
