// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>

#include "browser.h"

static int compare(const struct kvm_row *x, const struct kvm_row *y, const void *ctx)
{
	const struct ui_browser *b = ctx;
	int cmp = ui_columns__cmp(x, y, &b->sort);

	return b->reverse ? -cmp : cmp;
}

struct ui_kvm_title ui_browser__title(const struct ui_browser *b)
{
	return (struct ui_kvm_title){
		.heading = b->sets[b->set]->ops->heading,
		.pids = b->pids[0] ? b->pids : NULL,
		.vcpus = b->vcpus[0] ? b->vcpus : NULL,
		.name = b->name[0] ? b->name : NULL,
		.lost = b->lost,
	};
}

/* The cursor stays on its row wherever that goes, unless it is on the first. */
static void follow(struct ui_browser *b, const struct kvm_key *key, u32 pid, u32 vcpu, u32 tid)
{
	const struct kvm_row *row;

	kvm_report__for_each_row(&b->report, row) {
		if (!kvm_key__equal(&row->key, key) || row->group->pid != pid ||
		    row->group->vcpu != vcpu || row->group->tid != tid)
			continue;
		b->cursor = (size_t)(row - b->report.rows);
		return;
	}
}

static bool is_times(const struct ui_browser *b)
{
	return b->sets[b->set]->ops->settle;
}

int ui_browser__rebuild(struct ui_browser *b)
{
	bool stays = b->cursor && b->cursor < b->report.nr_rows;
	u32 pid = 0, vcpu = 0, tid = 0;
	struct kvm_key key = { 0 };
	int ret;

	if (stays) {
		const struct kvm_row *row = &b->report.rows[b->cursor];

		key = row->key;
		pid = row->group->pid;
		vcpu = row->group->vcpu;
		tid = row->group->tid;
	}
	kvm_report__exit(&b->report);
	b->text_is_old = true;
	b->query.order = (struct kvm_order){ compare, b };
	b->query.part = b->live && !b->whole ? KVM_LAST : KVM_WHOLE;
	b->query.interval = !b->live ? 0 : b->whole ? b->whole_ns : b->interval_ns;
	b->query.filter.name = b->name[0] ? b->name : NULL;
	ret = kvm_report__build(&b->report, b->sets[b->set], &b->query);
	if (!ret && stays)
		follow(b, &key, pid, vcpu, tid);
	if (!ret && b->mode == UI_SPANS)
		ui_browser__list_spans(b);
	return ret;
}

int ui_browser__start(struct ui_browser *b)
{
	const char *at;
	int ret = ui_screen__start(&b->screen);

	if (ret)
		return ret;
	b->chosen = b->columns;
	for (b->sorted = 0; b->sorted < b->columns.nr; b->sorted++) {
		if (b->columns.column[b->sorted] == b->sort.column[0])
			break;
	}
	/* They have been looked at by whoever took them from the user. */
	if (b->vcpus[0] && intlist__parse(&b->query.filter.vcpus, b->vcpus, &at))
		b->vcpus[0] = '\0';
	if (b->pids[0] && intlist__parse(&b->query.filter.pids, b->pids, &at))
		b->pids[0] = '\0';
	b->mode = is_times(b) ? UI_VCPU_TIMES : UI_ROWS;
	return 0;
}

void ui_browser__stop(struct ui_browser *b)
{
	ui_screen__stop(&b->screen);
	kvm_report__exit(&b->report);
	ui_text__exit(&b->text);
	intlist__exit(&b->query.filter.vcpus);
	intlist__exit(&b->query.filter.pids);
}

int ui_browser__update(struct ui_browser *b)
{
	int ret = b->paused ? 0 : ui_browser__rebuild(b);

	if (!ret)
		ui_browser__draw(b);
	return ret;
}

void ui_browser__resize(struct ui_browser *b)
{
	ui_screen__resize(&b->screen);
	b->text_is_old = true; /* it is as wide as the screen */
	ui_browser__draw(b);
}

