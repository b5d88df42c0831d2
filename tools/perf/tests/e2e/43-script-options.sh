#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
#
# perf script: fields, filters, callchains, dumps, borrowed formats; and what it says to nonsense.
set -u
. "$TESTS/e2e/reading-env.sh"

xz -dc "$TESTDATA/svm-1vm-2vcpu.data.xz" >svm.data
xz -dc "$TESTDATA/svm-callgraph.data.xz" >chain.data
xz -dc "$TESTDATA/svm-killed.data.xz" >killed.data
xz -dc "$TESTDATA/svm-pipe.data.xz" >pipe.data
xz -dc "$TESTDATA/svm-lost.data.xz" >lost.data

# same FILE OPTION...: what the installed perf prints, if there is one
same()
{
	"$PERF" script -i "$@" >ours 2>/dev/null || fail "script -i $*: status $?"
	[ -s ours ] || fail "script -i $*: nothing"
	[ -n "$other" ] || return 0
	"$other" script -i "$@" >theirs 2>/dev/null
	cmp theirs ours || fail "script -i $*: not what $other prints"
}

# expect FILE OPTION... <<LINES: the first lines
expect()
{
	cat >want
	"$PERF" script -i "$@" 2>errors | head -n "$(wc -l <want)" >got
	diff -u want got || fail "script -i $*"
}

expect svm.data --time 4.58,4.5824 <<'END'
       CPU 0/KVM   130 [000]     4.580873:  kvm:kvm_mmio: mmio write len 4 gpa 0xfee000f0 val 0x1ff
       CPU 1/KVM   131 [001]     4.581367:  kvm:kvm_mmio: mmio write len 4 gpa 0xfee000f0 val 0x1ff
       CPU 0/KVM   130 [000]     4.582380: kvm:kvm_entry: vcpu 0, rip 0x1001d
END
[ "$("$PERF" script -i svm.data --time 4.58,4.5824 | wc -l)" = 3 ] || fail "--time: STOP"
[ "$("$PERF" script -i svm.data --time 4.580873230,4.581367413 | wc -l)" = 1 ] || fail "--time: [START, STOP)"
expect svm.data -F +ip,+sym,+dso,+pid,-cpu,-comm --ns <<'END'
  127/130       4.569565120: kvm:kvm_entry: vcpu 0, rip 0x10000 ffffffffc040c61f [unknown] ([kvm_amd])
END
expect svm.data -F period,event,trace --tid 131 <<'END'
         1 kvm:kvm_entry: vcpu 1, rip 0x10000
         1  kvm:kvm_exit: vcpu 1 reason interrupt rip 0x10000 info1 0x0000000000000000 info2 0x0000000000000000 intr_info 0x00000000 error_code 0x00000000
END
expect chain.data <<'END'
CPU 1/KVM   331 [000]    78.663683: kvm:kvm_entry: vcpu 1, rip 0x10000
	ffffffffc040c61f [unknown] ([kvm_amd])
	ffffffffc032031e [unknown] ([kvm])
	ffffffffc02f41ce [unknown] ([kvm])
	ffffffff86967680 [unknown] ([kernel.kallsyms])
	ffffffff87003f4d [unknown] ([kernel.kallsyms])
	ffffffff87200126 [unknown] ([kernel.kallsyms])
	           3e7eb [unknown] (/bin/vmm)

END
expect svm.data --show-mmap-events --show-task-events <<'END'
         swapper     0 [000]     0.000000: PERF_RECORD_MMAP -1/0: [0xffffffff86600000(0xe01ef2) @ 0xffffffff86600000]: x [kernel.kallsyms]_text
END

same svm.data -F comm,ip,dso
same svm.data -F pid,tid,cpu,time
same svm.data -F trace:comm,time
same svm.data -F -comm,-time
same svm.data -C 1 --pid 127
same svm.data --comms 'CPU 1/KVM'
same svm.data --show-mmap-events --show-task-events
same svm.data --header -I
same lost.data --show-lost-events
same chain.data -G
same chain.data -F comm,tid,ip,dso
same pipe.data --header

# A dump has every record: its bytes, kind, place, CPU and time.
"$PERF" script -D -i svm.data >dump
[ "$(grep -c ': PERF_RECORD_SAMPLE(' dump)" = 10127 ] || fail "-D: samples"
[ "$(grep -c '^\. \.\.\. raw event: size ' dump)" = 10337 ] || fail "-D: records"
grep -qx '0 4569565120 0x4a90 \[0x60\]: PERF_RECORD_SAMPLE(IP, 0x1): 127/130: 0xffffffffc040c61f period: 1 addr: 0' dump ||
	fail "-D: a sample's line"
