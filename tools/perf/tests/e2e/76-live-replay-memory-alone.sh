#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
#
# `perf kvm stat live` fed from a recording: ten times the exits, and the intervals,
# take no more memory.
set -eu
. "$TESTS/e2e/live-env.sh"
[ "$SANITIZE" = 0 ] || skip "sanitizers keep what was freed"
xz -dkc "$TESTDATA/svm-extra-events.data.xz" >guest.data
"$TOOLS/repeat-recording" -n 200000 guest.data small.data
"$TOOLS/repeat-recording" -n 2000000 guest.data large.data

# peak FILE OPTIONS...: of its memory, in kB
peak()
{
	REPLAY=$1 REPLAY_PEAK=1 "$TOOLS/replay-live" "${@:2}" 2>&1 >out.txt | sed -n 's/^peak: \([0-9]*\) kB$/\1/p'
}

# flat OPTIONS...: the peaks differ by no more than what the allocator leaves unused
flat()
{
	local small large intervals
	small=$(peak small.data -d 0.01 "$@")
	large=$(peak large.data -d 0.01 "$@")
	intervals=$(grep -c '^[0-9.]* s since the start' out.txt)
	echo "$*: $small kB, $large kB; $intervals intervals"
	[ "$intervals" -ge 10 ]
	[ $((large - small)) -le 512 ]
}

flat
flat --by vcpu -F name,sample,p99
flat --event vcpu
flat --duration 1000
