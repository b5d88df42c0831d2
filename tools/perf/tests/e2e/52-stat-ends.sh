#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# How a run ends: the command's exit status, signals, timeouts, delays, wrong words.
set -u
. "$TESTS/e2e/common-env.sh"
fail() { echo "FAILED: $*"; exit 1; }
stat() { "$PERF" stat "$@" >out 2>err; }
status() { local want=$1; shift; stat "$@"; local got=$?; [ $got = $want ] || fail "'$*': status $got, not $want: $(cat err)"; }
one_line() { [ "$(wc -l <err)" = 1 ] || fail "$1: more than one line: $(cat err)"; }

status 0 -e cs true
status 7 -e cs sh -c 'exit 7'
status 137 -e cs sh -c 'kill -9 $$'
status 3 -r 2 -e cs sh -c 'exit 3'
status 1 -e cs ./no-such-command; one_line "no command"
grep -q "cannot run ./no-such-command: No such file" err || fail "$(cat err)"
: >file; status 1 -e cs ./file
grep -q "Permission denied" err || fail "$(cat err)"

# Its output is its own, ours goes to stderr.
status 0 -e cs echo hello
[ "$(cat out)" = hello ] || fail "stdout: $(cat out)"

# Usage
status 129; grep -q 'nothing to count' err || fail "usage: $(cat err)"
for words in "--bogus" "-r x true" "-I 0 true" "-x, -j true" "-A true" "--per-thread true" "-p abc" \
	"-C 1-x true" "-B -x, true" "-e cycles:q true" "-e {cs true" "--append true" "-D x true" \
	"-e cs --filter a==1 true"; do
	status 129 $words
	one_line "$words"
done
status 1 -e nosuchevent true; one_line "event"
status 1 -p 4194304; grep -q "no process 4194304" err || fail "$(cat err)"
status 1 -t 4194304; grep -q "no thread 4194304" err || fail "$(cat err)"
status 1 -C 100000 true; grep -q "CPU 100000 is not online" err || fail "$(cat err)"
status 1 -o /no/such/dir/file true; grep -q "^perf stat: -o /no/such/dir/file: No such" err || fail "$(cat err)"
[ -w /dev/full ] && { status 1 -o /dev/full true; grep -q "No space left" err || fail "$(cat err)"; }

# --timeout ends the command, without a word of its death, and is no failure.
status 0 --timeout 200 -e cs sleep 20
grep -q Terminated err && fail "timeout: $(cat err)"
awk '/seconds time elapsed/ { exit !($1 >= 0.2 && $1 < 10) }' err || fail "timeout: $(cat err)"
status 0 -I 50 --interval-count 3 -x, -e cs sleep 20
[ "$(grep -c ,cs, err)" = 3 ] || fail "interval-count: $(cat err)"

# -D: what comes before is not counted.
status 0 -D 1000 -x, -e page-faults sh -c 'sh -c true; sh -c true; sh -c true; sleep 1.5'
[ "$(cut -d, -f1 err)" -lt 40 ] || fail "-D: $(cat err)"
status 0 -D -1 -x, -e page-faults true
grep -q '^<not counted>,,page-faults,0,100.00,,$' err || fail "-D -1: $(cat err)"

# A signal ends the counting, and what was counted is told.
for sig in INT TERM HUP; do
	"$PERF" stat -x, -e cs -p $$ 2>err & pid=$!
	waits $pid
	kill -$sig $pid
	wait $pid || fail "SIG$sig: status $?"
	grep -q cs err || fail "SIG$sig: $(cat err)"
done
# A command gets the signal that we got, and its status is ours.
"$PERF" stat -x, -e cs sh -c 'trap "exit 9" TERM; : >ready; while :; do sleep 0.05; done' 2>err & pid=$!
until [ -e ready ]; do sleep 0.05; done
kill -TERM $pid
wait $pid
[ $? = 9 ] || fail "forwarded signal: $(cat err)"
# -p ends when the process does.
sleep 0.5 & pid=$!
"$PERF" stat -x, -e cs -p $pid 2>err || fail "-p to the end"

# -n counts nothing and takes the time.
status 0 -n sleep 0.2
grep -q cs err && fail "-n: $(cat err)"
awk '/elapsed/ { exit !($1 >= 0.2) }' err || fail "-n: $(cat err)"
# -r tells a mean
status 0 -r 3 -e page-faults true
grep -qE "\(3 runs\)" err && grep -qE '\+- [0-9.]+ seconds time elapsed' err || fail "-r: $(cat err)"

# perf kvm stat COMMAND is the same.
"$PERF" kvm stat -x, -e page-faults sh -c 'exit 5' 2>err
[ $? = 5 ] && grep -q page-faults err || fail "perf kvm stat: $(cat err)"
exit 0
