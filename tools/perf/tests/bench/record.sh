#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What recording costs a guest: vCPUs that cause port and memory exits as fast as
# the kernel handles them run alone, under the distribution's `perf kvm stat
# record`, under ours, and under ours with perf's own buffers (--no-ftrace), in
# turns. Printed is the median of ROUNDS of each: the time an exit takes, and the
# CPU time of the vCPU's thread an exit (which other work on the machine disturbs
# less), what recording adds to both, the share of the guest's known accesses that
# the recording lacks, and its bytes an exit.
#   ROUNDS=5 EXITS=200000 (of each kind and vCPU) VCPUS=1 BUFFERS="1024 16" (-m)
set -eu
. "$(dirname "$0")/bench-env.sh"
rounds=${ROUNDS:-5} exits=${EXITS:-200000} vcpus=${VCPUS:-1}
total=$((2 * exits * vcpus + vcpus))

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run NAME PAGES [PERF [OPTION]]: adds "ns cpu_ns lost bytes" of one round to NAME's figures
run()
{
	local name=$1 pages=$2 perf=${3-} option=${4-} found=0 bytes=0
	local guest=("$TOOLS/guest" --in-kernel --vcpus "$vcpus" --pio-write "$exits" --mmio-write "$exits")
	if [ -z "$perf" ]; then
		"${guest[@]}" >"$work/guest"
		found=$total
	else
		"$perf" kvm stat record $option -m "$pages" -a -o "$work/data" "${guest[@]}" >"$work/guest" 2>"$work/err" || {
			cat "$work/err" >&2
			exit 1
		}
		bytes=$(stat -c %s "$work/data")
		found=$("$stock" report -i "$work/data" --stats 2>/dev/null | awk '
			/stats:$/ { event = $1 }
			/SAMPLE events:/ && (event == "kvm:kvm_pio" || event == "kvm:kvm_mmio") { n += $3 }
			END { print n + 0 }')
	fi
	awk -v found="$found" -v bytes="$bytes" -v total="$total" '
		match($0, / ns=[0-9]+/) { ns += substr($0, RSTART + 4, RLENGTH - 4) }
		match($0, /cpu_ns=[0-9]+/) { cpu += substr($0, RSTART + 7, RLENGTH - 7) }
		END { print ns / total, cpu / total, (found < total ? total - found : 0) * 100 / total, bytes / total }' \
		"$work/guest" >>"$work/$name.$pages"
}

# median FILE COLUMN
median()
{
	sort -g -k "$2,$2" "$1" | awk -v c="$2" '{ v[NR] = $c } END { print v[int((NR + 1) / 2)] }'
}

echo "$vcpus vCPU, $total accesses, median of $rounds rounds in turns; stock is $("$stock" version)"
printf '%8s %-8s %9s %9s %9s %9s %8s %11s\n' -m by ns/exit added cpu-ns added lost bytes/exit
for pages in ${BUFFERS:-1024 16}; do
	for ((i = 0; i < rounds; i++)); do
		run alone "$pages"
		run stock "$pages" "$stock"
		run ours "$pages" "$PERF"
		run own "$pages" "$PERF" --no-ftrace
	done
	for name in alone stock ours own; do
		file=$work/$name.$pages
		echo "$name $(median "$file" 1) $(median "$file" 2) $(median "$file" 3) $(median "$file" 4)"
	done | awk -v pages="$pages" '
		{ ns[$1] = $2; cpu[$1] = $3; bytes[$1] = $5 }
		function ratio(a, by) { return (a["stock"] > a["alone"]) ? (a[by] - a["alone"]) / (a["stock"] - a["alone"]) : 0 }
		function compare(by) {
			printf "%8s %s to stock: added time %.2f, added CPU time %.2f, size %.2f\n",
				pages, by, ratio(ns, by), ratio(cpu, by), bytes[by] / bytes["stock"]
		}
		{
			printf "%8s %-8s %9.0f %9.0f %9.0f %9.0f %7.2f%% %11.1f\n", pages, $1,
				$2, $2 - ns["alone"], $3, $3 - cpu["alone"], $4, $5
		}
		END {
			compare("ours")
			compare("own")
		}'
done
