#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 60
#
# What a stream has brought so far is shown while its writer, which is still there, is silent.
set -eu
xz -dc "$TESTDATA/svm-1vm-2vcpu.data.xz" >one.data
"$TOOLS/repeat-recording" -p -n 10000 one.data pipe.data
"$PERF" script -i pipe.data >whole 2>/dev/null
mkfifo stream
exec 3<>stream
"$PERF" script -i - <stream >printed 2>/dev/null 3<&- &
cat pipe.data >&3
for ((i = 0; i < 100; i++)); do
	sleep 0.2
	lines=$(wc -l <printed)
	[ "$lines" -gt 0 ] && break
done
echo "$lines of $(wc -l <whole) lines are there"
[ "$lines" -gt 0 ]
exec 3<&-
wait $!
cmp whole printed
