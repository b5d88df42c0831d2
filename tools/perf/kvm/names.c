// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <traceevent/event-parse.h>

#include "names.h"

/*
 * libtraceevent has parsed an event's print format into a tree; what the tables
 * in it hold is its text, with constant expressions worked out. Deeper trees than
 * this are no kernel's, and are not searched.
 */
#define MAX_DEPTH 64

struct text {
	char *buf;
	size_t size, len;
};

/* A search for the tables of one kind in a print format. */
struct search {
	const struct kvm_key_kind *kind;
	enum tep_print_arg_type type; /* of table: TEP_PRINT_SYMBOL or TEP_PRINT_FLAGS */
	u64 mask;		      /* the bits of the kind's field */
	u64 code;		      /* to be named; flags: what no table has named yet */
	struct text *out;
};

static void append(struct text *out, const char *word)
{
	int n;

	if (out->len >= out->size)
		return;
	n = snprintf(out->buf + out->len, out->size - out->len, "%s%s", out->len ? " " : "", word);
	if (n > 0)
		out->len += (size_t)n;
}

/* A constant as C spells it: "10", "-1", "0x1f", "010", "1ULL". */
static bool number(const char *s, u64 *val)
{
	char *end;

	if (!s)
		return false;
	errno = 0;
	*val = strtoull(s, &end, 0);
	if (errno || end == s)
		return false;
	return end[strspn(end, "uUlL")] == '\0';
}

/* Values of -1 and the like mean all bits of the field, however wide it is. */
static bool same_code(const struct search *search, u64 value)
{
	return ((value ^ search->code) & search->mask) == 0;
}

/* Does @arg look at @field? */
static bool mentions(const struct tep_print_arg *arg, const char *field, int depth)
{
	if (!arg || !depth)
		return false;
	switch (arg->type) {
	case TEP_PRINT_FIELD:
		return !strcmp(arg->field.name, field);
	case TEP_PRINT_TYPE:
		return mentions(arg->typecast.item, field, depth - 1);
	case TEP_PRINT_OP:
		return mentions(arg->op.left, field, depth - 1) ||
		       mentions(arg->op.right, field, depth - 1);
	default:
		return false;
	}
}

static bool unary(const char *op, u64 x, u64 *val)
{
	if (!strcmp(op, "!"))
		*val = !x;
	else if (!strcmp(op, "~"))
		*val = ~x;
	else if (!strcmp(op, "-"))
		*val = -x;
	else if (!strcmp(op, "+"))
		*val = x;
	else
		return false;
	return true;
}

static bool binary(const char *op, u64 x, u64 y, u64 *val)
{
	if (!strcmp(op, "=="))
		*val = x == y;
	else if (!strcmp(op, "!="))
		*val = x != y;
	else if (!strcmp(op, "<"))
		*val = x < y;
	else if (!strcmp(op, ">"))
		*val = x > y;
	else if (!strcmp(op, "<="))
		*val = x <= y;
	else if (!strcmp(op, ">="))
		*val = x >= y;
	else if (!strcmp(op, "&"))
		*val = x & y;
	else if (!strcmp(op, "|"))
		*val = x | y;
	else
		return false;
	return true;
}

static bool evaluate(const struct search *search, const struct tep_print_arg *arg, int depth,
		     u64 *val);

/* One side of && and || may settle it where the other side is not known. */
static bool evaluate_logic(const struct search *search, const struct tep_print_arg *arg, int depth,
			   u64 *val)
{
	bool any = !strcmp(arg->op.op, "||");
	u64 x, y;
	bool known_x = evaluate(search, arg->op.left, depth - 1, &x);
	bool known_y = evaluate(search, arg->op.right, depth - 1, &y);

	*val = any;
	if ((known_x && !x != any) || (known_y && !y != any))
		return true;
	*val = !any;
	return known_x && known_y;
}

/*
 * Works out what @arg, part of a condition, is for the search's kind; false if
 * that takes more than @select_field. The kind's own field is not used: codes may
 * have been decoded from it, and both branches are searched then.
 */
static bool evaluate(const struct search *search, const struct tep_print_arg *arg, int depth,
		     u64 *val)
{
	u64 x, y;

	if (!arg || !depth)
		return false;
	switch (arg->type) {
	case TEP_PRINT_ATOM:
		return number(arg->atom.atom, val);
	case TEP_PRINT_FIELD:
		if (!search->kind->select_field ||
		    strcmp(arg->field.name, search->kind->select_field) != 0)
			return false;
		*val = search->kind->select_value;
		return true;
	case TEP_PRINT_TYPE:
		return evaluate(search, arg->typecast.item, depth - 1, val);
	case TEP_PRINT_OP:
		if (!strcmp(arg->op.op, "&&") || !strcmp(arg->op.op, "||"))
			return evaluate_logic(search, arg, depth, val);
		if (!evaluate(search, arg->op.right, depth - 1, &y))
			return false;
		if (!arg->op.left || arg->op.left->type == TEP_PRINT_NULL)
			return unary(arg->op.op, y, val);
		return evaluate(search, arg->op.left, depth - 1, &x) &&
		       binary(arg->op.op, x, y, val);
	default:
		return false;
	}
}

/* Looks the search's code up in @table. Returns true if nothing remains to be named. */
static bool search_table(struct search *search, const struct tep_print_flag_sym *table)
{
	u64 value;

	for (; table; table = table->next) {
		if (!number(table->value, &value) || !table->str || !*table->str)
			continue;
		if (search->type == TEP_PRINT_SYMBOL) {
			if (!same_code(search, value))
				continue;
			append(search->out, table->str);
			return true;
		}
		if (!value || (search->code & value) != value)
			continue;
		append(search->out, table->str);
		search->code &= ~value;
		if (!search->code)
			return true;
	}
	return false;
}

