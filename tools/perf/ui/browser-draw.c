// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "browser.h"
#include "escape.h"
#include "kvm/vcpu-time.h"
#include "kvm-detail.h"
#include "vcpu-table.h"

#define MIN_NAME 12 /* a name is cut to so many columns, where there are few */
#define MAX_CELL 1024

/* Shares of the whole time from which a row is worth a look, in percent. */
#define MUCH 20.0
#define SOME 5.0

size_t ui_browser__page(const struct ui_browser *b)
{
	return b->screen.rows > 3 ? (size_t)b->screen.rows - 3 : 1;
}

static void put_title(struct ui_browser *b)
{
	const struct kvm_analysis *kvm = b->sets[b->set];
	char line[1024], vcpus[256], pids[256], name[256], when[96] = "";

	if (b->live)
		snprintf(when, sizeof(when), b->whole ? ", all of %.1f s" : ", %.2f s of %.1f s",
			 (double)(b->whole ? b->whole_ns : b->interval_ns) / 1e9,
			 (double)b->whole_ns / 1e9);
	snprintf(line, sizeof(line), "%s: %s%s, %s%s, %s%s%s%s%s", b->title, kvm->ops->name, when,
		 b->pids[0] ? "pid(s) " : "all VMs", ui_escape(b->pids, pids, sizeof(pids)),
		 b->vcpus[0] ? "VCPU " : "all VCPUs", ui_escape(b->vcpus, vcpus, sizeof(vcpus)),
		 b->name[0] ? ", events " : "", ui_escape(b->name, name, sizeof(name)),
		 b->paused ? " [paused]" : "");
	ui_screen__put(&b->screen, 0, 0, 0, UI_TITLE, line);
}

static void put_last_line(struct ui_browser *b)
{
	static const char *const questions[] = {
		[UI_SEARCH] = "Search for: ",
		[UI_NAME_FILTER] = "Only names that fit the pattern: ",
		[UI_VCPU_FILTER] = "Only these vCPUs (such as 0,2-5; nothing: all): ",
		[UI_VM_FILTER] = "Only the VMs with these pids (nothing: all): ",
	};
	const struct kvm_stats *total = &b->report.total;
	char line[1024], losses[160] = "";

	if (b->prompt) {
		snprintf(line, sizeof(line), "%s%s_", questions[b->prompt], b->input);
		ui_screen__put(&b->screen, b->screen.rows - 1, 0, 0, UI_NORMAL, line);
		return;
	}
	if (b->lost || b->report.nr_dropped || b->late)
		snprintf(losses, sizeof(losses),
			 " Lost:%" PRIu64 " Dropped:%" PRIu64 " Late:%" PRIu64, b->lost,
			 b->report.nr_dropped, b->late);
	if (b->sets[b->set]->ops->settle)
		snprintf(line, sizeof(line), "h:help q:quit  vCPUs:%zu%s", b->report.nr_threads,
			 losses);
	else
		snprintf(line, sizeof(line), "h:help q:quit  Samples:%" PRIu64 " Time:%.2fus%s",
			 total->count, (double)total->sum / 1e3, losses);
	ui_screen__put(&b->screen, b->screen.rows - 1, 0, 0, UI_TITLE,
		       b->message[0] ? b->message : line);
}

/* Which columns are shown, and where. */
struct layout {
	size_t nr, column[UI_MAX_COLUMNS];
	int at[UI_MAX_COLUMNS], width[UI_MAX_COLUMNS];
};

static bool place(const struct ui_browser *b, struct layout *l, size_t column, int width, int *at)
{
	int gap = l->nr > 0;

	if (l->nr && *at + gap + width > b->screen.cols)
		return false;
	l->column[l->nr] = column;
	l->at[l->nr] = *at + gap;
	l->width[l->nr++] = width;
	*at += gap + width;
	return true;
}

