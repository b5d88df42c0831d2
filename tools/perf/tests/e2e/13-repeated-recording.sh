#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A recording that is repeated three times, as a file, compressed and as a stream: three times
# the spans, and for each of its two vCPUs twice one more, from the last exit of a repetition to
# the first entry of the next one.
set -eu
xz -dc "$TESTDATA/svm-1vm-2vcpu.data.xz" >one.data
once=$("$PERF" kvm -i one.data stat report | sed -n 's/^Total Samples:\([0-9]*\),.*/\1/p')

for option in "" -z -p; do
	"$TOOLS/repeat-recording" $option -n 30000 one.data "three$option.data"
	"$PERF" kvm -i "three$option.data" stat report >"report$option"
	cmp report "report$option"
done
"$TOOLS/repeat-recording" -p -n 30000 one.data | "$PERF" kvm -i - stat report >report-stream
cmp report report-stream
grep "^Total Samples:$((3 * once + 2 * 2))," report

perf=$(command -v perf) && [[ $("$perf" --version) == "perf version 6.1."* ]] || exit 0
for option in "" -z; do
	"$perf" kvm -i "three$option.data" stat report 2>&1 |
		grep -F "$(grep '^Total Samples' report)"
done
