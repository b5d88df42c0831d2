// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <jansson.h>

#include "escape.h"
#include "kvm-json.h"

#define MAX_TEXT_SIZE 1024

/* Beyond 2^63, where only damaged times come to, an integer is told as a real number. */
static json_t *number(u128 n)
{
	return n > INT64_MAX ? json_real((double)n) : json_integer((json_int_t)n);
}

/* Control characters and what is no UTF-8 come escaped, as they are printed elsewhere. */
static json_t *string(const char *text)
{
	char safe[MAX_TEXT_SIZE];

	return text ? json_string(ui_escape(text, safe, sizeof(safe))) : json_null();
}

static json_t *cell(const struct ui_value *value)
{
	switch (value->kind) {
	case UI_INTEGER:
		return number(value->integer);
	case UI_REAL:
		return json_real(value->real);
	default:
		return string(value->text);
	}
}

static json_t *histogram_of(const struct kvm_histogram *histogram)
{
	struct kvm_bucket *buckets;
	json_t *list;
	u32 i;

	if (kvm_histogram__buckets(histogram, &buckets))
		return NULL;
	list = json_array();
	for (i = 0; i < histogram->nr_used; i++)
		json_array_append_new(list,
				      json_pack("[o, o, o]", number(buckets[i].low),
						number(buckets[i].high), number(buckets[i].count)));
	free(buckets);
	if (json_array_size(list) == histogram->nr_used)
		return list;
	json_decref(list);
	return NULL;
}

static json_t *row_object(const struct kvm_row *row, const struct ui_columns *columns,
			  bool histogram)
{
	json_t *object = json_object();
	size_t i;
	int err = 0;

	for (i = 0; i < columns->nr; i++) {
		struct ui_value value = columns->column[i]->value(row);

		err |= json_object_set_new(object, columns->column[i]->field, cell(&value));
	}
	if (histogram && row->stats.histogram)
		err |= json_object_set_new(object, "histogram", histogram_of(row->stats.histogram));
	if (!err)
		return object;
	json_decref(object);
	return NULL;
}

int ui_kvm_json__begin(struct ui_kvm_json *json)
{
	*json = (struct ui_kvm_json){ .rows = json_array() };
	return json->rows ? 0 : -ENOMEM;
}

int ui_kvm_json__add(struct ui_kvm_json *json, const struct kvm_report *report,
		     const struct ui_columns *columns, bool histogram)
{
	const struct kvm_row *row;

	kvm_report__for_each_row(report, row) {
		if (json_array_append_new(json->rows, row_object(row, columns, histogram)))
			return -ENOMEM;
	}
	json->count += report->total.count;
	json->time += report->total.sum;
	json->dropped += report->nr_dropped;
	json->unpaired += report->nr_unpaired;
	return 0;
}

/* What the recording's header tells; null where it does not. */
static json_t *file_object(const struct perf_env *env)
{
	bool timed = env->first_sample && env->last_sample >= env->first_sample;

	return json_pack("{so, so, so, so, so}", "hostname", string(env->hostname), "release",
			 string(env->os_release), "arch", string(env->arch), "cpuid",
			 string(env->cpuid), "duration_ns",
			 timed ? number(env->last_sample - env->first_sample) : json_null());
}

int ui_kvm_json__print(struct ui_kvm_json *json, FILE *out, const char *event,
		       const struct perf_env *env, u64 lost)
{
	json_t *root =
		json_pack("{si, ss, so, sO, s{so, so}, s{so, so}, so}", "version",
			  UI_KVM_JSON_VERSION, "event", event, "file", file_object(env), "rows",
			  json->rows, "total", "count", number(json->count), "time_ns",
			  number(json->time), "lost", "events", number(lost), "spans",
			  number(json->dropped), "unpaired", number(json->unpaired));
	int err = !root								     ? -ENOMEM
		  : json_dumpf(root, out, UI_KVM_JSON_FLAGS) || fputc('\n', out) < 0 ? -EIO
										     : 0;

	json_decref(root);
	return err;
}

void ui_kvm_json__exit(struct ui_kvm_json *json)
{
	json_decref(json->rows);
	json->rows = NULL;
}

int ui_kvm_json_lines(FILE *out, const struct kvm_report *report, const struct ui_columns *columns,
		      bool histogram)
{
	const struct kvm_row *row;
	int err = 0;

	kvm_report__for_each_row(report, row) {
		json_t *object = row_object(row, columns, histogram);

		if (!object)
			return -ENOMEM;
		if (json_dumpf(object, out, UI_KVM_JSON_FLAGS) || fputc('\n', out) < 0)
			err = -EIO;
		json_decref(object);
	}
	return err;
}