void ui_browser__suspend(struct ui_browser *b)
{
	ui_screen__suspend(&b->screen);
	ui_browser__draw(b);
}

static void sort_by(struct ui_browser *b, size_t column)
{
	if (column >= b->columns.nr)
		return;
	b->sorted = column;
	b->sort.nr = 1;
	b->sort.column[0] = b->columns.column[column];
}

/* The columns as chosen, or all that the rows have; the order stays. */
static void choose_columns(struct ui_browser *b)
{
	const struct ui_column *all, *by = b->sort.nr ? b->sort.column[0] : NULL;
	size_t nr, i;

	b->columns = b->chosen;
	if (b->all_columns) {
		all = ui_columns__all(&nr);
		b->columns.nr = 0;
		for (i = 0; i < nr; i++) {
			if (!(all[i].by & ~b->query.by) && all[i].unit != UI_TIME)
				b->columns.column[b->columns.nr++] = &all[i];
		}
	}
	for (b->sorted = 0; b->sorted < b->columns.nr; b->sorted++) {
		if (b->columns.column[b->sorted] == by)
			return;
	}
}

static void next_grouping(struct ui_browser *b)
{
	static const unsigned int by[] = { 0, KVM_BY_VM, KVM_BY_VM | KVM_BY_VCPU,
					   KVM_BY_VM | KVM_BY_VCPU | KVM_BY_TID };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(by) && by[i] != b->query.by; i++)
		;
	b->query.by = by[(i + 1) % ARRAY_SIZE(by)];
	ui_columns__for_table(&b->chosen, b->query.by);
	choose_columns(b);
	/* Rows can't be sorted by what they no longer have. */
	if (ui_columns__by(&b->sort) & ~b->query.by) {
		for (i = 0; i < b->columns.nr && strcmp(b->columns.column[i]->name, "sample"); i++)
			;
		sort_by(b, i);
	}
}

static void next_set(struct ui_browser *b)
{
	b->set = (b->set + 1) % b->nr_sets;
	b->cursor = b->top = 0;
	b->mode = is_times(b) ? UI_VCPU_TIMES : UI_ROWS;
	b->text.top = b->text.left = 0;
}

static void open_row(struct ui_browser *b)
{
	const struct kvm_row *row;

	if (b->cursor >= b->report.nr_rows)
		return;
	row = &b->report.rows[b->cursor];
	b->opened = row->key;
	b->opened_pid = row->group->pid;
	b->opened_vcpu = row->group->vcpu;
	b->opened_tid = row->group->tid;
	b->text.top = b->text.left = 0;
	b->text_is_old = true;
	b->mode = UI_DETAIL;
}

static void show_spans(struct ui_browser *b)
{
	if (!b->spans) {
		if (b->live)
			snprintf(b->message, sizeof(b->message),
				 "d lists spans that took long: say how long with --duration");
		return;
	}
	b->mode = UI_SPANS;
	b->text.top = b->text.left = 0;
	ui_browser__list_spans(b);
}

static void ask(struct ui_browser *b, enum ui_prompt prompt, const char *text)
{
	b->prompt = prompt;
	snprintf(b->input, sizeof(b->input), "%s", text);
}

static void back(struct ui_browser *b)
{
	if (b->mode == UI_ROWS || b->mode == UI_VCPU_TIMES) {
		b->quit = true;
		return;
	}
	b->mode = is_times(b) ? UI_VCPU_TIMES : UI_ROWS;
	b->text_is_old = true;
}

static void move(struct ui_browser *b, int key)
{
	size_t page = ui_browser__page(b);

	switch (key) {
	case UI_KEY_UP:
		b->cursor -= b->cursor > 0;
		break;
	case UI_KEY_DOWN:
		b->cursor++;
		break;
	case UI_KEY_PAGE_UP:
		b->cursor -= b->cursor < page ? b->cursor : page;
		break;
	case UI_KEY_PAGE_DOWN:
		b->cursor += page;
		break;
	case UI_KEY_HOME:
		b->cursor = 0;
		break;
	case UI_KEY_END:
		b->cursor = b->report.nr_rows;
		break;
	default:
		break;
	}
	/* Drawing keeps it within the rows. */
}

