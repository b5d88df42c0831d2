#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What README.md shows of reports is what they print of the recordings in data/.
set -eu
trap 'echo "line $LINENO: $BASH_COMMAND"' ERR
readme=$(realpath "$TESTS/../../../README.md")

for name in vmx-hsw-1vm svm-1vm-2vcpu svm-extra-events; do
	xz -dc "$TESTS/data/$name.data.xz" >$name.data
done
{
	"$PERF" kvm stat report -i vmx-hsw-1vm.data
	"$PERF" kvm stat report -i svm-extra-events.data --event=vcpu
	"$PERF" kvm stat report -i svm-1vm-2vcpu.data --histogram=npf
	"$PERF" kvm stat report -i svm-1vm-2vcpu.data --csv --interval 0.2
} | tr -d "\r" >printed.txt

# Indented lines that are no commands, before the next section.
sed -n '/^## The main job/,/^## Install/s/^    //p' "$readme" | grep -v '^[#$…]' | grep . >shown.txt
[ "$(wc -l <shown.txt)" -ge 15 ]
if grep -vxFf printed.txt shown.txt; then
	echo "README.md shows what no report prints"
	exit 1
fi

# The commands themselves are none that are refused.
sed -n 's/^    \$ perf //p' "$readme" >commands.txt
[ "$(wc -l <commands.txt)" -ge 4 ]
cp svm-1vm-2vcpu.data perf.data.guest
while read -r words; do
	read -ra words <<<"$words"
	"$PERF" "${words[@]}" >out.txt || { echo "perf ${words[*]}: status $?"; exit 1; }
done <commands.txt
