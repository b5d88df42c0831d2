#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What chosen columns, groups, distributions, CSV and JSON look like: data/columns.txt, line by
# line. With UPDATE=1 it is written anew.
set -u
golden=$TESTDATA/columns.txt
grep '^\$ ' "$golden" | while read -r _ _ _ _ name rest; do
	[ -e "$name" ] || xz -dc "$TESTDATA/$name.xz" >"$name" || exit 1
	echo "\$ perf kvm -i $name $rest"
	eval "\"\$PERF\" kvm -i $name $rest" 2>&1
done >got
[ -z "${UPDATE-}" ] || cp got "$golden"
diff -u "$golden" got && [ -s got ]
