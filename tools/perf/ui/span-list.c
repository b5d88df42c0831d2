// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "escape.h"
#include "span-list.h"

void ui_span_list__heading(FILE *out, const char *heading)
{
	fprintf(out, "%20s %10s %5s %20s %16s\n", "Time", "VM", "VCPU", heading, "Duration");
}

void ui_span_list__head(FILE *out, const char *heading)
{
	ui_span_list__heading(out, heading);
	fputc('\n', out);
}

void ui_span_list__row(FILE *out, const struct kvm_span *span, u32 pid, u32 vcpu, const char *name)
{
	char safe[1024];

	fprintf(out, "%10" PRIu64 ".%09" PRIu64 " %10u %5u %20s %14.2fus\n",
		span->begin / 1000000000, span->begin % 1000000000, pid, vcpu,
		ui_escape(name, safe, sizeof(safe)), (double)span->duration / 1e3);
}
