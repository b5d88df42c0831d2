#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What cannot be recorded: one line that names the real cause, and what to do.
set -eu
. "$TESTS/e2e/record-env.sh"
need_root

kvm=("$PERF" kvm stat record -o x.data)
record=("$PERF" record -o x.data)
says 129 'usage\|see' "${kvm[@]}" --no-such-option
says 129 '-m 0' "${kvm[@]}" -m 0 true
says 129 "--only: 'nosuch'" "${kvm[@]}" --only=mmio,nosuch true
says 129 "--only: ''" "${kvm[@]}" --only= true
says 129 "--only: ''" "${kvm[@]}" --only=mmio, true
says 129 '-z=99' "${record[@]}" -z=99 true
says 129 '-c and -F' "${record[@]}" -c 1 -F 2 true
says 1 'the clock of -k' "${record[@]}" -k realtime -e sched:sched_switch true
says 129 '-k nosuch' "${record[@]}" -k nosuch true
says 129 '--max-size' "${record[@]}" --max-size 12 true
for command in "record" "kvm stat record" "kvm stat live" "stat"; do
	says 129 "-C : not a list of CPUs" "$PERF" $command -C '' true
	says 129 "-C 0-99999999: no machine has as many" "$PERF" $command -C 0-99999999 true
	says 129 'not a list of numbers' "$PERF" $command -p foo
	says 129 '99999999999' "$PERF" $command -p 99999999999
done
says 129 '-t foo: not a list' "${record[@]}" -t foo
says 1 'sched:nosuch' "${record[@]}" -e sched:nosuch true
says 1 "nosuch" "${record[@]}" -e nosuch:event true
says 1 '-p 999999999: there is no process' "${record[@]}" -e sched:sched_switch -p 999999999
says 1 'CPU 99999 is not online' "${record[@]}" -e sched:sched_switch -C 99999
says 1 '/no/such/dir/x.data: cannot be created: No such file' \
	"$PERF" record -e sched:sched_switch -o /no/such/dir/x.data true
says 1 'filter' "${record[@]}" -e sched:sched_switch --filter 'nosuch == 1' true
[ ! -e x.data ]

# A command that needs -- is not mistaken for the value of -z.
"$PERF" record -q -z -e sched:sched_process_exit -o z.data true
[ -s z.data ]

# Too few open files, and no way to get more.
says 1 'limit of 12.*ulimit -Hn' prlimit --nofile=12:12 \
	"${record[@]}" -a -e "sched:*" true

# Without tracefs: not "not found", but how to mount it.
if unshare -m true 2>/dev/null; then
	for command in "kvm stat record -o x.data true" "record -e sched:sched_switch -o x.data true"; do
		says 1 'mount -t tracefs' unshare -m sh -c '
			while umount -l /sys/kernel/tracing 2>/dev/null; do :; done
			while umount -l /sys/kernel/debug 2>/dev/null; do :; done
			exec "$@"' sh "$PERF" $command
	done
fi

# As somebody else: the cause is the permission.
cp -L "$PERF" perf
chmod 755 . perf
nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
"${nobody[@]}" ./perf version >/dev/null || skip "perf cannot be run as another user here"
mkdir theirs
chown 65534 theirs
if ! "${nobody[@]}" test -r /sys/kernel/tracing/events; then
	for command in "kvm stat record" "record -e sched:sched_switch"; do
		says 1 'permission.*run as root' "${nobody[@]}" ./perf $command -o theirs/x.data true
	done
fi
if [ "$(cat /proc/sys/kernel/perf_event_paranoid)" -ge 1 ]; then
	says 1 'perf_event_paranoid=.*run as root' "${nobody[@]}" \
		./perf record -q -a -e cpu-clock:u -o theirs/x.data true
	# Nothing is told of what was tried on the way to no end.
	says 1 'perf_event_paranoid=.*run as root' "${nobody[@]}" ./perf record -a -o theirs/x.data true
fi
# What they may have, they get, in buffers that they may lock.
if [ "$(cat /proc/sys/kernel/perf_event_paranoid)" -le 2 ]; then
	"${nobody[@]}" ./perf record -q -e cpu-clock:u -o theirs/mine.data true
	[ -s theirs/mine.data ]
	says 1 'perf_event_mlock_kb\|ulimit -l' "${nobody[@]}" \
		./perf record -q -m 512M -e cpu-clock:u -o theirs/mine.data true
fi
