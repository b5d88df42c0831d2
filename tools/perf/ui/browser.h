/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of an analysis on a screen, to be looked at from all sides: sorted,
 * searched, filtered, opened. It reads the analyses; whoever feeds them says
 * when there is something new.
 */
#ifndef PERF_UI_BROWSER_H
#define PERF_UI_BROWSER_H

#include "kvm-table.h"
#include "kvm/sets.h"
#include "screen-text.h"
#include "span-log.h"

#define UI_PROMPT_SIZE 128

enum ui_browser_mode { UI_ROWS, UI_DETAIL, UI_HELP, UI_VCPU_TIMES, UI_SPANS };

/* What a line of input is asked for. */
enum ui_prompt { UI_NO_PROMPT, UI_SEARCH, UI_NAME_FILTER, UI_VCPU_FILTER, UI_VM_FILTER };

struct ui_browser {
	/* Set by the caller: */
	const char *title;			       /* "perf kvm stat live" */
	const struct kvm_analysis *sets[KVM_MAX_SETS]; /* one for each event set */
	size_t nr_sets, set;			       /* the one that is shown */
	/* vCPUs, pids and names come from the words below: its lists are the browser's own. */
	struct kvm_query query;
	struct ui_columns columns, sort; /* as chosen at first */
	u64 interval_ns, whole_ns;	 /* live: of what the rows are */
	u64 lost, late;			 /* records, up to now */
	const struct ui_span_log *spans; /* of the first set; NULL: nobody asked for them */

	struct ui_screen screen;
	struct kvm_report report; /* what is shown */
	size_t cursor, top;	  /* rows */
	size_t sorted;		  /* the column that rows are sorted by */
	struct ui_columns chosen; /* the caller's columns */
	struct ui_text text;	  /* of the details, the help, ... */
	bool text_is_old;	  /* it is made anew before it is drawn */
	u64 spans_listed;	  /* how many there were when they were listed last */
	struct kvm_key opened;	  /* the row that UI_DETAIL is of, and its group */
	u32 opened_pid, opened_vcpu, opened_tid;

	enum ui_browser_mode mode;
	enum ui_prompt prompt;
	char input[UI_PROMPT_SIZE];
	char search[UI_PROMPT_SIZE], name[UI_PROMPT_SIZE], vcpus[UI_PROMPT_SIZE],
		pids[UI_PROMPT_SIZE];
	char message[256]; /* on the last line, until the next key */

	bool live;	  /* rows are of an interval, or since the start; the caller says so */
	bool whole;	  /* since the start */
	bool paused;	  /* what is shown stays, whatever happens */
	bool reverse;	  /* the order */
	bool all_columns; /* not only the chosen ones */
	bool quit;
};

/* Takes the terminal. 0, or -ENOTTY where there can be no screen. */
int ui_browser__start(struct ui_browser *browser);
/* Gives it back, and frees what the browser owns. */
void ui_browser__stop(struct ui_browser *browser);

/* There is something new: draws it, unless the user has paused. 0 or -ENOMEM. */
int ui_browser__update(struct ui_browser *browser);
/* Does what the keys say that have been pressed; browser->quit tells the end. 0 or -ENOMEM. */
int ui_browser__keys(struct ui_browser *browser);
void ui_browser__resize(struct ui_browser *browser);
void ui_browser__suspend(struct ui_browser *browser);

/* For browser*.c. */
void ui_browser__draw(struct ui_browser *browser);
int ui_browser__rebuild(struct ui_browser *browser);
struct ui_kvm_title ui_browser__title(const struct ui_browser *browser);
/* The user's line for browser->prompt is complete. 0 or -ENOMEM. */
int ui_browser__answer(struct ui_browser *browser);
/* Moves the cursor to the next row whose name holds the search text. */
void ui_browser__find_next(struct ui_browser *browser, bool here);
void ui_browser__print(struct ui_browser *browser);
int ui_browser__vcpu_times(struct ui_browser *browser, FILE *out, const struct ui_kvm_title *title);
void ui_browser__list_spans(struct ui_browser *browser);
void ui_browser__help(struct ui_browser *browser);
/* How many rows there is room for. */
size_t ui_browser__page(const struct ui_browser *browser);

#endif
