#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Holds $PERF's reports against second-opinion.py's on recordings that were shaken.

A shaken recording is a real one with samples left out, its begin or end cut off, its threads
moved between CPUs at random, gaps of lost records in the CPUs' buffers, or a coarse clock; its
records stand in rounds again as perf record writes them. The seed tells all: shake.py SEED
repeats one, and leaves it in $WORK if the two do not agree.

Usage: shake.py FIRST [BEHIND_LAST]
"""
import os
import random
import re
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
import golden  # pylint: disable=wrong-import-position

SCRIPT = golden.load("script-text", os.path.join("tools", "script-text.py"))
NAMES = ("svm-1vm-2vcpu", "vmx-smp-1vm", "vmx-hsw-2vm", "svm-pid", "arm64-mix", "ppc64le-mix",
         "riscv64-mix", "i386-zstd", "vmx-skx-nested")
ARGUMENTS = ("--event=vmexit", "--event=vmexit --vcpu=1", "--event=mmio", "--event=mmio --vcpu=0",
             "--event=ioport", "--event=msr", "--event=hcall")
LOST, SAMPLE, FINISHED_ROUND = 2, 9, 68


class Record:
    """A record and where its time and CPU stand."""

    def __init__(self, recording, kind, misc, body):
        has = recording.attrs[0][2]
        self.kind = kind
        self.data = bytearray(struct.pack("<IHH", kind, misc, 8 + len(body)) + body)
        count = lambda bits: 8 * bin(has & bits).count("1")
        if kind == SAMPLE:
            self.at_time = 8 + count(SCRIPT.IDENTIFIER | SCRIPT.IP | SCRIPT.TID)
            self.at_cpu = self.at_time + 8 + count(SCRIPT.ADDR | SCRIPT.ID | SCRIPT.STREAM)
        else:
            self.at_cpu = len(self.data) - 8 - count(SCRIPT.IDENTIFIER)
            self.at_time = self.at_cpu - 8 - count(SCRIPT.ID | SCRIPT.STREAM)

    def time(self, new=None):
        if new is not None:
            struct.pack_into("<Q", self.data, self.at_time, new)
        return struct.unpack_from("<Q", self.data, self.at_time)[0]

    def tid(self):
        return struct.unpack_from("<I", self.data, self.at_time - 4)[0]

    def cpu(self, new=None):
        if new is not None:
            struct.pack_into("<I", self.data, self.at_cpu, new)
        return struct.unpack_from("<I", self.data, self.at_cpu)[0]


def lost_record(recording, behind, count):
    """What the kernel writes when there is room again for the record @behind."""
    trailer = bytes(8) if recording.attrs[0][2] & SCRIPT.IDENTIFIER else b""
    stamp = bytes(behind.data[behind.at_time - 8:behind.at_time + 8])
    between = bytes(8 * bin(recording.attrs[0][2] & (SCRIPT.ID | SCRIPT.STREAM)).count("1"))
    body = struct.pack("<QQ", 0, count) + stamp + between + struct.pack("<II", behind.cpu(), 0)
    return Record(recording, LOST, 0, body + trailer)


def shake(recording, records, chance):
    """Changes @records, in order of time, and returns them as buffers: {CPU: records}."""
    style = chance.choice(("drop", "lose", "move", "coarse", "all"))
    if style in ("drop", "all"):
        share = chance.choice((0.01, 0.1))
        records = [r for r in records if r.kind != SAMPLE or chance.random() >= share]
    if chance.random() < 0.3:
        records = records[int(chance.random() * len(records) / 2):]
    if chance.random() < 0.5:
        records = records[:chance.randrange(len(records) // 10, len(records))]
    if style in ("lose", "move", "all"):
        cpus, share, where = chance.choice((1, 2, 4, 8)), chance.choice((0.001, 0.02, 0.2)), {}
        for record in records:
            tid = record.tid()
            if tid not in where or chance.random() < share:
                where[tid] = chance.randrange(cpus)
            record.cpu(where[tid])
    if style == "coarse":
        tick = chance.choice((1000, 100000, 4000000))
        for record in records:
            record.time(record.time() // tick * tick + 1)
    buffers = {}
    for record in records:
        buffers.setdefault(record.cpu(), []).append(record)
    if style in ("lose", "all"):
        for cpu, buffer in buffers.items():
            buffers[cpu] = lose(recording, buffer, chance)
    return buffers


def lose(recording, buffer, chance):
    """@buffer with gaps, and LOST records behind them."""
    share, kept, at = chance.choice((0.0005, 0.005, 0.02)), [], 0
    while at < len(buffer):
        if kept and chance.random() < share:
            gap = chance.choice((1, 1, 2, 3, 10, 50))
            at += gap
            if at >= len(buffer):
                break
            kept.append(lost_record(recording, buffer[at], gap))
        kept.append(buffer[at])
        at += 1
    return kept


def rounds(buffers, chance):
    """The buffers' records as perf record reads them: some of each, and again, and again."""
    first = min(buffer[0].time() for buffer in buffers.values())
    length = max(buffer[-1].time() for buffer in buffers.values()) - first
    count, at = chance.choice((1, 5, 50)), dict.fromkeys(buffers, 0)
    for turn in range(1, count + 1):
        for cpu, buffer in buffers.items():
            limit = first + length * turn // count + chance.randrange(length // count // 4 + 1)
            while at[cpu] < len(buffer) and (turn == count or buffer[at[cpu]].time() <= limit):
                yield bytes(buffer[at[cpu]].data)
                at[cpu] += 1
        yield struct.pack("<IHH", FINISHED_ROUND, 0, 8)


