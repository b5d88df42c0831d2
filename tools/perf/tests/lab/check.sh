#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# check.sh PERF OUTDIR: hold PERF's reports of what default.sh recorded against
# what the guests say they did. Ends with `N passed, N failed, N skipped`.
set -u
perf=$1 out=$2
passed=0 failed=0

# sum NAME KEY...: what the guest's vCPUs did, added up
sum()
{
	local file=$out/$1.txt
	shift
	for key; do
		sed -n "s/^vcpu=.* $key=\([0-9]*\).*/\1/p" "$file"
	done | awk '{ n += $1 } END { print n + 0 }'
}

# count NAME EVENT KEY: the samples that the report has for this key
count()
{
	"$perf" kvm -i "$out/$1.data" stat report --event="$2" |
		awk -v key="$3" '$1 == key { n = $2 } END { print n + 0 }'
}

total()
{
	"$perf" kvm -i "$out/$1.data" stat report |
		sed -n 's/^Total Samples:\([0-9]*\),.*/\1/p'
}

# expect WHAT FOUND OPERATOR EXPECTED
expect()
{
	if [ "$2" "$3" "$4" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED $1: $2, expected $3 $4"
	fi
}

for name in user kernel pid; do
	vcpus=$(grep -c '^vcpu=' "$out/$name.txt")
	port=0x3f8 address=0x10000000
	[ $name != kernel ] || port=0x21 address=0xfec00000

	# Each vCPU's last exit, a port write, is never followed by an entry.
	expect "$name: io" "$(count $name vmexit io)" = $(($(sum $name pio_write pio_read) - vcpus))
	expect "$name: cpuid" "$(count $name vmexit cpuid)" = "$(sum $name cpuid)"
	expect "$name: msr" "$(count $name vmexit msr)" = "$(sum $name rdmsr wrmsr)"
	expect "$name: hlt" "$(count $name vmexit hlt)" = "$(sum $name hlt)"
	# Page faults are among these: the guest's memory is mapped as it is touched.
	expect "$name: npf" "$(count $name vmexit npf)" -ge "$(sum $name mmio_write mmio_read)"
	# The kernel counts every exit itself.
	expect "$name: all exits" "$(total $name)" = $(($(sum $name exits) - vcpus))

	expect "$name: port writes" "$(count $name ioport $port:POUT)" = $(($(sum $name pio_write) - vcpus))
	expect "$name: port reads" "$(count $name ioport $port:PIN)" = "$(sum $name pio_read)"
	expect "$name: memory writes" "$(count $name mmio $address:W)" = "$(sum $name mmio_write)"
	expect "$name: memory reads" "$(count $name mmio $address:R)" = "$(sum $name mmio_read)"
done

# What was reported inside the machine is what is reported here (another perf
# than ours reports on stderr).
[ ! -s "$out/user.report.txt" ] ||
	expect "the same report inside" "$("$perf" kvm -i "$out/user.data" stat report | cksum)" \
		= "$(cksum <"$out/user.report.txt")"

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
