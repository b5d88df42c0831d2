# SPDX-License-Identifier: GPL-2.0-only
#
# perf, with `perf kvm` at its heart. Plain GNU make:
#
#   make                  build ./perf (a link to the program in build/)
#   make check            build and run all tests
#   make static           build/perf-static: one file that runs on any host of this architecture
#   make install          install it as $(PREFIX)/bin/perf-kvm, beside the distribution's perf;
#                         `make install NAME=perf` installs it as perf. PREFIX=/usr/local, DESTDIR=
#                         The schema of its JSON goes to $(PREFIX)/share/perf-kvm.
#   make man, install-man the manual pages (with asciidoctor); see MANEXT below for their names
#   make dist             perf-VERSION.tar.xz of what tools/perf/MANIFEST lists
#   make bench            run the benchmarks, tools/perf/tests/bench/*.sh
#   make lab              boot an emulated machine with KVM, record in it, check the report
#   make fuzz             run the fuzzers under clang, FUZZ_RUNS=100000 executions each
#   make valgrind         look for wrong uses of memory, leaks and races of threads, under valgrind
#   make format           clang-format all sources; check-format only tells
#   make cppcheck, tidy   static analysis
#   make clean            remove all that was made
#
#   SANITIZE=1            with any of them: under ASan and UBSan, in build/sanitize
#   O=DIR                 put what is made into DIR instead of build/
#   CFLAGS=, WERROR=      other compiler flags (all is rebuilt); warnings that don't stop
#   V=1                   show the commands
#   TESTS=PATTERN         with check: only tests whose name holds PATTERN (extended regexp)

O	?= build
ifeq ($(origin CC),default)
CC	:= gcc
endif
PKG	?= pkg-config
PREFIX	?= /usr/local
BINDIR	?= $(PREFIX)/bin
DATADIR	?= $(PREFIX)/share
MANDIR	?= $(PREFIX)/share/man
NAME	?= perf-kvm
FUZZ_RUNS ?= 100000
VERSION	:= $(shell cat VERSION)
JOBS	:= $(shell nproc 2>/dev/null || echo 1)

S	:= tools/perf
T	:= $(S)/tests
LIBS	:= libtraceevent libtracefs libelf zlib libzstd slang jansson popt
HEADERS	:= libbsd
WERROR	?= -Werror
WARN	:= -Wall -Wextra $(WERROR) -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	   -Wpointer-arith -Wwrite-strings -Wno-unused-parameter
CFLAGS	?= -O2 -g
CPPFLAGS += -D_GNU_SOURCE -I$(S) -DPERF_VERSION='"$(VERSION)"'

ifeq ($(SANITIZE),1)
override O := $(O)/sanitize
CFLAGS	:= -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
endif

# Only what compiles asks for the libraries.
NOBUILD	:= help clean format check-format dist man install-man
ifneq ($(filter-out $(NOBUILD),$(or $(MAKECMDGOALS),all)),)
include $(S)/libs.mk
endif

CPPFLAGS += $(LIB_CFLAGS)
LDLIBS	+= $(LIB_LIBS) -lm -lpthread
# V=1 shows the commands themselves, -s nothing.
SILENT	:= $(findstring s,$(firstword -$(MAKEFLAGS)))
run	= $(if $(V),,@$(if $(SILENT),:,printf '  %-7s %s\n' '$(1)' '$@');)
ALL_CFLAGS = -std=gnu11 $(WARN) $(CFLAGS)

