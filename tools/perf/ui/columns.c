// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "columns.h"
#include "escape.h"

static struct ui_value integer(u128 n)
{
	return (struct ui_value){ .kind = UI_INTEGER, .integer = n };
}

static struct ui_value real(double n)
{
	return (struct ui_value){ .kind = UI_REAL, .real = n };
}

static struct ui_value text(const char *s)
{
	return (struct ui_value){ .kind = UI_TEXT, .text = s };
}

static double percent(long double part, long double whole)
{
	return whole > 0 ? (double)(100 * part / whole) : 0.0;
}

#define VALUE(fn, expression)                                     \
	static struct ui_value fn##_of(const struct kvm_row *row) \
	{                                                         \
		return expression;                                \
	}

VALUE(name, text(row->name))
VALUE(vm, integer(row->group->pid))
VALUE(vm_name, text(row->group->vm_name))
VALUE(vcpu, integer(row->group->vcpu))
VALUE(tid, integer(row->group->tid))
VALUE(sample, integer(row->stats.count))
VALUE(percent_sample, real(percent(row->stats.count, row->report->total.count)))
VALUE(time, integer(row->stats.sum))
VALUE(percent_time, real(percent((long double)row->stats.sum, (long double)row->report->total.sum)))
VALUE(min, integer(row->stats.min))
VALUE(max, integer(row->stats.max))
VALUE(mean, real(kvm_stats__mean(&row->stats)))
VALUE(stderr, real(kvm_stats__rel_stderr(&row->stats)))
VALUE(p50, integer(row->percentile[KVM_P50]))
VALUE(p90, integer(row->percentile[KVM_P90]))
VALUE(p99, integer(row->percentile[KVM_P99]))
VALUE(p999, integer(row->percentile[KVM_P999]))
VALUE(rate, real(kvm_row__rate(row)))
VALUE(from, integer(row->report->to ? row->report->from : row->report->first_time))
VALUE(to, integer(row->report->to ? row->report->to : row->report->last_time))

/* perf report's way to tell processes apart: PID:NAME. */
static const char *vm_text(const struct kvm_row *row, char *buf, size_t size)
{
	char name[THREAD_COMM_SIZE * 4];

	snprintf(buf, size, "%u%s%s", row->group->pid, row->group->vm_name[0] ? ":" : "",
		 ui_escape(row->group->vm_name, name, sizeof(name)));
	return buf;
}

static const struct ui_column columns[] = {
	{ "vm", "vm", "VM", "the VM: its process, in tables with its name", UI_WORD,
	  .by = KVM_BY_VM, .ascending = true, .value = vm_of, .text = vm_text },
	{ "vm_name", "vm_name", "VM Name", "the name of the VM's process", UI_WORD, .by = KVM_BY_VM,
	  .ascending = true, .value = vm_name_of },
	{ "vcpu", "vcpu", "vCPU", "the number of the vCPU in its VM", UI_COUNT, 5,
	  .by = KVM_BY_VM | KVM_BY_VCPU, .ascending = true, .value = vcpu_of },
	{ "tid", "tid", "TID", "the vCPU's thread", UI_COUNT, 8,
	  .by = KVM_BY_VM | KVM_BY_VCPU | KVM_BY_TID, .ascending = true, .value = tid_of },
	{ "name", "name", NULL, "what the spans are counted under", UI_NAME, .ascending = true,
	  .value = name_of },
	{ "sample", "count", "Samples", "number of spans", UI_COUNT, 10, .value = sample_of },
	{ "percent_sample", "count_pct", "Samples%", "share of all spans", UI_PERCENT, 9,
	  .value = percent_sample_of },
	{ "time", "time_ns", "Total Time", "sum of the spans", UI_NS, 15, .value = time_of },
	{ "percent_time", "time_pct", "Time%", "share of the sum of all spans", UI_PERCENT, 9,
	  .value = percent_time_of },
	{ "min", "min_ns", "Min Time", "the shortest span", UI_NS, 11, .value = min_of },
	{ "max", "max_ns", "Max Time", "the longest span", UI_NS, 11, .value = max_of },
	{ "mean", "mean_ns", "Avg time", "the mean", UI_NS, 11, .value = mean_of },
	{ "stderr", "stderr_pct", "Std Err", "standard error of the mean, relative to it", UI_ERROR,
	  14, .joins = "mean", .value = stderr_of },
	{ "p50", "p50_ns", "p50", "the median", UI_NS, 11, .histogram = true, .value = p50_of },
	{ "p90", "p90_ns", "p90", "90 % of the spans are no longer", UI_NS, 11, .histogram = true,
	  .value = p90_of },
	{ "p99", "p99_ns", "p99", "99 % of the spans are no longer", UI_NS, 11, .histogram = true,
	  .value = p99_of },
	{ "p999", "p999_ns", "p99.9", "99.9 % of the spans are no longer", UI_NS, 11,
	  .histogram = true, .value = p999_of },
	{ "rate", "rate", "Rate/s", "spans per second observed", UI_RATE, 11, .value = rate_of },
	{ "from", "from_ns", "From", "when the rows' interval, or the span observed, begins",
	  UI_TIME, 16, .ascending = true, .value = from_of },
	{ "to", "to_ns", "To", "when it ends", UI_TIME, 16, .ascending = true, .value = to_of },
};

