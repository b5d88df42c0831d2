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
