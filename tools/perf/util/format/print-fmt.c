// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <string.h>

#include "format-text.h"
#include "util/types.h"

/*
 * Of what kernels have: none nests deeper than some 20 brackets, and the longest
 * expression, s390's decoder of instructions, has some 80 operators.
 */
#define MAX_DEPTH 64
#define MAX_OPS	  512
#define MAX_SIZE  (128 * 1024)

enum token { END, BAD, NAME, NUMBER, STRING, CHAR, OP };

struct parser {
	const char *fields, *fields_end;
	const char *pos;   /* behind the token */
	const char *start; /* of the token */
	enum token token;
	int depth, ops;
	int constant; /* > 0: within braces, whose values are worked out while parsing */
};

static bool name_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Behind the quote that ends what begins at @p. NULL: it does not end. */
static const char *skip_quoted(const char *p, char quote)
{
	for (; *p && *p != quote; p++) {
		if (*p == '\\' && !*++p)
			return NULL;
		/* Some kernels' strings end with a line's end; other such bytes are not read
		 * rightly. */
		if (!isprint((unsigned char)*p) && !(*p == '\n' && p[1] == quote))
			return NULL;
	}
	return *p ? p + 1 : NULL;
}

/* As C has them; 08 is none, and would be read as 0. */
static const char *skip_number(const char *p)
{
	const char *digits = "0123456789";

	if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) {
		p += 2;
		digits = "0123456789abcdefABCDEF";
		if (!isxdigit((unsigned char)*p))
			return NULL;
	} else if (p[0] == '0') {
		digits = "01234567";
	}
	p += strspn(p, digits);
	p += strspn(p, "uUlL");
	return name_char(*p) ? NULL : p;
}

static size_t op_length(const char *p)
{
	static const char *const two[] = { "->", "<<", ">>", "==", "!=", "<=", ">=", "&&", "||" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(two); i++) {
		if (!strncmp(p, two[i], 2))
			return 2;
	}
	return strchr("()[]{},?:+-*/%&|^~!<>", *p) ? 1 : 0;
}

static void next(struct parser *p)
{
	const char *end;

	while (isspace((unsigned char)*p->pos))
		p->pos++;
	p->start = end = p->pos;
	if (!*end) {
		p->token = END;
		return;
	}
	if (isdigit((unsigned char)*end)) {
		p->token = NUMBER;
		end = skip_number(end);
	} else if (name_char(*end)) {
		p->token = NAME;
		while (name_char(*end))
			end++;
	} else if (*end == '"' || *end == '\'') {
		p->token = *end == '"' ? STRING : CHAR;
		end = skip_quoted(end + 1, *end);
	} else {
		p->token = OP;
		end += op_length(end);
	}
	if (!end || end == p->start)
		p->token = BAD;
	else
		p->pos = end;
}

static bool is(const struct parser *p, const char *text)
{
	size_t len = strlen(text);

	return p->token != END && p->token != BAD && (size_t)(p->pos - p->start) == len &&
	       !memcmp(p->start, text, len);
}

static bool accept(struct parser *p, const char *text)
{
	if (!is(p, text))
		return false;
	next(p);
	return true;
}

/* Has the event a field that is called as the token is? */
static bool is_field(const struct parser *p)
{
	size_t len = (size_t)(p->pos - p->start);
	const char *line = p->fields;

	while ((line = strstr(line, "\tfield:")) && line < p->fields_end) {
		const char *end = line + strcspn(line, ";\n[");

		/* "field:u64 values[16];", "field:char buf[];", or "field:char[] name;" */
		if (!strncmp(end, "[] ", 3))
			end += strcspn(end, ";\n");
		if ((size_t)(end - line) > len && !memcmp(end - len, p->start, len) &&
		    !name_char(end[-(long)len - 1]))
			return true;
		line += strlen("\tfield:");
	}
	return false;
}

static bool expression(struct parser *p);

/* Expressions, and {value, "name"} among them, up to @close. */
static bool list(struct parser *p, const char *close)
{
	if (accept(p, close))
		return true;
	do {
		if (accept(p, "{")) {
			p->constant++;
			if (++p->depth > MAX_DEPTH || !list(p, "}"))
				return false;
			p->constant--;
			p->depth--;
		} else if (!expression(p)) {
			return false;
		}
	} while (accept(p, ","));
	return accept(p, close);
}

/* "unsigned long", "struct page *": behind a bracket, a cast if nothing else stands in it. */
static bool cast(struct parser *p)
{
	struct parser ahead = *p;
	int words = 0;

	for (; ahead.token == NAME && !is(&ahead, "REC"); words++)
		next(&ahead);
	for (; words && accept(&ahead, "*"); words++)
		;
	if (!words || !accept(&ahead, ")"))
		return false;
	/* "(FOO)" may be a constant in brackets, and then stands before an operator or an end. */
	if (words == 1 && ahead.token != NAME && ahead.token != NUMBER && !is(&ahead, "("))
		return false;
	*p = ahead;
	return true;
}

static bool one_of(const struct parser *p, const char *const *names, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		if (is(p, names[i]))
			return true;
	}
	return false;
}

/*
 * libtraceevent frees twice, or looks at what it has freed, when it takes the
 * size of anything but a type of one word that it knows.
 */
