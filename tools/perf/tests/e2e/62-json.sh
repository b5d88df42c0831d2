#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 240
#
# JSON and JSON lines of recordings of each architecture: valid by the schema, and the same
# figures as the table's, read back by jq.
set -eu
trap 'echo "line $LINENO: $BASH_COMMAND"' ERR
command -v jq >/dev/null || { echo "jq is not installed"; exit 77; }
python3 -c 'import jsonschema' 2>/dev/null || { echo "python3-jsonschema is not installed"; exit 77; }
schema=$TESTS/../Documentation/perf-kvm-stat.schema.json

cat >valid.py <<'END'
import json, sys, jsonschema
schema = json.load(open(sys.argv[1]))
jsonschema.Draft7Validator.check_schema(schema)
if sys.argv[2] == "lines":
    rows = {**schema["definitions"]["row"], "definitions": schema["definitions"]}
    for line in open(sys.argv[3]):
        jsonschema.validate(json.loads(line), rows)
else:
    jsonschema.validate(json.load(open(sys.argv[3])), schema)
END

check()
{
	local data=$1 event=$2
	shift 2
	report() { "$PERF" kvm -i "$data" stat report "$event" "$@" 2>err || { cat err; return 1; }; }
	report --json "$@" >doc.json
	report --json-lines "$@" >rows.json
	[ "$(wc -l <doc.json)" = 1 ]
	python3 valid.py "$schema" document doc.json
	python3 valid.py "$schema" lines rows.json
	# The lines are the document's rows.
	jq -c '.rows[]' doc.json | cmp - <(jq -c . rows.json)
	# The footer of the table is the total.
	report "$@" >table
	[ "$(jq -r '"Total Samples:\(.total.count)"' doc.json)" = "$(grep -o '^Total Samples:[0-9]*' table)" ]
	# Rows sum to the total, buckets to their rows.
	jq -e '([.rows[].count] | add) == .total.count and ([.rows[].time_ns] | add) == .total.time_ns and
		all(.rows[]; ([.histogram[][2]] | add) == .count and .min_ns >= .histogram[0][0] and
			.max_ns <= .histogram[-1][1] and .p50_ns <= .p90_ns and .p90_ns <= .p99_ns and
			.p99_ns <= .p999_ns and .p999_ns <= .max_ns)' doc.json >/dev/null
	# Names and counts are the table's, in its order.
	jq -r '.rows[] | "\(.name) \(.count)"' doc.json >a
	report -F name,sample "$@" | sed '1,4d; /^$/,$d; s/^ *//; s/  */ /g' >b
	cmp a b
}

for name in svm-1vm-2vcpu vmx-hsw-variety vmx-skx-nested i386-kvmstat arm64-mix riscv64-mix ppc64le-mix s390x-kvmstat svm-lost; do
	xz -dc "$TESTDATA/$name.data.xz" >$name.data
	check $name.data --event=vmexit
done
for event in mmio ioport; do
	check svm-1vm-2vcpu.data --event=$event
done
check ppc64le-mix.data --event=hcall
check vmx-hsw-variety.data --event=vmexit -k p99,name

json() { "$PERF" kvm -i vmx-hsw-variety.data stat report --json "$@" >doc.json; }
# What a row has: by default, by groups, by choice.
keys="name count time_ns min_ns max_ns mean_ns stderr_pct p50_ns p90_ns p99_ns p999_ns histogram"
has() { [ "$(jq -r '[.rows[] | keys_unsorted | join(" ")] | unique | join("|")' doc.json)" = "$1" ]; }
json && has "$keys"
json --by=vm && has "name vm vm_name ${keys#name }"
json --by=vcpu && has "name vm vm_name vcpu ${keys#name }"
json --by=tid && has "name vm vm_name vcpu tid ${keys#name }"
json -F name,rate,percent_time && has "name rate time_pct"
json -F name,p99 --histogram && has "name p99_ns histogram"
jq -e '.version == 1 and .event == "vmexit" and .file.arch == "x86_64" and (.file.cpuid | startswith("GenuineIntel")) and
	.file.release != null and .file.duration_ns > 0' doc.json >/dev/null
# Losses stand in it.
"$PERF" kvm -i svm-lost.data stat report --json | jq -e '.lost.events == 2381 and .lost.spans > 0' >/dev/null
# Nothing else is on stdout, whatever is asked for.
"$PERF" kvm -i vmx-hsw-variety.data stat report --json -v 2>/dev/null | jq -e .version >/dev/null
# A name that is no text.
"$PERF" kvm -i vmx-hsw-variety.data stat report --json --name=HLT | jq -e '.rows | length == 1' >/dev/null
