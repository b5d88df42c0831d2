#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Columns, sort keys, groups and filters: what is chosen is shown, and what is not there is said.
set -eu
. "$TESTS/e2e/common-env.sh"
trap 'echo "line $LINENO: $BASH_COMMAND"' ERR
for name in vmx-hsw-2vm svm-1vm-2vcpu; do
	xz -dc "$TESTDATA/$name.data.xz" >$name.data
done
report() { "$PERF" kvm -i vmx-hsw-2vm.data stat report "$@"; }
# What is printed of a column of numbers, with its heading: column N, as awk counts.
column() { awk -v n="$1" 'NF && !/^(Analyze|Total)/ { print $n }'; }
# says STATUS TEXT ARGS...: a report that ends so, and says so on stderr only
says()
{
	local status=$1 text=$2 rc=0
	shift 2
	report "$@" >out 2>err || rc=$?
	[ $rc = "$status" ] || { echo "$*: status $rc"; cat err; return 1; }
	[ ! -s out ] || { echo "$*: output"; cat out; return 1; }
	grep -qF -- "$text" err || { echo "$*: says"; cat err; return 1; }
}

# The default columns by their names are the default table.
report >plain
report -F name,sample,percent_sample,percent_time,min,max,mean,stderr >named
cmp plain named
report -F name,sample,sample,name >out
[ "$(sed -n 3p out)" = "             VM-EXIT    Samples" ]

# Every column can be shown, and is a sort key: numbers from the largest on, names from A on.
for key in sample percent_sample time percent_time min max mean stderr p50 p90 p99 p999 rate; do
	report -F name,$key -k "$([ $key = time ] && echo total_time || echo $key)" >out
	column 2 <out | sed '1d; s/[us%]*$//' >values
	[ $key != stderr ] || column 3 <out | sed '1d; s/%$//' >values
	[ "$(wc -l <values)" = 15 ]
	sort -gr values | cmp - values
done
for key in vm vm_name vcpu tid name; do
	report -F $key,name -k $key | column 1 | sed 1d >values
	[ "$(wc -l <values)" -ge 15 ]
	if [ $key = vcpu ] || [ $key = tid ]; then sort -n values; else sort values; fi | cmp - values
done

# Lists of keys; the older names of keys, of which time is the mean.
report -k vm,vcpu,sample -F vm,vcpu,sample | sed '1,4d; /^$/,$d' | tr ':' ' ' >values
sort -k1,1n -k3,3n -k4,4nr values | cmp - values
for pair in time=mean total_time=time min_t=min max_t=max mean_t=mean; do
	report -k "${pair%=*}" >a
	report -k "${pair#*=}" >b
	[ "$pair" = time=mean ] || [ "$pair" = total_time=time ] || cmp a b
done
report -k time >a
report -k mean >b
cmp a b
fails cmp -s <(report -k total_time) a

# Groups: their counts sum to the whole. vcpu and tid tell VMs apart too.
total=$(report | sed -n 's/^Total Samples:\([0-9]*\),.*/\1/p')
for by in vm vcpu vm,vcpu tid; do
	report --by=$by -F vm,sample >out
	[ "$(column 2 <out | awk '{ n += $1 } END { print n }')" = "$total" ]
done
report --by=vm,vcpu >a
report --by=vcpu >b
cmp a b
[ "$(report --by=vcpu -F vm,vcpu,name | sed '1,4d; /^$/,$d' | awk '{ print $1, $2 }' | sort -u | wc -l)" = 4 ]
[ "$(report --by=tid -F tid,name | sed '1,4d; /^$/,$d' | awk '{ print $1 }' | sort -u | paste -sd,)" = 142,143,144,145 ]
[ "$(report -F vm,name | column 1 | sed 1d | sort -u | paste -sd,)" = 138:vmm,139:vmm ]

# Filters combine.
[ "$(report --tid=144 | tail -1)" = "$(report -p 138 --vcpu=0 | tail -1)" ]
[ "$(report --tid=142-144 -p 138 | tail -1)" = "$(report --tid=144 | tail -1)" ]
[ "$(report --comm='v*m' | tail -1)" = "$(tail -1 plain)" ]
[ "$(report --comm='vmm-cpu1' | tail -1)" = "$(report --vcpu=1 | tail -1)" ]
[ "$(report --name='MSR_*' -F name | sed '1,4d; /^$/,$d' | awk '{ print $1 }' | paste -sd,)" = MSR_READ,MSR_WRITE ]
report --name=HLT --vcpu=0 -p 138 --comm=vmm >out
grep -qx ' *HLT  *3  *100.00%  *100.00% .*' out
grep -qx 'Analyze events for pid(s) 138, VCPU 0, named vmm, events HLT:' out

# What is not there is said, with what is.
says 129 "there is no column 'p98'; there are vm, vm_name, vcpu" -F p98
says 129 "there is no column ''" -F ""
says 129 "there is no key 'nope'; there are" -k sample,nope
says 129 "mean_t" -k nope
says 129 "there is no group 'host'; there are vm, vcpu, tid" --by=vm,host
says 1 "has no VM with pid 1 (-p); it has 138, 139" -p 1
says 1 "has no vCPU thread 1 (--tid); it has 144, 145" -p 138 --tid=1
says 1 "has no vCPU 7 (--vcpu); it has 0, 1" --vcpu=7
says 1 "has no VM whose name fits 'qemu*' (--comm); it has vmm" --comm='qemu*'
says 1 "has no VM-EXIT that fits 'hlt' (--name); it has CPUID, CR_ACCESS" --name=hlt
says 1 "has no VM-EXIT that fits 'Y*' (--histogram); it has CPUID" --histogram='Y*'
says 1 "has no VM-EXIT that fits 'Y*' (--histogram)" --histogram='Y*' --interval=0.01
says 129 "--tid: 'a' is not a list of numbers" --tid=a
says 129 "there is no event set 'nope'; there are vmexit, mmio" --event=nope
says 129 "there is no event set ''" --event=
says 1 "x86, which has no event set 'hcall'" --event=hcall
says 129 "--vcpu: '99999999999' is a number above 2147483647, or a range that runs backwards" --vcpu=0,99999999999
says 129 "-p: '5-3' is a number above" -p 5-3
says 129 "exclude each other" --json --csv
says 129 "--csv has no place for distributions" --csv --histogram
says 129 "--event=vcpu" --event=vcpu -F name