def write(recording, data, path):
    """The recording with other data; its feature sections move."""
    begin, size = recording.u64(40), recording.u64(48)
    head, tail = bytearray(recording.data[:begin]), bytearray(recording.data[begin + size:])
    struct.pack_into("<Q", head, 48, len(data))
    for section in range(sum(bin(recording.u64(at)).count("1") for at in range(72, 104, 8))):
        offset = struct.unpack_from("<Q", tail, 16 * section)[0]
        struct.pack_into("<Q", tail, 16 * section, offset + len(data) - size)
    with open(path, "wb") as file:
        file.write(head + data + tail)


def agree(seed):
    """Whether perf and the second opinion say the same of the recording of @seed; how many."""
    chance, name = random.Random(seed), NAMES[seed % len(NAMES)]
    recording = SCRIPT.Recording(golden.unpack(name))
    records = [Record(recording, *record) for record in recording.records]
    before = b"".join(bytes(r.data) for r in records if not r.time())
    records = sorted((r for r in records if r.time()), key=Record.time)
    data = before + b"".join(rounds(shake(recording, records, chance), chance))
    path = os.path.join(os.environ["WORK"], "%d.data" % seed)
    write(recording, data, path)

    lines = sorted(SCRIPT.Recording(path).lines(), key=lambda line: line[0])
    opinion, reports, good = golden.OPINION.Recording(line for _, _, line in lines), 0, True
    for arguments in ARGUMENTS:
        expected, told = opinion.report(arguments.split())
        if "Total Samples:0," in expected:
            continue
        run = subprocess.run([os.environ["PERF"], "kvm", "-i", path, "stat", "report", "-v"] +
                             arguments.split(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             check=False, text=True)
        unpaired = re.search(r"unpaired: (\d+)", run.stderr)
        got = "%sunpaired: %s\n" % (run.stdout, unpaired[1] if unpaired else run.stderr)
        expected += "unpaired: %d\n" % told["unpaired"]
        good &= golden.compare("seed %d, %s" % (seed, name), arguments, expected, got, "perf")
        reports += 1
    if good:
        os.remove(path)
    return reports, good


def main():
    seeds = [int(arg) for arg in sys.argv[1:]]
    results = [agree(seed) for seed in range(seeds[0], (seeds + [seeds[0] + 1])[1])]
    print("%d reports of %d shaken recordings" % (sum(r for r, _ in results), len(results)))
    sys.exit(0 if all(good for _, good in results) and sum(r for r, _ in results) else 1)


if __name__ == "__main__":
    main()
