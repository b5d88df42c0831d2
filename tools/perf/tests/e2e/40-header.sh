#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
#
# perf report --header-only of every recording: data/headers/NAME.txt is what perf 6.1 prints of
# those that it can read. It is asked again where it is installed.
set -u
export TZ=UTC
. "$TESTS/e2e/reading-env.sh"

nr=0
for path in "$TESTDATA"/*.data.xz; do
	name=$(basename "$path" .data.xz)
	nr=$((nr + 1))
	xz -dc "$path" >"$name.data" || exit 1
	touch -d '2026-01-02 03:04:05 UTC' "$name.data"

	"$PERF" report --header-only -I -i "$name.data" >ours 2>errors
	status=$?
	diff -u "$TESTDATA/headers/$name.txt" ours || fail "$name: -I"
	case $name in
	svm-killed | svm-trunc)
		[ $status = 1 ] && [ "$(wc -l <errors)" = 1 ] || fail "$name: status $status" ;;
	*)
		[ $status = 0 ] && [ ! -s errors ] || fail "$name: status $status, $(cat errors)" ;;
	esac

	# Without -I topologies are only named. (A recording of a few features has none.)
	"$PERF" report --header-only -i "$name.data" >short 2>/dev/null
	for feature in CPU_TOPOLOGY NUMA_TOPOLOGY CACHE MEM_TOPOLOGY; do
		grep -qE "missing features:.* $feature( |$)" short && continue
		[[ $name == *-pipe ]] && continue # has no list of what is missing
		grep -qx "# $feature info available, use -I to display" short ||
			fail "$name: $feature is not named"
	done
	grep -qE '^# (sibling|node[0-9]|CPU |memory nodes)' short && fail "$name: more than was asked for"

	# A script's header is the same.
	"$PERF" script --header-only -I -i "$name.data" 2>/dev/null | cmp -s - ours ||
		fail "$name: perf script --header-only"

	# What 6.1 can't read: attrs of 136 bytes, streams of the other byte order, cut files.
	case $name in
	riscv64-kvmstat | riscv64-mix | s390x-pipe | svm-killed | svm-trunc) continue ;;
	esac
	[ -n "$other" ] || continue
	"$other" report --header-only -I -i "$name.data" >theirs 2>/dev/null
	diff -u theirs ours || fail "$name: not what $other prints"
done
[ $nr -gt 30 ] || fail "$nr recordings only"

# A stream by a pipe, a directory, and names that would steer a terminal.
"$PERF" report --header-only -i - <svm-pipe.data | grep -qx '# arch : x86_64' || fail "a stream"
mkdir dir && cp svm-lost.data dir/data && : >dir/data.0
"$PERF" report --header-only -i dir | grep -qx '# hostname : (none)' || fail "a directory"
LC_ALL=C sed 's/AMD EPYC/\x1b[31m PY/' svm-lost.data >esc.data
"$PERF" report --header-only -i esc.data | grep -qxF '# cpudesc : \x1b[31m PY Processor' ||
	fail "control characters"
exit $bad
