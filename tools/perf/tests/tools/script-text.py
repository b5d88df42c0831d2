#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""A recording as the text that second-opinion.py reads, without any perf.

Prints KVM's own events, COMM, LOST and where the others stand, in the form of
`perf script --ns -F comm,pid,tid,cpu,time,event,trace`, for the recordings that
the installed perf refuses (attrs newer than it is, a stream cut off, samples of
a guest's kernel), and to hold perf's own text against where it does not.

Usage: script-text.py FILE [FORMATS]: FORMATS is a recording of the same kernel
for a FILE that has no event formats.
"""
import re
import struct
import subprocess
import sys

IP, TID, TIME, ADDR, READ, CALLCHAIN, ID, CPU, PERIOD, STREAM, RAW = (1 << n for n in range(11))
IDENTIFIER = 1 << 16
KINDS = {2: "LOST", 3: "COMM", 4: "EXIT", 7: "FORK", 13: "LOST_SAMPLES"}


class Recording:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        self.order = "<" if self.data[:8] == b"PERFILE2" else ">"
        self.attrs, self.ids, self.formats, self.tables = [], {}, {}, {}
        self.records = []  # (type, misc, body)
        size = self.u64(8)
        if size == 16:
            self.walk(self.data[16:])
            return
        entry, at, length, begin, end = (self.u64(n) for n in (16, 24, 32, 40, 48))
        for attr in range(at, at + length, entry):
            ids, ids_size = self.u64(attr + entry - 16), self.u64(attr + entry - 8)
            self.attr(self.data[attr:attr + entry - 16], self.data[ids:ids + ids_size])
        table = begin + end
        if end and self.u64(72) & 2 and table + 16 <= len(self.data):
            self.tracing_data(self.data[self.u64(table):self.u64(table) + self.u64(table + 8)])
        self.walk(self.data[begin:begin + end] if end else self.data[begin:])

    def unpack(self, codes, data, at=0):
        return struct.unpack_from(self.order + codes, data, at)

    def u64(self, at):
        return self.unpack("Q", self.data, at)[0]

    def attr(self, attr, ids):
        kind, _, config, _, sample_type, read_format, flags = self.unpack("IIQQQQQ", attr)
        all_ids = flags >> (63 - 18 if self.order == ">" else 18) & 1
        self.attrs.append((kind, config, sample_type, read_format, all_ids))
        for number in self.unpack("%dQ" % (len(ids) // 8), ids):
            self.ids[number] = len(self.attrs) - 1

    def tracing_data(self, blob):
        """{ID: (name, {field: (offset, size)})} and the tables that fields have."""
        text = blob.decode("latin1")
        for name, number, fields, show in re.findall(
                r"name: (\w+)\nID: (\d+)\nformat:\n(.*?)\n\nprint fmt: (.*?)(?=\n|$)", text, re.S):
            where = {f: (int(o), int(s)) for f, o, s in
                     re.findall(r"field:[^;]*?(\w+)(?:\[\w*\])?;\toffset:(\d+);\tsize:(\d+);", fields)}
            self.formats[int(number)] = (name, where)
            for field, table in re.findall(r"__print_symbolic\(REC->(\w+)(?: & \w+)?, (.*?\})\)", show):
                names = re.findall(r"\{\s*([^{},]*?)\s*,\s*\"(.*?)\"\s*\}", table)
                self.tables.setdefault((name, field), []).append(
                    {eval(code): text for code, text in names if not re.search("[G-WYZ_]", code)})

    def walk(self, data):
        at, packed = 0, b""
        while at + 8 <= len(data):
            kind, misc, size = self.unpack("IHH", data, at)
            if size < 8 or at + size > len(data):
                break
            body = data[at + 8:at + size]
            at += size
            if kind == 64:
                length = self.unpack("I", body, 4)[0]
                self.attr(body[:length], body[length:])
            elif kind == 66:
                length = self.unpack("I", body)[0]
                self.tracing_data(data[at:at + length])
                at += length + 7 & ~7
            elif kind == 81:
                packed += body
            elif kind < 64:
                self.records.append((kind, misc, body))
        if packed:  # a stream that was flushed but never ended: an empty last block ends it
            self.walk(subprocess.run(["zstd", "-dcq"], input=packed + b"\1\0\0", stdout=subprocess.PIPE,
                                     check=False).stdout)

    def sample(self, body):
        """A sample's event, {field bit: value} and raw data."""
        only = self.attrs[0]
        at = 0
        if only[2] & IDENTIFIER:
            number = self.ids[self.unpack("Q", body)[0]]
        elif only[2] & ID:
            number = self.ids[self.unpack("Q", body, 8 * bin(only[2] & 0x1f & ~(READ | CALLCHAIN))
                                          .count("1"))[0]]
        else:
            number = 0
        _, _, has, read_format, _ = self.attrs[number]
        got = {}
        for bit in (IDENTIFIER, IP, TID, TIME, ADDR, ID, STREAM, CPU, PERIOD):
            if has & bit:
                got[bit] = self.unpack("II" if bit in (TID, CPU) else "Q", body, at)
                at += 8
        assert not has & READ, "values of counters are not read here"
        if has & CALLCHAIN:
            at += 8 + 8 * self.unpack("Q", body, at)[0]
        size = self.unpack("I", body, at)[0] if has & RAW else 0
        return number, got, body[at + 4:at + 4 + size]

    def trailer(self, body):
        """Of a record that is no sample."""
        _, _, has, _, all_ids = self.attrs[0]
        bits = [bit for bit in (TID, TIME, ID, STREAM, CPU, IDENTIFIER) if has & bit and all_ids]
        at, got = len(body) - 8 * len(bits), {}
        for bit in bits:
            got[bit] = self.unpack("II" if bit in (TID, CPU) else "Q", body, at)
            at += 8
        return got

    def lines(self):
        for kind, _, body in self.records:
            if kind == 9:
                number, got, raw = self.sample(body)
                name, fields = self.formats.get(self.attrs[number][1], ("other", {}))
                value = {f: int.from_bytes(raw[o:o + s], "little" if self.order == "<" else "big")
                         for f, (o, s) in fields.items()}
                text = self.trace(name, value)
            else:
                got, number = self.trailer(body), 0
                name, text = KINDS.get(kind, "OTHER"), ""
                if kind == 3:
                    pid, tid = self.unpack("II", body)
                    text = "%s:%d/%d" % (body[8:].split(b"\0")[0].decode("latin1"), pid, tid)
                elif kind == 2:
                    text = "lost %d" % self.unpack("QQ", body)[1]
                elif kind == 13:
                    text = "lost %d" % self.unpack("Q", body)[0]
                name = "PERF_RECORD_" + name
            time = got.get(TIME, (0,))[0]
            pid, tid = got.get(TID, (0, 0))
            pid, tid = (n - (n >> 31 << 32) for n in (pid, tid))
            if name.startswith("kvm_"):
                hv = name.startswith(("kvm_guest_e", "kvm_hcall")) and "trap" in str(self.tables)
                name = ("kvm_hv:" if hv else "kvm:") + name
            yield time, number, ":%d %d/%d [%03d] %d.%09d: %s: %s" % (
                tid, pid, tid, got.get(CPU, (0,))[0], time // 10**9, time % 10**9, name, text)

    def named(self, name, field, code, branch=0):
        tables = self.tables.get((name, field), [])
        return tables[branch].get(code, "0x%x" % code) if tables else "0x%x" % code

    def trace(self, name, v):
        """What the events' print formats make of the fields, as far as is needed."""
        where = "%02d[%016x-%016x]: " % (v.get("id", 0), v.get("pswmask", 0), v.get("pswaddr", 0))
        if name == "kvm_entry" and "vcpu_id" in v:
            return "vcpu %d, rip 0x%x" % (v["vcpu_id"], v["rip"])
        if name == "kvm_entry":
            return "PC: 0x%x" % v.get("vcpu_pc", v.get("pc", 0))
        if name == "kvm_exit" and "isa" in v:
            code, flags = v["exit_reason"], ""
            if v["isa"] == 1:
                flags = " FAILED_VMENTRY" if code >> 31 else ""
                code &= 0xffff
            return "vcpu %d reason %s%s rip 0x%x" % (
                v["vcpu_id"], self.named(name, "exit_reason", code, v["isa"] - 1), flags,
                v["guest_rip"])
        if name == "kvm_exit" and "esr_ec" in v:
            return "%s: HSR_EC: 0x%04x (%s), PC: 0x%016x" % (
                self.named(name, "ret", v["ret"]), v["esr_ec"],
                self.named(name, "esr_ec", v["esr_ec"]), v["vcpu_pc"])
        if name == "kvm_exit":
            return "SEPC:0x%x, SCAUSE:0x%x, STVAL:0x%x, HTVAL:0x%x, HTINST:0x%x" % tuple(
                v[f] for f in ("sepc", "scause", "stval", "htval", "htinst"))
        if name == "kvm_mmio":
            return "mmio %s len %d gpa 0x%x val 0x%x" % (
                self.named(name, "type", v["type"]), v["len"], v["gpa"], v["val"])
        if name == "kvm_pio":
            return "pio_%s at 0x%x size %d count %d val 0x%x" % (
                "write" if v["rw"] else "read", v["port"], v["size"], v["count"], v["val"])
        if name == "kvm_msr":
            return "msr_%s %x = 0x%x%s" % ("write" if v["write"] else "read", v["ecx"], v["data"],
                                           " (#GP)" if v["exception"] else "")
        if name == "kvm_s390_sie_exit":
            return where + "exit sie icptcode %d (%s)" % (
                v["icptcode"], self.named(name, "icptcode", v["icptcode"]))
        if name == "kvm_s390_intercept_instruction":
            return where + "intercepted instruction %016x ()" % v["instruction"]
        if name == "kvm_s390_handle_sigp":
            return where + "handle sigp order %02x (%s), cpu address %04x, parameter %08x" % (
                v["order_code"], self.named(name, "order_code", v["order_code"]), v["cpu_addr"],
                v["parameter"])
        if name == "kvm_s390_handle_diag":
            return where + "handle diagnose call %04x (%s)" % (
                v["code"], self.named(name, "code", v["code"]))
        if name == "kvm_s390_intercept_prog":
            return where + "intercepted program interruption %04x (%s)" % (
                v["code"], self.named(name, "code", v["code"]))
        if name == "kvm_s390_sie_enter":
            return where + "entering sie flags %x" % v["cpuflags"]
        if name == "kvm_guest_exit":
            return "VCPU %d: trap=%s pc=0x%x" % (v["vcpu_id"], self.named(name, "trap", v["trap"]),
                                                 v["pc"])
        if name == "kvm_guest_enter":
            return "VCPU %d: pc=0x%x" % (v["vcpu_id"], v["pc"])
        if name == "kvm_hcall_enter":
            return "VCPU %d: hcall=%s " % (v["vcpu_id"], self.named(name, "req", v["req"]))
        return ""


def main():
    recording = Recording(sys.argv[1])
    if len(sys.argv) > 2:
        other = Recording(sys.argv[2])
        recording.formats, recording.tables = other.formats, other.tables
    for _, _, line in sorted(recording.lines(), key=lambda line: line[0]):
        print(line)


if __name__ == "__main__":
    main()
