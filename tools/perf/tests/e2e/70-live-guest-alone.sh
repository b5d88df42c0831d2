#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# `perf kvm stat live` around a guest that does a known number of things, without
# a terminal: each of them is counted, once, and it ends when it should.
set -eu
. "$TESTS/e2e/live-env.sh"
need_live_guest

work=(--vcpus 2 --loops 200 --pio-write 3 --pio-read 2 --mmio-write 2 --mmio-read 1)

# What ends with a vCPU's last access may lack its end, where entries don't end it.
check()
{
	local known
	known=$(awk '/^vcpu=/ { for (i = 1; i <= NF; i++) { split($i, w, "="); n[w[1]] += w[2] } }
		END { print n["pio_write"] + n["pio_read"] }' "$2")
	[ "$1" -le "$known" ] && [ "$1" -ge $((known - 2)) ] || { echo "$1 of $known"; return 1; }
}

# A command: its output is on stderr, and its status ours. All intervals together are the whole.
"$PERF" kvm stat live --event ioport -d 0.05 --csv "$TOOLS/guest" "${work[@]}" >out.csv 2>guest.txt
check "$(samples out.csv)" guest.txt
[ "$(grep -c ^from_ns out.csv)" = 1 ]
[ "$(grep -ci lost guest.txt)" = 0 ] || { cat guest.txt; exit 1; }
status=0
"$PERF" kvm stat live --event ioport sh -c 'exit 7' >/dev/null 2>&1 || status=$?
[ $status = 7 ]

# The tables: each interval's samples, their sum since the start, and all at the end.
"$PERF" kvm stat live --event ioport -d 0.05 "$TOOLS/guest" "${work[@]}" >out.txt 2>guest.txt
awk -F'[:,]' '
	/ s since the start, the last / { whole = 0 }
	/^All of / { whole = 1 }
	/^Total Samples:/ { if (whole) all = $2; else sum += $2 }
	/^Since the start: Samples:/ { if ($3 != sum) { print "line " NR ": " $3 " is not " sum; bad = 1 } }
	END { exit bad || !whole || sum > all }' out.txt
check "$(sed -n 's/^Total Samples:\([0-9]*\).*/\1/p' out.txt | tail -n 1)" guest.txt
grep -q '^ *0x3f8:POUT  *[0-9]* ' out.txt

# -p, with rows by vCPU: ends by itself when the process has ended.
mkfifo go
"$TOOLS/guest" --go "${work[@]}" <go >guest.txt &
guest=$!
exec 3>go
"$PERF" kvm stat live --event ioport -p $guest --by vcpu --json-lines >out.json 2>err.txt </dev/null &
perf=$!
waits $perf
echo >&3
wait $guest
wait $perf
check "$(python3 -c 'import json, sys
rows = [json.loads(line) for line in sys.stdin]
assert {row["vcpu"] for row in rows} == {0, 1}, rows
print(sum(row["count"] for row in rows))' <out.json)" guest.txt
[ ! -s err.txt ]

# --vcpu and --name leave the rest out; --duration tells the long ones.
"$PERF" kvm stat live --event ioport --vcpu 1 --name '*:PIN' --csv --by vcpu \
	"$TOOLS/guest" "${work[@]}" >out.csv 2>guest.txt
[ "$(tail -n +2 out.csv | tr -d '\r' | awk -F, '{ print $6 "," $3 }' | sort -u)" = "1,0x3f8:PIN" ] ||
	{ head -n 3 out.csv; exit 1; }
"$PERF" kvm stat live --event ioport --duration 0.001 "$TOOLS/guest" --pio-write 30 >out.txt 2>guest.txt
[ "$(grep -c '^ *[0-9.]* *[0-9]* *0 *0x3f8:POUT *[0-9.]*us$' out.txt)" -ge 28 ]

# --count, and signals.
"$PERF" kvm stat live --event ioport -d 0.1 --count 3 </dev/null >out.txt
[ "$(grep -c 'since the start, the last' out.txt)" = 3 ]
for sig in INT TERM HUP; do
	"$PERF" kvm stat live --event ioport </dev/null >out.txt &
	perf=$!
	waits $perf
	sleep 0.1
	kill -$sig $perf
	wait $perf
	grep -q '^All of ' out.txt
done

# Whoever reads has gone.
{ env --default-signal=PIPE "$PERF" kvm stat live --event ioport -d 0.05 </dev/null 2>err.txt || echo $? >status.txt; } |
	head -n 1 >/dev/null
[ "$(cat status.txt)" = 141 ]
[ ! -s err.txt ]

# With standard input at its end it waits, and does not spin.
"$PERF" kvm stat live --event ioport --count 20 -d 0.1 </dev/null >out.txt &
perf=$!
waits $perf
sleep 1.5
used=$(cpu_ms $perf)
[ "$used" -le $((200 * (SANITIZE * 4 + 1))) ] || { echo "used $used ms of CPU time"; exit 1; }
wait $perf