static bool size_of(struct parser *p)
{
	static const char *const types[] = { "u8",  "u16", "u32",  "u64",   "s8",    "s16",
					     "s32", "s64", "__u8", "__u16", "__u32", "__u64" };

	if (!accept(p, "(") || !one_of(p, types, ARRAY_SIZE(types)))
		return false;
	next(p);
	return accept(p, ")");
}

/* A constant's name, or one of the functions that libtraceevent knows. */
static bool name(struct parser *p)
{
	static const char *const of_fields[] = {
		"__get_str",
		"__get_rel_str",
		"__get_bitmask",
		"__get_rel_bitmask",
		"__get_cpumask",
		"__get_rel_cpumask",
		"__get_dynamic_array",
		"__get_rel_dynamic_array",
		"__get_dynamic_array_len",
		"__get_rel_dynamic_array_len",
	};
	static const char *const of_values[] = { "__print_flags", "__print_symbolic",
						 "__print_hex",	  "__print_hex_str",
						 "__print_array", "__builtin_expect" };
	bool ok;

	if (accept(p, "sizeof"))
		return size_of(p);
	if (one_of(p, of_fields, ARRAY_SIZE(of_fields))) {
		next(p);
		ok = accept(p, "(") && p->token == NAME && is_field(p);
		next(p);
		return ok && accept(p, ")");
	}
	if (one_of(p, of_values, ARRAY_SIZE(of_values))) {
		next(p);
		return accept(p, "(") && list(p, ")");
	}
	next(p);
	return !is(p, "(");
}

static bool primary(struct parser *p)
{
	if (p->token == NUMBER || p->token == CHAR) {
		next(p);
		return true;
	}
	if (p->token == STRING) {
		while (p->token == STRING)
			next(p);
		return true;
	}
	if (accept(p, "REC")) {
		if (!accept(p, "->") || p->token != NAME || !is_field(p))
			return false;
		next(p);
		return true;
	}
	if (accept(p, "("))
		return expression(p) && accept(p, ")");
	return p->token == NAME && name(p);
}

static bool unary(struct parser *p)
{
	bool ok;

	if (++p->depth > MAX_DEPTH || p->token == STRING)
		return false;
	if (is(p, "(")) {
		struct parser inner = *p;

		next(&inner);
		if (cast(&inner)) {
			*p = inner;
			ok = unary(p);
			p->depth--;
			return ok;
		}
	}
	if (accept(p, "!") || accept(p, "~") || accept(p, "-") || accept(p, "+"))
		ok = ++p->ops <= MAX_OPS && unary(p);
	else
		ok = primary(p);
	if (ok && accept(p, "["))
		ok = expression(p) && accept(p, "]");
	p->depth--;
	return ok;
}

/* A divisor that is worked out while parsing must not be 0: only plain numbers are passed. */
static bool divisor(struct parser *p)
{
	const char *digits = p->start;

	if (is(p, "sizeof"))
		return true;
	if (p->token != NUMBER)
		return false;
	if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
		digits += 2;
	digits += strspn(digits, "0");
	/* Nor all ones, which is -1. */
	return digits < p->pos && isxdigit((unsigned char)*digits) && p->pos - digits < 15;
}

static bool binary_op(struct parser *p, bool *ok)
{
	static const char *const ops[] = { "<<", ">>", "==", "!=", "<=", ">=", "&&", "||",
					   "+",	 "-",  "*",  "&",  "|",	 "^",  "<",  ">" };
	size_t i;

	if (accept(p, "/") || accept(p, "%")) {
		*ok = divisor(p);
		return true;
	}
	for (i = 0; i < ARRAY_SIZE(ops); i++) {
		if (accept(p, ops[i]))
			return true;
	}
	return false;
}

/* Values and operators between them; or a string, which is no value. */
static bool operands(struct parser *p)
{
	bool ok = true, divided = false;

	if (p->token == STRING)
		return primary(p);
	ok = unary(p);
	while (ok) {
		bool divides = is(p, "/") || is(p, "%");

		/* libtraceevent takes a / b * c for a / (b * c), which may be a division by 0. */
		if (divided && (divides || is(p, "*")))
			return false;
		if (!binary_op(p, &ok))
			break;
		ok = ok && ++p->ops <= MAX_OPS && unary(p);
		divided = divides;
	}
	return ok;
}

/* Operands, and choices between them; what a choice nests counts as one depth. */
static bool expression(struct parser *p)
{
	int ops = p->ops;
	bool ok;

	if (++p->depth > MAX_DEPTH)
		return false;
	ok = operands(p);
	if (ok && !p->constant && accept(p, "?"))
		ok = ++p->ops <= MAX_OPS && (is(p, ":") || expression(p)) && accept(p, ":") &&
		     expression(p);
	p->ops = ops;
	p->depth--;
	return ok;
}

bool print_fmt__check(const char *print_fmt, const char *fields, size_t fields_size)
{
	struct parser p = { fields, fields + fields_size, .pos = print_fmt };

	if (strlen(print_fmt) > MAX_SIZE)
		return false;
	next(&p);
	if (p.token != STRING)
		return false;
	while (p.token == STRING)
		next(&p);
	while (accept(&p, ",")) {
		if (!expression(&p))
			return false;
	}
	return p.token == END;
}
