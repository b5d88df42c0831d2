# SPDX-License-Identifier: GPL-2.0-only
#
# What the scripts of `perf kvm stat live` and of screens share; they source this file.
set -E
trap 'echo "line $LINENO: $BASH_COMMAND"' ERR

. "$TESTS/e2e/common-env.sh"

need_live_guest()
{
	local status=0
	[ "$(id -u)" = 0 ] || skip "only root may open tracepoints"
	[ -r /sys/kernel/tracing/events/kvm/kvm_pio/format ] || skip "no tracepoints of KVM to be read"
	"$TOOLS/guest" >/dev/null 2>&1 || status=$?
	[ $status = 0 ] || skip "no guest can be run here"
	"$PERF" kvm stat live --event ioport --csv -F name,sample "$TOOLS/guest" --pio-write 20 \
		>probe.csv 2>probe.err || { cat probe.err; return 1; }
	grep -q '0x3f8:POUT' probe.csv || skip "this kernel's KVM fires no events"
}

# samples FILE: the sum of the column "count" of a CSV file
samples()
{
	awk -F, '{ sub(/\r$/, "") } NR == 1 { for (i = 1; i <= NF; i++) if ($i == "count") c = i; next } { n += $c } END { print n + 0 }' "$1"
}

# cpu_ms PID: user and system time that it has used
cpu_ms()
{
	awk -v hz="$(getconf CLK_TCK)" '{ sub(/^.*\) /, ""); print int(($12 + $13) * 1000 / hz) }' "/proc/$1/stat"
}

# A terminal of our own: its server ends with us.
tmux()
{
	command tmux -S "$WORK/tmux" -f /dev/null "$@"
}

need_tmux()
{
	command -v tmux >/dev/null || skip "no tmux"
	export TERM=xterm
	tmux new-session -d -x "$1" -y "$2" "exec env TERM=screen PS1='ready> ' LC_ALL=C sh" || skip "no tmux can be run here"
	trap 'tmux kill-server 2>/dev/null' EXIT
	seen 'ready>'
}

# on_screen WORDS COMMAND...: waits until the command holds of the terminal, in screen.txt
on_screen()
{
	local i words=$1
	shift
	for ((i = 0; i < 150; i++)); do
		tmux capture-pane -p >screen.txt
		! "$@" || return 0
		sleep 0.1
	done
	echo "$words"
	cat screen.txt
	return 1
}

has() { grep -q -- "$1" screen.txt; }
lacks() { ! grep -q -- "$1" screen.txt; }
counts() { [ "$(grep -c -- "$2" screen.txt)" = "$1" ]; }
typed() { has "$2" || { keys "$1" && false; }; }

# seen PATTERN: waits until the terminal shows it
seen() { on_screen "not seen: $1" has "$1"; }
# gone PATTERN: until it no longer does
gone() { on_screen "still seen: $1" lacks "$1"; }
# shows N PATTERN: until so many lines have it
shows() { on_screen "not seen $1 times: $2" counts "$1" "$2"; }
# seen_with KEY PATTERN: as seen(), but types the key each time: a change of size may come after it
seen_with() { on_screen "not seen with $1: $2" typed "$1" "$2"; }

# Types words; those that are names of keys are keys.
keys()
{
	tmux send-keys "$@"
}

# The terminal is as a shell wants it: its settings, its first screen, and the cursor is seen.
terminal_is_back()
{
	seen 'ready>'
	keys C-l
	keys "clear; stty -a | tr ';' '\\n' | grep -c -- '-icanon\\|-echo ' ; echo en''d" Enter
	seen '^end'
	grep -q '^0$' screen.txt || { cat screen.txt; return 1; }
	[ "$(tmux display -p '#{alternate_on} #{cursor_flag}')" = '0 1' ] ||
		{ tmux display -p '#{alternate_on} #{cursor_flag}'; return 1; }
}
