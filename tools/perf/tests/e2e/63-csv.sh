#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
#
# CSV, read back by python's csv and by sqlite: RFC 4180, and the figures that JSON has.
set -eu
trap 'echo "line $LINENO: $BASH_COMMAND"' ERR
cat >back.py <<'END'
import csv, json, sqlite3, sys

text = open(sys.argv[1], newline="").read()
assert text.endswith("\r\n") and "\n" not in text.replace("\r\n", "")
rows = list(csv.DictReader(text.splitlines()))
expected = json.load(open(sys.argv[2]))["rows"]
assert len(rows) == len(expected) > 0
for row, other in zip(rows, expected):
    other.pop("histogram", None)
    assert list(row) == list(other), (list(row), list(other))
    for key, value in other.items():
        same = row[key] == value if isinstance(value, str) else float(row[key]) == value
        assert same, (key, row[key], value)
# As a program would do it: all into a table, sums by name.
db = sqlite3.connect(":memory:")
names = list(rows[0])
db.execute("create table spans (%s)" % ", ".join(names))
db.executemany("insert into spans values (%s)" % ", ".join("?" * len(names)),
               [list(row.values()) for row in rows])
total = json.load(open(sys.argv[2]))["total"]
assert db.execute("select sum(count), sum(time_ns) from spans").fetchone() == \
    (total["count"], total["time_ns"])
END

for name in svm-1vm-2vcpu vmx-hsw-2vm arm64-kvmstat riscv64-kvmstat ppc64le-kvmstat s390x-kvmstat; do
	xz -dc "$TESTDATA/$name.data.xz" >$name.data
	for args in "" --by=vcpu "--by=tid -k rate" "-F vm,name,sample,time,percent_time,rate,stderr"; do
		# shellcheck disable=SC2086
		"$PERF" kvm -i $name.data stat report --csv $args >rows.csv
		# shellcheck disable=SC2086
		"$PERF" kvm -i $name.data stat report --json $args >rows.json
		python3 back.py rows.csv rows.json
	done
done
# A name with a comma or a quote is quoted; s390's have blanks, which need none.
"$PERF" kvm -i s390x-kvmstat.data stat report --csv -F name >names
grep -q '^[A-Z][^"]* [^"]*.$' names
if command -v sqlite3 >/dev/null; then
	"$PERF" kvm -i svm-1vm-2vcpu.data stat report --csv >rows.csv
	[ "$(sqlite3 :memory: '.mode csv' '.import rows.csv spans' 'select count from spans where name = "npf"')" = 1177 ]
fi
