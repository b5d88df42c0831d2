#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What is not allowed or not there: one line with the true cause and what mends it.
set -u
fail() { echo "FAILED: $*"; exit 1; }
[ "$(id -u)" = 0 ] || { echo "must be root to become somebody else"; exit 77; }
command -v setpriv >/dev/null && command -v unshare >/dev/null ||
	{ echo "setpriv and unshare are needed"; exit 77; }

# A place that an unprivileged user can reach.
dir=$(mktemp -d /tmp/perf-denied.XXXXXX)
trap 'rm -rf "$dir"' EXIT
cp -L "$PERF" "$dir/perf" && chmod 755 "$dir" "$dir/perf"
nobody() { (cd "$dir" && exec setpriv --reuid=65534 --regid=65534 --clear-groups ./perf stat "$@") >out 2>err </dev/null; }
says() { [ "$(wc -l <err)" = 1 ] && grep -qE -- "$1" err || fail "not '$1': $(cat err)"; }
nobody true
[ $? -ge 126 ] && { echo "cannot run as another user here"; exit 77; }

paranoid=$(cat /proc/sys/kernel/perf_event_paranoid)
if [ "$paranoid" -ge 2 ] && [ "$paranoid" -lt 4 ]; then
	nobody -e page-faults,cs true || fail "own process: $(cat err)"
	grep -q 'page-faults:u' err || fail "confined to user space: $(cat err)"
	nobody -a -e cs true && fail "the whole machine"
	says "user 65534 may not open events of whole CPUs \(kernel.perf_event_paranoid=$paranoid\): run as root, or sysctl kernel.perf_event_paranoid=0"
	nobody -C 0 true && fail "a CPU"
	says "whole CPUs"
fi
if [ "$paranoid" -lt 3 ]; then
	nobody -p $$ -e page-faults:u && fail "root's process"
	says "-p $$: user 65534 may not watch another user's process: run as root"
fi

if [ -d /sys/kernel/tracing/events/sched ]; then
	if [ "$(stat -c %a /sys/kernel/tracing)" = 700 ]; then
		for event in sched:sched_switch 'sched:*' sched:no_such; do
			nobody -e "$event" true && fail "$event"
			says "no permission to read tracepoints in /sys/kernel/tracing/events as user 65534: run as root, or let a group.*mount -o remount,gid=GROUP,mode=750 /sys/kernel/tracing"
			grep -qi "not found\|has no" err && fail "permission told as absence: $(cat err)"
		done
	fi
	"$PERF" stat -e sched:sched_swich true 2>err && fail "misspelt"
	says "has no tracepoint sched:sched_swich; did you mean sched:sched_switch"
	"$PERF" stat -e zzyzx:foo true 2>err && fail "no module"
	says "no tracepoints of 'zzyzx'; if a module brings them, load it first \(modprobe zzyzx\)"

	# Without tracefs, and nothing is mounted on the way.
	unshare -m sh -c 'umount -R /sys/kernel/tracing; umount -R /sys/kernel/debug; grep -q tracefs /proc/mounts && exit 9
		"$1" stat -e sched:sched_switch true && exit 8
		grep -q tracefs /proc/mounts && exit 7
		exit 0' sh "$PERF" >out 2>err.all
	case $? in
	0)
		tail -n 1 err.all >err
		says "tracefs, which is not mounted here: mount -t tracefs nodev /sys/kernel/tracing"
		;;
	9) echo "cannot unmount tracefs here" ;;
	*) fail "without tracefs: $(cat err.all)" ;;
	esac
fi

# Open files: the limit is raised as far as may be, and told when that is not enough.
(ulimit -Sn 16 && exec "$PERF" stat -a -x, -e 'task-clock,cs,faults,minor-faults,major-faults,migrations,cpu-clock,dummy,alignment-faults' true) 2>err ||
	fail "soft limit: $(cat err)"
if [ "$(nproc)" -gt 1 ]; then
	(ulimit -Sn 16 && ulimit -Hn 16 && exec "$PERF" stat -a -x, -e 'task-clock,cs,faults,minor-faults,major-faults,migrations,cpu-clock,dummy,alignment-faults' true) 2>err &&
		fail "hard limit"
	says "more files would be open than the limit of 16"
fi
exit 0
