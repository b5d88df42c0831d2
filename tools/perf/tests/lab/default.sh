# SPDX-License-Identifier: GPL-2.0-only
#
# Runs inside the lab's machine: record guests whose exits are known: one that is
# answered by user space, one by the kernel, and one of two that run at a time.
# perf's own words go to the console.
set -e

many="--loops 40 --pio-write 5 --pio-read 3 --mmio-write 4 --mmio-read 2 --rdmsr 3 --wrmsr 2 --cpuid 6 --spin 2000"

perf kvm stat record -o user.data guest --name user --vcpus 2 $many --hlt 2 >user.txt
perf kvm stat record -e kvm:kvm_msr -o kernel.data guest --name kernel --vcpus 2 --in-kernel $many >kernel.txt

# The recorded guest waits until perf is ready and starts its command.
guest --name other --loops 100000 --cpuid 2 --spin 10000 >other.txt &
other=$!
mkfifo /tmp/go
guest --name pid --go $many </tmp/go >pid.txt &
exec 3>/tmp/go
while [ ! -s pid.txt ]; do usleep 100000; done
pid=$(sed -n 's/^vm pid=\([0-9]*\).*/\1/p' pid.txt)
# Some perfs end their command when the recorded process ends, and say so.
perf kvm stat record -p "$pid" -o pid.data sh -c 'echo >/tmp/go; until grep -q ^vcpu= pid.txt; do usleep 100000; done' || :
{ kill "$other" && wait "$other"; } 2>/dev/null || :

perf kvm -i user.data stat report >user.report.txt

# From the kernel's trace buffers, which ours takes unless it is told not to.
if [ "$(perf kvm stat record --help 2>&1 | grep -c -- --ftrace)" != 0 ]; then
	perf kvm stat record --ftrace -o ftrace.data guest --name ftrace --vcpus 2 $many --hlt 2 >ftrace.txt
	perf kvm stat record --no-ftrace -o own.data guest --name own --vcpus 2 $many --hlt 2 >own.txt
	ls /sys/kernel/tracing/instances >ftrace-left.txt
fi

# Watched while it runs: a whole guest, whose words go to stderr; one for three
# intervals; and where vCPUs' time goes. Another perf than ours may not know how.
if [ "$(perf kvm stat live --help 2>&1 | grep -c -- --json-lines)" != 0 ]; then
	for set in vmexit ioport mmio vcpu; do
		perf kvm stat live --event=$set -d 0.2 --csv guest --name live --vcpus 2 $many --hlt 2 \
			>live-$set.csv 2>live-$set.txt
	done
	guest --name long --vcpus 2 --loops 1000000 --cpuid 6 --rdmsr 3 --spin 2000 >/dev/null &
	long=$!
	usleep 500000
	perf kvm stat live -p $long -d 0.5 --count 3 --csv >live-count.csv 2>live-count.txt
	perf kvm stat live -p $long -d 0.5 --count 2 >live-table.txt 2>&1
	perf kvm stat record --only=vcpu -p $long --timeout 2000 -o vcpu.data
	{ kill $long && wait $long; } 2>/dev/null || :
fi
