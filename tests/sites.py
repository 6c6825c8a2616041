#!/usr/bin/python3
"""Compares the call sites of a record with what stands in sources behind calls, or with gdb.

  sites.py counts RECORD SOURCE [FUNCTION...]   of the functions named (all: none is named), what
                                                stands behind a call as "CALLS x, BYTES" is found
                                                there, and nothing else of this source
  sites.py gdb RECORD MODULE LEAST              function, file and line are what gdb says, of that
                                                many sites in the module at least
  sites.py addr2line RECORD MODULE LEAST        the same of the places of functions inlined there

What stands in a comment: "20 x, 800" of the only call of the line; with "-1: " before it, of that
of the line before; with a name before the number of a call that is made there by a pointer."""
import json
import os
import re
import subprocess
import sys


def name_of(text):
    return re.search(r"\b(MPI_[A-Za-z_]+) *\(", text, re.I).group(1)


def expected_of(source):
    """{(call, line): (count, bytes)}; calls in capitals, as Fortran does not tell."""
    lines = open(source).read().split("\n")
    expected = {}
    for number, line in enumerate(lines, 1):
        said = re.search(r"(?:/\*|!) (-1: )?([^*]*\d+ x, \d+[^*]*)", line)
        if not said:
            continue
        at = number - (1 if said.group(1) else 0)
        for name, count, size in re.findall(r"(?:(MPI_\w+) )?(\d+) x, (\d+)", said.group(2)):
            call = name or name_of(lines[at - 1])
            expected[call.upper(), at] = int(count), int(size)
    return expected


def counts(record, source, functions):
    expected, found, wrong = expected_of(source), {}, []
    for site in record["sites"]:
        if os.path.basename(site["file"]) != os.path.basename(source):
            continue
        if functions and site["function"] not in functions:
            continue
        # Behind its first line a call may have its arguments on others.
        key = site["call"].upper(), site["line"]
        before = found.get(key, (0, 0))
        found[key] = before[0] + site["count"], before[1] + site["bytes"]
        if not site["seconds"] > 0:
            wrong.append("%s of line %d takes no time" % key)
    if functions:
        expected = {key: value for key, value in expected.items() if key in found}
    for key in sorted(set(expected) | set(found)):
        if expected.get(key) != found.get(key):
            wrong.append("%s of line %d: expected %s, found %s"
                         % (key + (expected.get(key), found.get(key))))
    if not found:
        wrong.append("no site of %s" % source)
    return wrong


def ask_gdb(module, addresses):
    command = ["gdb", "-batch", "-nx", "-iex", "set debuginfod enabled off",
               "-iex", "set print asm-demangle on", "-iex", "set width 0"]
    for address in addresses:
        command += ["-ex", "info symbol 0x%x" % address, "-ex", "info line *0x%x" % address]
    out = subprocess.run(command + [module], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         check=True, encoding="utf-8").stdout
    said = re.findall(r'^(.*?)(?: \+ \d+)? in section .*\nLine (\d+) of "(.*?)" ', out, re.M)
    if len(said) != len(addresses):
        sys.exit("gdb has said:\n" + out)
    return said


def sites_in(record, module, least):
    sites = [site for site in record["sites"]
             if os.path.basename(site["module"]) == os.path.basename(module)]
    if len(sites) < least:
        sys.exit("%d sites in %s" % (len(sites), module))
    return sites


def ask_addr2line(module, address):
    """Where each function is called from, up to the one that all are in."""
    out = subprocess.run(["addr2line", "-fiC", "-e", module, "0x%x" % address],
                         stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout.split("\n")
    return [os.path.basename(place).split(" ")[0] for place in out[3::2]]


def addr2line(record, module, least):
    wrong = []
    for site in sites_in(record, module, least):
        expected = ask_addr2line(module, site["offset"] - 1)
        if re.findall(r"\[(.*?)\]", site["inlined"]) != expected:
            wrong.append("addr2line says %s and we %s" % (expected, site["inlined"]))
    return wrong


def gdb(record, module, least):
    sites = sites_in(record, module, least)
    wrong = []
    # As calls return to behind them.
    for site, (function, line, file) in zip(sites, ask_gdb(module,
                                                           [s["offset"] - 1 for s in sites])):
        ours = site["function"], site["line"], os.path.basename(site["file"])
        if ours != (function, int(line), os.path.basename(file)):
            wrong.append("gdb says %s, %s:%s and we %s, %d of %s"
                         % ((function, file, line) + ours))
    return wrong


def main():
    record = json.load(open(sys.argv[2]))
    if sys.argv[1] == "counts":
        wrong = counts(record, sys.argv[3], sys.argv[4:])
    elif sys.argv[1] == "addr2line":
        wrong = addr2line(record, sys.argv[3], int(sys.argv[4]))
    else:
        wrong = gdb(record, sys.argv[3], int(sys.argv[4]))
    print("\n".join(wrong))
    sys.exit(bool(wrong))


main()