grep -qx '0 0 0x9e8 \[0x38\]: PERF_RECORD_COMM: init:1/1' dump || fail "-D: a name's line"
[ "$("$PERF" script -D -i lost.data 2>/dev/null | grep -c ': PERF_RECORD_LOST: id:[0-9]*: lost:')" = 40 ] ||
	fail "-D: losses"
[ "$("$PERF" script -D -i pipe.data | grep -c ': PERF_RECORD_FEATURE$')" -gt 10 ] || fail "-D: a stream"

# Compressed records may stand at any address.
xz -dc "$TESTDATA/s390x-zstd.data.xz" >zstd.data
"$PERF" script -D -i zstd.data >dump 2>errors || fail "-D: $(head -n 3 errors)"
[ "$(grep -c ': PERF_RECORD_SAMPLE(' dump)" = 1218 ] || fail "-D: compressed samples"

# Formats from another recording of that kernel: then a killed one reads like one that was not.
"$PERF" script -i killed.data --formats lost.data >out 2>errors && fail "killed: status 0"
grep -q 'was not finished' errors || fail "killed: $(cat errors)"
grep -q ' kvm:kvm_exit: vcpu 0 reason io rip 0x' out || fail "killed, with formats"
[ "$(wc -l <out)" = 39885 ] || fail "killed: $(wc -l <out) lines"
"$PERF" script -i killed.data 2>/dev/null | grep -q 'tracepoint 0x5c1: $' || fail "killed, without formats"

# wrong STATUS WORDS OPTION...: one line that holds WORDS
wrong()
{
	local want=$1 words=$2
	shift 2
	"$PERF" script "$@" >out 2>errors
	status=$?
	[ $status = "$want" ] || fail "script $*: status $status"
	[ "$(wc -l <errors)" = 1 ] || fail "script $*: $(cat errors)"
	grep -qF -- "$words" errors || fail "script $*: $(cat errors)"
}
wrong 129 "there is no field 'foo'; there are comm,pid" -i svm.data -F foo
wrong 129 "either all that is to be printed, or each with a + or -" -i svm.data -F comm,+pid
wrong 129 "no field is named" -i svm.data -F ''
wrong 129 "--time: '5,4' is not START,STOP" -i svm.data --time 5,4
wrong 129 "--time: 'soon' is not START,STOP" -i svm.data --time soon
wrong 129 "--tid: 'x' is not a list of numbers" -i svm.data --tid x
wrong 129 "-C: '4294967296' is a number above 2147483647" -i svm.data -C 4294967296
wrong 129 "named with -i" svm.data
wrong 129 "unknown option" --nonsense
# Filters that let nothing through: one line says what there is; the furthest one is blamed.
wrong 1 "svm.data has no sample of process 5 (--pid); it has 127" -i svm.data --pid 5
wrong 1 "svm.data has no sample of thread 127 (--tid); it has 130, 131" -i svm.data --tid 127 -C 1
wrong 1 "svm.data has no sample on CPU 99 (-C); it has 0, 1" -i svm.data -C 99
wrong 1 "svm.data has no sample on CPU 7-9 (-C); it has" -i svm.data -C 7-9 --time 0,1
wrong 1 "svm.data has no sample of a thread named foo,bar (-c); it has CPU 0/KVM, CPU 1/KVM" -i svm.data -c foo,bar
wrong 1 "svm.data has no sample at the time of --time; it goes from 4.569565 to 5.0" -i svm.data --time 9,10
wrong 1 "--time; those that fit go from 4.5" -i svm.data --time 9,10 --tid 131
wrong 1 "- has no sample on CPU 99" -i - -C 99 <pipe.data
"$PERF" script -i svm.data -C 0,99 >out 2>errors || fail "-C 0,99: $(cat errors)"
[ -s out ] && [ ! -s errors ] || fail "-C 0,99: $(cat errors)"
# Of an option that is given twice the last one counts; LeakSanitizer sees to the first.
"$PERF" script -i nowhere --cpu 99 -i svm.data -C 98 -C 1 >out 2>errors || fail "twice: $(cat errors)"
"$PERF" script -i svm.data -C 1 | cmp - out || fail "-C twice"
"$PERF" kvm -i nowhere -i svm.data stat report --event=nope --events=msr --event=mmio >out 2>errors ||
	fail "twice: $(cat errors)"
"$PERF" kvm -i svm.data stat report --event=mmio | cmp - out || fail "--event thrice"
# A line that is no sample's is a match, too.
"$PERF" script -i svm.data --show-mmap-events --pid 0 >out 2>errors || fail "--pid 0: $(cat errors)"
grep -q PERF_RECORD_MMAP out || fail "--pid 0"
wrong 1 "svm.data has no 'addr' in its samples of kvm:kvm_entry" -i svm.data -F addr
wrong 1 "nowhere does not exist" -i nowhere
wrong 1 "--formats: nowhere does not exist; name a recording of the same kernel, or 'tracefs'" -i killed.data --formats nowhere
exit $bad
