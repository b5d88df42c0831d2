#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# make-corpus.sh CUT FROM...: fill corpus/ with what the fuzzers start from, made
# of the recordings FROM by the program CUT (tests/tools/cut-recording.c).
set -eu
corpus=$(dirname "$(realpath "$0")")/corpus
cut=$1
shift

mkdir -p "$corpus"/fuzz-session "$corpus"/fuzz-tracing-data "$corpus"/fuzz-features
for from; do
	name=$(basename "$from" .data)
	"$cut" "$from" "$corpus/fuzz-session/$name" "$corpus/fuzz-tracing-data" "$corpus/fuzz-features"
done