/* The columns up to the name always, of the others those from @first on that there is room for. */
static void lay_out(const struct ui_browser *b, struct layout *l, size_t first)
{
	struct ui_kvm_title title = ui_browser__title(b);
	size_t fixed = 0, i;
	int at = 0, width, most;

	l->nr = 0;
	for (i = 0; i < b->columns.nr && !fixed; i++)
		fixed = b->columns.column[i]->unit == UI_NAME ? i + 1 : 0;
	for (i = 0; i < fixed; i++) {
		width = ui_kvm_width(b->columns.column[i], &b->report, &title);
		most = b->screen.cols - at - 22; /* two columns of figures, if it can be */
		most = most < MIN_NAME ? MIN_NAME : most;
		if (b->columns.column[i]->unit == UI_NAME && width > most)
			width = most;
		if (!place(b, l, i, width, &at))
			return;
	}
	for (i = first > fixed ? first : fixed; i < b->columns.nr; i++) {
		width = ui_kvm_width(b->columns.column[i], &b->report, &title);
		if (!place(b, l, i, width, &at))
			return;
	}
}

/* Scrolled sideways as little as it takes to see the column that rows are sorted by. */
static void find_layout(const struct ui_browser *b, struct layout *l)
{
	size_t first = 0, i;

	do {
		lay_out(b, l, first);
		for (i = 0; i < l->nr && l->column[i] != b->sorted; i++)
			;
	} while (i == l->nr && b->sorted < b->columns.nr && first++ < b->sorted);
}

/* Right-aligned; of what is too long, the begin is shown. */
static void put_cell(struct ui_browser *b, int row, int at, int width, enum ui_style style,
		     const char *text)
{
	char cell[MAX_CELL];

	snprintf(cell, sizeof(cell), "%*s", width, text);
	ui_screen__put(&b->screen, row, at, width, style, cell);
}

static void put_headings(struct ui_browser *b, const struct layout *l)
{
	struct ui_kvm_title title = ui_browser__title(b);
	size_t i;

	ui_screen__put(&b->screen, 1, 0, 0, UI_HEADING, "");
	for (i = 0; i < l->nr; i++)
		put_cell(b, 1, l->at[i], l->width[i],
			 l->column[i] == b->sorted ? UI_SORTED : UI_HEADING,
			 ui_kvm_heading(b->columns.column[l->column[i]], &title));
}

static enum ui_style style_of(const struct ui_browser *b, const struct kvm_row *row)
{
	double share = b->report.total.sum
			       ? 100.0 * (double)row->stats.sum / (double)b->report.total.sum
			       : 0.0;

	return share >= MUCH ? UI_MUCH : share >= SOME ? UI_SOME : UI_NORMAL;
}

static void put_row(struct ui_browser *b, const struct layout *l, int at, size_t nr)
{
	const struct kvm_row *row = &b->report.rows[nr];
	enum ui_style style = nr == b->cursor ? UI_SELECTED : style_of(b, row);
	char cell[MAX_CELL];
	size_t i;

	ui_screen__put(&b->screen, at, 0, 0, nr == b->cursor ? UI_SELECTED : UI_NORMAL, "");
	for (i = 0; i < l->nr; i++)
		put_cell(b, at, l->at[i], l->width[i], style,
			 ui_column__cell(b->columns.column[l->column[i]], row, cell, sizeof(cell)));
}

static void draw_rows(struct ui_browser *b)
{
	size_t page = ui_browser__page(b), i;
	struct layout l;

	if (b->cursor >= b->report.nr_rows)
		b->cursor = b->report.nr_rows ? b->report.nr_rows - 1 : 0;
	if (b->cursor < b->top)
		b->top = b->cursor;
	if (b->cursor >= b->top + page)
		b->top = b->cursor - page + 1;
	if (b->top + page > b->report.nr_rows)
		b->top = b->report.nr_rows > page ? b->report.nr_rows - page : 0;
	find_layout(b, &l);
	put_headings(b, &l);
	for (i = 0; i < page && b->top + i < b->report.nr_rows; i++)
		put_row(b, &l, 2 + (int)i, b->top + i);
	if (!b->report.nr_rows)
		ui_screen__put(&b->screen, 2 + (int)i++, 0, 0, UI_NORMAL,
			       b->live ? "Nothing has happened yet." : "There is nothing to show.");
	ui_screen__show(&b->screen, 2 + (int)i);
}

