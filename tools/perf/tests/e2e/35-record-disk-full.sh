#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# No space left while recording: one message, and what was written can be read.
set -eu
. "$TESTS/e2e/record-env.sh"
need_root
need_stock
unshare -m true 2>/dev/null || skip "no mount namespaces here"

cat >inside.sh <<'EOF'
set -eu
mkdir full
mount -t tmpfs -o size=$1 none full
shift
status=0
"$PERF" record "$@" -a -e raw_syscalls:sys_enter -o full/x.data \
	dd if=/dev/zero of=/dev/null bs=1 count=3000000 status=none 2>err.txt || status=$?
echo $status >status
cp full/x.data x.data
EOF
check()
{
	unshare -m bash inside.sh "$@"
	[ "$(cat status)" = 1 ]
	[ "$(grep -c 'full/x.data: no space left after' err.txt)" = 1 ]
	same_text x.data
	[ "$(wc -l <ours.txt)" -gt 1000 ]
	"$stock" report --header-only -I -i x.data >header.txt
	grep -q '^# hostname' header.txt
	"$PERF" report --header-only -I -i x.data | diff - header.txt
	rm -r full
}
check 3m
check 1001k -m 16
check 200k -z

# With no room for what comes first there is nothing that could be read.
status=0
"$PERF" record -a -e raw_syscalls:sys_enter -o /dev/full true 2>err.txt || status=$?
[ $status = 1 ]
grep -q '/dev/full: no space left, not for the begin of a recording' err.txt

# A limit to the file's size is the same to us.
status=0
(ulimit -f 2000; exec "$PERF" record -a -e raw_syscalls:sys_enter -o limit.data \
	dd if=/dev/zero of=/dev/null bs=1 count=3000000 status=none 2>err.txt) || status=$?
[ $status = 1 ]
grep -q 'ulimit -f' err.txt
same_text limit.data
