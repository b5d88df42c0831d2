// SPDX-License-Identifier: GPL-2.0-only
#include "attr.h"
#include "util/types.h"

struct attr_printer {
	FILE *out;
	const char *sep;
	int first;
};

struct bit_name {
	u64 bit;
	const char *name;
};

static void name(struct attr_printer *p, const char *field)
{
	fprintf(p->out, "%s%s%s", p->first ? "" : ", ", field, p->sep);
	p->first = 0;
}

static void number(struct attr_printer *p, const char *field, u64 value)
{
	if (!value)
		return;
	name(p, field);
	fprintf(p->out, "%llu", (unsigned long long)value);
}

static void hex(struct attr_printer *p, const char *field, u64 value)
{
	if (!value)
		return;
	name(p, field);
	fprintf(p->out, "%#llx", (unsigned long long)value);
}

/* The names of @value's bits; one without a name is not shown. */
static void bits(struct attr_printer *p, const char *field, u64 value, const struct bit_name *names,
		 size_t nr)
{
	const char *sep = "";
	size_t i;

	if (!value)
		return;
	name(p, field);
	for (i = 0; i < nr; i++) {
		if (!(value & names[i].bit))
			continue;
		fprintf(p->out, "%s%s", sep, names[i].name);
		sep = "|";
	}
}

#define BIT_NAME(prefix, n)      \
	{                        \
		prefix##_##n, #n \
	}

static void sample_type(struct attr_printer *p, u64 value)
{
	static const struct bit_name names[] = {
		BIT_NAME(PERF_SAMPLE, IP),
		BIT_NAME(PERF_SAMPLE, TID),
		BIT_NAME(PERF_SAMPLE, TIME),
		BIT_NAME(PERF_SAMPLE, ADDR),
		BIT_NAME(PERF_SAMPLE, READ),
		BIT_NAME(PERF_SAMPLE, CALLCHAIN),
		BIT_NAME(PERF_SAMPLE, ID),
		BIT_NAME(PERF_SAMPLE, CPU),
		BIT_NAME(PERF_SAMPLE, PERIOD),
		BIT_NAME(PERF_SAMPLE, STREAM_ID),
		BIT_NAME(PERF_SAMPLE, RAW),
		BIT_NAME(PERF_SAMPLE, BRANCH_STACK),
		BIT_NAME(PERF_SAMPLE, REGS_USER),
		BIT_NAME(PERF_SAMPLE, STACK_USER),
		BIT_NAME(PERF_SAMPLE, IDENTIFIER),
		BIT_NAME(PERF_SAMPLE, REGS_INTR),
		BIT_NAME(PERF_SAMPLE, DATA_SRC),
		BIT_NAME(PERF_SAMPLE, WEIGHT),
		BIT_NAME(PERF_SAMPLE, TRANSACTION),
		BIT_NAME(PERF_SAMPLE, PHYS_ADDR),
		BIT_NAME(PERF_SAMPLE, AUX),
		BIT_NAME(PERF_SAMPLE, CGROUP),
		BIT_NAME(PERF_SAMPLE, DATA_PAGE_SIZE),
		BIT_NAME(PERF_SAMPLE, CODE_PAGE_SIZE),
		BIT_NAME(PERF_SAMPLE, WEIGHT_STRUCT),
	};

	bits(p, "sample_type", value, names, ARRAY_SIZE(names));
}

static void read_format(struct attr_printer *p, u64 value)
{
	static const struct bit_name names[] = {
		BIT_NAME(PERF_FORMAT, TOTAL_TIME_ENABLED),
		BIT_NAME(PERF_FORMAT, TOTAL_TIME_RUNNING),
		BIT_NAME(PERF_FORMAT, ID),
		BIT_NAME(PERF_FORMAT, GROUP),
		BIT_NAME(PERF_FORMAT, LOST),
	};

	bits(p, "read_format", value, names, ARRAY_SIZE(names));
}

