# SPDX-License-Identifier: GPL-2.0-only
#
# Test programs, the fuzzers, the benchmarks and the lab. In tests/:
#   unit/test-*.c   each a program of its own, with cmocka; the other files of
#                   unit/ are what they share
#   tools/*.c       each a helper program of the scripts
#   guest/          a tiny guest with its own virtual machine monitor
#   e2e/NN-*.sh     end to end: scripts that run perf (see run.sh)
#   fuzz/fuzz-*.c   libFuzzer harnesses

UNIT	:= $(patsubst $(T)/unit/%.c,$(O)/tests/%,$(wildcard $(T)/unit/test-*.c))
SHARED	:= $(patsubst %.c,$(O)/%.o,$(filter-out $(T)/unit/test-%,$(wildcard $(T)/unit/*.c)))
TOOLS	:= $(patsubst $(T)/tools/%.c,$(O)/tests/%,$(wildcard $(T)/tools/*.c))
GUEST	:= $(if $(wildcard $(T)/guest/guest.c),$(O)/tests/guest)

.PHONY: tests check
tests: all $(UNIT) $(TOOLS) $(GUEST)
ifneq ($(SANITIZE),1)
# Some distributions have no static libraries.
ifneq ($(wildcard $(shell $(PKG) --variable=libdir libtraceevent 2>/dev/null)/libtraceevent.a),)
tests: static
endif
endif

check: tests
	@$(T)/run.sh $(O) '$(TESTS)'

CMOCKA	= $(or $(shell $(PKG) --libs cmocka 2>/dev/null),$(error the unit tests need cmocka: apt-get install $(DEB_cmocka)))

$(UNIT): $(O)/tests/%: $(O)/$(T)/unit/%.o $(SHARED) $(O)/libperf.a
	@mkdir -p $(@D)
	$(call run,LINK) $(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(CMOCKA) $(LDLIBS)

$(TOOLS): $(O)/tests/%: $(O)/$(T)/tools/%.o $(O)/libperf.a
	@mkdir -p $(@D)
	$(call run,LINK) $(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(LDLIBS)

# Static and without sanitizers: it is copied into the lab, and is not what is tested.
GUEST_SRC := $(wildcard $(T)/guest/*.c)
$(GUEST): $(GUEST_SRC) $(wildcard $(T)/guest/*.h) $(O)/flags
	@mkdir -p $(@D)
	$(call run,LINK) $(CC) -D_GNU_SOURCE -std=gnu11 $(WARN) -O2 -g -static -pthread -o $@ $(GUEST_SRC)

# Objects of their own, made by clang. FUZZERS= names a few of them.
FUZZ_SRC := $(wildcard $(T)/fuzz/fuzz-*.c)
FUZZERS	?= $(patsubst $(T)/fuzz/%.c,%,$(FUZZ_SRC))
FUZZ_CFLAGS := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined

.PHONY: fuzz fuzzers valgrind bench lab
fuzz:
	@$(MAKE) --no-print-directory O=$(O)/fuzz SANITIZE= CC=clang WERROR= \
		CFLAGS='$(FUZZ_CFLAGS) -fsanitize=fuzzer-no-link' fuzzers
	@$(T)/fuzz.sh $(O)/fuzz $(FUZZ_RUNS) $(FUZZERS)

fuzzers: $(FUZZERS:%=$(O)/%)
$(O)/fuzz-%: $(O)/$(T)/fuzz/fuzz-%.o $(patsubst %.c,$(O)/%.o,$(filter-out $(FUZZ_SRC),$(wildcard $(T)/fuzz/*.c))) $(O)/libperf.a
	$(call run,LINK) $(CC) $(ALL_CFLAGS) -fsanitize=fuzzer $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(LDLIBS)

valgrind: all $(UNIT)
	@$(T)/valgrind.sh $(O)

bench: tests
	@set -e; for b in $(filter-out %-env.sh,$(wildcard $(T)/bench/*.sh)); do \
		echo "== $$(basename $$b .sh)"; PERF=$(abspath $(O))/perf TOOLS=$(abspath $(O))/tests \
		TESTDATA=$(abspath $(T))/data $$b; done

lab: static $(GUEST)
	@$(T)/lab/lab.sh $(O)

TEST_OBJ := $(patsubst %.c,$(O)/%.o,$(wildcard $(T)/unit/*.c $(T)/tools/*.c $(T)/fuzz/*.c))
-include $(LIB_OBJ:.o=.d) $(MAIN_OBJ:.o=.d) $(TEST_OBJ:.o=.d)
