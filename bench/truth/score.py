#!/usr/bin/env python3
"""Holds what reports say first to what truth.def says is true.

    score.py TABLE DIRECTORY         a line for each miss, what the misses are, a table by kind
    score.py --list TABLE [PATTERN]  NAME RANKS BESIDE OPTIONS of the cases that the pattern matches

The directory has CASE.N.json, the record of a run, and CASE.N.out, what its ranks have said of it
(main.c). A run with a fault whose work took longer than it should have, beside nobody that we know
of, is "disturbed": what is true of it is not known, and it is shown, but not scored.  Of a
fault-free program it is: nobody is to change it.

Exit 0: 95 % of the first sentences are right, no wrong rank is named, no fault-free program told to
change; 1 if not; 3 where there is nothing to score.
"""
import collections
import glob
import json
import os
import re
import sys

RIGHT = 0.95
DISTURBED = 0.25  # of what the fault costs, that the work of a rank took longer
LEAST_COST = 0.02  # of the job, with MPI_Init: what costs less need not be said
SAME_COST = 1.5

# They tell nobody to change the program; the last one but where it says what to begin with.
HEALTHY = {"little_mpi", "no_processor", "oversubscribed", "nothing_stands_out"}
# Their ranks are no blame: who shares processors, along whom a chain goes.
NO_BLAME = {"oversubscribed", "no_processor", "chain"}

Fault = collections.namedtuple("Fault", "ids ranks gain")


def is_healthy(verdict):
    return verdict["id"] in HEALTHY and "begin with" not in verdict.get("text", "")


def ranks_of(text):
    """None where any will do."""
    if text in ("any", "all"):
        return None
    return [] if text == "none" else sorted(int(word) for word in text.split())


def faults_of(text):
    for fault in text.split("+") if text else []:
        ids, ranks, gain = (part.strip() for part in fault.split(":"))
        yield Fault(set(ids.split()), ranks_of(ranks), float(gain))


class Case:
    def __init__(self, row):
        name, ranks, kind, _, _, faults, allowed, beside, options = row
        self.name, self.ranks, self.kind, self.options = name, int(ranks), kind, options
        self.faults, self.allowed = list(faults_of(faults)), ranks_of(allowed)
        self.beside = int(beside)

    def is_first(self, verdict, run):
        if (self.beside or run.is_disturbed) and verdict["id"] == "no_processor":
            return True
        if run.is_start and verdict["id"] == "start_and_end":
            return True
        if not self.faults:
            return is_healthy(verdict)
        dearest = max(fault.gain for fault in self.faults)
        return any(tells(verdict, fault) for fault in self.faults
                   if fault.gain * SAME_COST >= dearest)


def read_cases(path):
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    for row in re.finditer(r'^CASE\(((?:[^")]|"[^"]*")*)\)', text, flags=re.M):
        fields = re.findall(r'"[^"]*"|[^,\s][^,]*', row[1])
        yield Case([field.strip().strip('"') for field in fields])


def tells(verdict, fault):
    return verdict["id"] in fault.ids and fault.ranks in (None, sorted(verdict["ranks"]))


class Run:
    """What the ranks have said of a run, the worst of it."""

    def __init__(self, case, path):
        self.ranks = self.excess = self.init = self.whole = 0
        with open(path, encoding="utf-8", errors="replace") as file:
            found = re.findall(r"^truth \d+ (\S+) (\S+) (\S+)$", file.read(), flags=re.M)
        for figures in found:
            excess, init, whole = map(float, figures)
            self.ranks += 1
            self.excess, self.init = max(self.excess, excess), max(self.init, init)
            self.whole = max(self.whole, whole)
        self.has_failed = self.ranks < case.ranks
        gain = min((fault.gain for fault in case.faults), default=0) / 100
        cost = gain * (self.whole - self.init if case.kind != "late_init" else self.whole)
        self.is_disturbed = not case.beside and not self.has_failed and gain > 0 and (
            self.excess > DISTURBED * cost or cost < LEAST_COST * self.whole)
        # Then what is said of that is true, too.
        self.is_start = self.init > self.whole / 2


def why_not_first(case, verdicts, run):
    if not verdicts:
        return "nothing is said"
    behind = [verdict for verdict in verdicts
              if verdict["id"] not in ("oversubscribed", "start_and_end")]
    if behind != verdicts and behind and case.is_first(behind[0], run):
        return "oversubscribed is said before what is right"
    if any(case.is_first(verdict, run) for verdict in behind):
        return f"{behind[0]['id']} is said before what is right"
    if any(tells(verdict, fault) for verdict in verdicts for fault in case.faults):
        return "of two faults the one that costs more is not said"
    ids = set().union(*(fault.ids for fault in case.faults))
    if any(verdict["id"] in ids for verdict in verdicts):
        return "the right verdict, of other ranks"
    said = (behind or verdicts)[0]["id"]
    return f"{said} is said, and what is right is not"


