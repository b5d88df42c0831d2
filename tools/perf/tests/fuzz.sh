#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# fuzz.sh OBJDIR RUNS HARNESS...: run each libFuzzer program for RUNS executions,
# as many at a time as there are CPUs. Seeds stand in fuzz/corpus/HARNESS/, what
# the fuzzer learns is kept in OBJDIR/corpus/HARNESS/, and an input that breaks
# the program in OBJDIR/. With FUZZ_SEED it tries the same inputs each time. Ends with `N passed, N failed, N skipped`, a harness each.
# `make fuzz` calls this.
set -u
export LC_ALL=C
here=$(dirname "$(realpath "$0")")
objects=$1 runs=$2
export TESTDATA=$here/data
shift 2

fuzz()
{
	local name=$1 corpus=$objects/corpus/$1 seeds=$here/fuzz/corpus/$1 dict=$here/fuzz/$1.dict
	mkdir -p "$corpus"
	[ -d "$seeds" ] || seeds=
	[ -e "$dict" ] && dict=-dict=$dict || dict=
	# shellcheck disable=SC2086 # empty words are left out on purpose
	"$objects/$name" ${FUZZ_SEED:+-seed=$FUZZ_SEED} -runs="$runs" -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
		-artifact_prefix="$objects/$name-" $dict "$corpus" $seeds >"$objects/$name.log" 2>&1
	local status=$?
	if [ $status = 0 ]; then
		echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$objects/$name.log") executions, no finding"
	else
		echo "$name: FAILED"
		tail -n 60 "$objects/$name.log"
	fi
	return $status
}

export -f fuzz
export objects runs here
out=$(mktemp) || exit 1
trap 'rm -f "$out"' EXIT
[ $# = 0 ] || printf '%s\0' "$@" | xargs -0 -r -n 1 -P "$(nproc)" bash -c 'fuzz "$1"' bash | tee "$out"
failed=$(grep -c ': FAILED$' "$out")
echo "$(($# - failed)) passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