LIB_SRC	:= $(wildcard $(S)/util/*.c $(S)/util/*/*.c $(S)/kvm/*.c $(S)/kvm/arch/*.c $(S)/ui/*.c $(S)/builtin-*.c)
LIB_OBJ	:= $(LIB_SRC:%.c=$(O)/%.o)
MAIN_OBJ := $(O)/$(S)/perf.o

.DEFAULT_GOAL := all
.PHONY: all
all: $(O)/perf
ifneq ($(SANITIZE),1)
all: perf
.PHONY: perf
perf: $(O)/perf
	@[ "$$(readlink $@)" = $< ] || ln -sfn $< $@
endif

$(O)/perf: $(MAIN_OBJ) $(O)/libperf.a
	$(call run,LINK) $(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(LDLIBS)

$(O)/libperf.a: $(LIB_OBJ) $(O)/objects
	@rm -f $@
	$(call run,AR) $(AR) rcs $@ $(LIB_OBJ)

$(O)/%.o: %.c $(O)/flags
	@mkdir -p $(@D)
	$(call run,CC) $(CC) $(CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# What an object depends on beside its sources: these files change only when
# the words in them do, and with them whatever was built from other words.
$(O)/flags: WORDS = $(CC) $(CPPFLAGS) $(ALL_CFLAGS) $(LDFLAGS) $(LDLIBS)
$(O)/objects: WORDS = $(LIB_SRC)
$(O)/flags $(O)/objects: FORCE
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(WORDS))' | cmp -s - $@ || echo '$(subst ','\'',$(WORDS))' >$@

# One file with everything in it, for a host that has none of the libraries. The
# linker's words on dlopen and the like are left out: they are about plugins and
# users that the host's C library would have to look up, and neither is needed.
.PHONY: static
static: $(O)/perf-static
$(O)/perf-static: $(MAIN_OBJ) $(O)/libperf.a
	$(call run,STATIC) $(CC) $(ALL_CFLAGS) $(LDFLAGS) -static -o $@ $(filter %.o %.a,$^) \
		$$($(PKG) --static --libs $(LIBS)) -lm -lpthread 2>$@.log || { cat $@.log >&2; exit 1; }; \
	sed '/: in function /d; /in statically linked applications/d' $@.log >&2

include $(S)/tests/tests.mk
include $(S)/tidy.mk

# The distribution's perf has a page perf-kvm.1 too. Under the default name ours
# get a section of their own, as POSIX pages do: `man perf-kvm` goes on showing
# the distribution's where there is one, and `man 1kvm perf-kvm` shows ours.
MANEXT	?= $(if $(filter perf,$(NAME)),1,1kvm)
PAGES	:= $(patsubst $(S)/Documentation/%.txt,$(O)/man/%.$(MANEXT),$(wildcard $(S)/Documentation/*.txt))

.PHONY: install man install-man
install: $(O)/perf
	install -d $(DESTDIR)$(BINDIR)
	install -m 755 $< $(DESTDIR)$(BINDIR)/$(NAME)
	install -d $(DESTDIR)$(DATADIR)/$(NAME)
	install -m 644 $(S)/Documentation/perf-kvm-stat.schema.json $(DESTDIR)$(DATADIR)/$(NAME)

man: $(PAGES)
$(O)/man/%.$(MANEXT): $(S)/Documentation/%.txt VERSION
	@mkdir -p $(@D)
	@command -v asciidoctor >/dev/null || { echo 'make: asciidoctor is missing: apt-get install asciidoctor' >&2; exit 1; }
	asciidoctor -b manpage -d manpage -a reproducible -a mansource='perf $(VERSION)' \
		--failure-level=WARN -a manmanual='perf Manual' -o $@ $<

install-man: $(PAGES)
	install -d $(DESTDIR)$(MANDIR)/man1
	$(if $^,install -m 644 $^ $(DESTDIR)$(MANDIR)/man1)

# With git, what git ignores stays out, and what it doesn't know yet is packed
# all the same.
DIST	:= perf-$(VERSION)
DISTDIR	?= .
.PHONY: dist
dist:
	@mkdir -p $(O)
	@set -e; sed -e '/^#/d' -e '/^$$/d' $(S)/MANIFEST >$(O)/manifest; \
	for f in $$(cat $(O)/manifest); do \
		[ -e "$$f" ] || { echo "make: MANIFEST lists $$f, which is not there" >&2; exit 1; }; \
	done; \
	if [ -e .git ] && command -v git >/dev/null; then \
		xargs git ls-files -co --exclude-standard -- <$(O)/manifest; \
	else \
		cat $(O)/manifest; \
	fi | sort | tar -c --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$${SOURCE_DATE_EPOCH:-$$( \
		git log -1 --format=%ct 2>/dev/null || date +%s)}" --transform='s,^,$(DIST)/,' \
		-T - -f - | xz -T0 >$(DISTDIR)/$(DIST).tar.xz
	@echo $(DISTDIR:./%=%)/$(DIST).tar.xz

.PHONY: help clean FORCE
help:
	@sed -n '3,/^$$/s/^# \{0,1\}//p' $(firstword $(MAKEFILE_LIST))

clean:
	rm -rf $(O) perf $(DIST).tar.xz
