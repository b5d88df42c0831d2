#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Install what is missing, build, and run all tests: in the ordinary build, under
# ASan and UBSan, and the fuzzers for a moment (FUZZ_RUNS executions each); with
# LAB=1 also the lab (see tools/perf/tests/lab/lab.sh), which needs QEMU. The last
# line is `N passed, N failed, N skipped`, summed over all of them.
set -u
cd "$(dirname "$0")/.." || exit 1
. scripts/deps.sh

need build test
want extra

jobs=$(nproc)
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
passed=0 failed=0 skipped=0

# count TITLE WORD...: run make with these words and add up what its tests say
count()
{
	echo "== $1"
	shift
	{ make -s -j"$jobs" "$@" 2>&1 || echo "make failed"; } | tee "$log"
	# shellcheck disable=SC2046 # three numbers
	set -- $(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p' "$log" | tail -n 1)
	if [ $# != 3 ] || { [ "$2" = 0 ] && grep -q '^make failed$' "$log"; }; then
		# It was not built, or the runner itself broke.
		failed=$((failed + 1))
	fi
	if [ $# = 3 ]; then
		passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
	fi
}

count "tests" check
count "tests under ASan and UBSan" SANITIZE=1 check
if command -v clang >/dev/null; then
	# What is tried is the same each time: a failure is then the change's, not chance's.
	FUZZ_SEED=${FUZZ_SEED:-1} count "fuzzers" fuzz FUZZ_RUNS="${FUZZ_RUNS:-20000}"
else
	echo "skipped fuzzers: clang is not installed"
	skipped=$((skipped + 1))
fi
if [ "${LAB-}" = 1 ]; then
	need lab
	count "lab" lab
fi

echo "== all"
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
