# SPDX-License-Identifier: GPL-2.0-only
#
# Style and static analysis.

ALL_SRC	= $(shell find $(S) -name '*.c' | sort)
ALL_HDR	= $(shell find $(S) -name '*.h' | sort)

.PHONY: format check-format cppcheck tidy
format:
	clang-format -i $(ALL_SRC) $(ALL_HDR)

check-format:
	@clang-format --dry-run -Werror $(ALL_SRC) $(ALL_HDR)

# What is passed over: the libraries' headers, which it need not have; word that it
# looks at so many branches and no more, where it is asked for no more; and compound
# literals whose designated initializers it takes for assignments.
CPPCHECK_NOT := missingInclude normalCheckLevelMaxBranches unknownEvaluationOrder:$(T)/unit/test-vcpu-time.c

cppcheck:
	@mkdir -p $(O)/cppcheck
	cppcheck -q -j$(JOBS) --cppcheck-build-dir=$(O)/cppcheck --std=c11 --error-exitcode=1 \
		--enable=warning,performance,portability --inline-suppr $(CPPCHECK_NOT:%=--suppress=%) \
		--library=$(S)/cppcheck.cfg -D_GNU_SOURCE -DPERF_VERSION='"$(VERSION)"' -I$(S) $(S)

# SRC= names a few files instead of all.
tidy:
	@printf '%s\n' $(or $(SRC),$(ALL_SRC)) | xargs -P$(JOBS) -n1 sh -c \
		'out=$$(clang-tidy --quiet "$$1" -- -std=gnu11 $(filter-out -DPERF_VERSION=%,$(CPPFLAGS)) -DPERF_VERSION=\"0\" 2>/dev/null) || rc=1; \
		[ -z "$$out" ] || printf "%s\n" "$$out"; exit $${rc:-0}' sh