static void make_text(struct ui_browser *b, int (*print)(struct ui_browser *b, FILE *out))
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	bool made;

	if (!out)
		return;
	made = !print(b, out);
	fclose(out);
	/* Else what was there stays. */
	if (made)
		ui_text__set(&b->text, text);
	else
		free(text);
}

static const struct kvm_row *opened_row(const struct ui_browser *b)
{
	const struct kvm_row *row;

	kvm_report__for_each_row(&b->report, row) {
		if (kvm_key__equal(&row->key, &b->opened) && row->group->pid == b->opened_pid &&
		    row->group->vcpu == b->opened_vcpu && row->group->tid == b->opened_tid)
			return row;
	}
	return NULL;
}

static int print_detail(struct ui_browser *b, FILE *out)
{
	const struct kvm_row *row = opened_row(b);
	struct kvm_query query = b->query;
	struct kvm_report by_vcpu;

	/* There may be no such span in this interval. */
	if (!row)
		return -ENOENT;
	query.by = KVM_BY_VM | KVM_BY_VCPU;
	if (kvm_report__build(&by_vcpu, b->sets[b->set], &query))
		return -ENOMEM;
	ui_kvm_detail(out, row, &by_vcpu, b->screen.cols);
	kvm_report__exit(&by_vcpu);
	return 0;
}

int ui_browser__vcpu_times(struct ui_browser *b, FILE *out, const struct ui_kvm_title *title)
{
	struct kvm_vcpu_report report;

	if (kvm_vcpu_report__build(&report, b->sets[b->set], &b->query))
		return -ENOMEM;
	ui_vcpu_table(out, &report, title);
	kvm_vcpu_report__exit(&report);
	return 0;
}

static int print_vcpu_times(struct ui_browser *b, FILE *out)
{
	return ui_browser__vcpu_times(b, out, NULL);
}

void ui_browser__draw(struct ui_browser *b)
{
	put_title(b);
	put_last_line(b);
	if (b->mode == UI_ROWS) {
		draw_rows(b);
		return;
	}
	/* Not for each key that scrolls it: with many rows that would be felt. */
	if (b->mode == UI_DETAIL && b->text_is_old)
		make_text(b, print_detail);
	else if (b->mode == UI_VCPU_TIMES && b->text_is_old)
		make_text(b, print_vcpu_times);
	if (b->mode == UI_VCPU_TIMES) {
		b->text.nr_heading = 1;
		b->text.fixed = UI_VCPU_TABLE_IDS;
	}
	b->text_is_old = false;
	ui_text__draw(&b->text, &b->screen);
}

static int print_help(struct ui_browser *b, FILE *out)
{
	static const char help[] = "Up, Down, PgUp, PgDn, Home, End   go to a row\n"
				   "Enter       open it: its distribution, its vCPUs\n"
				   "Left, Right or < and >   sort by the column before or behind\n"
				   "r           the other way round\n"
				   "c           all columns, or those chosen\n"
				   "/, n        search for a name; the next one\n"
				   "f           only names that fit a pattern such as MSR*\n"
				   "v, p        only some vCPUs; only some VMs\n"
				   "b           rows by VM, by vCPU, by thread, or all together\n"
				   "Tab, e      the next event set\n"
				   "P           print to a file, perf.hist.N\n"
				   "h, ?        this help\n"
				   "Escape, q   back; at the rows, q ends\n";
	static const char live[] =
		"t           of the last interval, or all since the start\n"
		"Space       hold still, and go on\n"
		"d           the last spans that took as long as --duration says\n";

	fputs(help, out);
	if (b->live)
		fputs(live, out);
	return 0;
}

void ui_browser__help(struct ui_browser *b)
{
	make_text(b, print_help);
	b->text.top = b->text.left = 0;
}
