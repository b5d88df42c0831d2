#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Recording one VM alone, what its vCPUs' threads waited for is known: the switches
# to them are recorded beside those away from them, though another thread makes them.
set -eu
. "$TESTS/e2e/record-env.sh"
need_root
need_guest
command -v python3 >/dev/null || skip "needs python3"
has_ftrace || skip "there are no trace buffers here, or this is a container"

# Two vCPUs and as many others want one CPU.
cpu=$(grep -o '[0-9]*$' /sys/devices/system/cpu/online)
taskset -c $cpu "$TOOLS/guest" --vcpus 2 --loops 2000000000 --spin 20000 --pio-write 1 >/dev/null &
guest=$!
for i in 1 2; do
	taskset -c $cpu sh -c 'while :; do :; done' &
	others="${others-} $!"
done
trap 'kill $guest $others' EXIT
until grep -q KVM /proc/$guest/task/*/comm; do sleep 0.05; done

"$PERF" kvm stat record --only=vcpu -p $guest --timeout 2000 -o one.data 2>err.txt
"$PERF" script -i one.data >ours.txt
# Each thread is switched to as often as from, but for the first and the last time.
for thread in $(grep -l KVM /proc/$guest/task/*/comm | sed 's,/comm,,; s,.*/,,'); do
	from=$(grep -c "sched_switch: .*prev_pid=$thread " ours.txt)
	to=$(grep -c "sched_switch: .*next_pid=$thread " ours.txt)
	[ "$from" -gt 5 ] && [ $((from - to)) -le 1 ] && [ $((to - from)) -le 1 ] ||
		{ echo "$thread: $from away, $to back"; exit 1; }
done
# Nobody else's: each is from or to one of the guest.
grep sched_switch: ours.txt | fails grep -v "prev_comm=CPU [01]/KVM\|next_comm=CPU [01]/KVM\|prev_comm=guest\|next_comm=guest"
# A vCPU gets a quarter of the CPU at the most, and its time is known but for where it began.
"$PERF" kvm -i one.data stat report --event=vcpu --json >rows.json
python3 - <<'P'
import collections, json
vcpus = collections.defaultdict(dict)
for row in json.load(open("rows.json"))["rows"]:
    vcpus[row["vcpu"]][row["name"]] = row["time_ns"]
assert len(vcpus) == 2, vcpus
for states in vcpus.values():
    observed = sum(states.values())
    assert states["preempted"] > 0.4 * observed, states
    assert states["unknown"] < 0.1 * observed, states
P
