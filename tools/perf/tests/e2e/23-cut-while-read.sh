#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A recording that is cut while it is mapped: every command that reads one says so and ends with 1.
set -u
bad=0
line='perf: the recording was cut short, or could not be read, while it was in use'

# Lines wait in a pipe until the file is gone.
xz -dc "$TESTDATA/svm-1vm-2vcpu.data.xz" >cut.data
{ "$PERF" script -i cut.data 2>err; echo $? >status; } | { read -r _; sleep 0.2; : >cut.data; cat >/dev/null; }
[ "$(cat status)" = 1 ] || { echo "script: status $(cat status)"; bad=1; }
[ "$(cat err)" = "$line" ] || { echo "script: $(cat err)"; bad=1; }

# Others read too little, or too fast, to be caught at it: they get the signal while they wait.
mkfifo fifo
exec 3<>fifo
for command in "kvm -i - stat report" "script -i -" "evlist -i -" "report --header-only -i -"; do
	"$PERF" $command <fifo >out 2>err &
	for _ in $(seq 100); do
		# The bit of SIGBUS (7) among the signals that are caught.
		caught=$(sed -n 's/^SigCgt:\t//p' /proc/$!/status)
		[ $((0x${caught:-0} & 0x40)) = 0 ] || break
		sleep 0.05
	done
	kill -BUS $!
	wait $! 2>/dev/null
	status=$?
	[ $status = 1 ] && [ "$(cat err)" = "$line" ] || { echo "$command: status $status: $(cat err)"; bad=1; }
done
exit $bad