static const struct {
	const char *key, *column;
} old_keys[] = {
	{ "time", "mean" }, { "total_time", "time" }, { "min_t", "min" },
	{ "max_t", "max" }, { "mean_t", "mean" },
};

const struct ui_column *ui_columns__all(size_t *nr)
{
	*nr = ARRAY_SIZE(columns);
	return columns;
}

static const struct ui_column *find(const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(columns); i++) {
		if (!strncmp(columns[i].name, name, len) && !columns[i].name[len])
			return &columns[i];
	}
	return NULL;
}

static const struct ui_column *find_key(const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(old_keys); i++) {
		if (!strncmp(old_keys[i].key, name, len) && !old_keys[i].key[len])
			return find(old_keys[i].column, strlen(old_keys[i].column));
	}
	return find(name, len);
}

static void add(struct ui_columns *list, const struct ui_column *column)
{
	size_t i;

	for (i = 0; i < list->nr; i++) {
		if (list->column[i] == column)
			return;
	}
	list->column[list->nr++] = column;
}

/* Appends to @list, a buffer of @size bytes, as far as there is room. */
static void append(char *list, size_t size, const char *word)
{
	size_t len = strlen(list);

	snprintf(list + len, size - len, "%s%s", len ? ", " : "", word);
}

static int unknown(const char *what, const char *word, size_t len, bool keys, struct perf_err *err)
{
	char list[PERF_ERR_SIZE / 2] = "", copy[64], safe[256];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(columns); i++)
		append(list, sizeof(list), columns[i].name);
	for (i = 0; keys && i < ARRAY_SIZE(old_keys); i++) {
		if (!find(old_keys[i].key, strlen(old_keys[i].key)))
			append(list, sizeof(list), old_keys[i].key);
	}
	snprintf(copy, sizeof(copy), "%.*s", (int)(len < 60 ? len : 60), word);
	return perf_err__set(err, -EINVAL, "there is no %s '%s'; there are %s", what,
			     ui_escape(copy, safe, sizeof(safe)), list);
}

static int parse(struct ui_columns *list, const char *words, bool keys, struct perf_err *err)
{
	const char *word = words;

	list->nr = 0;
	for (;;) {
		size_t len = strcspn(word, ",");
		const struct ui_column *column = keys ? find_key(word, len) : find(word, len);

		if (!column)
			return unknown(keys ? "key" : "column", word, len, keys, err);
		add(list, column);
		if (!word[len])
			return 0;
		word += len + 1;
	}
}

