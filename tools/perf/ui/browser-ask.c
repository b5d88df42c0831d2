// SPDX-License-Identifier: GPL-2.0-only
/* What the user types into a browser: searches, filters; and what is printed to a file. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "browser.h"

#define MAX_FILES 1000

void ui_browser__find_next(struct ui_browser *b, bool here)
{
	size_t nr = b->report.nr_rows, i;

	for (i = here ? 0 : 1; b->search[0] && i < nr + !here; i++) {
		size_t at = (b->cursor + i) % nr;

		if (strcasestr(b->report.rows[at].name, b->search)) {
			b->cursor = at;
			return;
		}
	}
	snprintf(b->message, sizeof(b->message),
		 b->search[0] ? "Not found: %s" : "%s: search first",
		 b->search[0] ? b->search : "/");
}

/* Replaces @list and its words by the user's, unless they are wrong. 0 or -ENOMEM. */
static int take_list(struct ui_browser *b, struct intlist *list, char *words)
{
	struct intlist taken = { 0 };
	const char *at;
	int ret = b->input[0] ? intlist__parse(&taken, b->input, &at) : 0;

	if (ret == -ENOMEM)
		return ret;
	if (ret) {
		snprintf(b->message, sizeof(b->message), "'%s' is not a list of numbers", b->input);
		return 0;
	}
	intlist__exit(list);
	*list = taken;
	memcpy(words, b->input, sizeof(b->input));
	return ui_browser__rebuild(b);
}

int ui_browser__answer(struct ui_browser *b)
{
	switch (b->prompt) {
	case UI_SEARCH:
		if (b->input[0])
			memcpy(b->search, b->input, sizeof(b->search));
		ui_browser__find_next(b, true);
		return 0;
	case UI_NAME_FILTER:
		memcpy(b->name, b->input, sizeof(b->name));
		return ui_browser__rebuild(b);
	case UI_VCPU_FILTER:
		return take_list(b, &b->query.filter.vcpus, b->vcpus);
	case UI_VM_FILTER:
		return take_list(b, &b->query.filter.pids, b->pids);
	default:
		return 0;
	}
}

/* Opens the first perf.hist.N that is not there. */
static FILE *new_file(char *name, size_t size)
{
	FILE *file;
	int i, fd;

	for (i = 0; i < MAX_FILES; i++) {
		snprintf(name, size, "perf.hist.%d", i);
		fd = open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
		if (fd < 0 && errno == EEXIST)
			continue;
		file = fd < 0 ? NULL : fdopen(fd, "w");
		if (fd >= 0 && !file)
			close(fd);
		return file;
	}
	return NULL;
}

void ui_browser__print(struct ui_browser *b)
{
	struct ui_kvm_title title = ui_browser__title(b);
	char name[64] = "";
	FILE *file = new_file(name, sizeof(name));
	size_t i;
	int failed;

	if (!file) {
		snprintf(b->message, sizeof(b->message), "%s: cannot be created: %s", name,
			 strerror(errno));
		return;
	}
	if (b->mode == UI_ROWS) {
		ui_kvm_table(file, &b->report, &b->columns, &title);
	} else if (b->mode == UI_VCPU_TIMES) {
		ui_browser__vcpu_times(b, file, &title);
	} else {
		for (i = 0; i < b->text.nr; i++)
			fprintf(file, "%s\n", b->text.lines[i]);
	}
	failed = ferror(file);
	failed |= fclose(file);
	snprintf(b->message, sizeof(b->message),
		 failed ? "%s: cannot be written: %s" : "Printed to %s", name, strerror(errno));
}