static void branch_sample_type(struct attr_printer *p, u64 value)
{
	static const struct bit_name names[] = {
		BIT_NAME(PERF_SAMPLE_BRANCH, USER),	 BIT_NAME(PERF_SAMPLE_BRANCH, KERNEL),
		BIT_NAME(PERF_SAMPLE_BRANCH, HV),	 BIT_NAME(PERF_SAMPLE_BRANCH, ANY),
		BIT_NAME(PERF_SAMPLE_BRANCH, ANY_CALL),	 BIT_NAME(PERF_SAMPLE_BRANCH, ANY_RETURN),
		BIT_NAME(PERF_SAMPLE_BRANCH, IND_CALL),	 BIT_NAME(PERF_SAMPLE_BRANCH, ABORT_TX),
		BIT_NAME(PERF_SAMPLE_BRANCH, IN_TX),	 BIT_NAME(PERF_SAMPLE_BRANCH, NO_TX),
		BIT_NAME(PERF_SAMPLE_BRANCH, COND),	 BIT_NAME(PERF_SAMPLE_BRANCH, CALL_STACK),
		BIT_NAME(PERF_SAMPLE_BRANCH, IND_JUMP),	 BIT_NAME(PERF_SAMPLE_BRANCH, CALL),
		BIT_NAME(PERF_SAMPLE_BRANCH, NO_FLAGS),	 BIT_NAME(PERF_SAMPLE_BRANCH, NO_CYCLES),
		BIT_NAME(PERF_SAMPLE_BRANCH, TYPE_SAVE), BIT_NAME(PERF_SAMPLE_BRANCH, HW_INDEX),
		BIT_NAME(PERF_SAMPLE_BRANCH, PRIV_SAVE),
	};

	bits(p, "branch_sample_type", value, names, ARRAY_SIZE(names));
}

#define FLAG(field) number(p, #field, attr->field)

static void flags(struct attr_printer *p, const struct perf_event_attr *attr)
{
	FLAG(disabled);
	FLAG(inherit);
	FLAG(pinned);
	FLAG(exclusive);
	FLAG(exclude_user);
	FLAG(exclude_kernel);
	FLAG(exclude_hv);
	FLAG(exclude_idle);
	FLAG(mmap);
	FLAG(comm);
	FLAG(freq);
	FLAG(inherit_stat);
	FLAG(enable_on_exec);
	FLAG(task);
	FLAG(watermark);
	FLAG(precise_ip);
	FLAG(mmap_data);
	FLAG(sample_id_all);
	FLAG(exclude_host);
	FLAG(exclude_guest);
	FLAG(exclude_callchain_kernel);
	FLAG(exclude_callchain_user);
	FLAG(mmap2);
	FLAG(comm_exec);
	FLAG(use_clockid);
	FLAG(context_switch);
	FLAG(write_backward);
	FLAG(namespaces);
	FLAG(ksymbol);
	FLAG(bpf_event);
	FLAG(aux_output);
	FLAG(cgroup);
	FLAG(text_poke);
	FLAG(build_id);
	FLAG(inherit_thread);
	FLAG(remove_on_exec);
	FLAG(sigtrap);
}

void ui_attr__print(FILE *out, const struct perf_event_attr *attr, const char *sep, int first)
{
	struct attr_printer printer = { out, sep, first }, *p = &printer;

	number(p, "type", attr->type);
	number(p, "size", attr->size);
	hex(p, "config", attr->config);
	number(p, "{ sample_period, sample_freq }", attr->sample_period);
	sample_type(p, attr->sample_type);
	read_format(p, attr->read_format);
	flags(p, attr);
	number(p, "{ wakeup_events, wakeup_watermark }", attr->wakeup_events);
	number(p, "bp_type", attr->bp_type);
	hex(p, "{ bp_addr, config1 }", attr->config1);
	hex(p, "{ bp_len, config2 }", attr->config2);
	branch_sample_type(p, attr->branch_sample_type);
	hex(p, "sample_regs_user", attr->sample_regs_user);
	number(p, "sample_stack_user", attr->sample_stack_user);
	if (attr->clockid) {
		name(p, "clockid");
		fprintf(out, "%d", attr->clockid);
	}
	hex(p, "sample_regs_intr", attr->sample_regs_intr);
	number(p, "aux_watermark", attr->aux_watermark);
	number(p, "sample_max_stack", attr->sample_max_stack);
	number(p, "aux_sample_size", attr->aux_sample_size);
	number(p, "sig_data", attr->sig_data);
}
