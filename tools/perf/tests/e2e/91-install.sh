#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What `make install` and `make install-man` put where, under both names.
set -eu
. "$TESTS/e2e/common-env.sh"
trap 'echo "line $LINENO: $BASH_COMMAND"' ERR
top=$(realpath "$TESTS/../../..")
objects=$(dirname "$PERF")
[ "$SANITIZE" = 0 ] || { echo "the ordinary build's test"; exit 77; }

install()
{
	make -s -C "$top" O="$objects" DESTDIR="$WORK/$1" "${@:2}" >&2
	(cd "$WORK/$1" && find . ! -type d | sort)
}

# Beside the distribution's perf: under another name, its pages in another section.
files=$(install beside install)
[ "$files" = "./usr/local/bin/perf-kvm
./usr/local/share/perf-kvm/perf-kvm-stat.schema.json" ]
files=$(install instead install NAME=perf PREFIX=/usr)
[ "$files" = "./usr/bin/perf
./usr/share/perf/perf-kvm-stat.schema.json" ]
usage=$(beside/usr/local/bin/perf-kvm -h || :)
[ "$usage" = "$(instead/usr/bin/perf kvm -h || :)" ]
[[ $usage == *"perf kvm"*stat* ]]

[ -d "$top/tools/perf/Documentation" ] && command -v asciidoctor >/dev/null || exit 0
files=$(install man1 install-man)
fails grep -v '^./usr/local/share/man/man1/perf[-a-z]*\.1kvm$' <<<"$files"
grep -q '/perf-kvm.1kvm$' <<<"$files"
files=$(install man2 install-man NAME=perf PREFIX=/usr)
fails grep -v '^./usr/share/man/man1/perf[-a-z]*\.1$' <<<"$files"
