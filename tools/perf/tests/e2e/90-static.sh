#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The static program runs where there is nothing else: no libraries, no files.
set -eu
trap 'echo "line $LINENO: $BASH_COMMAND"' ERR
[ -n "$PERF_STATIC" ] || { echo "not built"; exit 77; }
[ "$(id -u)" = 0 ] || { echo "chroot needs root"; exit 77; }

mkdir root
cp "$PERF_STATIC" root/perf
[ "$(chroot root /perf version)" = "$("$PERF" version)" ]
xz -dc "$TESTDATA/svm-1vm-2vcpu.data.xz" >root/file
chroot root /perf kvm -i /file stat report >static.txt
"$PERF" kvm -i root/file stat report >dynamic.txt
cmp static.txt dynamic.txt
grep -q 'VM-EXIT' static.txt
