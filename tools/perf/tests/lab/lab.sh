#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# lab.sh OBJDIR [SCENARIO [OUTDIR]]: boot a stock Debian kernel with KVM on an
# emulated AMD machine, run a scenario in it, and bring what it left in its
# current directory back into OUTDIR. Without SCENARIO: default.sh, and then
# check.sh holds our reports against what the guests did. `make lab` calls this.
#
# The machine has perf (ours, static), guest, and busybox's commands. Environment:
#   LAB_PERF    another perf to put into it (copied with its libraries)
#   LAB_KERNEL  an unpacked kernel package (boot/, lib/modules/) instead of Debian's
#   LAB_CPU     the emulated CPU (default: AMD with SVM and nested paging)
#   LAB_APPEND  further words for the kernel's command line
#   LAB_TIMEOUT seconds after which the machine is ended (300)
#
# One emulating thread only: with several, QEMU 7.2 corrupts the emulated kernel
# under nested paging. tsc=reliable, or times come out equal.
set -eu
here=$(dirname "$(realpath "$0")")
objects=$(realpath "$1")
scenario=${2:-$here/default.sh}
lab=$objects/lab
out=${3:-$lab/out}
. "$here/../../../../scripts/deps.sh"

need lab
mkdir -p "$lab"

# Debian's kernel, unpacked but not installed.
kernel=${LAB_KERNEL:-$lab/kernel}
if [ ! -e "$kernel/boot" ]; then
	apt-cache show linux-image-cloud-amd64 >/dev/null 2>&1 || as_root apt-get -qq update
	package=$(apt-cache depends linux-image-cloud-amd64 | sed -n 's/.*Depends: \(linux-image-[^ ]*\).*/\1/p')
	[ -n "$package" ] || { echo "lab: apt has no linux-image-cloud-amd64; give a kernel by LAB_KERNEL=" >&2; exit 1; }
	echo "lab: downloading $package (once)"
	rm -rf "$lab/download"
	mkdir "$lab/download"
	# By root too, apt downloads as a user of its own, who can't write here.
	(cd "$lab/download" && apt-get -qq -o APT::Sandbox::User=root download "$package" && dpkg -x ./*.deb tree)
	mv "$lab/download/tree" "$kernel"
fi
image=$(echo "$kernel"/boot/vmlinuz-*)

# What is put into the machine: a root file system, as an initrd.
root=$lab/root
rm -rf "$root"
mkdir -p "$root"/{bin,usr/bin,dev,lib64,modules,out,proc,root,sys,tmp}
ln -s usr/lib "$root/lib"
cp "$(command -v busybox)" "$root/bin/busybox"
cp "$here/init" "$root/init"
cp "$scenario" "$root/scenario.sh"
cp "$objects/tests/guest" "$root/usr/bin/guest"
if [ -n "${LAB_PERF-}" ]; then
	cp -L "$LAB_PERF" "$root/usr/bin/perf"
	mkdir -p "$root/usr/lib"
	for library in $(ldd "$LAB_PERF" | grep -o '/[^ ]*'); do
		cp -L --parents "$library" "$root/"
	done
else
	cp "$objects/perf-static" "$root/usr/bin/perf"
fi
chmod +x "$root/init"
# In this order, each after those it needs.
modules="virtio_ring virtio virtio_pci_modern_dev virtio_pci_legacy_dev virtio_pci virtio_blk irqbypass kvm"
for module in $modules kvm-amd kvm-intel; do
	file=$(find "$kernel" -name "$module.ko*")
	case $file in
	*.xz) xz -dc "$file" >"$root/modules/$module.ko" ;;
	*.zst) zstd -qdc "$file" >"$root/modules/$module.ko" ;;
	?*) cp "$file" "$root/modules/" ;;
	*) modules=${modules/$module/} ;; # built in
	esac
done
printf '%s\n' $modules >"$root/modules/list"
# Uncompressed: an emulated machine is slow at unpacking.
(cd "$root" && find . | cpio -o -H newc --quiet) >"$lab/initrd"

rm -rf "$out" "$lab/disk"
mkdir -p "$out"
truncate -s 256M "$lab/disk"
timeout "${LAB_TIMEOUT:-300}" qemu-system-x86_64 -nodefaults -no-user-config -display none -no-reboot \
	-machine q35 -accel tcg,thread=single -cpu "${LAB_CPU:-EPYC,+svm,+npt}" -smp 2 -m 1G -serial stdio \
	-kernel "$image" -initrd "$lab/initrd" \
	-append "console=ttyS0 quiet panic=-1 tsc=reliable ${LAB_APPEND-}" \
	-drive "file=$lab/disk,format=raw,if=virtio,cache=unsafe" </dev/null 2> >(grep -v "TCG doesn't support" >&2) |
	tr -d '\r' | tee "$out/console.txt"
if ! tar -xf "$lab/disk" -C "$out"; then
	echo "lab: the machine brought nothing back: see $out/console.txt" >&2
	exit 1
fi
rm "$lab/disk"
status=$(cat "$out/status")
[ "$status" = 0 ] || { echo "lab: the scenario ended with status $status" >&2; exit 1; }
[ -n "${2-}" ] || "$here/check.sh" "$objects/perf" "$out"
