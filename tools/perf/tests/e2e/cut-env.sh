# SPDX-License-Identifier: GPL-2.0-only
#
# What the scripts share that cut recordings off; they source this file, and set
# name and percent, which are told.
slower=1
[ "${SANITIZE-0}" = 0 ] || slower=7
failed=0

fail()
{
	echo "$name cut at $percent %: $*"
	sed 's/^/    /' err
	failed=1
}
