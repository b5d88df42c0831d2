#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 240
#
# perf script of every recording: data/script/NAME.txt has the first lines and the sum of all. As
# far as perf 6.1 can read a recording its lines are the same, to the space; it leaves out samples
# that are marked as a guest's (arm64), and what it can't read.
set -u
. "$TESTS/e2e/reading-env.sh"

# The lines' sum, and a few of them to see what is the matter when it is wrong.
digest()
{
	awk 'NR<=4 || /RECORD_LOST/ && n++<2 || !($0 ~ /RECORD/) && m++<12' "$1"
	echo "lines $(wc -l <"$1")"
	echo "md5 $(md5sum <"$1" | cut -c1-32)"
}

for path in "$TESTDATA"/*.data.xz; do
	name=$(basename "$path" .data.xz)
	xz -dc "$path" >"$name.data" || exit 1
	"$PERF" script --show-task-events --show-lost-events --ns -i "$name.data" >ours 2>errors
	status=$?
	digest ours | diff -u "$TESTDATA/script/$name.txt" - || fail "$name"
	case $name in
	svm-killed | svm-trunc) [ $status = 1 ] || fail "$name: status $status" ;;
	*) [ $status = 0 ] || fail "$name: status $status, $(cat errors)" ;;
	esac
	case $name in
	arm64-* | riscv64-kvmstat | riscv64-mix | s390x-pipe | svm-killed | svm-trunc) continue ;;
	svm-callgraph) continue ;; # 6.1 looks addresses up in the wrong kernel's symbols: see 43
	esac
	[ -n "$other" ] || continue
	"$other" script --show-task-events --show-lost-events --ns -i "$name.data" >theirs 2>/dev/null
	cmp theirs ours || fail "$name: not what $other prints"
	rm "$name.data"
done
exit $bad
