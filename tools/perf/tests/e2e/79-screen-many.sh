#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
#
# Screens with 1,000 rows and 256 vCPUs: scrolled, searched, opened, from 40 to 200
# columns wide, and soon enough.
set -eu
. "$TESTS/e2e/live-env.sh"
need_tmux 100 20
xz -dkc "$TESTDATA/svm-extra-events.data.xz" >guest.data
"$TOOLS/many-vcpus" -v 256 -k 1000 -n 64000 guest.data many.data
"$PERF" kvm -i many.data stat report --event=ioport >report.txt
# The rows, as the screen has them: with the mean, without its error.
sed -n 's/^ *\(0x[0-9a-f]*:POUT.*us\) (.*/\1/p' report.txt | tr -s ' ' >rows.txt
[ "$(wc -l <rows.txt)" = 1000 ]

# shown FROM TO: the screen has these rows of the report, from its third line on
shown()
{
	local i
	for ((i = 0; i < 100; i++)); do
		tmux capture-pane -p | sed '1,2d;$d' | sed 's/^ *//; s/ *$//' | tr -s ' ' >screen.txt
		! sed -n "$1,$2p" rows.txt | cmp -s - screen.txt || return 0
		sleep 0.1
	done
	echo "not rows $1 to $2:"
	sed -n "$1,$2p" rows.txt | diff - screen.txt
	return 1
}

# What stands before a selected row's name: a terminal shows it by its attributes.
selected=$'\e\\[[0-9;]*7m\\(\e\\[[0-9;]*m\\)* *'

# cursor NAME: that row is selected
cursor()
{
	local i
	for ((i = 0; i < 100; i++)); do
		tmux capture-pane -pe >screen.txt
		! grep -q "$selected$1" screen.txt || return 0
		sleep 0.1
	done
	echo "$1 is not selected"
	cat -v screen.txt
	return 1
}

name() # of row N
{
	sed -n "$1s/ .*//p" rows.txt
}

keys "'$PERF' kvm -i many.data stat report --tui --event=ioport" Enter
seen "Samples:64000 "
shown 1 17
cursor "$(name 1)"
# Page by page to the end and back, and past both.
keys NPage
cursor "$(name 18)"
shown 2 18
for ((n = 0; n < 60; n++)); do keys NPage; done
cursor "$(name 1000)"
shown 984 1000
keys Up Up
cursor "$(name 998)"
shown 984 1000
keys PPage
cursor "$(name 981)"
shown 981 997
keys Home
shown 1 17
keys End Down
shown 984 1000

# Searched from there on, over the end; and again.
keys / x3e Enter
before=
for n in 1 2 3; do
	for ((i = 0; i < 50; i++)); do
		at=$(tmux capture-pane -pe | sed -n "s/.*$selected\\(0x3e[0-9a-f]*:POUT\\) .*/\\2/p")
		[ -z "$at" ] || [ "$at" = "$before" ] || break
		sleep 0.1
	done
	[ $i -lt 50 ] || { echo "search $n: $at after $before"; exit 1; }
	before=$at
	keys n
done

# Opened: a line for each of its vCPUs, as many as report tells.
keys Home Enter
first=$(name 1)
seen "^$first"
"$PERF" kvm -i many.data stat report --event=ioport --by=vcpu --name="$first" --csv -F vcpu,sample |
	tr -d '\r' | sort -n >vcpus.csv
last=$(tail -n 1 vcpus.csv)
[ "$(wc -l <vcpus.csv)" -gt 100 ]
keys End
seen "^ *10000  *${last%,*}  *${last#*,}  *"
keys Home
seen "^$first"
# By vCPU: some ten thousand rows. One vCPU of them: the few that are its own.
keys q b b
seen 'VM  vCPU  *IO Port Access'
keys End
seen ' 1     0\.00% '
keys v 255 Enter
total=$("$PERF" kvm -i many.data stat report --event=ioport --vcpu=255 | sed -n 's/^Total Samples:\([0-9]*\).*/\1/p')
seen "Samples:$total "
keys v BSpace BSpace BSpace Enter
seen "Samples:64000 "
keys b b
seen '^ *IO Port Access'
keys Home
shown 1 17

# 40 columns: names and figures side by side; 200: all that there is room for.
tmux resize-window -x 40 -y 12
seen '^perf kvm stat report: ioport, all VMs, a$'
seen '^ *IO Port Access  *Samples  *Samples%$'
seen "^ *$first  *[0-9]*  *[0-9.]*%$"
keys Right Right
seen '^ *IO Port Access  *Time%  *Min Time$\|^ *IO Port Access  *Samples%  *Time%$'
keys Enter
seen "^$(tmux capture-pane -p | sed -n 's/^\(0x[0-9a-f]*:POUT\).*/\1/p;T;q')"
shows 0 '.\{41\}'
keys q Left Left
tmux resize-window -x 200 -y 50
keys c
seen '^ *IO Port Access  *Samples  *Samples%  *Total Time  *Time%  *Min Time  *Max Time  *Avg time  *Std Err  *p50  *p90  *p99  *p99.9  *Rate/s$'
shows 47 '^ *0x[0-9a-f]*:POUT .*us '
keys c

# 256 vCPUs' states: the headings stay.
keys Tab Tab Tab Tab
seen 'report: vcpu'
seen '^ *10000     0 '
keys End
seen '^ *10000   255 '
seen 'VM  VCPU Thread  *Observed  *guest '
tmux resize-window -x 40 -y 12
seen_with End 'all its vCPUs *$'
seen 'VM  VCPU Thread *$'
keys Right Right Right Right Right
seen_with End '^ *10000   255 [0-9.]*%  *[0-9.]*%'
seen '^ *VM  VCPU uest  *kernel'
tmux resize-window -x 100 -y 20
keys q
terminal_is_back

# Live: the same rows, while they come and after.
keys "clear; REPLAY=many.data REPLAY_STAYS=1 '$TOOLS/replay-live' --event ioport -d 0.2 --duration 4.9" Enter
seen 'perf kvm stat live: ioport'
keys t
shown 1 17
keys End
shown 984 1000
keys Home Enter
seen "^$first"
keys End
seen "^ *10000  *${last%,*}  *${last#*,}  *"
# The last 1,000 of those that took long.
keys q d
seen '^ *Time  *VM  *VCPU  *IO Port Access  *Duration'
keys P
seen 'Printed to perf.hist.0'
"$PERF" kvm -i many.data stat report --event=ioport --duration 4.9 | tail -n 1000 | sort >report.txt
sed 1d perf.hist.0 | sort | diff - report.txt
keys q q
terminal_is_back
