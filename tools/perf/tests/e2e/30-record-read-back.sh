#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What `perf record` writes is read by both perfs alike: events, samples, header.
set -eu
. "$TESTS/e2e/record-env.sh"
need_root
need_stock

# A command's own events, to the last one: dd writes as often as it is told.
"$PERF" record -q -e syscalls:sys_enter_write -e sched:sched_process_exit \
	-o file.data dd if=/dev/zero of=/dev/null bs=1 count=1234 status=none
same_text file.data
writes=$(grep -c 'dd .*syscalls:sys_enter_write' ours.txt)
[ "$writes" -ge 1234 ]
[ "$writes" -lt 1244 ]
grep -q 'sched:sched_process_exit: comm=dd' ours.txt
[ "$(stat -c %a file.data)" = 600 ]

# The same, compressed, and through a pipe; the whole machine, with a filter. Others may call dd.
cp "$(command -v dd)" own-dd
"$PERF" record -q -z -a -e 'sched:sched_switch' -e syscalls:sys_enter_write --filter 'count == 1' \
	-o zstd.data ./own-dd if=/dev/zero of=/dev/null bs=1 count=1000 status=none
same_text zstd.data
[ "$(grep -c 'own-dd .*sys_enter_write.*count: 0x00000001' ours.txt)" = 1000 ]
grep 'sys_enter_write' ours.txt | fails grep -v 'count: 0x00000001'
grep -q sched_switch ours.txt

"$PERF" record -q -e syscalls:sys_enter_write -o - dd if=/dev/zero of=/dev/null bs=1 count=100 \
	status=none >pipe.data
same_text pipe.data
[ "$(grep -c 'dd .*sys_enter_write' ours.txt)" -ge 100 ]
# A command's own output must not get in between.
"$PERF" record -q -e sched:sched_process_exit -o - echo hello 2>err.txt >pipe.data
grep -q '^hello$' err.txt
"$stock" script -i pipe.data >/dev/null 2>&1

# The header and the list of events, word for word.
for file in file zstd; do
	for words in "report --header-only -I" "evlist -v"; do
		"$PERF" $words -i $file.data >ours.txt
		"$stock" $words -i $file.data >stock.txt 2>/dev/null
		[ -s ours.txt ]
		diff <(grep -v '^# Tip' ours.txt) <(grep -v '^# Tip' stock.txt)
	done
done
"$stock" report --header-only -I -i file.data >header.txt
for word in hostname 'os release' 'perf version' arch nrcpus cpudesc cpuid 'total memory' cmdline \
	'event : name = syscalls:sys_enter_write' 'sibling threads' 'pmu mappings' 'time of first sample'; do
	grep -q "^# $word" header.txt || { echo "no '$word' in the header"; exit 1; }
done
grep -q "^# cmdline : .*perf record -q -e syscalls:sys_enter_write" header.txt
"$stock" report --header-only -I -i zstd.data | grep -q '^# compressed : Zstd, level = 1'

# The time of the first and the last sample are those of samples.
"$stock" script -i file.data -F time | sed 's/[ :]//g' | sort -n >times.txt
grep -q "^# time of first sample : $(head -n 1 times.txt)$" header.txt
grep -q "^# time of last sample : $(tail -n 1 times.txt)$" header.txt

# Another clock is told, with a moment on it and on the wall.
"$PERF" record -q -k monotonic -e sched:sched_process_exit -o clock.data true
"$stock" report --header-only -I -i clock.data >header.txt
grep -q '^# clockid: monotonic' header.txt
grep -q '^# reference time:' header.txt

# An older file is kept, once.
cp file.data older
"$PERF" record -q -e sched:sched_process_exit -o file.data true
cmp file.data.old older
