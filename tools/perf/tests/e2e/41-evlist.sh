#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
#
# perf evlist: names, attrs, frequencies, fields; as the installed perf of Linux 6.1 prints them.
set -u
other=$(command -v perf)
case $([ -z "$other" ] || "$other" --version 2>/dev/null) in
"perf version 6.1."*) ;;
*) other= ;;
esac
TIP="# Tip: use 'perf evlist --trace-fields' to show fields for tracepoint events"

bad=0
fail()
{
	echo "$*"
	bad=1
}

xz -dc "$TESTDATA/vmx-hsw-clockid.data.xz" >clockid.data
"$PERF" evlist -i clockid.data >out
diff -u - out <<END || fail "names"
kvm:kvm_entry
kvm:kvm_exit
kvm:kvm_mmio
kvm:kvm_pio
kvm:kvm_msr
dummy:HG
$TIP
END
"$PERF" evlist -v -i clockid.data | head -n 1 >out
diff -u - out <<END || fail "-v"
kvm:kvm_entry: type: 2, size: 128, config: 0x5ca, { sample_period, sample_freq }: 1, sample_type: IP|TID|TIME|CPU|PERIOD|RAW|IDENTIFIER, read_format: ID|LOST, disabled: 1, inherit: 1, sample_id_all: 1, exclude_host: 1, use_clockid: 1, clockid: 1
END
[ "$("$PERF" evlist -F -i clockid.data | head -n 1)" = "kvm:kvm_entry: sample_period=1" ] || fail "-F"
"$PERF" evlist --trace-fields -i clockid.data | sed -n '1p;$p' >out
diff -u - out <<END || fail "--trace-fields"
kvm:kvm_entry: trace_fields: vcpu_id,rip,immediate_exit
dummy:HG: (not a tracepoint)
END

# A stream names its events on the way; a cut file still has what they were opened with.
xz -dc "$TESTDATA/svm-pipe.data.xz" >pipe.data
"$PERF" evlist -i - <pipe.data | head -n 1 | grep -qx kvm:kvm_entry || fail "a stream"
xz -dc "$TESTDATA/svm-killed.data.xz" >killed.data
"$PERF" evlist -v -i killed.data >out 2>errors && fail "killed: status 0"
grep -q '^tracepoint 0x5ca: type: 2, size: 128, config: 0x5ca,' out || fail "killed"
grep -q 'killed.data was not finished' errors || fail "killed: $(cat errors)"

[ -n "$other" ] || exit $bad
for path in "$TESTDATA"/*.data.xz; do
	name=$(basename "$path" .data.xz)
	case $name in
	riscv64-kvmstat | riscv64-mix | svm-killed | svm-trunc | *-pipe) continue ;;
	esac
	xz -dc "$path" >"$name.data" || exit 1
	for option in "" -v -F --trace-fields; do
		"$other" evlist $option -i "$name.data" >theirs 2>/dev/null
		"$PERF" evlist $option -i "$name.data" >ours || fail "$name $option: status $?"
		diff -u theirs ours || fail "$name $option: not what $other prints"
	done
done
exit $bad
