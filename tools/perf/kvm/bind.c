// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "bind.h"
#include "util/reading/formats.h"

static struct field_ref need_field(struct kvm_binding *binding, struct tep_event *event,
				   const char *name)
{
	struct field_ref field = trace_event__field(event, name);

	if ((u32)field.offset + field.size > binding->raw_size)
		binding->raw_size = (u32)field.offset + field.size;
	return field;
}

void kvm_bind_field(struct kvm_binding *binding, unsigned int at, struct tep_event *event,
		    const char *name)
{
	binding->field[at] = need_field(binding, event, name);
}

void kvm_bind_vcpu(const struct kvm_arch *arch, struct tep_event *event,
		   struct kvm_binding *binding)
{
	if (arch->vcpu_field)
		binding->vcpu = need_field(binding, event, arch->vcpu_field);
}

bool kvm_bind_exit(const struct kvm_arch *arch, const char *name, struct tep_event *event,
		   struct kvm_binding *binding)
{
	unsigned int i;

	if (strcmp(name, arch->exit_event))
		return false;
	for (i = 0; i < KVM_EXIT_FIELDS && arch->exit_fields[i]; i++)
		kvm_bind_field(binding, i, event, arch->exit_fields[i]);
	kvm_bind_vcpu(arch, event, binding);
	return true;
}

int kvm_need_exit_field(const struct kvm_analysis *kvm, const struct kvm_binding *exit)
{
	return exit->field[0].size
		       ? 0
		       : perf_err__set(kvm->err, -ENODATA, "has a %s without a field '%s'",
				       kvm->arch->exit_event, kvm->arch->exit_fields[0]);
}

bool kvm_bind_entry(const struct kvm_arch *arch, const char *name, struct tep_event *event,
		    struct kvm_binding *binding)
{
	const char *const *entry;

	for (entry = arch->entry_events; *entry; entry++) {
		if (strcmp(name, *entry))
			continue;
		kvm_bind_vcpu(arch, event, binding);
		return true;
	}
	return false;
}

const char *kvm_missing_exit_or_entry(const struct kvm_arch *arch,
				      bool (*has)(void *ctx, const char *name), void *ctx)
{
	return has(ctx, arch->exit_event) ? kvm_missing_entry(arch, has, ctx) : arch->exit_event;
}

const char *kvm_missing_entry(const struct kvm_arch *arch, bool (*has)(void *ctx, const char *name),
			      void *ctx)
{
	const char *const *entry;

	for (entry = arch->entry_events; *entry; entry++) {
		if (has(ctx, *entry))
			return NULL;
	}
	return arch->entry_events[0];
}

bool kvm_bind_child(const struct kvm_arch *arch, const char *name, struct tep_event *event,
		    struct kvm_binding *binding)
{
	const struct kvm_child_event *child;

	for (child = arch->children; child && child->event; child++) {
		if (strcmp(name, child->event))
			continue;
		kvm_bind_field(binding, 0, event, child->field);
		binding->child = child;
		return binding->field[0].size; /* without it the event tells nothing more */
	}
	return false;
}

bool kvm_is_vcpu_event(const struct kvm_arch *arch, const char *name)
{
	const struct kvm_child_event *child;
	const char *const *event;

	for (event = arch->record_events; *event; event++) {
		if (!strcmp(*event, name))
			return true;
	}
	for (child = arch->children; child && child->event; child++) {
		if (!strcmp(child->event, name))
			return true;
	}
	return false;
}

void kvm_exit_values__read(struct kvm_exit_values *values, const struct kvm_analysis *kvm,
			   const struct kvm_binding *binding, const struct perf_sample *sample)
{
	unsigned int i;

	for (i = 0; i < KVM_EXIT_FIELDS; i++) {
		values->value[i] = kvm_binding__value(binding, i, sample);
		values->size[i] = binding->field[i].size;
	}
	values->isa = kvm->isa;
}

/* Only the first of two events of one tracepoint counts. */
static bool is_double(const struct evlist *evlist, const struct evsel *evsel)
{
	const struct evsel *other;

	evlist__for_each_entry(evlist, other) {
		if (other == evsel)
			return false;
		if (other->attr.type == evsel->attr.type &&
		    other->attr.config == evsel->attr.config)
			return true;
	}
	return false;
}

