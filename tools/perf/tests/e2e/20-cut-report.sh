#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Recordings cut off at every percent of their length (CUT_STEP=1), the larger ones at
# every eighth: the report says so in one
# line, with exit status 1, and counts no more and no less than what stands before
# the cut. A stream that happens to end with a record cannot be told from a whole one.
# timeout: 600
set -u
. "$TESTS/e2e/cut-env.sh"

# The sum that the report's footer tells; 0 without one.
total()
{
	sed -n 's/^Total Samples: *\([0-9]*\),.*/\1/p' "$1" | grep . || echo 0
}

for path in "$TESTDATA"/*.data.xz; do
	name=$(basename "$path" .data.xz)
	xz -dc "$path" >whole
	size=$(stat -c %s whole)
	timeout 60 "$PERF" kvm -i whole stat report >out 2>err
	all=$(total out)
	before=0
	step=${CUT_STEP-$((size > 140000 ? 8 * slower : slower))}
	for percent in $(seq 0 "$step" 98) 99; do
		head -c $((size * percent / 100)) whole > cut
		timeout 60 "$PERF" kvm -i cut stat report --formats=whole >out 2>err
		status=$?
		case $status in
		0) [[ $name == *pipe* ]] || fail 'exit status 0' ;;
		1) [ "$(grep -c '^perf kvm stat report: ' err)" = 1 ] || fail 'not one line that says why' ;;
		*) fail "exit status $status" ;;
		esac
		now=$(total out)
		[ "$now" -ge "$before" ] || fail "$now counted, fewer than the $before of a shorter piece"
		before=$now
	done
	[ "$before" -le "$all" ] || fail "$before counted, of $all in the whole"
	# The formats and what tells of the machine are the end of it: most spans stand before.
	case $name in
	svm-1vm-2vcpu | vmx-smp-1vm | arm64-kvmstat | s390x-kvmstat | ppc64le-kvmstat | riscv64-pipe)
		[ $((before * 10)) -ge $((all * 9)) ] || fail "only $before counted, of $all" ;;
	esac
done
exit $failed
