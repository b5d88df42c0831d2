#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
#
# `perf kvm stat report --tui` in a terminal: what keys do, in all widths.
set -eu
. "$TESTS/e2e/live-env.sh"
need_tmux 80 16
xz -dkc "$TESTDATA/svm-extra-events.data.xz" >guest.data

# row N: a line of the screen, from 0, without the blanks behind it
row()
{
	tmux capture-pane -p | sed -n "$(($1 + 1))s/ *$//p"
}

# is N TEXT: waits until that line is so
is()
{
	local i
	for ((i = 0; i < 100; i++)); do
		[ "$(row "$1")" != "$2" ] || return 0
		sleep 0.1
	done
	echo "line $1 is '$(row "$1")', not '$2'"
	tmux capture-pane -p
	return 1
}

keys "'$PERF' kvm -i guest.data stat report --tui" Enter
is 0 'perf kvm stat report: vmexit, all VMs, all VCPUs'
is 1 '             VM-EXIT    Samples  Samples%     Time%    Min Time    Max Time'
is 2 '                 npf        811    31.75%    46.90%     35.47us   7604.37us'
is 13 '           write_cr4         80     3.13%     2.37%     27.69us   3095.66us'
is 15 'h:help q:quit  Samples:2554 Time:480705.62us'

# Sorted by the next column but one, and the other way round.
keys Right Right r
is 2 '            read_dr7         82     3.21%     0.73%     12.88us   1407.38us'
keys r
is 2 '                 npf        811    31.75%    46.90%     35.47us   7604.37us'
is 4 '                 msr        240     9.40%     7.52%     29.80us   4401.22us'
# By one that is not on the screen: it comes into it.
keys Right Right Right
is 1 '             VM-EXIT  Samples%     Time%    Min Time    Max Time    Avg time'

# Searched, opened.
keys Home / cpui Enter Enter
is 1 'cpuid'
seen 'Samples  *80$'
keys End
seen ' 284 .* 40  *50.00% .* vmA$'
keys q
# Only names that fit, and all again.
keys f 'read_*' Enter
seen 'events read_\*'
shows 2 '^ *read_'
keys f
for ((i = 0; i < 6; i++)); do keys BSpace; done
keys Enter
seen 'Samples:2554 '

# One vCPU: as the plain report has it.
keys v 1 Enter
seen 'VCPU 1'
total=$("$PERF" kvm -i guest.data stat report --vcpu 1 | sed -n 's/^Total Samples:\([0-9]*\).*/\1/p')
seen "Samples:$total "
keys v BSpace x Enter
seen "'x' is not a list of numbers"
# Rows by VM and by vCPU, all columns.
keys b
seen '284:vmA'
keys b
seen 'vCPU'
keys b b

# Printed: what is shown.
keys P
seen 'Printed to perf.hist.0'
"$PERF" kvm -i guest.data stat report --vcpu 1 -k mean >plain.txt
grep -q '^ *npf ' perf.hist.0
diff <(sort plain.txt) <(sort perf.hist.0)
keys P
seen 'Printed to perf.hist.1'

# The other sets.
keys v BSpace Enter
for set in mmio ioport msr vcpu; do
	keys Tab
	seen "report: $set, all VMs, all VCPUs"
	case $set in
	vcpu) seen 'CPU 1/KVM' ;;
	ioport) seen '0x402:POUT' ;;
	msr) seen '0x277:R' ;;
	esac
done
keys e
seen 'report: vmexit,'

# Help, on either key; a small screen and a large one.
keys h
seen 'Escape, q   back'
keys q '?'
seen 'Escape, q   back'
keys Escape
seen 'VM-EXIT'
keys Home
tmux resize-window -x 40 -y 8
seen '^ *[a-z]*  *[0-9]*  *[0-9.]*%$\|^ *npf .*us$'
[ "$(tmux capture-pane -p | wc -l)" = 8 ]
is 0 'perf kvm stat report: vmexit, all VMs, a'
keys End
is 7 'h:help q:quit  Samples:2554 Time:480705.'
tmux resize-window -x 200 -y 30
keys c
seen 'Samples%      Total Time     Time%    Min Time    Max Time    Avg time        Std Err         p50         p90         p99       p99.9      Rate/s'
seen 'npf  *811 '
tmux resize-window -x 20 -y 4
sleep 0.3
tmux resize-window -x 80 -y 16
keys c
seen 'Samples:2554 Time:480705.62us'

# Stopped and gone on with; ended.
keys C-z
seen 'Stopped\|ready> *$'
keys fg Enter
seen 'Samples:2554 Time:480705.62us'
keys q
terminal_is_back

# Colours, and none where they are not wanted.
for no in "" 1; do
	keys "clear; NO_COLOR=$no TERM=xterm-256color '$PERF' kvm -i guest.data stat report --tui" Enter
	seen 'Samples:2554 '
	for ((i = 0; i < 50; i++)); do
		tmux capture-pane -pe >colours.txt
		coloured=$(grep -c $'\e\[[0-9;]*3[0-7]m' colours.txt) || true
		[ "$coloured" = 0 ] || [ -n "$no" ] || break
		[ "$coloured" != 0 ] || [ -z "$no" ] || break
		sleep 0.1
	done
	[ $i -lt 50 ] || { cat -v colours.txt; exit 1; }
	grep -q $'\e\[[0-9;]*7m' colours.txt
	keys q
	seen 'ready>'
done

# Killed by its own fault, the terminal is put back all the same.
keys "clear; '$PERF' kvm -i guest.data stat report --tui" Enter
seen 'Samples:2554 '
if [ "$SANITIZE" = 0 ]; then
	shell=$(tmux display -p '#{pane_pid}')
	# What ends meanwhile cannot be read; pgrep need not be installed.
	child=$(grep -l "^PPid:[[:space:]]$shell\$" /proc/[0-9]*/status 2>/dev/null || true)
	kill -SEGV "$(echo "$child" | cut -d / -f 3)"
	seen 'Segmentation fault'
else
	keys q
fi
terminal_is_back

# No screen on a dumb terminal, nor where the output goes elsewhere: the plain table.
keys "clear; TERM=dumb PERF_PAGER=cat '$PERF' kvm -i guest.data stat report --tui" Enter
seen '^Total Samples:2554'
"$PERF" kvm -i guest.data stat report --tui | diff - <("$PERF" kvm -i guest.data stat report)
keys "clear; PERF_PAGER=cat '$PERF' kvm -i guest.data stat report" Enter
seen '^Total Samples:2554'
