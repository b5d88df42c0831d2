#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 120
#
# `perf kvm stat live` on a screen, with a guest that goes on and on.
set -eu
. "$TESTS/e2e/live-env.sh"
need_live_guest
need_tmux 80 16
"$TOOLS/guest" --vcpus 2 --loops 2000000000 --spin 2000 --pio-write 2 --pio-read 1 --mmio-write 1 >/dev/null &
guest=$!
trap 'kill $guest; tmux kill-server 2>/dev/null' EXIT

keys "'$PERF' kvm stat live --event ioport -p $guest -d 0.2" Enter
seen "perf kvm stat live -p $guest: ioport, 0.2. s of .* s, all VMs, all VCPUs"
seen '^ *0x3f8:POUT .*us'
seen '^ *0x3f8:PIN .*us'
# It goes on: since the start there are more and more.
keys t
seen 'all of .* s, all VMs'
first=$(tmux capture-pane -p | sed -n 's/.* Samples:\([0-9]*\) .*/\1/p')
sleep 1
second=$(tmux capture-pane -p | sed -n 's/.* Samples:\([0-9]*\) .*/\1/p')
[ "$second" -gt "$first" ]
# Held still, and not.
keys t ' '
seen 'paused'
sleep 0.5
one=$(tmux capture-pane -p)
sleep 1
[ "$(tmux capture-pane -p)" = "$one" ]
keys ' '
gone paused
# A row, its distribution and vCPUs; they go on too.
keys Enter
seen '^0x3f8:'
keys End
seen '^ *[0-9]* *1  *[0-9]*  *[0-9.]*% .* guest$'
keys q Tab
seen ': vmexit, '
keys Tab
seen ': mmio, '
seen '0x10000000:W'
tmux resize-window -x 40 -y 10
seen '0x10000000:W *[0-9]*'
keys Home
tmux resize-window -x 200 -y 12
seen 'Avg time'
keys C-c
seen '^All of '
seen '^Total Samples:'
terminal_is_back

# As tables on the same terminal; q ends that, too.
keys "clear; '$PERF' kvm stat live --stdio --event ioport -d 0.2" Enter
seen '^ *0x3f8:POUT .*us'
seen 'Since the start'
keys q
seen '^All of '
terminal_is_back

# The screen ends with what it watches.
keys "clear; '$PERF' kvm stat live --event ioport -p $guest" Enter
seen "perf kvm stat live -p $guest: "
kill $guest
seen '^All of '
trap 'tmux kill-server 2>/dev/null' EXIT
terminal_is_back
