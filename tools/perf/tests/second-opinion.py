#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""What `perf kvm stat report` must print, worked out a second time.

Reads the text of

    perf script --ns --show-task-events --show-lost-events \\
                -F comm,pid,tid,cpu,time,event,trace -i FILE

on stdin and prints the table. It is slow and plain on purpose: all lines are
kept, each thread's events stand in a list, and a span is two neighbours in it.
Times are whole nanoseconds, sums are exact; floating point only prints.

Usage: second-opinion.py [--event=SET] [--vcpu=LIST] [-p LIST] [-k KEY]
How many spans were dropped, unpaired and ended before their begin is told on stderr.
"""
import getopt
import math
import re
import sys
from fractions import Fraction

LINE = re.compile(r"\s*(.*?)\s+(-?\d+)/(-?\d+)\s+\[(\d+)\]\s+(\d+)\.(\d{9}):\s+(\S+?):?\s+(.*)")

ENTRIES = {"kvm:kvm_entry", "kvm:kvm_enter", "kvm:kvm_reenter", "kvm:kvm_s390_sie_enter",
           "kvm_hv:kvm_guest_enter"}
EXITS = {"kvm:kvm_exit", "kvm:kvm_s390_sie_exit", "kvm_hv:kvm_guest_exit"}
CHILDREN = {"kvm:kvm_s390_intercept_instruction", "kvm:kvm_s390_handle_sigp",
            "kvm:kvm_s390_handle_diag", "kvm:kvm_s390_intercept_prog"}
VCPU_ID = re.compile(r"(?:vcpu|VCPU) (\d+)|(\d+)\[")
VCPU_NAME = re.compile(r"(?:CPU (\d+)/KVM|kvm-vcpu-(\d+)|vcpu(\d+)|fc_vcpu (\d+)|crosvm_vcpu(\d+))")

# Names that perf script does not print: the kernel's own, of asm/csr.h ...
RISCV = {(0, 2): "EXC_INST_ILLEGAL", (0, 3): "EXC_BREAKPOINT", (0, 8): "EXC_SYSCALL",
         (0, 10): "EXC_SUPERVISOR_SYSCALL", (0, 20): "EXC_INST_GUEST_PAGE_FAULT",
         (0, 21): "EXC_LOAD_GUEST_PAGE_FAULT", (0, 22): "EXC_VIRTUAL_INST_FAULT",
         (0, 23): "EXC_STORE_GUEST_PAGE_FAULT", (1, 1): "IRQ_S_SOFT", (1, 5): "IRQ_S_TIMER",
         (1, 9): "IRQ_S_EXT", (1, 12): "IRQ_S_GEXT"}
# ... and of the table in kvm_s390_intercept_instruction's print format, by the first byte of
# the instruction and, where that is shared, the byte that tells more.
S390_SECOND = {0x01: 48, 0xaa: 48, 0xb2: 48, 0xb9: 48, 0xe3: 48, 0xe5: 48, 0xeb: 16, 0xc8: 48}
S390 = {0xb22b: "0xB2 SSKE", 0xb27d: "0xB2 STSI", 0xeb25: "0xEB STCTG", 0x83: "DIAG",
        0xae: "SIGP"}


def unknown(name, kind=""):
    return "UNKNOWN(%s%s)" % (kind, name) if name.startswith("0x") else name


def reason(event, text):
    """The name of an exit, or of the child event that tells more about one."""
    if event == "kvm_hv:kvm_guest_exit":
        name = re.search(r"trap=(\S+) ", text)[1]
        return "RETURN_TO_HOST" if name in ("0", "0x0") else unknown(name)
    if event == "kvm:kvm_s390_intercept_instruction":
        insn = int(re.search(r"instruction ([0-9a-f]{16})", text)[1], 16)
        code = insn >> 56
        if code in S390_SECOND:
            code = code << 8 | insn >> S390_SECOND[code] & 0xff
        return S390.get(code) or unknown("0x%x" % code, "instruction ")
    if event.startswith("kvm:kvm_s390"):
        kind = {"exit": "icptcode ", "sigp": "sigp ", "diag": "diag ", "prog": "prog "}[event[-4:]]
        return unknown(re.search(r"(?:icptcode|order|call|interruption) [0-9a-f]+ \((.*?)\)(?:,|$)",
                                 text)[1], kind)
    if text.startswith("SEPC:"):
        cause = int(re.search(r"SCAUSE:0x([0-9a-f]+)", text)[1], 16)
        irq, code = cause >> 63, cause & (1 << 63) - 1
        return RISCV.get((irq, code)) or unknown("0x%x" % code, ("exception ", "interrupt ")[irq])
    if "HSR_EC:" in text:
        ret, code, name = re.match(r"(\S+): HSR_EC: 0x([0-9a-f]+) \((.*?)\)", text).groups()
        if ret != "TRAP":
            return unknown(ret, "ret ")
        return "HVC32" if int(code, 16) == 0x12 else unknown(name, "esr_ec ")
    return unknown(re.search(r"reason (.*?) ?rip", text)[1])


def access(which, event, text):
    """The key of an access if it is one of the set @which."""
    if which == "mmio" and event == "kvm:kvm_mmio":
        kind, gpa = re.match(r"mmio (\S+) len \d+ gpa (0x[0-9a-f]+|0) ", text).groups()
        return {"read": gpa + ":R", "write": gpa + ":W"}.get(kind)
    if which == "ioport" and event == "kvm:kvm_pio":
        rw, port = re.match(r"pio_(\w+) at (0x[0-9a-f]+|0) ", text).groups()
        return port + {"read": ":PIN", "write": ":POUT"}[rw]
    if which == "msr" and event == "kvm:kvm_msr":
        rw, msr = re.match(r"msr_(\w+) ([0-9a-f]+) ", text).groups()
        return "0x" + msr + {"read": ":R", "write": ":W"}[rw]
    return None


def read(lines):
    """(number, time, cpu, pid, tid, event, text) of each record, in order."""
    records = []
    for line in lines:
        match = LINE.fullmatch(line.rstrip("\n"))
        if match:
            _, pid, tid, cpu, sec, nsec, event, text = match.groups()
            records.append((len(records), int(sec) * 10**9 + int(nsec), int(cpu), int(pid),
                            int(tid), event, text.rstrip()))
    return records


def once(records):
    """Two events of a recording may be one tracepoint: the first of them counts.

    Then each of its records has a twin beside it. The kernel calls the event that was opened
    last first, so it is the later of the two that stays.
    """
    threads = {}
    for record in records:
        threads.setdefault(record[4], []).append(record)
    for event in {r[5] for r in records if r[5].startswith("kvm")}:
        twins = {a[0] for mine in threads.values() for a, b in zip(mine, mine[1:])
                 if a[5] == event and a[2:] == b[2:]}
        if 2 * len(twins) == sum(r[5] == event for r in records):
            records = [r for r in records if r[0] not in twins]
    return records


def vcpu_ids(records):
    """{tid: vCPU id} of all threads that enter or leave a guest."""
    ids, names, vms = {}, {}, {}
    for _, _, _, pid, tid, event, text in records:
        if event == "PERF_RECORD_COMM":
            name, comm_tid = re.fullmatch(r"(?:exec: )?(.*):-?\d+/(-?\d+)", text).groups()
            names[int(comm_tid)] = name
        if event in ENTRIES | EXITS:
            vms.setdefault(pid, set()).add(tid)
            match = VCPU_ID.match(text)
            if match:
                ids.setdefault(tid, int(match[1] or match[2]))
    for threads in vms.values():
        for place, tid in enumerate(sorted(threads)):
            match = VCPU_NAME.fullmatch(names.get(tid, ""))
            ids.setdefault(tid, int(next(filter(None, match.groups()))) if match else place)
    return ids


def gaps(records):
    """{tid: [number of the record behind which a gap opens, ...]}"""
    last_on_cpu, last_cpu, found = {}, {}, {}
    seen = []  # (number, tid, cpu): where a thread was seen
    for number, _, cpu, _, tid, event, _ in records:
        if event == "PERF_RECORD_LOST" and cpu in last_on_cpu:
            opens = last_on_cpu[cpu]
            where = {t: c for n, t, c in seen if n <= opens}
            for thread in (t for t, c in where.items() if c == cpu):
                found.setdefault(thread, []).append(opens)
        elif event != "PERF_RECORD_LOST":
            last_on_cpu[cpu] = number
            seen.append((number, tid, cpu))
    return found


def spans(which, events, holes, told):
    """(key, ns) of each span of a thread's @events."""
    steps = []  # [number, time, what, key]
    for number, time, _, _, _, event, text in events:
        key = access(which, event, text)
        if which == "hcall" and event != "PERF_RECORD_EXIT":
            if event == "kvm_hv:kvm_hcall_enter":
                steps.append([number, time, "exit", unknown(re.search(r"hcall=(\S+)", text)[1])])
            elif event == "kvm_hv:kvm_hcall_exit":
                steps.append([number, time, "entry", None])
        elif event in EXITS:
            steps.append([number, time, "exit", reason(event, text)])
        elif event in ENTRIES:
            steps.append([number, time, "entry", None])
        elif event == "PERF_RECORD_EXIT":
            steps.append([number, time, "gone", None])
        elif event in CHILDREN and steps and steps[-1][2] == "exit":
            steps[-1][3] = reason(event, text)
        elif key:
            steps.append([number, time, "read" if key[-2:] == ":R" and which == "mmio" else "access",
                          key])
    pairs = []  # (begin, end, key, the step before the end); begin or end may be missing
    nothing = [None, None, "nothing", None]
    whole = which in ("vmexit", "hcall")
    for before, step, after in zip([nothing] + steps, steps, steps[1:] + [nothing]):
        if step[2] == "read":
            begin = {"exit": before, "read": before, "access": step}.get(before[2])
            pairs.append((begin, step, step[3], before))
        if step[2] == "access" or step[2] == "exit" and whole:
            ends = ("entry",) if whole else ("entry", "access", "read")
            if after[2] in ends:
                pairs.append((step, after, step[3], step))
            elif after[2] == "exit":
                pairs.append((step, None, step[3], step))
                after = after[:2] + ["begin", None]
            if any(step[0] <= hole and (after[0] is None or hole < after[0]) for hole in holes):
                told["dropped"] += 1
                if pairs and pairs[-1][0] is step:
                    pairs.pop()
        if step[2] == "entry" and whole and before[2] == "entry":
            told["unpaired"] += 1
    for begin, end, key, last in pairs:
        if begin is None or end is None:
            told["unpaired"] += 1
        elif end[2] == "read" and any(last[0] <= hole < end[0] for hole in holes):
            told["dropped"] += 1
        elif end[1] < begin[1]:
            told["backwards"] += 1
        else:
            yield key, end[1] - begin[1]


