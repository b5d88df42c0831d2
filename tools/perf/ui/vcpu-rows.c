// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>

#include "vcpu-rows.h"

/* The states that the recording tells; sums are left to whoever reads the rows. */
static bool is_told(const struct kvm_vcpu_report *report, const struct kvm_vcpu_row *row,
		    enum kvm_vcpu_state state)
{
	return row->tid != (u32)-1 && kvm_vcpu_report__has(report, state);
}

static double percent(const struct kvm_vcpu_row *row, enum kvm_vcpu_state state)
{
	return row->observed ? 100.0 * (double)row->ns[state] / (double)row->observed : 0.0;
}

static json_t *object(const struct kvm_vcpu_report *report, const struct kvm_vcpu_row *row,
		      enum kvm_vcpu_state state)
{
	if (report->to)
		return json_pack("{sI, sI, ss, sI, sI, sI, sI, sf}", "from_ns",
				 (json_int_t)report->from, "to_ns", (json_int_t)report->to, "name",
				 kvm_vcpu_state_name(state, report->has_vmm), "vm",
				 (json_int_t)row->pid, "vcpu", (json_int_t)row->vcpu_id, "tid",
				 (json_int_t)row->tid, "time_ns", (json_int_t)row->ns[state],
				 "time_pct", percent(row, state));
	return json_pack("{ss, sI, sI, sI, sI, sf}", "name",
			 kvm_vcpu_state_name(state, report->has_vmm), "vm", (json_int_t)row->pid,
			 "vcpu", (json_int_t)row->vcpu_id, "tid", (json_int_t)row->tid, "time_ns",
			 (json_int_t)row->ns[state], "time_pct", percent(row, state));
}

int ui_vcpu_json__add(struct ui_kvm_json *json, const struct kvm_vcpu_report *report)
{
	unsigned int state;
	size_t i;

	for (i = 0; i < report->nr_rows; i++) {
		const struct kvm_vcpu_row *row = &report->rows[i];

		for (state = 0; state < KVM_NR_STATES; state++) {
			if (is_told(report, row, state) &&
			    json_array_append_new(json->rows, object(report, row, state)))
				return -ENOMEM;
		}
		if (row->tid != (u32)-1)
			json->time += row->observed;
	}
	json->count += report->nr_threads;
	return 0;
}

int ui_vcpu_json_lines(FILE *out, const struct kvm_vcpu_report *report)
{
	unsigned int state;
	size_t i;
	int err = 0;

	for (i = 0; !err && i < report->nr_rows * KVM_NR_STATES; i++) {
		const struct kvm_vcpu_row *row = &report->rows[i / KVM_NR_STATES];
		json_t *line;

		state = i % KVM_NR_STATES;
		if (!is_told(report, row, state))
			continue;
		line = object(report, row, state);
		if (!line)
			return -ENOMEM;
		if (json_dumpf(line, out, UI_KVM_JSON_FLAGS) || fputc('\n', out) < 0)
			err = -EIO;
		json_decref(line);
	}
	return err;
}

void ui_vcpu_csv_header(FILE *out, bool intervals)
{
	fprintf(out, "%sname,vm,vcpu,tid,time_ns,time_pct\r\n", intervals ? "from_ns,to_ns," : "");
}

static void csv_row(FILE *out, const struct kvm_vcpu_report *report, const struct kvm_vcpu_row *row,
		    enum kvm_vcpu_state state)
{
	if (report->to)
		fprintf(out, "%" PRIu64 ",%" PRIu64 ",", report->from, report->to);
	fprintf(out, "%s,%u,%u,%u,%" PRIu64 ",%.12g\r\n",
		kvm_vcpu_state_name(state, report->has_vmm), row->pid, row->vcpu_id, row->tid,
		row->ns[state], percent(row, state));
}

void ui_vcpu_csv_rows(FILE *out, const struct kvm_vcpu_report *report)
{
	unsigned int state;
	size_t i;

	for (i = 0; i < report->nr_rows; i++) {
		const struct kvm_vcpu_row *row = &report->rows[i];

		for (state = 0; state < KVM_NR_STATES; state++) {
			if (is_told(report, row, state))
				csv_row(out, report, row, state);
		}
	}
}
