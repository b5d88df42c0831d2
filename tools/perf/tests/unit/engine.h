/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A small stage for the engine's tests: events of a real kernel's formats, given
 * one by one, and the rows that come of them.
 */
#ifndef PERF_TESTS_UNIT_ENGINE_H
#define PERF_TESTS_UNIT_ENGINE_H

#include "ui/columns.h"

struct stage {
	struct perf_session session;
	struct kvm_analysis kvm;
	struct perf_err err;
	struct kvm_report report;
	struct kvm_query query;
	u32 pid, tid, cpu; /* of the events to come */
};

/* @formats as formats__load() has them, @machine as uname -m says it. */
void stage__init(struct stage *stage, const char *formats, const char *machine, const char *set);
/* The same, with the formats' first @from replaced by @to. */
void stage__init_changed(struct stage *stage, const char *formats, const char *from, const char *to,
			 const char *machine, const char *set);
void stage__exit(struct stage *stage);

/*
 * @event ("kvm:kvm_exit") at @time; @fields such as "exit_reason=48 isa=1", all
 * others being 0. Returns what the engine did.
 */
int stage__event(struct stage *stage, const char *event, u64 time, const char *fields);

/* Records were lost on @cpu; a record of another kind was seen there. */
void stage__lost(struct stage *stage, u32 cpu);
void stage__seen(struct stage *stage, u32 cpu);

/*
 * Ends the recording and checks the rows, sorted by @key: "NAME count total"
 * each, joined by "; ", and the numbers that go with them.
 */
void stage__expect(struct stage *stage, const char *key, const char *rows);
void stage__expect_counts(struct stage *stage, u64 unpaired, u64 dropped, u64 backward);

#endif
