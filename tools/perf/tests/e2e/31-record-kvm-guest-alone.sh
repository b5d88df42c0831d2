#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 150
#
# `perf kvm stat record` around a guest that does a known number of things: each
# access is in the recording, once, whoever reads it.
set -eu
. "$TESTS/e2e/record-env.sh"
need_root
need_stock
need_guest

# expect FILE GUEST-OUTPUT: the accesses that KVM's tracepoints tell of are all there.
expect()
{
	local threads perf
	threads=$(sed -n 's/^vcpu=.* tid=\([0-9]*\) .*/\1/p' "$2" | paste -s -d '|')
	awk '/^vcpu=/ {
		for (i = 1; i <= NF; i++) { split($i, w, "="); n[w[1]] += w[2] }
	} END { print n["pio_write"] + n["pio_read"], n["mmio_write"] + n["mmio_read"] }' "$2" >known
	read -r pio mmio <known
	for perf in "$PERF" "$stock"; do
		# Other guests of this machine do not matter.
		"$perf" script -i "$1" 2>/dev/null | grep -E " ($threads) " >seen.txt
		[ "$(grep -c ' kvm:kvm_pio: ' seen.txt)" = "$pio" ]
		# A read that has to go to user space is told of twice, first as unsatisfied.
		[ "$(grep ' kvm:kvm_mmio: ' seen.txt | grep -vc unsatisfied-read)" = "$mmio" ]
	done
}

work=(--vcpus 2 --loops 300 --pio-write 3 --pio-read 2 --mmio-write 2 --mmio-read 1)
ways=("" "-z" "-a" "--only=ioport,mmio" "--no-ftrace" "--no-ftrace -z" "--no-ftrace --only=ioport,mmio")
for how in "${ways[@]}"; do
	"$PERF" kvm stat record $how -o guest.data "$TOOLS/guest" "${work[@]}" >guest.txt 2>err.txt
	fails grep -i lost err.txt
	expect guest.data guest.txt
	same_text guest.data
done

# The vCPU threads have their names, though they are younger than the recording.
grep -q '^ *CPU 0/KVM ' ours.txt
grep -q '^ *CPU 1/KVM ' ours.txt

# The CPU is not in the samples: the id tells it.
last=$(grep -o '[0-9]*$' /sys/devices/system/cpu/online)
for how in "" "--no-ftrace"; do
	"$PERF" kvm stat record $how -C $last -o guest.data \
		taskset -c $last "$TOOLS/guest" "${work[@]}" >guest.txt 2>err.txt
	expect guest.data guest.txt
	[ "$("$PERF" script --cpu $last -i guest.data | grep -c ' kvm:')" = \
		"$("$PERF" script -i guest.data | grep -c ' kvm:')" ]
done

# -p: all threads of the guest, also those that it starts afterwards, and nobody else's.
"$TOOLS/guest" --loops 2000000000 --spin 100 --pio-write 1 --name other >/dev/null &
other=$!
trap 'kill $other' EXIT
mkfifo go
for how in "" "--no-ftrace"; do
	"$TOOLS/guest" --go "${work[@]}" <go >guest.txt &
	guest=$!
	exec 3>go
	rm guest.data
	"$PERF" kvm stat record $how -p $guest -o guest.data 2>err.txt &
	perf=$!
	started guest.data $perf
	echo >&3
	wait $guest
	exec 3>&-
	# The recording ends by itself when the last thread has ended.
	wait $perf
	expect guest.data guest.txt
	"$PERF" script -i guest.data >ours.txt
	grep ' kvm:' ours.txt | fails grep -qv '^ *CPU [01]/KVM '
done

# What other perfs want of it.
"$stock" kvm -i guest.data stat report >/dev/null 2>&1
"$stock" evlist -v -i guest.data 2>/dev/null | grep -q '^kvm:kvm_exit: .*sample_type: TID|TIME|RAW|IDENTIFIER,'
