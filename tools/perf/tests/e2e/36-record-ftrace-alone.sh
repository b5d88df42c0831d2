#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 150
#
# `perf kvm stat record --ftrace`: what perf's own buffers would have got, of the same processes,
# at the same times; losses told; and nothing left behind in tracefs, however it ends.
set -eu
. "$TESTS/e2e/record-env.sh"
need_root
need_stock
has_ftrace || skip "there are no trace buffers here, or this is a container"
kvm=("$PERF" kvm stat record --ftrace)
command -v python3 >/dev/null || skip "needs python3"
[ -d /sys/kernel/tracing/events/kvm ] || skip "no tracepoints of KVM"

instances()
{
	find /sys/kernel/tracing/instances -maxdepth 1 -name 'perf-kvm-*'
}

# seen FILE PATTERN: whose events these are, without the times
seen()
{
	"$PERF" script -i "$1" -F comm,pid,tid,event,trace | grep -- "$2" |
		sed 's/[[:space:]]\+/ /g; s/ $//' | sort
}

# Both ways at once, of a command that starts processes: another event, with a filter.
cat >work.sh <<'W'
for ((i = 0; i < 50; i++)); do /bin/true; done
W
"$stock" record -q -a -e sched:sched_process_exec -e sched:sched_process_exit -o stock.data -- \
	"${kvm[@]}" -a -e sched:sched_process_exec --filter 'filename == "/bin/true"' \
	-e sched:sched_process_exit --filter 'comm == "true"' -o ours.data bash work.sh 2>err.txt
[ -z "$(instances)" ]
seen ours.data sched_process_exec >ours.txt
seen stock.data 'sched_process_exec.*filename=/bin/true ' >stock.txt
[ "$(wc -l <ours.txt)" = 50 ]
cmp ours.txt stock.txt
seen ours.data sched_process_exit >ours.txt
seen stock.data 'sched_process_exit.*comm=true ' >stock.txt
[ "$(wc -l <ours.txt)" -ge 50 ]
# Of a newer kernel's format a few of another one's may be seen; all of ours are.
[ -z "$(comm -23 ours.txt stock.txt)" ]

# The same clock: each exec is within what passes between two probes of one event.
"$PERF" script -i ours.data --ns -F tid,time,event | awk '/process_exec/ { print $1, $2 }' | sort >ours.txt
"$PERF" script -i stock.data --ns -F tid,time,event | awk '/process_exec/ { print $1, $2 }' | sort >stock.txt
[ "$(join ours.txt stock.txt | wc -l)" -ge 50 ]
join ours.txt stock.txt | awk '{ d = $2 - $3; if (d < -0.001 || d > 0.001) exit 1 }'

# Who kills it leaves no instance behind, and a file that holds what was recorded.
"${kvm[@]}" -a -e sched:sched_switch -o killed.data sleep 61.7 2>/dev/null &
perf=$!
started killed.data $perf
[ -n "$(instances)" ]
sleep 2
# Who kills all of perf, by name or words, does not mean the one that cleans up.
fails pgrep -P $perf -f stat >/dev/null
[ "$(tr -d '\0' <"/proc/$(pgrep -P $perf trace-keeper)/cmdline")" = trace-keeper ]
kill -KILL $perf
wait $perf 2>/dev/null || true
for ((i = 0; i < 100; i++)); do
	[ -n "$(instances)" ] || break
	sleep 0.05
done
[ -z "$(instances)" ]
pkill -x -f "sleep 61.7" || true
[ "$("$PERF" script -i killed.data 2>/dev/null | grep -c sched_switch)" -gt 0 ]

# begins OPTION...: a recording in the background
begins()
{
	rm -f x.data
	"${kvm[@]}" -o x.data "$@" 2>err.txt &
	perf=$!
	started x.data $perf
}

ends()
{
	kill -INT $perf
	wait $perf
}

