# SPDX-License-Identifier: GPL-2.0-only
#
# What the scripts that record share; they source this file.
set -E
trap 'echo "line $LINENO: $BASH_COMMAND"' ERR
stock=${STOCK:-/usr/bin/perf}
export PERF stock

. "$TESTS/e2e/common-env.sh"

# Tracepoints of the whole machine are for root alone.
need_root()
{
	[ "$(id -u)" = 0 ] || skip "only root may record tracepoints"
	[ -r /sys/kernel/tracing/events/sched/enable ] || skip "tracefs is not readable here"
}

# The distribution's perf of Linux 6.1 or newer, to hold ours against.
need_stock()
{
	[ -x "$stock" ] || skip "no $stock to compare with"
	[[ $("$stock" version) =~ version\ ([0-9]+)\.([0-9]+) ]]
	((BASH_REMATCH[1] > 6 || (BASH_REMATCH[1] == 6 && BASH_REMATCH[2] >= 1))) ||
		skip "$stock is older than 6.1"
}

need_guest()
{
	local status=0
	"$TOOLS/guest" >/dev/null 2>&1 || status=$?
	[ $status = 0 ] || skip "no guest can be run here"
	[ -r /sys/kernel/tracing/events/kvm/kvm_pio/format ] || skip "no tracepoints of KVM"
}

# Trace buffers are for those who have tracefs, and threads' numbers that it knows.
has_ftrace()
{
	[ -d /sys/kernel/tracing/instances ] && [ "$(readlink /proc/self/ns/pid)" = 'pid:[4026531836]' ]
}

# started FILE PID: waits until the recorder PID, told to write FILE, is on
started()
{
	waits "$2"
	[ -s "$1" ]
}

# samples FILE [EVENT]: how many the other perf finds
samples()
{
	"$stock" report -i "$1" --stats 2>/dev/null | awk -v event="${2-}" '
		/stats:$/ { now = $1 }
		/ SAMPLE events:/ && (event == "" ? now == "Aggregated" : now == event) { n = $3 }
		END { print n + 0 }'
}

# lost FILE EVENT: how many it says the event lost
lost()
{
	"$stock" report -i "$1" --stats 2>/dev/null | awk -v event="$2" '
		/stats:$/ { now = $1 }
		/ LOST_SAMPLES events:/ && now == event { n = $3 }
		END { print n + 0 }'
}

# same_text FILE: both perfs print the same of it
same_text()
{
	"$PERF" script -i "$1" >ours.txt
	"$stock" script -i "$1" -F comm,tid,cpu,time,event,trace >stock.txt 2>/dev/null ||
		"$stock" script -i "$1" -F comm,tid,time,event,trace >stock.txt 2>/dev/null
	[ -s ours.txt ]
	# Blanks differ with the width of names; a CPU that the id tells is ours alone.
	tidy='s/[[:space:]]\+/ /g; s/ $//; s/ \[[0-9]*\] / /'
	cmp <(sed "$tidy" ours.txt) <(sed "$tidy" stock.txt)
}
