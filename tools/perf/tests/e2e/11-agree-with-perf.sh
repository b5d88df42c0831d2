#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 240
#
# Where the installed perf of Linux 6.1 is right, it prints the same figures to the last digit:
# all event sets, without filters (data/README.md says where and why it is not). Rows of the same
# count may stand in another order, since ours are then in order of name.
set -u
other=$(command -v perf) || { echo "no perf is installed"; exit 77; }
version=$("$other" --version 2>/dev/null)
case $version in
"perf version 6.1."*) ;;
*) echo "the installed perf is ${version:-broken}, not one of Linux 6.1"; exit 77 ;;
esac

rows()
{
	sed -nE 's/^ +//; /us \( |^Total Samples/p' | sort
}

good=0 bad=0
for path in "$TESTDATA"/*.data.xz; do
	name=$(basename "$path" .data.xz)
	case $name in
	arm64-* | riscv64-* | s390x-*) continue ;; # measured the other way round; names
	svm-lost | svm-trunc | svm-killed | svm-pipe) continue ;; # losses, and what it can't read
	esac
	xz -dc "$path" >"$name.data" || exit 1
	for event in vmexit mmio ioport msr hcall; do
		"$other" kvm -i "$name.data" stat report --event=$event 2>&1 | rows >theirs
		grep -q '^Total Samples:[1-9]' theirs || continue
		"$PERF" kvm -i "$name.data" stat report --event=$event 2>/dev/null | rows >ours
		if cmp -s theirs ours; then
			good=$((good + 1))
		else
			bad=$((bad + 1))
			echo "$name --event=$event: $version (-) and this perf (+)"
			diff -u theirs ours
		fi
	done
	rm "$name.data"
done
echo "$good reports agree, $bad do not"
[ $bad = 0 ] && [ $good -gt 50 ]
