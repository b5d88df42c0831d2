/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reports as JSON: one document, or a row a line. What is in it is described,
 * with its version, in Documentation/perf-kvm-stat.schema.json.
 */
#ifndef PERF_UI_KVM_JSON_H
#define PERF_UI_KVM_JSON_H

#include <stdio.h>

#include "columns.h"
#include "util/reading/env.h"

#define UI_KVM_JSON_VERSION 1

/* For jansson. Twelve digits: a mean of hours to the ns, and no noise behind what is exact. */
#define UI_KVM_JSON_FLAGS (JSON_COMPACT | JSON_REAL_PRECISION(12))

struct ui_kvm_json {
	struct json_t *rows;
	u128 time;
	u64 count, dropped, unpaired;
};

/* A document: begun, given rows as often as there are reports, and printed. 0 or -ENOMEM. */
int ui_kvm_json__begin(struct ui_kvm_json *json);
int ui_kvm_json__add(struct ui_kvm_json *json, const struct kvm_report *report,
		     const struct ui_columns *columns, bool histogram);
/* @event: the set's name; @lost: events that the recording lost. 0, -ENOMEM or -EIO. */
int ui_kvm_json__print(struct ui_kvm_json *json, FILE *out, const char *event,
		       const struct perf_env *env, u64 lost);
void ui_kvm_json__exit(struct ui_kvm_json *json);

/* Each row as an object on a line of its own. 0, -ENOMEM or -EIO. */
int ui_kvm_json_lines(FILE *out, const struct kvm_report *report, const struct ui_columns *columns,
		      bool histogram);

#endif
