#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Build perf and show its main job: which exits of a guest the host handled, and
# what they cost. Where this machine can, a tiny guest is recorded for it; else a
# recording that ships with the project is reported.
set -eu
cd "$(dirname "$0")/.."
. scripts/deps.sh

need build

make -s -j"$(nproc)" all build/tests/guest
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# Why no guest can be recorded here; empty if one can.
obstacle()
{
	if [ "$(uname -m)" != x86_64 ]; then
		echo "the demonstration's guest is written for x86"
	elif [ ! -r /dev/kvm ] || [ ! -w /dev/kvm ]; then
		echo "/dev/kvm is not usable here"
	elif [ ! -r /sys/kernel/tracing/events/kvm ]; then
		echo "the events in /sys/kernel/tracing are not readable here"
	fi
}

# A kernel's KVM may run guests without ever firing kvm_exit (a nested one).
record()
{
	./perf kvm stat record -q -o "$out/guest.data" build/tests/guest --name demo --vcpus 2 --loops 100 \
		--pio-write 5 --pio-read 3 --mmio-write 4 --mmio-read 2 --cpuid 10 --rdmsr 5 --hlt 2 \
		>"$out/guest.txt" 2>"$out/record.txt" &&
		./perf kvm stat report -i "$out/guest.data" >"$out/report.txt" 2>"$out/errors.txt" &&
		grep -q '[0-9]us' "$out/report.txt"
}

why=$(obstacle)
if [ -z "$why" ]; then
	echo "\$ perf kvm stat record -o guest.data build/tests/guest --vcpus 2 …"
	if record; then
		cat "$out/guest.txt" "$out/record.txt"
		echo
		echo "\$ perf kvm stat report -i guest.data"
		cat "$out/errors.txt" "$out/report.txt"
		exit 0
	fi
	tail -n 3 "$out/record.txt" "$out/errors.txt" 2>/dev/null || :
	why="recording a guest gave no exits on this kernel ($(uname -r))"
fi

echo "No live recording: $why."
echo "This is a recording that ships with the project, of a guest with two vCPUs on an AMD machine:"
echo
name=svm-1vm-2vcpu.data
xz -dc "tools/perf/tests/data/$name.xz" >"$out/$name"
echo "\$ perf kvm stat report -i $name"
./perf kvm stat report -i "$out/$name"
