#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 300
#
# Percentiles, histograms, rates, and rows by VM, vCPU and thread of every recording: a second
# opinion from the text of `perf script` agrees.
set -u
status=0
for path in "$TESTDATA"/*.data.xz; do
	name=$(basename "$path" .data.xz)
	xz -dc "$path" >"$name.data" || exit 1
done
for path in *.data; do
	name=${path%.data}
	case $name in
	svm-trunc | svm-killed) continue ;; # cut off, so perf script tells no names
	s390x-sched) continue ;;	    # has no events of KVM's
	esac
	"$TESTS/distribution-opinion.py" "$name" >log 2>&1 || { cat log; status=1; }
	grep -q ': [1-9][0-9]* rows$' log || { echo "$name: no rows"; status=1; }
done
exit $status
