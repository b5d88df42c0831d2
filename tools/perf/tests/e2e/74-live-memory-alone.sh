#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
#
# Memory does not grow with the number of events, nor with that of intervals.
set -eu
. "$TESTS/e2e/live-env.sh"
need_live_guest
[ "$SANITIZE" = 0 ] || skip "sanitizers keep what was freed"

"$TOOLS/guest" --vcpus 2 --in-kernel --loops 2000000000 --pio-write 1 --mmio-write 1 >/dev/null &
guest=$!
trap 'kill $guest' EXIT
"$PERF" kvm stat live --event ioport -p $guest -d 0.01 --by vcpu -F name,sample,p99 </dev/null >out.txt &
perf=$!

rss()
{
	awk '/^VmRSS:/ { vm = $2 } /^RssShmem:/ { print vm - $2 }' "/proc/$perf/status"
}

waits $perf
sleep 2
before=$(rss)
sleep 10
after=$(rss)
kill $perf
wait $perf
all=$(sed -n 's/^Total Samples:\([0-9]*\).*/\1/p' out.txt | tail -n 1)
echo "$all events, $before kB at first, $after kB"
[ "$all" -ge 5000 ]
[ $((after - before)) -le 256 ]
