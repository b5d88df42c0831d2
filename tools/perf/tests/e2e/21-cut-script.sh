#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Recordings cut off at every percent of their length (CUT_STEP=1), the larger ones less
# often: each sample that stands
# before the cut is printed, in the same order as from the whole, and none else.
# timeout: 600
set -u
. "$TESTS/e2e/cut-env.sh"

for path in "$TESTDATA"/*.data.xz; do
	name=$(basename "$path" .data.xz)
	xz -dc "$path" >whole
	size=$(stat -c %s whole)
	step=${CUT_STEP-$(((1 + size / 60000) * slower))}
	timeout 60 "$PERF" script --ns -F pid,tid,cpu,time,period -i whole >all 2>/dev/null
	before=0
	for percent in $(seq 0 "$step" 98) 99; do
		head -c $((size * percent / 100)) whole >cut
		timeout 60 "$PERF" script --ns -F pid,tid,cpu,time,period -i cut >out 2>err
		status=$?
		case $status in
		0) [[ $name == *pipe* ]] || fail 'exit status 0' ;;
		1) [ "$(grep -c '^perf script: cut ' err)" -ge 1 ] || fail 'no word on what is wrong' ;;
		*) fail "exit status $status" ;;
		esac
		# Each line stands in the whole's, behind the one before it.
		awk 'BEGIN { more = (getline want < "out") > 0 }
		     more && $0 == want { more = (getline want < "out") > 0 }
		     END { exit more }' all || fail 'not the samples of the whole, in their order'
		now=$(wc -l <out)
		[ "$now" -ge "$before" ] || fail "$now samples, fewer than the $before of a shorter piece"
		before=$now
	done
	[ "$before" -gt 0 ] || fail 'no sample was printed'
done
exit $failed
