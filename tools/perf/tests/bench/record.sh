#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What recording costs a guest: vCPUs that cause port and memory exits as fast as
# the kernel handles them run alone, under the distribution's `perf kvm stat
# record`, and under ours, in turns. Printed is the median of ROUNDS of each: the
# time an exit takes, what recording adds to it, the share of the guest's known
# accesses that the recording lacks, and its bytes an exit.
#   ROUNDS=5 EXITS=200000 (of each kind and vCPU) VCPUS=1 BUFFERS="1024 16" (-m)
set -eu
export LC_ALL=C
rounds=${ROUNDS:-5} exits=${EXITS:-200000} vcpus=${VCPUS:-1}
stock=${STOCK:-/usr/bin/perf}
total=$((2 * exits * vcpus + vcpus))

skip()
{
	echo "skipped: $*"
	exit 0
}
[ -x "$stock" ] || skip "no $stock to compare with"
[ -w /dev/kvm ] || skip "/dev/kvm is not usable"
[ -r /sys/kernel/tracing/events/kvm ] || skip "the events in /sys/kernel/tracing are not readable"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run NAME PAGES [PERF]: adds "ns lost bytes" of one round to NAME's figures
run()
{
	local name=$1 pages=$2 perf=${3-} found=0 bytes=0
	local guest=("$TOOLS/guest" --in-kernel --vcpus "$vcpus" --pio-write "$exits" --mmio-write "$exits")
	if [ -z "$perf" ]; then
		"${guest[@]}" >"$work/guest"
		found=$total
	else
		"$perf" kvm stat record -m "$pages" -a -o "$work/data" "${guest[@]}" >"$work/guest" 2>"$work/err" || {
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
		END { print ns / total, (total - found) * 100 / total, bytes / total }' \
		"$work/guest" >>"$work/$name.$pages"
}

# median FILE COLUMN
median()
{
	sort -g -k "$2,$2" "$1" | awk -v c="$2" '{ v[NR] = $c } END { print v[int((NR + 1) / 2)] }'
}

echo "$vcpus vCPU, $total accesses, median of $rounds rounds in turns; stock is $("$stock" version)"
printf '%8s %-8s %10s %10s %8s %12s\n' -m by ns/exit added lost bytes/exit
for pages in ${BUFFERS:-1024 16}; do
	for ((i = 0; i < rounds; i++)); do
		run alone "$pages"
		run stock "$pages" "$stock"
		run ours "$pages" "$PERF"
	done
	alone=$(median "$work/alone.$pages" 1)
	for name in alone stock ours; do
		ns=$(median "$work/$name.$pages" 1)
		printf '%8s %-8s %10.0f %10.0f %7.2f%% %12.1f\n' "$pages" $name "$ns" \
			"$(awk "BEGIN { print $ns - $alone }")" \
			"$(median "$work/$name.$pages" 2)" "$(median "$work/$name.$pages" 3)"
	done
	awk -v p="$pages" -v alone="$alone" -v s="$(median "$work/stock.$pages" 1)" -v o="$(median "$work/ours.$pages" 1)" \
		-v sb="$(median "$work/stock.$pages" 3)" -v ob="$(median "$work/ours.$pages" 3)" '
		BEGIN { printf "%8s ours to stock: added time %.2f, size %.2f\n", p,
			(s > alone) ? (o - alone) / (s - alone) : 0, sb ? ob / sb : 0 }'
done
