// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <stdlib.h>

#include "print-guard.h"

/* Far beyond what the print formats of any kernel have. */
#define MAX_NODES 8192 /* of the tree that a print format is */
#define MAX_DEPTH 2048 /* of its branches */
#define MAX_ARGS  128
#define MAX_WIDTH 1024 /* of what one conversion prints */

/* A record, and what has been looked at of its event's print format. */
struct check {
	const struct tep_event *event;
	const u8 *raw;
	u32 size;
	unsigned int nodes;
};

static bool check_args(struct check *check, const struct tep_print_arg *arg, int depth);

/* A number as the format spells it. */
static bool constant(const struct tep_print_arg *arg, u64 *value)
{
	char *end;

	if (!arg || arg->type != TEP_PRINT_ATOM || !arg->atom.atom)
		return false;
	*value = strtoull(arg->atom.atom, &end, 0);
	return end != arg->atom.atom && end[strspn(end, "uUlL")] == '\0';
}

static bool within(const struct check *check, const struct tep_format_field *f)
{
	return f && f->offset >= 0 && f->size >= 0 && (u64)f->offset + (u64)f->size <= check->size;
}

/* A field that says where in the record a dynamic one lies. */
static bool check_dynamic(const struct check *check, const struct tep_format_field *f)
{
	return within(check, f) && f->size == 4;
}

static const struct tep_format_field *named_field(const struct check *check, const char *name)
{
	return name ? tep_find_any_field((struct tep_event *)(uintptr_t)check->event, name) : NULL;
}

/* libtraceevent finds a field by its name when it first prints it; so must we. */
static const struct tep_format_field *arg_field(const struct check *check,
						const struct tep_print_arg *arg)
{
	return arg->field.field ? arg->field.field : named_field(check, arg->field.name);
}

/* How many bytes or elements a record says there are: a bound, good enough for a check. */
static bool count_of(const struct check *check, const struct tep_print_arg *arg, u64 *value)
{
	const struct tep_format_field *f;

	switch (arg ? arg->type : TEP_PRINT_NULL) {
	case TEP_PRINT_ATOM:
		return constant(arg, value);
	case TEP_PRINT_DYNAMIC_ARRAY_LEN:
		*value = UINT16_MAX;
		return true;
	case TEP_PRINT_TYPE:
		return count_of(check, arg->typecast.item, value);
	case TEP_PRINT_OP: /* a division only makes it less */
		return arg->op.op && !strcmp(arg->op.op, "/") &&
		       count_of(check, arg->op.left, value);
	case TEP_PRINT_FIELD:
		f = arg_field(check, arg);
		if (!within(check, f))
			return false;
		*value = tep_read_number(check->event->tep, check->raw + f->offset, f->size);
		return true;
	default:
		return false;
	}
}

static bool check_op(struct check *check, const struct tep_print_arg *arg, int depth)
{
	const char *op = arg->op.op;
	u64 value;

	if (!op)
		return false;
	if (!strcmp(op, "/") || !strcmp(op, "%")) {
		if (!constant(arg->op.right, &value) || !value || value > INT32_MAX)
			return false;
	} else if (!strcmp(op, "[")) {
		if (!constant(arg->op.right, &value) || value > MAX_WIDTH)
			return false;
	}
	return check_args(check, arg->op.left, depth) && check_args(check, arg->op.right, depth);
}

static bool check_array(struct check *check, const struct tep_print_arg *arg, int depth)
{
	u64 count, el_size;

	if (!count_of(check, arg->int_array.count, &count) ||
	    !constant(arg->int_array.el_size, &el_size))
		return false;
	return el_size <= 8 && count <= UINT16_MAX / 8 &&
	       check_args(check, arg->int_array.field, depth) &&
	       check_args(check, arg->int_array.count, depth);
}

static bool check_hex(struct check *check, const struct tep_print_arg *arg, int depth)
{
	u64 size;

	return count_of(check, arg->hex.size, &size) && size <= UINT16_MAX &&
	       check_args(check, arg->hex.field, depth) && check_args(check, arg->hex.size, depth);
}

static bool check_arg(struct check *check, const struct tep_print_arg *arg, int depth)
{
	switch (arg->type) {
	case TEP_PRINT_NULL:
	case TEP_PRINT_ATOM:
		return true;
	case TEP_PRINT_STRING:
		return check_dynamic(check, named_field(check, arg->string.string));
	case TEP_PRINT_BITMASK:
		return check_dynamic(check, named_field(check, arg->bitmask.bitmask));
	case TEP_PRINT_DYNAMIC_ARRAY_LEN:
		return check_dynamic(check, arg->dynarray.field);
	case TEP_PRINT_FIELD:
		return within(check, arg_field(check, arg));
	case TEP_PRINT_FLAGS:
		return check_args(check, arg->flags.field, depth);
	case TEP_PRINT_SYMBOL:
		return check_args(check, arg->symbol.field, depth);
	case TEP_PRINT_TYPE:
		return check_args(check, arg->typecast.item, depth);
	case TEP_PRINT_HEX:
	case TEP_PRINT_HEX_STR:
		return check_hex(check, arg, depth);
	case TEP_PRINT_INT_ARRAY:
		return check_array(check, arg, depth);
	case TEP_PRINT_DYNAMIC_ARRAY:
		return check_dynamic(check, arg->dynarray.field) &&
		       check_args(check, arg->dynarray.index, depth);
	case TEP_PRINT_OP:
		return check_op(check, arg, depth);
	default: /* functions, and what newer libraries know */
		return false;
	}
}

static bool check_args(struct check *check, const struct tep_print_arg *arg, int depth)
{
	for (; arg; arg = arg->next) {
		if (depth > MAX_DEPTH || ++check->nodes > MAX_NODES)
			return false;
		if (!check_arg(check, arg, depth + 1))
			return false;
	}
	return true;
}

/* Conversions that take their width from the record, or print more than makes sense. */
static bool may_convert(const char *format)
{
	const char *p;
	unsigned int nr = 0;

	for (p = strchr(format, '%'); p; p = strchr(p, '%')) {
		p++;
		if (*p == '%') {
			p++;
			continue;
		}
		if (++nr > MAX_ARGS)
			return false;
		for (; *p && strchr("-+ #0123456789.*", *p); p++) {
			if (*p == '*' && (p[-1] != '.' || p[1] != 's'))
				return false;
			if (isdigit((unsigned char)*p) && strtoul(p, NULL, 10) > MAX_WIDTH)
				return false;
		}
	}
	return true;
}

bool print_guard__may_print(const struct tep_event *event, const u8 *raw, u32 size)
{
	struct check check = { event, raw, size, 0 };

	if (event->flags & (TEP_EVENT_FL_ISBPRINT | TEP_EVENT_FL_FAILED | TEP_EVENT_FL_PRINTRAW))
		return false;
	return event->print_fmt.format && *event->print_fmt.format &&
	       may_convert(event->print_fmt.format) && check_args(&check, event->print_fmt.args, 0);
}
