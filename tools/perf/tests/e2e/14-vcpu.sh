#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Where each vCPU's time goes: the shares that a second opinion works out from the
# text of the samples, for recordings without losses.
set -eu
trap 'echo "line $LINENO: $BASH_COMMAND"' ERR
command -v python3 >/dev/null || { echo "needs python3"; exit 77; }

opinion=$TESTDATA/../vcpu-opinion.py
for name in svm-extra-events vmx-smp-1vm vmx-hsw-2vm arm64-mix riscv64-mix ppc64le-mix; do
	xz -dc "$TESTDATA/$name.data.xz" >"$name.data"
	"$PERF" script --ns -F pid,tid,time,event,trace -i "$name.data" | python3 "$opinion" |
		awk '{ printf "%d %.2f", $1, $3 / 1000
		       for (i = 4; i <= NF; i++) printf " %.2f", 100 * $i / $3
		       print "" }' | sort >"$name.expected"
	# The columns that a recording cannot tell are not shown: they are 0 in the opinion.
	"$PERF" kvm -i "$name.data" stat report --event=vcpu | tr -d '%' |
		awk '/^ *VM  VCPU/ { for (i = 5; i <= NF; i++) state[i] = $i }
		     /^ +[0-9]+ +[0-9]+ / {
			for (i = NF; $i !~ /us$/; i--) share[state[i - NF + length(state) + 4]] = $i
			sub("us", "", $i)
			printf "%d %s", $1, $i
			split("guest kernel vmm halted preempted blocked unknown", want, " ")
			for (i = 1; i <= 7; i++) {
				s = want[i] == "kernel" && "kernel+vmm" in share ? "kernel+vmm" : want[i]
				printf " %s", s in share ? share[s] : "0.00"
			}
			print "" }' | sort >"$name.got"
	[ -s "$name.expected" ]
	diff "$name.expected" "$name.got"
done

# The same for programs: what the states of each vCPU sum to is what was observed.
observed=$(awk '{ sum += $2 * 1000 } END { printf "%d", sum + 0.5 }' svm-extra-events.expected)
for form in json json-lines csv; do
	"$PERF" kvm -i svm-extra-events.data stat report --event=vcpu --$form |
		python3 -c '
import csv, json, sys
form, observed = sys.argv[1], int(sys.argv[2])
if form == "json":
    rows = json.load(sys.stdin)["rows"]
elif form == "csv":
    rows = list(csv.DictReader(sys.stdin))
else:
    rows = [json.loads(line) for line in sys.stdin]
assert len(rows) == 2 * 7, rows
assert abs(sum(int(r["time_ns"]) for r in rows) - observed) <= 10, rows
assert abs(sum(float(r["time_pct"]) for r in rows) - 200) < 1e-6, rows' $form "$observed"
done
