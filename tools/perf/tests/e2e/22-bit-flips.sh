#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Recordings with a few bits flipped, the same ones in each run: never a crash, a
# hang or a silent failure, and never a control character on the terminal.
# timeout: 600
set -u
RANDOM=20260
rounds=8
[ "${SANITIZE-0}" = 0 ] || rounds=2
failed=0

fail()
{
	echo "$name, bits flipped at $places: $*"
	sed 's/^/    /' err | head -n 20
	failed=1
}

# flip FILE OFFSET: another bit of the byte there
flip()
{
	local byte
	byte=$(od -An -tu1 -j "$2" -N 1 "$1")
	printf "\\x$(printf %x $((byte ^ 1 << RANDOM % 8)))" |
		dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

check()
{
	local status
	timeout 60 "$PERF" "$@" >out 2>err
	status=$?
	[ $status -le 1 ] || fail "$*: exit status $status"
	[ $status = 0 ] || [ -s err ] || fail "$*: exit status $status without a word"
	! grep -q 'ERROR: \|runtime error' err || fail "$*: a sanitizer's finding"
	! LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]' out err || fail "$*: control characters"
}

for path in "$TESTDATA"/*.data.xz; do
	name=$(basename "$path" .data.xz)
	xz -dc "$path" >whole
	size=$(stat -c %s whole)
	[ "$size" -le 1300000 ] || continue
	for ((round = 0; round < rounds; round++)); do
		cp whole flipped
		places=
		for ((n = 0; n < 1 + round % 4; n++)); do
			# The header, the events and the end more often than the samples between.
			case $((RANDOM % 4)) in
			0) at=$((RANDOM % 2048)) ;;
			1) at=$((size - 1 - (RANDOM * 32768 + RANDOM) % (size / 4))) ;;
			*) at=$(((RANDOM * 32768 + RANDOM) % size)) ;;
			esac
			flip flipped $at
			places="$places $at"
		done
		check kvm -i flipped stat report
		check kvm -i flipped stat report --formats=whole --event=mmio
		[ $((round % 4)) != 0 ] || check script -i flipped
		[ $((round % 4)) != 1 ] || check report --header-only -i flipped
	done
done
exit $failed
