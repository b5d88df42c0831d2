#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""The golden reports: data/golden/NAME.txt for each recording data/NAME.data.xz.

A golden file is a transcript: a line `$ perf kvm stat report ...`, what that prints on stdout,
and `[STATUS]` where the exit status is not 0.

    golden.py check [NAME ...]   runs $PERF for each of them, and shows where it differs
    golden.py make [NAME ...]    writes them anew: by script-text.py and second-opinion.py, with
                                 no perf at all
    golden.py agree [NAME ...]   the same from the text of $PERF's `perf script`, and shows
                                 where second-opinion.py then says something else

Recordings are unpacked to $WORK, or to a temporary directory.
"""
import difflib
import importlib.util
import lzma
import os
import re
import subprocess
import sys
import tempfile

TESTS = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(TESTS, "data")
SETS = ("vmexit", "mmio", "ioport", "msr", "hcall")
KEYS = ("time", "total_time", "min_t", "max_t", "mean_t", "name")
# Recordings with no event formats of their own, and where those of the same kernel stand.
FORMATS = {"svm-trunc": "svm-1vm-2vcpu", "svm-killed": "svm-lost"}
EVERY_KEY = ("svm-1vm-2vcpu", "vmx-hsw-variety", "s390x-kvmstat", "riscv64-kvmstat")


def load(name, path):
    """A script of this directory as a module: their names are no names of modules."""
    spec = importlib.util.spec_from_file_location(name, os.path.join(TESTS, path))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


OPINION = load("opinion", "second-opinion.py")


def unpack(name):
    path = os.path.join(os.environ["WORK"], name + ".data")
    if not os.path.exists(path):
        with lzma.open(os.path.join(DATA, name + ".data.xz")) as packed, open(path, "wb") as file:
            file.write(packed.read())
    return path


def golden_path(name):
    return os.path.join(DATA, "golden", name + ".txt")


def transcript(name):
    """[(arguments, text)] of a golden file."""
    with open(golden_path(name), encoding="utf-8") as file:
        parts = re.split(r"^\$ perf kvm stat report (.*)\n", file.read(), flags=re.M)[1:]
    return list(zip(parts[::2], parts[1::2]))


def second_opinion(recording, arguments):
    """What must be printed. A recording whose formats are another's is a broken one."""
    args = [arg for arg in arguments.split() if not arg.startswith("--formats=")]
    return recording.report(args)[0] + ("[1]\n" if "--formats=" in arguments else "")


def all_arguments(name, text):
    """The arguments whose reports have rows."""
    formats = " --formats=%s.data" % FORMATS[name] if name in FORMATS else ""
    vms = sorted({int(pid) for pid in
                  re.findall(r" (\d+)/\d+ \[\d+\] [\d.]+: kvm(?:_hv)?:kvm_\w*entry", text)})
    filters, lists = ["", " --vcpu=0", " --vcpu=1"], [" --vcpu=0,1", " --vcpu=2-3"]
    if len(vms) > 1:
        filters += [" -p %d%s" % (pid, vcpu) for pid in vms for vcpu in ("", " --vcpu=0")]
        lists.append(" -p %d,%d" % (vms[0], vms[1]))
    for which in SETS:
        for chosen in filters + (lists if which == "vmexit" else []):
            yield "--event=" + which + chosen + formats
    for key in KEYS if name in EVERY_KEY else KEYS[:2]:
        yield "--event=vmexit -k " + key + formats
    yield "--event=mmio --vcpu=0 -k max_t" + formats


def make(name):
    command = [sys.executable, os.path.join(TESTS, "tools", "script-text.py"), unpack(name)]
    if name in FORMATS:
        command.append(unpack(FORMATS[name]))
    text = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
    recording, empty = OPINION.Recording(text.splitlines()), ()
    with open(golden_path(name), "w", encoding="utf-8") as file:
        for arguments in all_arguments(name, text):
            if not arguments.startswith(empty):
                report = second_opinion(recording, arguments)
                if "Total Samples:0," not in report:
                    file.write("$ perf kvm stat report %s\n%s" % (arguments, report))
                elif " " not in arguments.replace(" --formats", ""):
                    empty += (arguments.split()[0],)
    if not os.path.getsize(golden_path(name)):
        os.remove(golden_path(name))
    return True


def compare(name, arguments, expected, got, who):
    if expected == got:
        return True
    print("%s: perf kvm stat report %s" % (name, arguments))
    sys.stdout.writelines(difflib.unified_diff(expected.splitlines(True), got.splitlines(True),
                                               "golden", who))
    return False


def check(name):
    if name in FORMATS:
        unpack(FORMATS[name])
    good = True
    for arguments, expected in transcript(name):
        run = subprocess.run([os.environ["PERF"], "kvm", "-i", unpack(name), "stat", "report"] +
                             arguments.split(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             check=False, text=True, cwd=os.environ["WORK"])
        got = run.stdout + ("[%d]\n" % run.returncode if run.returncode else "")
        if not compare(name, arguments, expected, got, "perf"):
            print(run.stderr, end="")
            good = False
    return good


def agree(name):
    command = [os.environ["PERF"], "script", "--ns", "--show-task-events", "--show-lost-events",
               "-F", "comm,pid,tid,cpu,time,event,trace", "-i", unpack(name)]
    text = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
    recording = OPINION.Recording(text.splitlines())
    return all([compare(name, arguments, expected, second_opinion(recording, arguments), "script")
                for arguments, expected in transcript(name)])


def main():
    what = {"check": check, "make": make, "agree": agree}[sys.argv[1]]
    names = sys.argv[2:]
    if not names:
        ending = (DATA, ".data.xz") if what is make else (os.path.join(DATA, "golden"), ".txt")
        names = sorted(f[:-len(ending[1])] for f in os.listdir(ending[0]) if f.endswith(ending[1]))
    if what is agree:  # perf script of those has no formats to print by
        names = [name for name in names if name not in FORMATS]
    with tempfile.TemporaryDirectory() as work:
        os.environ.setdefault("WORK", work)
        results = [what(name) for name in names]
    print("%d recordings, %d of them wrong" % (len(results), results.count(False)))
    sys.exit(0 if all(results) and results else 1)


if __name__ == "__main__":
    main()
