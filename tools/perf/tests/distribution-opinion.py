#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Distributions, rates and rows by VM, vCPU and thread, worked out a second time.

    distribution-opinion.py NAME [FORMATS]

Reads what `perf script` prints of the recording NAME.data (see second-opinion.py), keeps every
span, sorts, and compares all that `perf kvm stat report --json` says with it: for each event
set, and each way to tell vCPUs apart. FORMATS.data is where NAME has its event formats from.
"""
import collections
import importlib.util
import json
import os
import subprocess
import sys

TESTS = os.path.dirname(os.path.abspath(__file__))
SPEC = importlib.util.spec_from_file_location("opinion", os.path.join(TESTS, "second-opinion.py"))
OPINION = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(OPINION)

SETS = ("vmexit", "mmio", "ioport", "msr", "hcall")
BY = {None: (), "vm": ("vm",), "vcpu": ("vm", "vcpu"), "vm,vcpu": ("vm", "vcpu"),
      "tid": ("vm", "vcpu", "tid")}
PERMILLE = {"p50_ns": 500, "p90_ns": 900, "p99_ns": 990, "p999_ns": 999}
COLUMNS = "name,sample,time,min,max,p50,p90,p99,p999,rate,percent_sample"


def perf(*args):
    return subprocess.run([os.environ["PERF"], *args], stdout=subprocess.PIPE, check=False,
                          text=True).stdout


def leaders(records):
    """{pid: the name of its leader, as told last}"""
    names = {}
    for _, _, _, _, _, event, text in records:
        if event == "PERF_RECORD_COMM":
            name, _, ids = text.removeprefix("exec: ").rpartition(":")
            pid, tid = ids.split("/")
            if pid == tid:
                names[int(pid)] = name
    return names


def kvm(events):
    return [event for event in events if event[5].startswith("kvm")]


def expected(recording, which, keys):
    """{(name, group): [ns, ...] in order}, {group: (first, last kvm event)}"""
    told = collections.Counter()
    rows, seen = {}, {}
    if not keys:
        times = [event[1] for events in recording.threads.values() for event in kvm(events)]
        seen[()] = (min(times, default=0), max(times, default=0))
    for (pid, tid), events in recording.threads.items():
        if tid not in recording.ids:
            continue
        who = {"vm": pid, "vcpu": recording.ids[tid], "tid": tid}
        group = tuple(who[key] for key in keys)
        first, last = kvm(events)[0][1], kvm(events)[-1][1]
        old = seen.get(group, (first, last))
        seen[group] = (min(first, old[0]), max(last, old[1]))
        for name, ns in OPINION.spans(which, events, recording.holes.get(tid, ()), told):
            rows.setdefault((name, group), []).append(ns)
    return {key: sorted(times) for key, times in rows.items()}, seen, told


def check_row(row, times, all_of_them, seen):
    count = len(times)
    assert row["count"] == count, (row["count"], count)
    assert row["time_ns"] == sum(times)
    assert row["min_ns"] == times[0] and row["max_ns"] == times[-1]
    assert abs(row["count_pct"] - 100 * count / all_of_them) < 1e-9
    for field, permille in PERMILLE.items():
        exact = times[-(-count * permille // 1000) - 1]
        assert abs(row[field] - exact) <= exact * 0.008, (field, row[field], exact)
        assert times[0] <= row[field] <= times[-1]
    place = 0
    for low, high, number in row["histogram"]:
        assert high - low <= low * 0.016
        assert all(low <= ns <= high for ns in times[place:place + number])
        place += number
    assert place == count
    rate = count * 1e9 / (seen[1] - seen[0])
    assert abs(row["rate"] - rate) <= rate * 1e-9, (row["rate"], rate)


def check(path, args, recording, names, which, by):
    rows, seen, told = expected(recording, which, BY[by])
    if not rows:
        return 0
    args = ["kvm", "-i", path, "stat", "report", *args, "--event=" + which, "--json",
            "--histogram", "-F", ",".join((COLUMNS,) + BY[by] + (("vm_name",) if by else ()))]
    got = json.loads(perf(*args, *(["--by=" + by] if by else [])))
    assert got["total"]["count"] == sum(len(times) for times in rows.values())
    assert got["lost"] == {"events": recording.lost, "spans": told["dropped"]}, (got["lost"], told)
    assert got["unpaired"] == told["unpaired"], (got["unpaired"], told)
    assert len(got["rows"]) == len(rows), (len(got["rows"]), len(rows))
    for row in got["rows"]:
        group = tuple(row[key] for key in BY[by])
        check_row(row, rows[row["name"], group], got["total"]["count"], seen[group])
        if by:
            assert row["vm_name"] == names.get(row["vm"], ""), (row["vm_name"], names)
    return len(rows)


def main():
    path = sys.argv[1] + ".data"
    args = ["--formats=%s.data" % sys.argv[2]] if len(sys.argv) > 2 else []
    text = perf("script", "--ns", "--show-task-events", "--show-lost-events", "-F",
                "comm,pid,tid,cpu,time,event,trace", "-i", path)
    recording = OPINION.Recording(text.splitlines())
    names = leaders(OPINION.read(text.splitlines()))
    checked = 0
    for which in SETS:
        for by in BY:
            try:
                checked += check(path, args, recording, names, which, by)
            except AssertionError:
                print("%s --event=%s --by=%s:" % (sys.argv[1], which, by))
                raise
    print("%s: %d rows" % (sys.argv[1], checked))


if __name__ == "__main__":
    main()
