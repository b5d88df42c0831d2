# SPDX-License-Identifier: GPL-2.0-only
#
# What the scripts share that read recordings beside the installed perf; they source this file.

# The installed perf if it is that of Linux 6.1, whose words are known; else nothing.
other=$(command -v perf)
case $([ -z "$other" ] || "$other" --version 2>/dev/null) in
"perf version 6.1."*) ;;
*) other= ;;
esac

# All that is wrong is told, not only the first; the script ends with `exit $bad`.
bad=0
fail()
{
	echo "$*"
	bad=1
}