static bool has_event(struct perf_session *session, const char *name)
{
	struct evsel *evsel;
	char buf[256];

	evlist__for_each_entry(&session->evlist, evsel) {
		if (!strcmp(perf_session__event_name(session, evsel, buf, sizeof(buf)), name))
			return true;
	}
	return false;
}

/* What the recording tells about itself; in a stream all of that precedes the samples. */
static int learn(struct kvm_analysis *kvm, struct perf_session *session)
{
	const struct perf_env *env = &session->env;

	if (kvm->arch)
		return 0;
	if (!env->arch)
		return perf_err__set(kvm->err, -ENODATA,
				     "does not tell the architecture it was recorded on");
	kvm->arch = kvm_arch__find(env->arch);
	if (!kvm->arch)
		return perf_err__set(kvm->err, -ENODATA,
				     "was recorded on an architecture whose KVM is not known here");
	kvm->isa = env->cpuid ? kvm_isa__from_cpuid(env->cpuid) : 0;
	kvm->tep = session->formats.tep;
	kvm->has_userspace_exit = has_event(session, "kvm:kvm_userspace_exit");
	kvm->has_sched_switch = has_event(session, "sched:sched_switch");
	kvm->use_begin_done =
		has_event(session, "kvm:kvm_mmio_begin") && has_event(session, "kvm:kvm_io_done");
	return 0;
}

/* Without these a sample can be put neither on a thread nor in order. */
static int check_sample_type(struct kvm_analysis *kvm, const struct evsel *evsel, const char *name)
{
	u64 lacks =
		(PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_RAW) & ~evsel->attr.sample_type;

	if (!lacks)
		return 0;
	return perf_err__set(
		kvm->err, -ENODATA,
		"was recorded without the %s of %s; record it with perf kvm stat record",
		lacks & PERF_SAMPLE_TID	   ? "thread ids"
		: lacks & PERF_SAMPLE_TIME ? "times"
					   : "raw data (-R)",
		name);
}

static int grow(struct kvm_analysis *kvm, unsigned int nr)
{
	struct kvm_binding *bindings = reallocarray(kvm->bindings, nr, sizeof(*bindings));

	if (!bindings)
		return -ENOMEM;
	memset(bindings + kvm->nr_bindings, 0, (nr - kvm->nr_bindings) * sizeof(*bindings));
	kvm->bindings = bindings;
	kvm->nr_bindings = nr;
	return 0;
}

int kvm_bind(struct kvm_analysis *kvm, struct perf_session *session,
	     const struct perf_sample *sample)
{
	const struct evsel *evsel = sample->evsel;
	struct evsel *mine = (struct evsel *)(uintptr_t)evsel; /* its format is looked up once */
	struct kvm_binding *binding;
	char buf[256];
	const char *name;
	int err;

	if (evsel->idx >= kvm->nr_bindings && grow(kvm, session->evlist.nr_entries))
		return -ENOMEM;
	binding = &kvm->bindings[evsel->idx];
	binding->bound = true;
	if (!evsel__is_tracepoint(evsel) || is_double(&session->evlist, evsel))
		return 0;
	name = perf_session__event_name(session, mine, buf, sizeof(buf));
	binding->is_kvm = !strncmp(name, "kvm:", 4) || !strncmp(name, "kvm_", 4);
	if (!mine->tp_format)
		return 0;
	err = learn(kvm, session);
	if (!err)
		err = kvm->ops->bind(kvm, name, mine->tp_format, binding);
	if (!err && binding->handle)
		err = check_sample_type(kvm, evsel, name);
	if (!err && binding->handle &&
	    !perf_session__formats_fit(session, mine->tp_format, sample->raw_size))
		err = perf_err__set(
			kvm->err, -EINVAL,
			"is not of the kernel whose formats were given: a %s has %u bytes", name,
			sample->raw_size);
	if (!binding->handle && binding->is_kvm)
		binding->handle = kvm_pass_over;
	return err;
}
