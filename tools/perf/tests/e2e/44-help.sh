#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# perf version, perf help, prefixes of commands, and what is said to words that are none.
set -u

. "$TESTS/e2e/reading-env.sh"

# expect STATUS PATTERN WORD...: a line of stdout matches
expect()
{
	local want=$1 pattern=$2
	shift 2
	"$PERF" "$@" >out 2>errors
	status=$?
	[ $status = "$want" ] || fail "perf $*: status $status"
	grep -qE -- "$pattern" out || fail "perf $*: $(cat out errors)"
	[ ! -s errors ] || fail "perf $*: $(cat errors)"
}

# wrong STATUS WORDS WORD...: one line of stderr, and nothing on stdout
wrong()
{
	local want=$1 words=$2
	shift 2
	"$PERF" "$@" >out 2>errors
	status=$?
	[ $status = "$want" ] || fail "perf $*: status $status"
	[ "$(cat errors)" = "$words" ] || fail "perf $*: $(cat errors)"
	[ ! -s out ] || fail "perf $*: $(cat out)"
}

expect 0 '^perf version [0-9]+\.[0-9]+' version
expect 0 '^perf version [0-9]' --version
expect 0 '^perf version [0-9]' -v
expect 0 '^perf version [0-9]' ver
expect 0 '^ +zstd: \[ on  \]  # HAVE_ZSTD_SUPPORT$' version --build-options
expect 0 '^  kvm ' help
expect 0 '^  kvm ' --help
expect 1 '^  kvm '
expect 0 '^Usage: perf script ' help script
expect 0 '^Usage: perf script ' help scr
expect 0 '^Usage: perf kvm \[' help kvm
expect 0 '^Usage: perf kvm .* stat record ' help kvm stat
expect 0 '^Usage: perf kvm stat report ' help kvm stat report
expect 0 '^Usage: perf kvm stat report ' help kvm-stat-report
expect 0 '^Usage: perf kvm stat record ' help kvm stat rec
expect 0 '^Usage: perf kvm stat live ' help kvm-stat-live
wrong 1 "perf help: 'kvm stat touch' is not a perf command; see perf help kvm" help kvm stat touch
wrong 1 "perf help: 'kvm top' is not a perf command; see perf help kvm" help kvm-top
wrong 1 "perf help: 'script foo' is not a perf command; see perf help script" help script foo
wrong 129 "perf kvm: -i x: only stat report reads a recording; to write one: -o" kvm -i x stat record true
wrong 129 "perf kvm: -i x: only stat report reads a recording" kvm -i x stat live
wrong 129 "perf kvm: -i x: only stat report reads a recording" kvm -i x stat true
wrong 129 "perf kvm: -o x: only stat record writes a recording; to read one: -i" kvm -o x stat report
expect 129 '^Usage: perf script ' script -h
expect 129 '^Usage: perf evlist ' evl --help
expect 129 '^Usage: perf version ' version -h
# All usage lines stand together, above the options.
"$PERF" kvm -h >out
[ "$(sed -n '/^  -h/q;p' out | grep -cE '^(Usage|   or): perf kvm ')" = 4 ] || fail "perf kvm -h: $(cat out)"
wrong 1 "perf: 'nope' is not a perf command; see perf help" nope
wrong 1 "perf: 're' is not a perf command: report or record?" re
wrong 1 "perf: '' is not a perf command; see perf help" ''
wrong 1 "perf help: 'nope' is not a perf command; see perf help" help nope
wrong 129 "perf: there is no option --nope; see perf help" --nope
"$PERF" report >out 2>errors
[ $? = 129 ] && grep -q -- --header-only errors || fail "perf report: $(cat errors)"

# Each command's manual page exists and names each of its options.
for command in kvm script evlist report version; do
	page=$TESTS/../Documentation/perf-$command.txt
	[ -e "$page" ] || { fail "there is no $page"; continue; }
	[ $command != kvm ] || continue
	"$PERF" $command -h | grep -oE -- '--[a-z][a-z-]+' | sort -u | while read -r option; do
		grep -qE -- "^$option(=|::|\$)" "$page" || echo "perf-$command.txt lacks $option"
	done >lacking
	[ ! -s lacking ] || fail "$(cat lacking)"
done
exit $bad
