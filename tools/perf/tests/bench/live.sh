#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What a live view costs: a guest's vCPUs cause port and memory exits as fast as
# the kernel handles them, while the distribution's `perf kvm stat live` and ours
# watch them, in turns. Printed are, summed over ROUNDS of SECONDS each: the CPU
# time of each program, that an event took, and how many were lost.
#   ROUNDS=3 SECONDS_EACH=5 VCPUS=2 PAGES= (-m)
set -eu
. "$(dirname "$0")/bench-env.sh"
rounds=${ROUNDS:-3} seconds=${SECONDS_EACH:-5} vcpus=${VCPUS:-2}
options=(${PAGES:+-m "$PAGES"})

work=$(mktemp -d)
"$TOOLS/guest" --vcpus "$vcpus" --in-kernel --loops 4000000000 --pio-write 1 --mmio-write 1 >/dev/null &
guest=$!
trap 'kill $guest 2>/dev/null; rm -rf "$work"' EXIT
sleep 1
kill -0 $guest || skip "no guest can be run here"

# What the guest's accesses come to, by the kernel's own count.
count_events()
{
	"$PERF" stat -a -x, -e kvm:kvm_pio,kvm:kvm_mmio,kvm:kvm_entry,kvm:kvm_exit sleep "$1" 2>&1 |
		awk -F, '{ n += $1 } END { print n + 0 }'
}
rate=$(($(count_events 2) / 2))

# run NAME PERF: adds "user-and-system-ms lost" of one round to NAME's figures
run()
{
	local name=$1 perf=$2 pid lost
	"$perf" kvm stat live --event ioport -d 1 "${options[@]}" -p $guest </dev/null \
		>"$work/out" 2>"$work/err" &
	pid=$!
	sleep "$seconds"
	# The time on a CPU, in ns; the times of /proc/PID/stat are ticks.
	awk '{ printf "%.3f ", $1 / 1e6 }' "/proc/$pid/schedstat" >>"$work/$name"
	kill -INT $pid
	wait $pid || true
	# Theirs says "LOST 123 events!" for each loss, ours the sum at the end.
	lost=$(awk '/LOST [0-9]+ events/ { match($0, /LOST [0-9]+/); n += substr($0, RSTART + 5, RLENGTH - 5) }
		/^Lost events:/ { split($1, w, /[:,]/); n = 0; last = w[2] }
		END { print n + last }' "$work/out" "$work/err")
	echo "$lost" >>"$work/$name"
}

for ((i = 0; i < rounds; i++)); do
	run stock "$stock"
	run ours "$PERF"
done
echo "$vcpus vCPU, about $rate events a second, $rounds rounds of $seconds s in turns; stock is $("$stock" version)"
printf '%-6s %12s %12s %9s\n' by CPU-ms ns/event lost
for name in stock ours; do
	awk -v name=$name -v events=$((rate * seconds * rounds)) '{ ms += $1; lost += $2 }
		END { printf "%-6s %12.1f %12.0f %9d\n", name, ms, events ? ms * 1e6 / events : 0, lost }' "$work/$name"
done
