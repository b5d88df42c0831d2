#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The three outputs are, figures aside, those of the installed perf of Linux 6.1; and programs can
# read them.
set -u
fail() { echo "FAILED: $*"; exit 1; }

other=$(command -v perf) || other=false
case $("$other" --version 2>/dev/null) in
"perf version 6.1."*) ;;
*) other= ;;
esac
# Without sysfs it has more to say.
[ -e /sys/devices/system/cpu/online ] || other=

# Numbers, and the blanks that make up for their width, to N; a rate's thousands too.
shape()
{
	sed -E 's/[0-9]+(\.[0-9]+)?/N/g; s/ +N/ N/g; s/N +/N /g; s/[KMG]\/sec */\/sec/; s/ +\(/ (/;
		s/"\(null\)"/""/; s/ *$//' "$1"
}

# On a busy machine an interval more may pass on one side, so there are a few attempts.
compared=0
same()
{
	local status theirs attempt
	for attempt in 1 2 3 4; do
		"$PERF" stat "$@" 2>ours >/dev/null
		status=$?
		[ -n "$other" ] || return 0
		"$other" stat "$@" 2>theirs >/dev/null
		theirs=$?
		diff <(shape theirs) <(shape ours) >diff && [ $status = $theirs ] &&
			{ compared=$((compared + 1)); return; }
	done
	cat diff
	fail "$*: not the same (< theirs, > ours), status $theirs and $status"
}

for format in "" -x, "-x ;" -j; do
	same $format true
	same $format -d -d -d true
	same $format -e cs,task-clock,page-faults true
	same $format -n true
	same $format -a -e cpu-clock,page-faults,cs sleep 0.2
	same $format -a -A -e cpu-clock,cs sleep 0.2
	same $format -C 0 -e cpu-clock sleep 0.1
	same $format -e '{page-faults,task-clock}:u' true
	same $format -e cycles:u,instructions true
	same $format -I 1000 -e task-clock true
	same $format -a -I 1000 -A -e cpu-clock true
done
same sh -c 'exit 7'
same -r 2 -n true
same -r 3 -x, -e task-clock sh -c 'for i in 1 2 3 4 5 6 7 8 9; do :; done'

# Columns, to the character, for lines without a figure behind them.
"$PERF" stat -e page-faults:u true 2>ours >/dev/null
grep -qE '^ {1,17}[0-9]+      page-faults:u {54}$' ours || fail "columns: $(cat -A ours)"
awk 'NR == 4' ours | awk '{ exit length($0) != 91 }' || fail "width: $(awk 'NR == 4 { print length($0) }' ours)"

# -o and --append
"$PERF" stat -o file -e cs true && "$PERF" stat -o file --append -e page-faults true || fail "-o"
[ "$(grep -c '^# started on ' file)" = 2 ] && grep -q cs file && grep -q page-faults file || fail "--append: $(cat file)"
"$PERF" stat --log-fd 3 -x, -e cs true 3>fd || fail "--log-fd"
grep -q ,cs, fd || fail "--log-fd: $(cat fd)"

command -v python3 >/dev/null || exit 0
"$PERF" stat -r 2 -x ';' -o csv -e task-clock,cs,page-faults true || fail "csv"
"$PERF" stat -a -A -I 100 --interval-count 2 -j -o json -e cpu-clock,cs,cycles sleep 5 || fail "json"
python3 - <<'P' || fail "python cannot read it"
import csv, json
rows = [r for r in csv.reader(open("csv"), delimiter=";") if r and not r[0].startswith("#")]
assert [r[2] for r in rows] == ["task-clock", "cs", "page-faults"], rows
assert all(len(r) == 8 for r in rows), rows
assert float(rows[0][0]) > 0 and rows[0][1] == "msec" and rows[0][3].endswith("%"), rows
assert rows[0][7] == "CPUs utilized" and int(rows[0][4]) > 0 and float(rows[0][5]) == 100, rows
rows = [json.loads(l) for l in open("json") if l.startswith("{")]
times = sorted({r["interval"] for r in rows})
assert len(times) == 2 and 0.1 <= times[0] < 1 and times[1] > times[0], times
cpus = {r["cpu"] for r in rows}
assert len(rows) == 2 * 3 * len(cpus), rows
for r in rows:
    if r["event"] == "cpu-clock":
        assert float(r["counter-value"]) > 50 and r["unit"] == "msec", r
        assert 0.5 < r["metric-value"] < 2 and r["metric-unit"] == "CPUs utilized", r
P
[ -n "$other" ] || { echo "no perf 6.1 to compare with"; exit 77; }
[ $compared -gt 40 ] || fail "compared $compared"
