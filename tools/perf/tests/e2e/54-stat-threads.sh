#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# perf stat -p of a process that starts threads all the time loses none of them.
set -eu
command -v python3 >/dev/null || { echo "needs python3"; exit 77; }
cat >threads.py <<'END'
import mmap, sys, threading, time
PAGES = 600
go = threading.Event()
threading.stack_size(64 * 1024)
def work():
    go.wait()
    with mmap.mmap(-1, PAGES * 4096) as area:
        for i in range(PAGES):
            area[i * 4096] = 1
threads = [threading.Thread(target=work) for _ in range(160)]
for t in threads[:100]:
    t.start()
print("ready", flush=True)
for t in threads[100:]:
    t.start()
    time.sleep(0.01)
print("all", flush=True)
sys.stdin.readline()
go.set()
for t in threads:
    t.join()
END
mkfifo fifo
for _ in 1 2 3; do
	: >out
	: >counts
	python3 threads.py <fifo >out &
	process=$!
	exec 4>fifo
	until grep -q ready out; do sleep 0.01; done
	"$PERF" stat -I 100 -x, -e minor-faults -o counts -p $process &
	# An interval that has been told says that all is open.
	until grep -q all out && grep -q minor-faults counts; do sleep 0.01; done
	echo >&4
	exec 4>&-
	wait
	grep -q 'not supported' counts && { echo "minor-faults cannot be counted here"; exit 77; }
	counted=$(awk -F, '/minor-faults/ { n += $2 } END { print n }' counts)
	[ "$counted" -ge 96000 ] || { echo "$counted of 96000 at the least"; exit 1; }
done