# Nor does one that loses its keeper; and what somebody else holds is told.
begins
pkill -KILL -P $perf trace-keeper
ends
[ -z "$(instances)" ]
begins
exec 5<"$(instances)/trace_pipe"
ends
grep -q "perf-kvm-$perf: still there, as somebody else has it open" err.txt
exec 5<&-

# A keeper that does not answer is not waited for.
begins
pkill -STOP -P $perf trace-keeper
ends
[ -z "$(instances)" ]

# What is held when the recorder is killed traces no more.
begins
left=$(instances)
exec 5<"$left/trace_pipe"
kill -KILL $perf
wait $perf 2>/dev/null || true
for ((i = 0; i < 100; i++)); do
	[ "$(cat "$left/tracing_on" "$left/events/enable" | tr -d '\n')" != 00 ] || break
	sleep 0.05
done
[ $i -lt 100 ]
exec 5<&-

# Where events come faster than they can be written, the recording ends when it should.
yes >/dev/null &
busy=$!
trap 'kill $busy' EXIT
before=$(date +%s)
timeout -s KILL 40 "${kvm[@]}" -a -e raw_syscalls:sys_enter -e raw_syscalls:sys_exit --timeout 1000 -o - 2>err.txt |
	python3 -c 'import sys, time
while sys.stdin.buffer.read(1 << 16):
    time.sleep(0.005)'
status=${PIPESTATUS[0]}
[ $status = 0 ]
[ $(($(date +%s) - before)) -lt 30 ]
kill $busy
trap - EXIT

# Threads that have ended before their events are read belong to their process all the same.
cat >threads.py <<'W'
import os, threading, time
def work():
    for i in range(20):
        os.getppid()
