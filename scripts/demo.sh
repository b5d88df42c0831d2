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

# report FILE [OPTION...]: as a person would run it
report()
{
	echo
	echo "\$ perf kvm stat report -i $(basename "$1")${2:+ ${*:2}}"
	./perf kvm stat report -i "$@"
}

why=$(obstacle)
if [ -z "$why" ]; then
	guest="build/tests/guest --name demo --vcpus 2 --loops 100 --pio-write 5 --pio-read 3 --mmio-write 4
		--mmio-read 2 --cpuid 10 --rdmsr 5 --hlt 2"
	echo "A tiny guest that does what it is told, and counts it, is recorded and reported:"
	echo
	# shellcheck disable=SC2086 # words
	echo "\$ perf kvm stat record -o guest.data" $guest
	# shellcheck disable=SC2086
	if ./perf kvm stat record -o "$out/guest.data" $guest; then
		if ! ./perf kvm stat report -i "$out/guest.data" | grep -q '^Total Samples:0,'; then
			report "$out/guest.data"
			exit 0
		fi
		# A KVM may run guests without ever firing kvm_exit: some nested ones do.
		report "$out/guest.data" --event=ioport
		why="this kernel's KVM ($(uname -r)) fires no kvm_exit, so there are only accesses to see"
	else
		why="recording failed"
	fi
	echo
fi

echo "No live recording of exits: $why."
echo "This is a recording that ships with the project, of a guest with two vCPUs on an AMD machine:"
name=svm-1vm-2vcpu.data
xz -dc "tools/perf/tests/data/$name.xz" >"$out/$name"
report "$out/$name"
