# SPDX-License-Identifier: GPL-2.0-only
#
# What all scripts that record, count or watch share; they source this file, or one that does.

skip()
{
	echo "$*"
	exit 77
}

# fails COMMAND...: it must. A plain "! command" would not end a script, even with set -e.
fails()
{
	! "$@"
}

# waits PID: until it waits for something to happen. A recorder that does so has begun.
waits()
{
	local i
	for ((i = 0; i < 600; i++)); do
		[ -e "/proc/$1" ] || { echo "process $1 has ended"; return 1; }
		! grep -q poll "/proc/$1/wchan" || return 0
		sleep 0.05
	done
	echo "process $1 has not come to wait"
	return 1
}

# says STATUS WORDS COMMAND...: the command fails so, with one line that has the words
says()
{
	local expected=$1 words=$2 status=0
	shift 2
	"$@" >out.txt 2>err.txt </dev/null || status=$?
	[ $status = "$expected" ] || { echo "status $status: $*"; cat err.txt; return 1; }
	grep -q -- "$words" err.txt || { echo "not '$words': $*"; cat err.txt; return 1; }
	[ "$(wc -l <err.txt)" = 1 ] || { echo "not one line: $*"; cat err.txt; return 1; }
	[ ! -s out.txt ] || { echo "on stdout: $*"; cat out.txt; return 1; }
}