def numbers(text):
    for part in text.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def table(which, rows, sort, vms, vcpus):
    """The lines of the table."""
    heading = {"vmexit": "VM-EXIT", "mmio": "MMIO Access", "ioport": "IO Port Access",
               "msr": "MSR Access", "hcall": "HCALL-EVENT"}[which]
    width = max([20] + [len(name) for name in rows])
    count = sum(len(times) for times in rows.values())
    total = sum(sum(times) for times in rows.values())
    mean = {name: Fraction(sum(times), len(times)) for name, times in rows.items()}
    value = {"sample": lambda name: len(rows[name]), "total_time": lambda name: sum(rows[name]),
             "min_t": lambda name: min(rows[name]), "max_t": lambda name: max(rows[name]),
             "time": mean.get, "mean_t": mean.get, "name": lambda name: 0}[sort]
    yield "Analyze events for %s, %s:\n\n" % (vms, vcpus)
    yield "%*s %10s %9s %9s %11s %11s %16s\n\n" % (width, heading, "Samples", "Samples%", "Time%",
                                                  "Min Time", "Max Time", "Avg time")
    for name in sorted(rows, key=lambda name: (-value(name), name)):
        times, n = rows[name], len(rows[name])
        error = 0.0
        if n > 1 and mean[name]:
            variance = (sum(t * t for t in times) - Fraction(sum(times)**2, n)) / (n - 1)
            error = 100 * math.sqrt(variance / n / mean[name]**2)
        yield "%*s %10d %8.2f%% %8.2f%% %9.2fus %9.2fus %9.2fus ( +-%7.2f%% )\n" % (
            width, name, n, 100 * n / count, 100 * sum(times) / total if total else 0,
            min(times) / 1000, max(times) / 1000, mean[name] / 1000, error)
    yield "\nTotal Samples:%d, Total events handled time:%.2fus.\n" % (count, total / 1000)


