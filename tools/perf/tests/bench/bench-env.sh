# SPDX-License-Identifier: GPL-2.0-only
#
# What the benchmarks with a guest share; they source this file.
export LC_ALL=C
stock=${STOCK:-/usr/bin/perf}

skip()
{
	echo "skipped: $*"
	exit 0
}
[ -x "$stock" ] || skip "no $stock to compare with"
[ -w /dev/kvm ] || skip "/dev/kvm is not usable"
[ -r /sys/kernel/tracing/events/kvm ] || skip "the events in /sys/kernel/tracing are not readable"
