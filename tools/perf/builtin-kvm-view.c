// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "builtin-kvm-view.h"

void kvm_view__init(struct kvm_view *v)
{
	const struct poptOption options[] = {
		{ "fields", 'F', POPT_ARG_STRING, &v->fields, 0,
		  "Show these columns: name, sample, percent_sample, time, percent_time, min, max, mean, stderr, p50, p90, p99, p999, rate, from, to, vm, vm_name, vcpu, tid",
		  "LIST" },
		{ "key", 'k', POPT_ARG_STRING, &v->keys, 0,
		  "Sort by sample (default), time (the mean), total_time, min_t, max_t, mean_t, name, or by columns",
		  "LIST" },
		{ "by", 0, POPT_ARG_STRING, &v->by, 0,
		  "A row for each VM, vCPU or thread instead of all together: vm, vcpu, tid",
		  "LIST" },
		{ "pid", 'p', POPT_ARG_STRING, &v->pids, 0, "Only the VMs with these pids",
		  "LIST" },
		{ "tid", 0, POPT_ARG_STRING, &v->tids, 0, "Only these vCPU threads", "LIST" },
		{ "vcpu", 0, POPT_ARG_STRING, &v->vcpus, 0, "Only these vCPUs", "LIST" },
		{ "comm", 0, POPT_ARG_STRING, &v->comm, 0,
		  "Only VMs, or vCPU threads, whose name fits a pattern such as 'qemu*'",
		  "PATTERN" },
		{ "name", 0, POPT_ARG_STRING, &v->name, 0,
		  "Only what has a name that fits a pattern such as 'MSR*'", "PATTERN" },
		POPT_TABLEEND,
	};

	const struct poptOption forms[] = {
		{ "histogram", 0, POPT_ARG_STRING | POPT_ARGFLAG_OPTIONAL, &v->histogram, 0,
		  "Draw how the spans are distributed: of all rows, or of those whose name fits",
		  "PATTERN" },
		{ "json", 0, POPT_ARG_NONE, &v->json, 0, "Print one JSON document", NULL },
		{ "json-lines", 0, POPT_ARG_NONE, &v->json_lines, 0,
		  "Print each row as a line of JSON", NULL },
		{ "csv", 0, POPT_ARG_NONE, &v->csv, 0, "Print comma-separated values", NULL },
		POPT_TABLEEND,
	};

	*v = (struct kvm_view){ .keys = "sample" };
	_Static_assert(sizeof(options) <= sizeof(v->options), "there is no room for the options");
	_Static_assert(sizeof(forms) <= sizeof(v->forms), "there is no room for the forms");
	memcpy(v->options, options, sizeof(options));
	memcpy(v->forms, forms, sizeof(forms));
}

void kvm_view__exit(struct kvm_view *v)
{
	kvm_filter__exit(&v->query.filter);
}

static int parse_by(struct kvm_view *v, const struct cmdline *cmd)
{
	static const struct {
		const char *name;
		unsigned int by;
	} groups[] = {
		{ "vm", KVM_BY_VM },
		{ "vcpu", KVM_BY_VM | KVM_BY_VCPU },
		{ "tid", KVM_BY_VM | KVM_BY_VCPU | KVM_BY_TID },
	};
	const char *word = v->by;
	size_t i, len;

	for (; word; word = word[len] ? word + len + 1 : NULL) {
		len = strcspn(word, ",");
		for (i = 0; i < ARRAY_SIZE(groups); i++) {
			if (!strncmp(groups[i].name, word, len) && !groups[i].name[len])
				break;
		}
		if (i == ARRAY_SIZE(groups))
			return cmdline__error(
				cmd, "--by: there is no group '%.*s'; there are vm, vcpu, tid",
				(int)len, word);
		v->query.by |= groups[i].by;
	}
	return 0;
}

static int parse_columns(struct kvm_view *v, const struct cmdline *cmd)
{
	struct perf_err err = { "" };

	if (v->fields && ui_columns__parse(&v->columns, v->fields, &err))
		return cmdline__error(cmd, "%s", err.msg);
	if (ui_columns__parse_keys(&v->sort, v->keys, &err))
		return cmdline__error(cmd, "%s", err.msg);
	/* Whoever wants to see or sort by VM wants rows for each. */
	v->query.by |= ui_columns__by(&v->columns) | ui_columns__by(&v->sort);
	if (!v->fields && !kvm_view__is_for_people(v))
		ui_columns__for_programs(&v->columns, v->query.by, v->intervals);
	else if (!v->fields)
		ui_columns__for_table(&v->columns, v->query.by);
	v->query.order = (struct kvm_order){ ui_columns__cmp, &v->sort };
	return 0;
}

int kvm_view__check(struct kvm_view *v, const struct cmdline *cmd)
{
	struct kvm_filter *filter = &v->query.filter;
	int status;

	if (v->json + v->json_lines + v->csv > 1)
		return cmdline__error(cmd, "--json, --json-lines and --csv exclude each other");
	if (v->csv && v->histogram)
		return cmdline__error(
			cmd,
			"--csv has no place for distributions; --json and --json-lines have one");
	filter->comm = v->comm;
	filter->name = v->name;
	status = cmdline__intlist(cmd, &filter->vcpus, v->vcpus, "--vcpu");
	if (!status)
		status = cmdline__intlist(cmd, &filter->pids, v->pids, "-p");
	if (!status)
		status = cmdline__intlist(cmd, &filter->tids, v->tids, "--tid");
	if (!status)
		status = parse_by(v, cmd);
	return status ? status : parse_columns(v, cmd);
}

int kvm_view__check_set(const struct kvm_view *v, const struct cmdline *cmd,
			const struct kvm_event_ops *ops)
{
	if (ops->settle && (v->fields || v->by || v->name || v->histogram))
		return cmdline__error(
			cmd,
			"--event=%s is about states, not spans: no -F, --by, --name or --histogram",
			ops->name);
	return 0;
}

bool kvm_view__needs_histograms(const struct kvm_view *v)
{
	return v->histogram || ((v->json || v->json_lines) && !v->fields) ||
	       ui_columns__need_histogram(&v->columns) || ui_columns__need_histogram(&v->sort);
}
