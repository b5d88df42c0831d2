#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 150
#
# Threads that a watched process starts while the recorder is on its way are recorded
# and have their names, whatever the recorder was doing when they came.
set -eu
. "$TESTS/e2e/record-env.sh"
need_root
need_guest

cat >late.sh <<'W'
sleep $1
exec "$TOOLS/guest" --go --vcpus 2 --loops 100 --pio-write 3
W

# young DELAY OPTION...: the guest makes its threads some time after the recorder began to start
young()
{
	local delay=$1 guest perf
	shift
	sh late.sh $delay <go >guest.txt &
	guest=$!
	exec 3>go
	rm -f young.data
	"$PERF" kvm stat record "$@" -p $guest -o young.data 2>err.txt &
	perf=$!
	started young.data $perf
	# The guest's first line says that they are there; the recorder must be told of them, too.
	until grep -q ^vm guest.txt; do sleep 0.02; done
	echo >&3
	wait $guest
	exec 3>&-
	wait $perf
	"$PERF" script -i young.data >ours.txt
	[ "$(grep -c '^ *CPU [01]/KVM .* kvm:kvm_pio: ' ours.txt)" = 602 ] ||
		{ echo "after $delay s $*:"; head -n 3 ours.txt; cat err.txt; return 1; }
}

mkfifo go
for how in "" "--no-ftrace"; do
	for delay in 0 0.01 0.02 0.03 0.04 0.05 0.06 0.08 0.1 0.2; do
		young $delay $how
	done
done
