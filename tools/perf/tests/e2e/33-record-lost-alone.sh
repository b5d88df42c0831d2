#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 150
#
# Buffers that are too small: what is lost is told, as the same number, by the
# recorder, by our reader, and by the other perf.
set -eu
. "$TESTS/e2e/record-env.sh"
need_root
need_stock

# All of the command's calls happened: what is not there is lost.
for how in "" "-z"; do
	"$PERF" record $how -m 1 -a -e raw_syscalls:sys_enter -o lost.data \
		dd if=/dev/zero of=/dev/null bs=1 count=60000 status=none 2>err.txt
	told=$(sed -n 's/.*: lost \([0-9]*\) of \([0-9]*\) samples.*/\1 \2/p' err.txt)
	read -r lost all <<<"$told"
	[ "$lost" -gt 0 ]
	grep -q -- '-m 4' err.txt

	there=$(samples lost.data raw_syscalls:sys_enter)
	by_stock=$(lost lost.data raw_syscalls:sys_enter)
	[ $((there + by_stock)) -ge 120000 ]
	"$PERF" script -i lost.data >ours.txt 2>read.txt
	[ "$(grep -c raw_syscalls ours.txt)" = "$there" ]
	# LOST records count those of other kinds, too: never fewer, and few more.
	[ "$lost" -ge "$by_stock" ]
	[ "$lost" -le $((by_stock + by_stock / 20 + 100)) ]
	[ "$all" -ge $((there + by_stock)) ]
	[ "$all" -le $((there + by_stock + by_stock / 20 + 100)) ]
done

# With room for all, nothing is lost, and nothing said.
"$PERF" record -m 8M -e raw_syscalls:sys_enter -o whole.data \
	dd if=/dev/zero of=/dev/null bs=1 count=30000 status=none 2>err.txt
fails grep -q lost err.txt
[ "$(samples whole.data raw_syscalls:sys_enter)" -ge 60000 ]
told=$(sed -n 's/.* (\([0-9]*\) samples).*/\1/p' err.txt)
[ "$told" = "$(samples whole.data raw_syscalls:sys_enter)" ]
