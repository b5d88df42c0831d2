#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Whoever reads what perf prints has gone, as `head` does: it ends quietly, by
# SIGPIPE, as other programs do. Where that signal is ignored, it tells.
set -eu
. "$TESTS/e2e/live-env.sh"
xz -dkc "$TESTDATA/svm-extra-events.data.xz" >guest.data

# unread STATUS PIPE COMMAND...: with nobody at the other end of its output
unread()
{
	local expected=$1 signal=$2 status=0
	shift 2
	{ sleep 0.2; exec env --"$signal"-signal=PIPE REPLAY=guest.data PERF_PAGER=cat "$@" 2>err.txt </dev/null; } | true ||
		status=${PIPESTATUS[0]}
	[ $status = "$expected" ] || { echo "status $status: $*"; cat err.txt; return 1; }
}
set -o pipefail

# quiet COMMAND...
quiet()
{
	unread 141 default "$@"
	[ ! -s err.txt ] || { echo "on stderr: $*"; cat err.txt; return 1; }
}

report=("$PERF" kvm -i guest.data stat report)
quiet "${report[@]}"
for form in --csv --json-lines --json --histogram --interval=0.1 --duration=100 "--csv --interval=0.1" \
	--event=vcpu "--event=vcpu --csv" "--event=vcpu --json-lines"; do
	quiet "${report[@]}" $form
done
for form in "" --csv --json-lines --duration=100 --histogram "--event vcpu" "--event vcpu --csv" "--event vcpu --json-lines"; do
	quiet "$TOOLS/replay-live" $form
done
quiet "$PERF" script -i guest.data
quiet "$PERF" evlist -i guest.data

for command in "$PERF kvm -i guest.data stat report --csv" "$PERF script -i guest.data"; do
	unread 1 ignore $command
	[ "$(cat err.txt)" = 'perf: cannot write to standard output: Broken pipe' ] || { cat err.txt; exit 1; }
done