def misses(case, verdicts, run):
    """Pairs of a class and its words: "first", "rank", "told"."""
    if not verdicts or not case.is_first(verdicts[0], run):
        yield "first", why_not_first(case, verdicts, run)
    else:
        for fault in case.faults[1:] and case.faults:
            if not any(tells(verdict, fault) for verdict in verdicts):
                yield "first", f"one of two faults is not said ({' '.join(sorted(fault.ids))})"
    for verdict in verdicts:
        wrong = [] if case.allowed is None or verdict["id"] in NO_BLAME else \
            sorted(set(verdict["ranks"]) - set(case.allowed))
        if wrong:
            yield "rank", f"{verdict['id']} names a wrong rank"
        if not case.faults and not is_healthy(verdict) and not (
                run.is_start and verdict["id"] == "start_and_end"):
            yield "told", f"{verdict['id']} of a fault-free program"


def in_words(verdict):
    return f"{verdict['id']} {sorted(verdict['ranks'])}"


def right_of(case):
    return " + ".join(
        f"{'|'.join(sorted(fault.ids))} {'any' if fault.ranks is None else fault.ranks}"
        for fault in case.faults) or "|".join(sorted(HEALTHY))


class Line:
    def __init__(self):
        self.runs = self.first = self.rank = self.told = 0
        self.disturbed = self.right_disturbed = 0

    def add(self, other):
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def count(self, run, kinds):
        if run.is_disturbed:
            self.disturbed += 1
            self.right_disturbed += not kinds
            return
        self.runs += 1
        for kind in kinds:
            setattr(self, kind, getattr(self, kind) + 1)


def read_verdicts(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file).get("verdicts", [])
    except (OSError, ValueError):
        return None


def score_run(case, path, line, causes):
    run = Run(case, path)
    verdicts = read_verdicts(path[:-len("out")] + "json")
    if run.has_failed:
        found = [("first", "the program failed")]
    elif verdicts is None:
        found = [("first", "no record")]
    else:
        found = list(misses(case, verdicts, run))
    line.count(run, {kind for kind, _ in found})
    for _, cause in found if not run.is_disturbed else []:
        causes[cause].append(case.name)
    if found:
        print(f"{'disturbed' if run.is_disturbed else 'miss':<9}  "
              f"{os.path.basename(path)[:-len('.out')]}: "
              f"said {', '.join(map(in_words, verdicts or [])) or 'nothing'}; "
              f"right {right_of(case)}; {'; '.join(cause for _, cause in found)}")


def print_table(lines):
    print(f"\n{'kind':<20} {'first right':>12} {'wrong ranks':>12} {'told':>5} "
          f"{'right of disturbed':>19}")
    for name, line in lines:
        right = f"{line.runs - line.first}/{line.runs}"
        disturbed = f"{line.right_disturbed}/{line.disturbed}"
        print(f"{name:<20} {right:>12} {line.rank:>12} {line.told:>5} {disturbed:>19}")


def score(table, directory):
    lines, causes, everything = {}, collections.defaultdict(list), Line()
    for case in read_cases(table):
        line = Line()
        for path in sorted(glob.glob(f"{glob.escape(directory)}/{case.name}.*.out")):
            score_run(case, path, line, causes)
        if line.runs or line.disturbed:
            lines.setdefault(case.kind, Line()).add(line)
            everything.add(line)
    if causes:
        print("\nwhat the misses are")
    for cause, names in sorted(causes.items(), key=lambda item: -len(item[1])):
        times = collections.Counter(names)
        print(f"{len(names):5}  {cause}: {', '.join(times)}")
    print_table(list(lines.items()) + [("all", everything)])
    if everything.runs == 0:
        return 3
    right = (everything.runs - everything.first) / everything.runs
    print(f"\n{100 * right:.1f} % of the first sentences are right (target: 95); "
          f"{everything.rank} runs name a wrong rank (none); "
          f"{everything.told} fault-free ones are told to change (none)")
    return int(right < RIGHT or everything.rank > 0 or everything.told > 0)


def main(words):
    if len(words) in (2, 3) and words[0] == "--list":
        for case in read_cases(words[1]):
            if len(words) < 3 or re.search(words[2], case.name):
                print(case.name, case.ranks, case.beside, case.options)
        return 0
    if len(words) != 2 or words[0].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 64
    return score(*words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
