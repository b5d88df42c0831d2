#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A report without any span says so, and which event sets have some; its exit status is 0.
set -eEu
. "$TESTS/e2e/common-env.sh"
trap 'echo "line $LINENO: $BASH_COMMAND" >&2; cat err >&2' ERR
xz -dc "$TESTDATA/svm-1vm-2vcpu.data.xz" >svm.data
xz -dc "$TESTDATA/riscv64-mix.data.xz" >riscv.data
xz -dc "$TESTDATA/riscv64-pipe.data.xz" >pipe.data
report() { "$PERF" kvm -i "$@" 2>err; }
said() { [ "$(cat err)" = "perf kvm stat report: $1" ]; }

# From a port access to the entry behind it there is no exit.
window=4.583741506,4.584708758
report svm.data stat report --time $window --vcpu=0 >out
grep -q '^Total Samples:0, ' out
said "svm.data has no spans for --event=vmexit: none was seen from its begin to its end; it has some for --event=ioport"
report svm.data stat report --time $window --vcpu=0 --duration 1 >out
said "svm.data has no spans for --event=vmexit: none was seen from its begin to its end; it has some for --event=ioport"
[ ! -s out ]
report svm.data stat report --time $window --vcpu=0 --json >out
grep -q ' it has some for --event=ioport$' err
report svm.data stat report --time $window --vcpu=0 --event=ioport >out
[ ! -s err ]
report svm.data stat report --time 4.583741506,4.583741507 >out
grep -q 'was seen; nor has it any for other event sets$' err

report riscv.data stat report --event=mmio --csv >out
[ "$(wc -l <out)" = 1 ]
said "riscv.data has no spans for --event=mmio: none was seen from its begin to its end; it has some for --event=vmexit"
# A stream cannot be read again.
first=$("$PERF" script -F time,event -i pipe.data | awk '{ printf "%.6f,%.6f", $1, $1 + 1e-6; exit }')
cat pipe.data | report - stat report --time "$first" >out
said "- has no spans for --event=vmexit: none was seen from its begin to its end"
# What breaks off is told once.
head -c 100000 svm.data >cut.data
fails report cut.data stat report --formats=svm.data --event=msr >out
[ "$(wc -l <err)" = 1 ]