/* Keys about rows. True if what is shown has to be made anew. */
static bool row_key(struct ui_browser *b, int key)
{
	switch (key) {
	case UI_KEY_ENTER:
		open_row(b);
		return false;
	case UI_KEY_LEFT:
	case '<':
		sort_by(b, b->sorted > b->columns.nr ? 0 : b->sorted - 1);
		return true;
	case UI_KEY_RIGHT:
	case '>':
		sort_by(b, b->sorted < b->columns.nr ? b->sorted + 1 : 0);
		return true;
	case 'r':
		b->reverse = !b->reverse;
		return true;
	case 'c':
		b->all_columns = !b->all_columns;
		choose_columns(b);
		return false;
	case 'b':
		next_grouping(b);
		return true;
	case '/':
		ask(b, UI_SEARCH, "");
		return false;
	case 'n':
		ui_browser__find_next(b, false);
		return false;
	case 'f':
		ask(b, UI_NAME_FILTER, b->name);
		return false;
	default:
		move(b, key);
		return false;
	}
}

/* Keys that mean the same everywhere. False if @key is none of them. */
static bool common_key(struct ui_browser *b, int key, bool *anew)
{
	switch (key) {
	case UI_KEY_GONE:
		b->quit = true;
		return true;
	case UI_KEY_ESCAPE:
		if (b->mode != UI_ROWS && b->mode != UI_VCPU_TIMES)
			back(b);
		return true;
	case 'q':
		back(b);
		return true;
	case 'h':
	case '?':
		ui_browser__help(b);
		b->mode = UI_HELP;
		return true;
	case 'P':
		ui_browser__print(b);
		return true;
	case '\t':
	case 'e':
		next_set(b);
		*anew = true;
		return true;
	case 'v':
		ask(b, UI_VCPU_FILTER, b->vcpus);
		return true;
	case 'p':
		ask(b, UI_VM_FILTER, b->pids);
		return true;
	case 'd':
		show_spans(b);
		return true;
	case 't':
		b->whole = !b->whole;
		*anew = b->live;
		return true;
	case ' ':
		b->paused = b->live && !b->paused;
		*anew = !b->paused;
		return b->live;
	default:
		return false;
	}
}

/* A key of the line that is asked for. 0 or -ENOMEM. */
static int prompt_key(struct ui_browser *b, int key)
{
	size_t len = strlen(b->input);
	int ret = 0;

	if (key == UI_KEY_ENTER) {
		ret = ui_browser__answer(b);
		b->prompt = UI_NO_PROMPT;
	} else if (key == UI_KEY_ESCAPE || key == UI_KEY_GONE) {
		b->prompt = UI_NO_PROMPT;
		b->quit = key == UI_KEY_GONE;
	} else if (key == UI_KEY_ERASE) {
		b->input[len ? len - 1 : 0] = '\0';
	} else if (key >= ' ' && key < UI_KEY_ERASE && len + 1 < sizeof(b->input)) {
		b->input[len] = (char)key;
		b->input[len + 1] = '\0';
	}
	return ret;
}

static int take_key(struct ui_browser *b, int key)
{
	bool anew = false;

	if (b->prompt)
		return prompt_key(b, key);
	b->message[0] = '\0';
	if (!common_key(b, key, &anew)) {
		if (b->mode == UI_ROWS)
			anew = row_key(b, key);
		else
			ui_text__key(&b->text, &b->screen, key);
	}
	return anew ? ui_browser__rebuild(b) : 0;
}

int ui_browser__keys(struct ui_browser *b)
{
	int key, ret = 0;

	while (!ret && !b->quit && (key = ui_screen__key(&b->screen)) != UI_KEY_NONE)
		ret = take_key(b, key);
	if (!ret && !b->quit)
		ui_browser__draw(b);
	return ret;
}
