#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 150
#
# How a recording ends: by a signal, a time, a size, its command; and what is left
# of one whose recorder was killed.
set -eu
. "$TESTS/e2e/record-env.sh"
need_root
need_stock

for signal in INT TERM HUP; do
	rm -f end.data
	# A background command ignores SIGINT unless it says otherwise.
	"$PERF" record -a -e sched:sched_switch -o end.data 2>err.txt &
	perf=$!
	started end.data $perf
	kill -$signal $perf
	wait $perf
	grep -q 'Captured and wrote' err.txt
	same_text end.data
	"$PERF" report --header-only -i end.data >/dev/null
done

# Killed, it leaves what it had written until a second ago, with all that the header tells.
for how in "" "-z"; do
	rm -f end.data
	"$PERF" record $how -a -e sched:sched_switch -o end.data 2>/dev/null &
	perf=$!
	started end.data $perf
	sleep 2.5
	kill -KILL $perf
	wait $perf || :
	"$stock" script -i end.data >stock.txt 2>err.txt
	[ "$(wc -l <stock.txt)" -gt 10 ]
	status=0
	"$PERF" script -i end.data >ours.txt 2>err.txt || status=$?
	[ "$(wc -l <ours.txt)" = "$(wc -l <stock.txt)" ]
	# It is not whole, and that is said.
	[ $status = 1 ]
	grep -q 'killed' err.txt
	"$stock" report --header-only -i end.data 2>/dev/null | grep -q '^# hostname'
done
# So does a whole one that lost its end.
"$PERF" record -q -a -e sched:sched_switch -o end.data bash -c 'for ((i = 0; i < 400; i++)); do /bin/true; done'
head -c $(($(stat -c %s end.data) * 8 / 10)) end.data >cut.data
fails "$PERF" script -i cut.data >ours.txt 2>err.txt
grep -q 'cut off' err.txt
[ "$(grep -c sched_switch ours.txt)" -gt 3 ]

# The command's exit status is the recorder's.
for status in 0 3 129; do
	result=0
	"$PERF" record -q -e sched:sched_process_exit -o end.data sh -c "exit $status" || result=$?
	[ $result = $status ]
done
result=0
"$PERF" record -q -e sched:sched_process_exit -o end.data sh -c 'kill -TERM $$' || result=$?
[ $result = 143 ]
result=0
"$PERF" record -e sched:sched_process_exit -o end.data ./no-such-command 2>err.txt || result=$?
[ $result = 1 ]
grep -q 'no-such-command: cannot be started: No such file' err.txt

# So it is where the end of children is ignored, as some that start us do.
result=0
timeout 20 env --ignore-signal=CHLD "$PERF" record -q -e sched:sched_process_exit -o end.data \
	sh -c 'exit 4' || result=$?
[ $result = 4 ]

# --timeout ends a command, too; -D begins later.
before=$(date +%s%N)
"$PERF" record -q --timeout 500 -a -e sched:sched_switch -o end.data sleep 60
"$PERF" record -q --timeout 500 -a -e sched:sched_switch -o end.data
took=$((($(date +%s%N) - before) / 1000000))
[ $took -ge 1000 ]
[ $took -lt 10000 ]
"$PERF" record -q -D 500 -e syscalls:sys_enter_write -o end.data \
	sh -c 'echo early; sleep 2.5; echo late' >/dev/null
[ "$("$PERF" script -i end.data | grep -c 'sh .*sys_enter_write')" = 1 ]

# --max-size: not much more than that.
"$PERF" record -q -m 16 --max-size 1M -a -e raw_syscalls:sys_enter -o end.data \
	dd if=/dev/zero of=/dev/null bs=1 status=none
size=$(stat -c %s end.data)
[ "$size" -ge 1048576 ]
[ "$size" -lt 2097152 ]
"$stock" script -i end.data >/dev/null 2>err.txt
