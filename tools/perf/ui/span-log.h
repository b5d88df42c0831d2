/* SPDX-License-Identifier: GPL-2.0-only */
/* The last spans that took long, as many as anybody would look at. */
#ifndef PERF_UI_SPAN_LOG_H
#define PERF_UI_SPAN_LOG_H

#include "kvm/analysis.h"

#define UI_SPAN_LOG_SIZE 1000

struct ui_long_span {
	struct kvm_span span;
	u32 pid, vcpu;
};

struct ui_span_log {
	u64 nr; /* ever added: number n is spans[n % UI_SPAN_LOG_SIZE], while it is among the last */
	struct ui_long_span spans[UI_SPAN_LOG_SIZE];
};

static inline void ui_span_log__add(struct ui_span_log *log, const struct kvm_span *span, u32 pid,
				    u32 vcpu)
{
	log->spans[log->nr++ % UI_SPAN_LOG_SIZE] = (struct ui_long_span){ *span, pid, vcpu };
}

#endif
