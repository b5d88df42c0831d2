#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What cannot be watched: one line that names the real cause, and what to do.
set -eu
. "$TESTS/e2e/live-env.sh"

live=("$PERF" kvm stat live)
says 129 "--event nosuch: there is no such event set here" "${live[@]}" --event nosuch
[ "$(uname -m)" != x86_64 ] || says 1 "--event hcall: there is no such event set here" "${live[@]}" --event hcall
says 129 '-d 0' "${live[@]}" -d 0
says 129 '-d x' "${live[@]}" -d x
says 129 '--count -1' "${live[@]}" --count=-1
says 129 '--duration no' "${live[@]}" --duration no
says 129 '-m 0' "${live[@]}" -m 0
says 129 '--json-lines' "${live[@]}" --json
says 129 '--vcpu' "${live[@]}" --vcpu x
says 129 "there is no key 'x'" "${live[@]}" -k x
case $(uname -m) in
x86_64 | i?86) says 129 "--event x: .*vmexit, mmio, ioport, msr" "${live[@]}" --event x ;;
esac
[ "$(id -u)" = 0 ] && [ -r /sys/kernel/tracing/events/kvm/kvm_pio/format ] || skip "no tracepoints of KVM to be read"
says 1 '999999999: there is no process\|no process 999999999' "${live[@]}" -p 999999999
says 1 'CPU 99999 is not online' "${live[@]}" -C 99999
says 1 '/no/such: cannot be started: No such file' "${live[@]}" /no/such

# As somebody else: the cause is the permission.
cp -L "$PERF" perf
chmod 755 . perf
nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
"${nobody[@]}" ./perf version >/dev/null || skip "perf cannot be run as another user here"
"${nobody[@]}" test ! -r /sys/kernel/tracing/events || skip "anybody may read tracepoints here"
says 1 'permission.*run as root' "${nobody[@]}" ./perf kvm stat live
