#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Times `perf kvm stat report` of two programs in turns: measure.py RUNS SAMPLES DIR OURS [OTHER]

DIR holds file.data, zstd.data and pipe.data of SAMPLES samples each. Prints a table: the medians
of all runs, and the medians of the ratios of time, and of CPU time, within each pair of runs.
"""
import os
import re
import statistics
import subprocess
import sys
import time


def run(program, path, piped):
    """(seconds, CPU seconds of all threads, peak KiB, what the footer says)"""
    command = [program, "kvm", "-i", "-" if piped else path, "stat", "report"]
    # pylint: disable=consider-using-with
    feed = subprocess.Popen(["cat", path], stdout=subprocess.PIPE) if piped else None
    start = time.monotonic()
    child = subprocess.Popen(command, stdin=feed.stdout if feed else subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if feed:
        feed.stdout.close()
    text = child.stdout.read().decode(errors="replace")
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.monotonic() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if feed:
        feed.wait()
    footer = re.search(r"Total Samples:\d+", text)
    if child.returncode or not footer:
        return None
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, footer[0]


def ratio(turns, place):
    """How many times the first program's figure the second's is; "" without a second."""
    if len(turns[0]) < 2 or None in [one for turn in turns for one in turn]:
        return ""
    return "%.1f" % statistics.median(turn[1][place] / turn[0][place] for turn in turns)


def main():
    runs, samples, work, *programs = sys.argv[1:]
    samples, programs = int(samples), [p for p in programs if p]
    print("%d samples, median of %s runs, recording in the page cache\n" % (samples, runs))
    print("| recording | MB | program | seconds | million samples per second | times as fast | "
          "CPU seconds | times less | peak memory, MB |")
    print("| --- | ---: | --- " + "| ---: " * 6 + "|")
    for kind in ("file", "zstd", "pipe"):
        path = os.path.join(work, kind + ".data")
        with open(path, "rb") as file:  # into the page cache
            while file.read(1 << 20):
                pass
        turns = [[run(program, path, kind == "pipe") for program in programs]
                 for _ in range(int(runs))]
        footers = {one[3] for turn in turns for one in turn if one}
        if len(footers) != 1:
            sys.exit("%s.data: the programs do not agree: %s" % (kind, sorted(footers)))
        for place, program in enumerate(programs):
            mine = [turn[place] for turn in turns]
            name = subprocess.run([program, "--version"], stdout=subprocess.PIPE, check=False,
                                  text=True).stdout.strip()
            name = name if place else "this perf"
            if None in mine:
                print("| %s | %d | %s | cannot read it | | | | | |" %
                      (kind, os.path.getsize(path) / 1e6, name))
                continue
            seconds, cpu = (statistics.median(one[i] for one in mine) for i in (0, 1))
            print("| %s | %d | %s | %.3f | %.1f | %s | %.3f | %s | %.1f |" %
                  (kind, os.path.getsize(path) / 1e6, name, seconds, samples / seconds / 1e6,
                   "" if place else ratio(turns, 0), cpu, "" if place else ratio(turns, 1),
                   max(one[2] for one in mine) / 1024))


if __name__ == "__main__":
    main()
