#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# run.sh OBJDIR [PATTERN]: run all tests of a build, or those whose name matches
# PATTERN (an extended regular expression). `make check` calls this.
#
# A test is a program OBJDIR/tests/test-*, made of unit/, or an executable script
# e2e/NN-*.sh: exit status 0 is a pass, 77 a skip with the reason on the last line
# of the output, anything else a failure. Scripts get in their environment
#   PERF      the program under test, an absolute path
#   PERF_STATIC  the same as one static file; empty where it isn't built
#   TOOLS     the directory of the helper programs of tools/ and of the guest
#   TESTS     this directory; TESTDATA its data/
#   WORK      a directory of its own, where they start; it is removed afterwards
#   SANITIZE  1 where PERF was built with ASan and UBSan (slower, more memory)
# A line `# timeout: SECONDS` in a script sets another limit than 60 s.
#
# Tests run side by side, but those whose name ends with -alone: they measure, or
# record the whole machine. Passes are silent; the output of a failure is shown.
# The last line is `N passed, N failed, N skipped`; exit status 1 if any failed.
# Unit tests count one for each test in their program.
set -u
shopt -s nullglob
export LC_ALL=C

self=$(realpath "$0")
TESTS=$(dirname "$self")

# run.sh --one RESULTS NAME PATH: leaves NAME.log, and NAME.count with "pass fail skip".
one()
{
	local results=$1 name=$2 path=$3 log=$1/$2.log limit group status pass=0 fail=0 skip=0
	limit=$(sed -n 's/^# timeout: \([0-9]*\)$/\1/p' "$path" 2>/dev/null | head -n 1)
	[[ $path == *.sh ]] || limit=
	limit=$((${limit:-60} * (SANITIZE + 1)))
	WORK=$(mktemp -d "${TMPDIR:-/tmp}/perf-test.XXXXXX")
	export WORK
	(cd "$WORK" && exec timeout -k 5 "$limit" "$path") </dev/null >"$log" 2>&1 &
	group=$! # timeout makes it one
	wait $group
	status=$?
	# What a failed test has left running must not disturb the others.
	kill -KILL -- -$group 2>/dev/null
	rm -rf "$WORK"

	if [[ $path != *.sh ]]; then
		# A cmocka program speaks TAP here.
		pass=$(grep -c '^ok [0-9]' "$log")
		skip=$(grep -c '^not ok [0-9]* # SKIP' "$log")
		fail=$(($(grep -c '^not ok [0-9]' "$log") - skip))
		[ "$pass$fail$skip" = 000 ] && [ $status = 0 ] && pass=1
		[ $status = 0 ] || [ $fail -gt 0 ] || fail=1
		sed -n 's/^not ok [0-9]* # SKIP //p' "$log" >"$results/$name.skip"
	elif [ $status = 0 ]; then
		pass=1
	elif [ $status = 77 ]; then
		skip=1
		tail -n 1 "$log" >"$results/$name.skip"
	else
		fail=1
	fi
	case $status in
	124 | 137) echo "(ended after $limit s)" >>"$log" ;;
	esac
	[ $fail = 0 ] || echo "(exit status $status)" >>"$log"
	echo "$pass $fail $skip" >"$results/$name.count"
}

if [ "${1-}" = --one ]; then
	one "$2" "$3" "$4"
	exit 0
fi

objects=$(realpath "$1") || exit 1
pattern=${2-}
SANITIZE=0
[[ ${objects##*/} == sanitize ]] && SANITIZE=1
PERF=$objects/perf
PERF_STATIC=
[ ! -x "$objects/perf-static" ] || PERF_STATIC=$objects/perf-static
TOOLS=$objects/tests
TESTDATA=$TESTS/data
CMOCKA_MESSAGE_OUTPUT=TAP
export PERF PERF_STATIC TOOLS TESTS TESTDATA SANITIZE CMOCKA_MESSAGE_OUTPUT
export ASAN_OPTIONS=${ASAN_OPTIONS-abort_on_error=0:detect_leaks=1:exitcode=99}
export LSAN_OPTIONS=${LSAN_OPTIONS-suppressions=$TESTS/lsan.supp:print_suppressions=0}
export UBSAN_OPTIONS=${UBSAN_OPTIONS-print_stacktrace=1}
# A person's settings are not what is tested.
unset PAGER PERF_PAGER PERF_CONFIG MAKEFLAGS MAKELEVEL
# Nor does a test leave anything in the tree.
export PYTHONDONTWRITEBYTECODE=1

results=$(mktemp -d "${TMPDIR:-/tmp}/perf-results.XXXXXX") || exit 1
trap 'rm -rf "$results"' EXIT
trap 'exit 130' INT TERM

# list alone|together: NUL-separated triples for --one
list()
{
	local path name
	for path in "$TOOLS"/test-* "$TESTS"/e2e/[0-9]*.sh; do
		[ -x "$path" ] && [ ! -d "$path" ] || continue
		name=$(basename "$path" .sh)
		# A program whose source is gone is an older build's.
		[[ $path == *.sh || -e $TESTS/unit/$name.c ]] || continue
		[[ $name == *-alone ]] && kind=alone || kind=together
		[ "$kind" = "$1" ] || continue
		[ -z "$pattern" ] || [[ $name =~ $pattern ]] || continue
		printf '%s\0' "$results" "$name" "$path"
	done
}

list together | xargs -0 -r -n 3 -P "${JOBS:-$(nproc)}" "$self" --one
list alone | xargs -0 -r -n 3 -P 1 "$self" --one

passed=0 failed=0 skipped=0
for count in "$results"/*.count; do
	name=$(basename "$count" .count)
	read -r pass fail skip <"$count"
	passed=$((passed + pass)) failed=$((failed + fail)) skipped=$((skipped + skip))
	if [ "$fail" -gt 0 ]; then
		echo "FAILED $name:"
		sed 's/^/    /' "$results/$name.log"
	elif [ "$skip" -gt 0 ]; then
		sed "s/^/skipped $name: /" "$results/$name.skip"
	fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