static bool search_arg(struct search *search, const struct tep_print_arg *arg, int depth);

/* Of `cond ? a : b`, the branch that the kind takes. */
static bool search_choice(struct search *search, const struct tep_print_arg *arg, int depth)
{
	const struct tep_print_arg *branches = arg->op.right;
	const char *select_field = search->kind->select_field;
	u64 cond;

	if (!branches || branches->type != TEP_PRINT_OP || strcmp(branches->op.op, ":") != 0)
		return false;
	if (evaluate(search, arg->op.left, depth - 1, &cond))
		return search_arg(search, cond ? branches->op.left : branches->op.right, depth - 1);
	/* A choice by the select field that we don't understand: neither is safe. */
	if (select_field && mentions(arg->op.left, select_field, depth - 1))
		return false;
	return search_arg(search, branches->op.left, depth - 1) ||
	       search_arg(search, branches->op.right, depth - 1);
}

/* Returns true once nothing remains to be named. */
static bool search_arg(struct search *search, const struct tep_print_arg *arg, int depth)
{
	if (!arg || !depth)
		return false;
	if (arg->type == TEP_PRINT_TYPE)
		return search_arg(search, arg->typecast.item, depth - 1);
	if (arg->type == TEP_PRINT_OP)
		return !strcmp(arg->op.op, "?") && search_choice(search, arg, depth);
	if (arg->type != search->type)
		return false;
	if (arg->type == TEP_PRINT_SYMBOL)
		return mentions(arg->symbol.field, search->kind->field, depth - 1) &&
		       search_table(search, arg->symbol.symbols);
	return mentions(arg->flags.field, search->kind->field, depth - 1) &&
	       search_table(search, arg->flags.flags);
}

static bool search_format(struct search *search, const struct tep_event *event)
{
	const struct tep_print_arg *arg;

	/* A format that libtraceevent could not make out costs its names only. */
	if (!event || event->flags & TEP_EVENT_FL_FAILED)
		return false;
	for (arg = event->print_fmt.args; arg; arg = arg->next) {
		if (search_arg(search, arg, MAX_DEPTH))
			return true;
	}
	return false;
}

/* The same as search_table() with a built-in one. */
static bool search_names(struct search *search, const struct kvm_code_name *table)
{
	for (; table && table->name; table++) {
		if (search->type == TEP_PRINT_SYMBOL) {
			if (!same_code(search, table->code))
				continue;
			append(search->out, table->name);
			return true;
		}
		if ((search->code & table->code) != table->code)
			continue;
		append(search->out, table->name);
		search->code &= ~table->code;
	}
	return !search->code && search->type == TEP_PRINT_FLAGS;
}

static struct tep_event *find_event(struct tep_handle *tep, const char *name)
{
	const char *colon = name ? strchr(name, ':') : NULL;
	char sys[32];

	if (!tep || !colon || (size_t)(colon - name) >= sizeof(sys))
		return NULL;
	memcpy(sys, name, (size_t)(colon - name));
	sys[colon - name] = '\0';
	return tep_find_event_by_name(tep, sys, colon + 1);
}

/* The bits that a code can have: those of the kind's field, or of the usual width. */
static u64 code_bits(struct tep_event *event, const struct kvm_key_kind *kind, u64 code)
{
	struct tep_format_field *field = event ? tep_find_any_field(event, kind->field) : NULL;
	u64 mask = code >> 32 ? UINT64_MAX : UINT32_MAX;

	if (field && field->size > 0 && field->size < 8)
		mask = (1ULL << (field->size * 8)) - 1;
	else if (field && field->size == 8)
		mask = UINT64_MAX;
	return mask;
}

static void name_unknown(const struct kvm_key_kind *kind, u64 code, struct text *out)
{
	const char *label = kind && kind->label ? kind->label : "";
	char word[64];

	snprintf(word, sizeof(word), "UNKNOWN(%s%s0x%llx)", label, *label ? " " : "",
		 (unsigned long long)code);
	append(out, word);
}

static void name_flags(struct search *search, const struct tep_event *event)
{
	char word[24];

	if (!search->code || search_format(search, event) ||
	    search_names(search, search->kind->flags))
		return;
	snprintf(word, sizeof(word), "0x%llx", (unsigned long long)search->code);
	append(search->out, word);
}

const char *kvm_kind_name(const struct kvm_key_kind *kind, struct tep_handle *tep, u64 code,
			  char *buf, size_t size)
{
	struct tep_event *event = find_event(tep, kind->event);
	u64 code_mask = kind->code_mask ? kind->code_mask : UINT64_MAX;
	struct text out = { .buf = buf, .size = size };
	struct search search = {
		.kind = kind,
		.type = TEP_PRINT_SYMBOL,
		.mask = code_bits(event, kind, code),
		.code = code & code_mask,
		.out = &out,
	};

	if (size)
		buf[0] = '\0';
	if (!search_format(&search, event) && !search_names(&search, kind->names))
		name_unknown(kind, search.code, &out);

	search.type = TEP_PRINT_FLAGS;
	search.code = code & ~code_mask;
	name_flags(&search, event);
	return buf;
}

const char *kvm_exit_name(const struct kvm_arch *arch, struct tep_handle *tep,
			  const struct kvm_key *key, char *buf, size_t size)
{
	struct text out = { .buf = buf, .size = size };

	if (key->kind < arch->nr_kinds)
		return kvm_kind_name(&arch->kinds[key->kind], tep, key->code, buf, size);
	if (size)
		buf[0] = '\0';
	name_unknown(NULL, key->code, &out);
	return buf;
}