int ui_columns__parse(struct ui_columns *list, const char *words, struct perf_err *err)
{
	return parse(list, words, false, err);
}

int ui_columns__parse_keys(struct ui_columns *list, const char *words, struct perf_err *err)
{
	return parse(list, words, true, err);
}

/* The columns that tell groups apart. */
static void add_groups(struct ui_columns *list, unsigned int by, bool vm_name)
{
	if (by)
		add(list, find("vm", 2));
	if (by && vm_name)
		add(list, find("vm_name", 7));
	if (by & (KVM_BY_VCPU | KVM_BY_TID))
		add(list, find("vcpu", 4));
	if (by & KVM_BY_TID)
		add(list, find("tid", 3));
}

static void add_words(struct ui_columns *list, const char *words)
{
	struct ui_columns more;
	size_t i;

	parse(&more, words, false, NULL);
	for (i = 0; i < more.nr; i++)
		add(list, more.column[i]);
}

void ui_columns__for_table(struct ui_columns *list, unsigned int by)
{
	list->nr = 0;
	add_groups(list, by, false);
	add_words(list, "name,sample,percent_sample,percent_time,min,max,mean,stderr");
}

void ui_columns__for_programs(struct ui_columns *list, unsigned int by, bool intervals)
{
	list->nr = 0;
	if (intervals)
		add_words(list, "from,to");
	add_words(list, "name");
	add_groups(list, by, true);
	add_words(list, "sample,time,min,max,mean,stderr,p50,p90,p99,p999");
}

unsigned int ui_columns__by(const struct ui_columns *list)
{
	unsigned int by = 0;
	size_t i;

	for (i = 0; i < list->nr; i++)
		by |= list->column[i]->by;
	return by;
}

bool ui_columns__need_histogram(const struct ui_columns *list)
{
	size_t i;

	for (i = 0; i < list->nr; i++) {
		if (list->column[i]->histogram)
			return true;
	}
	return false;
}

static int compare(const struct ui_value *a, const struct ui_value *b)
{
	switch (a->kind) {
	case UI_INTEGER:
		return a->integer < b->integer ? -1 : a->integer > b->integer;
	case UI_REAL:
		return a->real < b->real ? -1 : a->real > b->real;
	default:
		return strcmp(a->text, b->text);
	}
}

int ui_columns__cmp(const struct kvm_row *a, const struct kvm_row *b, const void *keys)
{
	const struct ui_columns *list = keys;
	size_t i;

	for (i = 0; i < list->nr; i++) {
		struct ui_value x = list->column[i]->value(a), y = list->column[i]->value(b);
		int cmp = compare(&x, &y);

		if (cmp)
			return list->column[i]->ascending ? cmp : -cmp;
	}
	return 0;
}

static double number(const struct ui_value *value)
{
	return value->kind == UI_REAL ? value->real : (double)value->integer;
}

const char *ui_column__cell(const struct ui_column *column, const struct kvm_row *row, char *buf,
			    size_t size)
{
	struct ui_value value = column->value(row);

	if (column->text)
		return column->text(row, buf, size);
	switch (column->unit) {
	case UI_NAME:
	case UI_WORD:
		return ui_escape(value.text, buf, size);
	case UI_COUNT:
		snprintf(buf, size, "%" PRIu64, (u64)value.integer);
		break;
	case UI_NS:
		snprintf(buf, size, "%.2fus", number(&value) / 1e3);
		break;
	case UI_PERCENT:
		snprintf(buf, size, "%.2f%%", value.real);
		break;
	case UI_ERROR:
		snprintf(buf, size, "( +-%7.2f%% )", value.real);
		break;
	case UI_RATE:
		snprintf(buf, size, "%.2f", value.real);
		break;
	case UI_TIME:
		snprintf(buf, size, "%" PRIu64 ".%06" PRIu64 "s", (u64)value.integer / 1000000000,
			 (u64)value.integer / 1000 % 1000000);
		break;
	}
	return buf;
}
