#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# `perf kvm stat live` fed from a recording: it counts what report counts, its
# intervals sum to the whole, and an hour of exits takes no more memory than
# minutes of them.
set -eu
. "$TESTS/e2e/live-env.sh"
replay=$TOOLS/replay-live
xz -dkc "$TESTDATA/svm-extra-events.data.xz" >guest.data

# The table at the end is report's.
for set in vmexit mmio ioport msr vcpu; do
	REPLAY=guest.data "$replay" --event $set | sed '0,/^All of /d' >live.txt
	"$PERF" kvm -i guest.data stat report --event=$set | diff live.txt - || { echo "$set"; exit 1; }
done
REPLAY=guest.data "$replay" --by vcpu -F name,sample,p99,max | sed '0,/^All of /d' >live.txt
"$PERF" kvm -i guest.data stat report --by=vcpu -F name,sample,p99,max | diff live.txt -

# What has no place among states.
status=0
REPLAY=guest.data "$replay" --event vcpu --by vm 2>err.txt || status=$?
[ $status = 129 ]
grep -q -- '--event=vcpu is about states' err.txt
status=0
REPLAY=guest.data "$replay" --event vcpu --duration 5 2>err.txt || status=$?
[ $status = 129 ]
grep -q -- '--duration is about spans' err.txt

# sums FILE: "NAME VCPU NS" of all intervals together, of CSV or JSON lines; and how many there are
sums()
{
	python3 - "$1" <<'END'
import csv, json, sys
text = open(sys.argv[1], newline="")
rows = [json.loads(line) for line in text] if sys.argv[1].endswith(".json") else list(csv.DictReader(text))
sums = {}
for row in rows:
    key = row["name"], int(row["vcpu"])
    sums[key] = sums.get(key, 0) + int(row["time_ns"])
print(len({row["from_ns"] for row in rows}))
for key in sorted(sums):
    print(key[0], key[1], sums[key])
END
}

"$TOOLS/repeat-recording" -n 200000 guest.data small.data
REPLAY=small.data "$replay" --event vcpu -d 0.01 --csv >states.csv
[ "$(head -n 1 states.csv | tr -d '\r')" = from_ns,to_ns,name,vm,vcpu,tid,time_ns,time_pct ]
REPLAY=small.data "$replay" --event vcpu -d 0.01 --json-lines >states.json
"$PERF" kvm -i small.data stat report --event=vcpu --json |
	python3 -c 'import json, sys
for row in sorted(json.load(sys.stdin)["rows"], key=lambda row: (row["name"], row["vcpu"])):
    print(row["name"], row["vcpu"], row["time_ns"])' >report.txt
for file in states.csv states.json; do
	sums $file >sums.txt
	intervals=$(head -n 1 sums.txt)
	[ "$intervals" -ge 2 ] || { echo "$intervals intervals of $file"; exit 1; }
	# They reach up to the end, not up to each vCPU's last event; and what was open at an
	# interval's end counts as what it looked like.
	tail -n +2 sums.txt | paste -d ' ' - report.txt | awk '
		{ d = $3 - $6; d = d < 0 ? -d : d; sum += $3 - $6; all += $6 }
		$1 != $4 || $2 != $5 || d > 0.001 * $6 + 1e7 { print; bad = 1 }
		END { exit bad || sum < 0 || sum > 0.001 * all }' || { echo $file; exit 1; }
done

# The same in tables.
REPLAY=small.data "$replay" --event vcpu -d 0.01 >states.txt
grep -q '^Since the start: Observed:[0-9.]*us, guest:[0-9.]*%, kernel:[0-9.]*%, vmm:[0-9.]*%, halted:[0-9.]*%, preempted:[0-9.]*%, blocked:[0-9.]*%, unknown:[0-9.]*%, Lost events:0\.$' states.txt
