#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 300
#
# What `make dist` packs is enough: unpacked elsewhere it builds, and holds the
# tests (which are not run again from in there).
set -eu
trap 'echo "line $LINENO: $BASH_COMMAND"' ERR
top=$(realpath "$TESTS/../../..")
[ "$SANITIZE" = 0 ] || { echo "the ordinary build's test"; exit 77; }

# A directory of its own: the tree itself stays as it is.
make -s -C "$top" O="$WORK/objects" DISTDIR="$WORK" dist
tar -xf perf-*.tar.xz
cd perf-*/
make -s -j"$(nproc)"
[ "$(./perf version)" = "$("$PERF" version)" ]
for file in README.md scripts/check.sh tools/perf/tests/run.sh tools/perf/tests/e2e/"$(basename "$0")"; do
	[ -e "$file" ] || { echo "$file is not in the package"; exit 1; }
done
