#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# make-corpus.sh CUT FROM...: fill corpus/ with what the fuzzers start from, made
# of the recordings FROM by the program CUT (tests/tools/cut-recording.c).
set -eu
corpus=$(dirname "$(realpath "$0")")/corpus
cut=$1
shift

mkdir -p "$corpus"/fuzz-session "$corpus"/fuzz-tracing-data "$corpus"/fuzz-features "$corpus"/fuzz-analysis
lean=$(mktemp)
trap 'rm -f "$lean"' EXIT
asked=0
for from; do
	name=$(basename "$from" .data)
	"$cut" "$from" "$corpus/fuzz-session/$name" "$corpus/fuzz-tracing-data" "$corpus/fuzz-features"

	# In which form, with intervals of 65 us to 8 s, and by whose formats (borrow.c).
	case $name in
	arm64*) formats=1 ;;
	riscv64*) formats=2 ;;
	ppc64le*) formats=3 ;;
	s390x*) formats=4 ;;
	*) formats=0 ;;
	esac
	"$cut" "$from" "$lean" samples
	{
		# shellcheck disable=SC2059 # the bytes are the format
		printf "$(printf '\\x%02x\\x%02x\\x%02x' $((asked * 37 % 256)) $((16 + asked % 18)) $formats)"
		cat "$lean"
	} >"$corpus/fuzz-analysis/$name"
	asked=$((asked + 1))
done
