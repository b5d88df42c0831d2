#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Where each vCPU's time goes, worked out from the text of `perf script`.

usage: perf script --ns -F pid,tid,time,event,trace -i FILE | vcpu-opinion.py

A second opinion on `perf kvm stat report --event=vcpu` for recordings without
losses: a vCPU thread's time from its first kvm event to its last is cut at each
of its events, and every piece is given to one state. Prints, for each thread,
pid, tid, the observed ns, and the ns of each state.
"""
import re
import sys

LINE = re.compile(r"\s*(\d+)/(\d+)\s+(\d+)\.(\d{9}):\s+(\S+?:\S+?): ?(.*)")
SWITCH = re.compile(r"prev_pid=(\d+) .*?prev_state=(\S+) ==> .*?next_pid=(\d+)")
SWITCH_SHORT = re.compile(r":(\d+) \[\d+\] (\S+) ==> .*:(\d+) \[\d+\]")
STATES = ("guest", "kernel", "vmm", "halted", "preempted", "blocked", "unknown")
ENTRIES = {"kvm:kvm_entry", "kvm_hv:kvm_guest_enter"}
EXITS = {"kvm:kvm_exit", "kvm_hv:kvm_guest_exit"}
VCPU = ENTRIES | EXITS | {"kvm:kvm_userspace_exit", "kvm:kvm_mmio", "kvm:kvm_pio", "kvm:kvm_msr",
                          "kvm_hv:kvm_hcall_enter", "kvm_hv:kvm_hcall_exit"}


def is_idle(trace):
    if re.search(r"\breason (hlt|mwait|idle-halt|HLT|MWAIT_INSTRUCTION)\b", trace):
        return True
    if "(WFx)" in trace:
        return trace.startswith("TRAP")
    if "SCAUSE:0x16," in trace:
        return "STVAL:0x10500073," in trace
    return re.search(r"ceded=1", trace) is not None


def parse(lines):
    """{tid: (pid, [(time, what, trace)])} of vCPU threads; scheduling among it."""
    threads, switches = {}, []
    for line in lines:
        m = LINE.match(line)
        if not m:
            continue
        pid, tid, event, trace = int(m[1]), int(m[2]), m[5], m[6]
        time = int(m[3]) * 10**9 + int(m[4])
        if event in VCPU:
            threads.setdefault(tid, (pid, []))[1].append((time, event, trace))
        elif event == "sched:sched_switch":
            s = SWITCH.search(trace) or SWITCH_SHORT.search(trace)
            switches.append((time, int(s[1]), s[2], int(s[3])))
    for time, out, state, into in switches:
        if out in threads:
            threads[out][1].append((time, "out", state))
        if into in threads:
            threads[into][1].append((time, "in", ""))
    for _, events in threads.values():
        events.sort(key=lambda e: e[0])
    return threads


def account(events):
    kvm = [i for i, e in enumerate(events) if ":" in e[1]]
    ns = dict.fromkeys(STATES, 0)
    base, off = "unknown", None
    for (time, what, trace), after in zip(events[kvm[0]:kvm[-1]], events[kvm[0] + 1:]):
        if what in ENTRIES:
            base = "guest"
        elif what in EXITS:
            base = "halted" if is_idle(trace) else "kernel"
        elif what == "kvm:kvm_userspace_exit":
            if trace.startswith("reason KVM_EXIT_HLT"):
                base = "halted"
            elif base != "halted":
                base = "vmm"
        if what == "out":
            off = "preempted" if trace.startswith("R") else "blocked"
        elif what == "in":
            off = None
        state = off or base
        if off == "blocked" and base == "halted":
            state = "halted"
        ns[state] += after[0] - time
    return events[kvm[-1]][0] - events[kvm[0]][0], ns


def main():
    for tid, (pid, events) in sorted(parse(sys.stdin).items()):
        observed, ns = account(events)
        assert sum(ns.values()) == observed
        print(pid, tid, observed, *(ns[s] for s in STATES))


if __name__ == "__main__":
    main()