class Recording:
    """The facts that all reports of a recording share."""

    def __init__(self, lines):
        records = once(read(lines))
        self.ids, self.holes = vcpu_ids(records), gaps(records)
        lost, self.threads = {"PERF_RECORD_LOST": 0, "PERF_RECORD_LOST_SAMPLES": 0}, {}
        for record in records:
            if record[5] in lost:
                lost[record[5]] += int(record[6].split()[-1])
            elif record[5].startswith("kvm") or record[5] == "PERF_RECORD_EXIT":
                self.threads.setdefault((record[3], record[4]), []).append(record)
        self.lost = max(lost.values())

    def report(self, args):
        """What is printed with these arguments, and {what: how many} beside it."""
        options = dict(getopt.getopt(args, "p:k:", ["event=", "vcpu="])[0])
        which, pid = options.get("--event", "vmexit"), options.get("-p")
        vcpu = options.get("--vcpu")
        told, rows = {"dropped": 0, "unpaired": 0, "backwards": 0}, {}
        for (tgid, tid), events in self.threads.items():
            if pid and tgid not in numbers(pid) or vcpu and self.ids.get(tid) not in numbers(vcpu):
                continue
            for key, time in spans(which, events, self.holes.get(tid, ()), told):
                rows.setdefault(key, []).append(time)
        text = "".join(table(which, rows, options.get("-k", "sample"),
                             "pid(s) " + pid if pid else "all VMs",
                             "VCPU " + vcpu if vcpu else "all VCPUs"))
        if self.lost:
            text += ("Lost events:%d, Dropped spans:%d (their end may have been lost). "
                     "The figures are of what was recorded.\n" % (self.lost, told["dropped"]))
        return text, told


if __name__ == "__main__":
    printed, beside = Recording(sys.stdin).report(sys.argv[1:])
    print(printed, end="")
    print(beside, file=sys.stderr)
