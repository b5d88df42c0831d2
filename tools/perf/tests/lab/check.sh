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
	done | awk '{ n += $1 } END { printf "%.0f\n", n }'
}

# count NAME EVENT KEY: the samples that the report has for this key
count()
{
	"$perf" kvm -i "$out/$1.data" stat report --event="$2" |
		awk -v key="$3" '$1 == key { n = $2 } END { printf "%.0f\n", n }'
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

for name in user kernel pid ftrace own; do
	[ -e "$out/$name.data" ] || continue
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

[ ! -e "$out/ftrace.data" ] ||
	expect "no trace buffers are left" "$(wc -l <"$out/ftrace-left.txt")" = 0

# Recorded alone, what a VM's vCPUs did is known all the same.
# vcpu_share STATE: of all vCPUs' time, in percent
vcpu_share()
{
	"$perf" kvm -i "$out/vcpu.data" stat report --event=vcpu --csv | tr -d '\r' | awk -F, -v state="$1" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ all += $at["time_ns"] }
		$at["name"] == state { n += $at["time_ns"] }
		END { print int(100 * n / all) }'
}

if [ -e "$out/vcpu.data" ]; then
	expect "vcpu: guest" "$(vcpu_share guest)" -gt 0
	expect "vcpu: unknown" "$(vcpu_share unknown)" -le 5
fi

# live_sum NAME COLUMN KEY: a column of all intervals together
live_sum()
{
	tr -d '\r' <"$out/live-$1.csv" | awk -F, -v column="$2" -v key="$3" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		key == "" || $at["name"] == key { n += $at[column] }
		END { printf "%.0f\n", n }'
}

if [ -e "$out/live-vmexit.csv" ]; then
	expect "live: io" "$(live_sum vmexit count io)" = $(($(sum live-vmexit pio_write pio_read) - 2))
	expect "live: cpuid" "$(live_sum vmexit count cpuid)" = "$(sum live-vmexit cpuid)"
	expect "live: msr" "$(live_sum vmexit count msr)" = "$(sum live-vmexit rdmsr wrmsr)"
	expect "live: hlt" "$(live_sum vmexit count hlt)" = "$(sum live-vmexit hlt)"
	expect "live: all exits" "$(live_sum vmexit count '')" = $(($(sum live-vmexit exits) - 2))
	expect "live: port writes" "$(live_sum ioport count 0x3f8:POUT)" = $(($(sum live-ioport pio_write) - 2))
	expect "live: port reads" "$(live_sum ioport count 0x3f8:PIN)" = "$(sum live-ioport pio_read)"
	expect "live: memory writes" "$(live_sum mmio count 0x10000000:W)" = "$(sum live-mmio mmio_write)"
	expect "live: memory reads" "$(live_sum mmio count 0x10000000:R)" = "$(sum live-mmio mmio_read)"
	for set in vmexit ioport mmio vcpu count; do
		expect "live: nothing lost of $set" "$(grep -ci 'lost' "$out/live-$set.txt")" = 0
	done

	# The vCPUs' time, from their first event on, is all that they took but for what came before it.
	took=$(sum live-vcpu ns)
	expect "live: vCPUs' time" "$(live_sum vcpu time_ns '')" -le "$((took * 11 / 10))"
	expect "live: vCPUs' time" "$(live_sum vcpu time_ns '')" -ge "$((took * 8 / 10))"
	for state in guest kernel vmm; do
		expect "live: some time is $state" "$(live_sum vcpu time_ns $state)" -gt "$((took / 1000))"
	done
	expect "live: some time is halted" "$(live_sum vcpu time_ns halted)" -gt 0
	expect "live: little is unknown" "$(live_sum vcpu time_ns unknown)" -lt "$((took / 20))"

	# Three intervals of a guest that goes on: twice as many cpuid as rdmsr, but for the borders.
	expect "live: intervals" "$(tail -n +2 "$out/live-count.csv" | cut -d, -f1 | sort -u | wc -l)" -ge 3
	expect "live: intervals" "$(tail -n +2 "$out/live-count.csv" | cut -d, -f1 | sort -u | wc -l)" -le 4
	msr=$(live_sum count count msr) cpuid=$(live_sum count count cpuid)
	expect "live: it counts" "$msr" -gt 100
	expect "live: twice as many" "$cpuid" -ge $((2 * msr - 24))
	expect "live: twice as many" "$cpuid" -le $((2 * msr + 24))
	expect "live: tables" "$(grep -c 's since the start, the last' "$out/live-table.txt")" = 2
fi

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
