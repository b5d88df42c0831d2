#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Counts that are known in advance: system calls of commands that make so many and no more, alone
# and beside the installed perf.
set -u
. "$TESTS/e2e/common-env.sh"
fail() { echo "FAILED: $*"; exit 1; }

[ "$(id -u)" = 0 ] || { echo "must be root to count tracepoints"; exit 77; }
"$PERF" stat -x, -e syscalls:sys_enter_write true 2>/dev/null ||
	{ echo "this kernel has no tracepoints of system calls"; exit 77; }

# value EVENT FILE: the count in CSV output.
value() { awk -F, -v event="$1" '$3 == event { print $1 }' "$2"; }

writes="dd if=/dev/zero of=/dev/null bs=1 count=12345 status=none"
for how in "" "-i" "-r 3" "-D 0"; do
	"$PERF" stat $how -x, -o out -e syscalls:sys_enter_write,syscalls:sys_enter_read $writes || fail "status $how"
	[ "$(value syscalls:sys_enter_write out)" = 12345 ] || fail "writes $how: $(cat out)"
done

# Threads and processes that the command starts are in the count, unless -i.
two="sh -c \"$writes & $writes & wait\""
eval "$PERF stat -x, -o out -e syscalls:sys_enter_write $two"
[ "$(value syscalls:sys_enter_write out)" = 24690 ] || fail "children: $(cat out)"
eval "$PERF stat -i -x, -o out -e syscalls:sys_enter_write $two"
[ "$(value syscalls:sys_enter_write out)" = 0 ] || fail "-i: $(cat out)"

# A filter, and a pattern.
"$PERF" stat -x, -o out -e syscalls:sys_enter_write --filter 'fd == 1' -e 'syscalls:sys_e*_write' $writes
[ "$(grep -c 'sys_e.*_write' out)" = 3 ] || fail "pattern: $(cat out)"
"$PERF" stat -x, -o out -e syscalls:sys_enter_write --filter 'fd == 7' $writes
[ "$(value syscalls:sys_enter_write out)" = 0 ] || fail "filter: $(cat out)"

# A group, the whole machine, one process, one thread: at least what the command did.
"$PERF" stat -x, -o out -e '{syscalls:sys_enter_write,cs}' $writes
[ "$(value syscalls:sys_enter_write out)" = 12345 ] || fail "group: $(cat out)"
"$PERF" stat -a -x, -o out -e syscalls:sys_enter_write $writes
[ "$(value syscalls:sys_enter_write out)" -ge 12345 ] || fail "-a: $(cat out)"
mkfifo go
(read -r _ <go; exec $writes) & pid=$!
"$PERF" stat -p $pid -x, -o out -e syscalls:sys_enter_write & stat=$!
waits $stat
echo >go
wait $stat || fail "status of -p: $?"
[ "$(value syscalls:sys_enter_write out)" = 12345 ] || fail "-p: $(cat out)"

# CPUs apart add up to the whole.
"$PERF" stat -a -A -x, -o out -e syscalls:sys_enter_write $writes
n=$(awk -F, '/sys_enter_write/ { n += $2 } END { print n }' out)
[ "$n" -ge 12345 ] && [ "$n" -lt 40000 ] || fail "-A: $(cat out)"

# Intervals add up to the summary.
"$PERF" stat -I 20 --summary -x, -o out -e syscalls:sys_enter_write sh -c "$writes; sleep 0.1; $writes"
awk -F, '/summary/ { all = $2; next } /sys_enter/ { n += $2; rows++ }
	END { exit !(all == n && n == 24690 && rows > 3) }' out || fail "-I: $(cat out)"

# Side by side with the installed perf.
other=$(command -v perf) && "$other" stat true 2>/dev/null || exit 0
events=syscalls:sys_enter_write,syscalls:sys_enter_openat,raw_syscalls:sys_enter,page-faults,minor-faults
"$PERF" stat -x, -o ours -e $events $writes
"$other" stat -x, -o theirs -e $events $writes
for event in syscalls:sys_enter_write syscalls:sys_enter_openat raw_syscalls:sys_enter; do
	[ "$(value $event ours)" = "$(value $event theirs)" ] || fail "$event: $(cat ours theirs)"
done
# Page faults depend on where things lie: near is equal.
for event in page-faults minor-faults; do
	a=$(value $event ours) b=$(value $event theirs)
	[ $((a - b)) -le 15 ] && [ $((b - a)) -le 15 ] || fail "$event: $a, $b"
done
exit 0
