#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# How fast `perf kvm stat report` is, and how much memory it takes, beside the
# installed perf's. BENCH_SAMPLES says how many samples (5 million), BENCH_RUNS how
# often (5), BENCH_DIR where there is room for the recordings (some 600 MB).
set -eu
samples=${BENCH_SAMPLES:-5000000}
work=$(mktemp -d "${BENCH_DIR:-${TMPDIR:-/tmp}}/perf-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT

xz -dc "$TESTDATA/svm-1vm-2vcpu.data.xz" >"$work/one.data"
for kind in file zstd pipe; do
	option=
	[ $kind = file ] || option=-${kind:0:1}
	"$TOOLS/repeat-recording" $option -n "$samples" "$work/one.data" "$work/$kind.data" \
		2>"$work/$kind.log"
done
"$(dirname "$0")/measure.py" "${BENCH_RUNS:-5}" "$(awk '{ print $3 }' "$work/file.log")" "$work" \
	"$PERF" "$(command -v perf || true)"