end = time.time() + 1.5
while time.time() < end:
    threads = [threading.Thread(target=work) for i in range(4)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
W
"$(python3 -c 'import sys; print(sys.executable)')" threads.py &
process=$!
"${kvm[@]}" -p $process -e syscalls:sys_enter_getppid -o x.data 2>err.txt
"$PERF" script -i x.data -F pid,event | awk -v pid=$process '/getppid/ { all++; wrong += $1 != pid }
	END { print wrong " of " all " are of another process"; exit !(all > 1000 && !wrong) }'

# One that nobody could clean up is swept away by the next one.
true &
gone=$!
wait $gone
mkdir "/sys/kernel/tracing/instances/perf-kvm-$gone"
"${kvm[@]}" -o x.data true 2>/dev/null
[ -z "$(instances)" ]

# A recorder that sleeps while the buffers run over: every event is there, or told as lost,
# whatever the machine's own buffers are told to do then; and it is not woken in vain.
options=/sys/kernel/tracing/options
read -r overwrite <$options/overwrite
read -r block <$options/block
trap 'echo $overwrite >$options/overwrite; echo $block >$options/block' EXIT
for own in "1 0" "0 1"; do
	read -r -a values <<<"$own"
	echo ${values[0]} >$options/overwrite
	echo ${values[1]} >$options/block
	begins -a -m 16 -e raw_syscalls:sys_enter
	echo $overwrite >$options/overwrite
	echo $block >$options/block
	kill -STOP $perf
	dd if=/dev/zero of=/dev/null bs=1 count=30000 status=none
	kill -CONT $perf
	sleep 1.5
	ends
	told=$(sed -n 's/.*: lost \([0-9]*\) of \([0-9]*\) samples.*/\1 \2/p' err.txt)
	read -r lost all <<<"$told"
	[ "$lost" -gt 0 ]
	there=$("$PERF" script -i x.data 2>/dev/null | wc -l)
	[ "$all" = $((there + lost)) ]
	[ "$all" -ge 60000 ]
	[ "$("$stock" report -i x.data --stats 2>/dev/null | awk '/ LOST events:/ { print ($3 > 0) }')" = 1 ]
done
# What no page tells of: a buffer that keeps its oldest events, set so while it records.
begins -a -m 16 -e raw_syscalls:sys_enter
echo 0 >"$(instances)/options/overwrite"
kill -STOP $perf
dd if=/dev/zero of=/dev/null bs=1 count=30000 status=none
kill -CONT $perf
sleep 1.5
ends
told=$(sed -n 's/.*: lost \([0-9]*\) of \([0-9]*\) samples.*/\1 \2/p' err.txt)
read -r lost all <<<"$told"
[ "$lost" -gt 30000 ]
[ "$all" -ge 60000 ]
echo 1 >$options/block
begins -e sched:sched_process_exec
sleep 1
used=$(awk -v hz="$(getconf CLK_TCK)" '{ sub(/^.*\) /, ""); print int(($12 + $13) * 1000 / hz) }' /proc/$perf/stat)
ends
[ "$used" -le $((300 * (SANITIZE * 4 + 1))) ] || { echo "used $used ms"; exit 1; }
echo $block >$options/block
trap - EXIT

# Large events among small ones: in order of time, though pages are left half empty.
# The path is as long as can be: its event and a small one do not go on one page.
long=$PWD
while [ ${#long} -lt 3800 ]; do long=$long/$(printf 'd%.0s' {1..99}); done
long=$long/$(printf "%$((4030 - ${#long}))s" | tr ' ' d)
mkdir -p "$long"
(cd "$long" && cp /bin/true t)
cat >large.py <<'W'
import os, sys, time
path = sys.argv[1] + "/t"
os.sched_setaffinity(0, {0})
for i in range(1500):
    if not os.fork():
        os.getppid()
        os.execl(path, "t")
    os.wait()
W
python3 -c 'import os, time
os.sched_setaffinity(0, {os.cpu_count() - 1})
while True:
    os.getppid()
    time.sleep(0.0005)' &
small=$!
trap 'kill $small' EXIT
"${kvm[@]}" -a -e sched:sched_process_exec -e syscalls:sys_enter_getppid -o x.data python3 large.py "$long" 2>err.txt
kill $small
trap - EXIT
"$PERF" script -i x.data --ns -F time >times.txt
[ "$(wc -l <times.txt)" -gt 3000 ]
sort -c -n times.txt

# On which buffers it is when nothing is said: these, if they can have all that is asked for.
takes()
{
	"$PERF" kvm stat record -v -o x.data "${@:2}" true 2>err.txt
	grep -q "^perf kvm stat record: $1 of [0-9]* pages for each CPU$" err.txt || { echo "$*"; cat err.txt; return 1; }
}
takes 'trace buffers'
takes 'trace buffers' -e sched:sched_switch -k monotonic -z
takes 'buffers' --no-ftrace
takes 'buffers' -g
takes 'buffers' -e sched:sched_switch -e cpu-clock
takes 'buffers' -e sched:sched_switch:k
takes 'buffers' -e ftrace:print
takes 'buffers' -e '{sched:sched_switch,sched:sched_wakeup}:S'
takes 'buffers' -e sched:sched_switch --filter 'prev_pid == 1' -e sched:sched_switch --filter 'prev_pid == 2'
says 1 'sched:sched_switch is named twice' "${kvm[@]}" -e sched:sched_switch -e sched:sched_switch -o x.data true

# What it cannot take.
says 129 'cpu-clock is no tracepoint' "${kvm[@]}" -e cpu-clock -o x.data true
says 129 'has a modifier' "${kvm[@]}" -e sched:sched_switch:k -o x.data true
for more in '' '-e sched:sched_switch'; do
	says 129 'not go with -c, -F or -g' "${kvm[@]}" -c 2 $more -o x.data true
	says 129 'not go with -c, -F or -g' "${kvm[@]}" -F 99 $more -o x.data true
	says 129 'not go with -c, -F or -g' "${kvm[@]}" -g $more -o x.data true
done
# In a container process ids are others.
if unshare -p -f --mount-proc true 2>/dev/null; then
	says 1 'process ids of this container' \
		unshare -p -f --mount-proc "${kvm[@]}" -o x.data true
	unshare -p -f --mount-proc "$PERF" kvm stat record -v -o x.data true 2>err.txt
	grep -q ': buffers of ' err.txt
fi
[ -z "$(instances)" ]
