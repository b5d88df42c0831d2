#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# --time, --interval, --duration and --no-idle, against spans that a few lines of
# script make of the samples' text.
set -eu
. "$TESTS/e2e/common-env.sh"
trap 'echo "line $LINENO: $BASH_COMMAND"' ERR
command -v python3 >/dev/null || { echo "needs python3"; exit 77; }

# opinion FILE: the spans "END BEGIN DURATION PID NAME", all in ns
opinion()
{
	"$PERF" script --ns -F pid,tid,time,event,trace -i "$1" | python3 -c '
import re, sys
line = re.compile(r"\s*(\d+)/(\d+)\s+(\d+)\.(\d{9}):\s+kvm:kvm_(exit|entry): (.*)")
begin = {}
for text in sys.stdin:
    m = line.match(text)
    if not m:
        continue
    time = int(m[3]) * 10**9 + int(m[4])
    if m[5] == "exit":
        begin[m[2]] = time, re.search(r"reason (\S+)", m[6])[1]
    elif m[2] in begin:
        start, name = begin.pop(m[2])
        print(time, start, time - start, m[1], name)
'
}

total() { sed -n 's/^Total Samples:\([0-9]*\),.*time:\([0-9.]*\)us\.$/\1 \2/p'; }
report() { "$PERF" kvm -i "$@"; }

for name in svm-1vm-2vcpu vmx-hsw-2vm; do
	xz -dc "$TESTDATA/$name.data.xz" >"$name.data"
	opinion "$name.data" >spans
	first=$("$PERF" script --ns -F time,event -i $name.data | awk '/kvm:/ { sub(":", "", $1); print $1; exit }')
	from=$(awk -v t="$first" 'BEGIN { printf "%.9f", t + 0.005 }')
	to=$(awk -v t="$first" 'BEGIN { printf "%.9f", t + 0.02 }')

	# A span counts if both its ends are within.
	python3 -c '
import sys
a, b = (int(x.replace(".", "")) for x in sys.argv[1:3])
d = [int(l.split()[2]) for l in open("spans") if a <= int(l.split()[1]) and int(l.split()[0]) < b]
print(len(d), "%.2f" % (sum(d) / 1e3))' "$from" "$to" >want
	report "$name.data" stat report --time "$from,$to" | total | diff want -

	# Each belongs to the interval in which it ends, counted from the first event.
	python3 -c '
import sys
first, n = int(sys.argv[1].replace(".", "")), {}
for l in open("spans"):
    end, _, d = (int(x) for x in l.split()[:3])
    i = n.setdefault((end - first) // 10**7, [0, 0])
    i[0] += 1
    i[1] += d
for i in sorted(n):
    print(n[i][0], "%.2f" % (n[i][1] / 1e3))' "$first" >want
	report "$name.data" stat report --interval 0.01 | total | diff want -

	# The single ones, without the idle, and with them.
	for limit in 50 500; do
		awk -v l=$limit '$3 >= l * 1000 && tolower($5) != "hlt" {
			print $2, $4, $5, sprintf("%.2fus", $3 / 1e3) }' spans | sort >want
		report "$name.data" stat report --duration $limit |
			awk '$5 ~ /us$/ { sub("[.]", "", $1); print $1, $2, $4, $5 }' | sort >got
		cmp want got
		idle=$(awk -v l=$limit '$3 >= l * 1000' spans | wc -l)
		[ "$idle" = "$(report "$name.data" stat report --duration $limit --idle 2>/dev/null | grep -c 'us$')" ]
	done

	awk 'tolower($5) != "hlt" { n++; t += $3 } END { printf "%d %.2f\n", n, t / 1e3 }' spans >want
	report "$name.data" stat report --no-idle | total | diff want -
done

# What is wrong is said.
fails "$PERF" kvm -i svm-1vm-2vcpu.data stat report --time 9,8 2>err
grep -q "START,STOP" err
fails "$PERF" kvm -i svm-1vm-2vcpu.data stat report --interval 0 2>err
grep -q "number of seconds" err
fails "$PERF" kvm -i svm-1vm-2vcpu.data stat report --duration 0 2>err
grep -q "'0' is not a number of microseconds above 0" err
for time in 10%-20 10-20% 10%-20%x 10%-20x 20%-10% 0%-101% 10%; do
	status=0
	"$PERF" kvm -i svm-1vm-2vcpu.data stat report --time $time >out 2>err || status=$?
	[ $status = 129 ]
	grep -qF "'$time' is not of the form 10%-20%" err
done
"$PERF" kvm -i svm-1vm-2vcpu.data stat report --time 10%-20% >out
fails "$PERF" kvm -i svm-1vm-2vcpu.data stat report --event=vcpu --interval 1 2>err
grep -q "about spans" err
fails "$PERF" kvm -i svm-1vm-2vcpu.data stat report --duration 1 --by=vm 2>err
grep -q "no -F, --by or --histogram" err
fails "$PERF" kvm -i svm-1vm-2vcpu.data stat report --idle 2>err
grep -q -- "--duration" err
fails "$PERF" kvm -i svm-1vm-2vcpu.data stat report --duration 1 -p 1 >out 2>err
grep -q "has no VM with pid 1 (-p)" err
fails "$PERF" kvm -i svm-1vm-2vcpu.data stat report --interval 0.1 --histogram=nope >out 2>err
grep -q "that fits 'nope' (--histogram)" err
[ ! -s out ]
"$PERF" kvm -i svm-1vm-2vcpu.data stat report --duration 100000000 --idle >out 2>err
[ "$(cat err)" = "no span took so long" ]
"$PERF" kvm -i svm-1vm-2vcpu.data stat report --duration 1 --name=hlt >out 2>err
[ "$(cat err)" = "no span took so long; those of idle vCPUs are only listed with --idle" ]

# An interval begins where perf script says that the first event was, and says so of distributions.
report svm-1vm-2vcpu.data stat report --interval 0.01 | grep '^From' >table
report svm-1vm-2vcpu.data stat report --interval 0.01 --histogram | grep '^From [0-9]' >drawn
cmp table drawn
first=$("$PERF" script -F time,event -i svm-1vm-2vcpu.data | awk '/kvm:/ { sub(":", "", $1); print $1; exit }')
grep -q "^From $first to " table

# A full disk is told once.
if [ -w /dev/full ]; then
	for form in --stdio --json --json-lines --csv; do
		fails "$PERF" kvm -i svm-1vm-2vcpu.data stat report $form >/dev/full 2>err
		[ "$(cat err)" = "perf: cannot write to standard output: No space left on device" ]
	done
fi
fails "$PERF" kvm -i svm-1vm-2vcpu.data stat report --time 90,91 2>err
grep -q "it goes from 4\.5" err
