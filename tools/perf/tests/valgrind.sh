#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# valgrind.sh OBJDIR: what a build does with memory it should not, or loses, as
# valgrind's memcheck sees it: in each unit test, in reports of each recording of
# data/, of files and of streams, and while it records. Then, as helgrind sees it, what the two threads
# do to each other that read a larger recording and analyse it. What the programs
# print is not looked at: valgrind's floating point is less exact than the CPU's.
# Ends with `N passed, N failed, N skipped`. `make valgrind` calls this; it takes
# minutes.
set -u
export LC_ALL=C

command -v valgrind >/dev/null || {
	echo 'make: valgrind is missing: apt-get install valgrind' >&2
	exit 1
}
objects=$(realpath "$1") || exit 1
TESTS=$(dirname "$(realpath "$0")")
export TESTDATA=$TESTS/data PERF=$objects/perf
work=$(mktemp -d "${TMPDIR:-/tmp}/perf-valgrind.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
finding=99 passed=0 failed=0 skipped=0

# check NAME TOOL-OPTION... -- PROGRAM...
check()
{
	local name=$1 options=()
	shift
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	(cd "$work" && timeout 1200 valgrind -q --error-exitcode=$finding --log-file="$work/log" \
		"${options[@]}" "$@" >/dev/null 2>&1)
	case $? in
	"$finding" | 1[2-9]?)
		echo "FAILED $name:"
		sed 's/^/    /' "$work/log" | head -n 60
		failed=$((failed + 1))
		;;
	*) passed=$((passed + 1)) ;;
	esac
}

memcheck()
{
	local name=$1
	shift
	check "$name" --leak-check=full --errors-for-leak-kinds=definite,possible \
		--suppressions="$TESTS/valgrind.supp" -- "$@"
}

for test in "$objects"/tests/test-*; do
	[ -e "$TESTS/unit/$(basename "$test").c" ] && memcheck "$(basename "$test")" "$test"
done

for recording in "$TESTDATA"/*.data.xz; do
	name=$(basename "$recording" .data.xz)
	xz -dc "$recording" >"$work/$name"
	memcheck "$name" "$PERF" kvm -i "$name" stat report
	memcheck "$name, intervals" "$PERF" kvm -i "$name" stat report --by=vm,tid --interval=0.1 --json-lines
	memcheck "$name, vcpu" "$PERF" kvm -i "$name" stat report --event=vcpu --json
	[[ $name != *pipe* ]] ||
		memcheck "$name, by a pipe" "$PERF" kvm -i - stat report --histogram < <(cat "$work/$name")
done
memcheck 'script' "$PERF" script -i arm64-mix
memcheck 'header' "$PERF" report --header-only -i svm-zstd

# What is recorded, counted and watched, as far as it may be here.
if "$PERF" kvm stat record -q -o "$work/probe" true 2>/dev/null; then
	memcheck 'kvm stat record' "$PERF" kvm stat record -z -o x true
	memcheck "kvm stat record, perf's own buffers" "$PERF" kvm stat record --no-ftrace -o x true
	memcheck 'kvm stat record -p' "$PERF" kvm stat record -p $$ --timeout 300 -o x
	memcheck 'record' "$PERF" record -g -a -e sched:sched_switch -o - true
	memcheck 'kvm stat live' "$PERF" kvm stat live -d 0.1 --count 2
	memcheck 'stat' "$PERF" stat -r 2 -a -A -j -e cs,sched:sched_switch true
else
	echo 'skipped what is recorded: tracepoints may not be recorded here'
	skipped=$((skipped + 1))
fi

# Two threads, where there are two CPUs: a file of more than 2 MB, and any stream.
if [ "$(nproc)" -gt 1 ]; then
	for name in svm-killed svm-lost; do
		check "$name, two threads" --tool=helgrind -- "$PERF" kvm -i "$name" stat report
	done
	check 'svm-pipe, two threads' --tool=helgrind -- "$PERF" kvm -i - stat report < <(cat "$work/svm-pipe")
else
	echo 'skipped two threads: there is one CPU'
	skipped=$((skipped + 1))
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
