#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
#
# `perf kvm stat live` on a screen, fed from a recording: the states of vCPUs, the
# list of spans that took long; and the terminal is put back whatever ends it.
set -eu
. "$TESTS/e2e/live-env.sh"
need_tmux 100 14
xz -dkc "$TESTDATA/svm-extra-events.data.xz" >guest.data
replay="REPLAY=guest.data REPLAY_STAYS=1 '$TOOLS/replay-live'"

# vCPUs' states: since the start there are report's; in an interval without events, nothing.
keys "$replay --event vcpu -d 0.1" Enter
seen 'perf kvm stat live: vcpu, 0.1. s of .* s, all VMs'
keys t
seen 'VM  VCPU Thread  *Observed  *guest  *kernel  *vmm  *halted  *pree'
seen '284     0 CPU 0/KVM  *4[0-9.]*us'
seen 'h:help q:quit  vCPUs:2'
keys Right
seen '^ *284     0 M  *[0-9.]*us .*%'
keys Left v 1 Enter
gone 'CPU 0/KVM'
seen 'CPU 1/KVM'
keys P
seen 'Printed to perf.hist.0'
grep -q '^ *284     1 CPU 1/KVM ' perf.hist.0
grep -q '^Analyze events for all VMs, VCPU 1:' perf.hist.0
keys Tab
seen 'live: vmexit'
seen '^ *npf '
keys q
terminal_is_back

# Spans that took long: the last one comes first, all that report lists are there.
"$PERF" kvm -i guest.data stat report --duration=2000 | sed 1,2d >report.txt
nr=$(wc -l <report.txt)
[ "$nr" -gt 20 ]
keys "clear; $replay --duration 2000 -d 0.1" Enter
seen '(d:list)'
# When all have come.
keys t
seen 'Samples:2554 '
keys t
keys d
seen '^ *Time  *VM  *VCPU  *VM-EXIT  *Duration'
keys P
seen 'Printed to perf.hist.1'
sed 1d perf.hist.1 | sort | diff - <(sort report.txt)
sed 1d perf.hist.1 >listed.txt
tmux capture-pane -p | sed -n '3,13p' | diff - <(head -n 11 listed.txt)
keys End
seen "^$(tail -n 1 listed.txt)"
seen '^ *Time  *VM  *VCPU  *VM-EXIT  *Duration'
keys Home v 0 Enter
gone ' 284     1  '
keys Escape
gone ' Duration'
keys t
seen '^ *npf '
keys d
seen 'Duration'
keys q q
terminal_is_back

# Without --duration there is no list.
keys "clear; $replay -d 0.1" Enter
seen 'VM-EXIT'
keys ' ' d
seen 'say how long with --duration'
keys q
terminal_is_back

# What ends meanwhile cannot be read; pgrep need not be installed.
child()
{
	local shell
	shell=$(tmux display -p '#{pane_pid}')
	{ grep -l "^PPid:[[:space:]]$shell\$" /proc/[0-9]*/status 2>/dev/null || true; } | cut -d / -f 3
}

# On a pipe they are lines, as report has them.
REPLAY=guest.data "$TOOLS/replay-live" --duration 2000 | grep '^ *[0-9.]*  *284 ' | sort | diff - <(sort report.txt)
REPLAY=guest.data "$TOOLS/replay-live" --duration 2000 --name 'npf' | grep '^ *[0-9.]*  *284 ' | sort |
	diff - <(grep ' npf ' report.txt | sort)

# Whatever ends it. Keys that were typed ahead are the shell's.
for sig in TERM HUP INT; do
	keys "clear; $replay -d 0.1" Enter
	seen 'perf kvm stat live: vmexit'
	keys t
	seen '^ *npf '
	kill -$sig "$(child)"
	seen '^Total Samples:2554,'
	terminal_is_back
	keys "clear; '$PERF' kvm -i guest.data stat report --tui" Enter
	seen 'Samples:2554 '
	kill -$sig "$(child)"
	terminal_is_back
done

# An error, told on the terminal as it was.
head -c 200000 guest.data >cut.data
keys "clear; '$PERF' kvm -i cut.data stat report --tui --formats=guest.data" Enter
seen 'h:help q:quit\|ready> $'
keys q
terminal_is_back
printf 'x' | dd of=guest.data bs=1 seek=100000 conv=notrunc 2>/dev/null
dd if=/dev/zero of=guest.data bs=1k seek=100 count=400 conv=notrunc 2>/dev/null
keys "clear; $replay -d 0.1" Enter
seen 'perf kvm stat live: Bad message'
terminal_is_back
