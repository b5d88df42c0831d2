# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2034
#
# Sourced by the other scripts: which packages what needs, and `need GROUP...`,
# which installs what is missing of them, or says how to and ends the script.
# Needs nothing but a shell.

# build: to build perf, and to unpack what it is shown on; test: to run the tests;
# extra: what some tests do without (linux-perf is what ours is compared with, clang
# has the fuzzer); lab: to boot an emulated machine; doc: to make the manual pages
apt_build="gcc libc6-dev make pkg-config libtraceevent-dev libtracefs-dev libelf-dev zlib1g-dev libzstd-dev
	libslang2-dev libjansson-dev libpopt-dev libbsd-dev xz-utils"
apt_test="python3 python3-jsonschema jq libcmocka-dev zstd tmux"
apt_extra="linux-perf clang libclang-rt-dev"
apt_lab="qemu-system-x86 busybox-static cpio"
apt_doc="asciidoctor"

dnf_build="gcc glibc-devel glibc-static make pkgconf-pkg-config libtraceevent-devel libtracefs-devel
	elfutils-libelf-devel zlib-devel libzstd-devel slang-devel jansson-devel popt-devel libbsd-devel xz"
dnf_test="python3 python3-jsonschema jq libcmocka-devel zstd tmux libasan libubsan"
dnf_extra="perf clang compiler-rt"
dnf_lab="qemu-system-x86-core busybox cpio"
dnf_doc="rubygem-asciidoctor"

# words VARIABLE_PREFIX GROUP...: the packages of these groups
words()
{
	prefix=$1
	shift
	for group; do
		eval "printf '%s ' \$${prefix}_$group"
	done
}

# The packages named that are not installed.
apt_missing()
{
	for package; do
		case $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) in
		*' installed') ;;
		*) printf '%s ' "$package" ;;
		esac
	done
}

# An ordinary user's `apt-get` needs sudo; without a terminal sudo may not ask.
as_root()
{
	if [ "$(id -u)" = 0 ]; then
		"$@"
	elif [ -t 0 ]; then
		sudo "$@"
	else
		sudo -n "$@"
	fi
}

can_be_root()
{
	[ "$(id -u)" = 0 ] || { command -v sudo && { [ -t 0 ] || sudo -n true; }; } >/dev/null 2>&1
}

# apt_install PACKAGE...
apt_install()
{
	echo "Installing $*" >&2
	# Environment by `env`: sudo drops it.
	as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
		-o Dpkg::Use-Pty=0 install "$@" >/dev/null
}

# need GROUP...: the script ends where they can't be had.
need()
{
	if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
		# shellcheck disable=SC2046 # lists of words
		missing=$(apt_missing $(words apt "$@"))
		[ -n "$missing" ] || return 0
		# shellcheck disable=SC2086
		if can_be_root && as_root apt-get -qq update && apt_install $missing; then
			return 0
		fi
		echo "$0: packages are missing; as root: apt-get install $missing" >&2
		exit 1
	fi
	if command -v rpm >/dev/null; then
		# shellcheck disable=SC2046
		missing=$(rpm -q --qf '' $(words dnf "$@") 2>/dev/null |
			sed -n 's/^package \(.*\) is not installed$/\1/p' | tr '\n' ' ')
		[ -n "$missing" ] || return 0
		echo "$0: packages are missing; as root: dnf install $missing" >&2
		exit 1
	fi
	# Some other distribution: the build says what it misses.
	echo "$0: what is needed, as Debian names it: $(words apt "$@" | tr -s '\n\t ' ' ')" >&2
	echo "$0: as Fedora names it: $(words dnf "$@" | tr -s '\n\t ' ' ')" >&2
}

# want GROUP...: what of them can be had without asking.
want()
{
	command -v apt-get >/dev/null && can_be_root || return 0
	# shellcheck disable=SC2046
	for package in $(apt_missing $(words apt "$@")); do
		apt-cache show "$package" >/dev/null 2>&1 || as_root apt-get -qq update
		apt_install "$package" || echo "$0: doing without $package" >&2
	done
}
