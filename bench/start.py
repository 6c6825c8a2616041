#!/usr/bin/python3
"""What a job gains by libmpit: processor time, time by the wall clock, memory; by part.

  bench/start.py [OPTION]...                 in a build directory

  --ranks N,...        jobs of so many ranks (1,2)
  --rounds N           each variant once a round, in an order shuffled anew (15, at least 8)
  --only NAME,...      these variants; --list names them
  --peer NAME=FILE     another tool, preloaded, beside them (several files: FILE:FILE); any
                       number of times
  --check              hold the targets: exit 1 if one is missed, 2 if one stays open
  --seconds S          how long a job lasts of which it is said what `mpit run` takes (5)
  --json               all figures, for scripts
  --quick              see that it works

bench/README says what is compared, and how."""

import argparse
import json
import math
import os
import random
import shlex
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HELD, MISSED, UNDECIDED, FAILED, USAGE = 0, 1, 2, 3, 64
SAID = {HELD: "held", MISSED: "MISSED", UNDECIDED: "undecided"}
CONFIDENCE = 0.99

# Of a rank, in the order of its line: start_kernel.c.
PARTS = ("main", "interface", "init", "work", "finalize")
WORDS = ("began", "ended", *PARTS, "resident", "written", "peak")

# How a variant is started: what is set, whether by `mpit run`, and what the program is told.
# {lib} is libmpit, {out} a folder for what it writes.
VARIANTS = {
    "plain": {},
    "asking": {"words": ["-i"]},
    "preloaded": {"env": {"LD_PRELOAD": "{lib}"}},
    "interface": {"env": {"LD_PRELOAD": "{lib}"}, "words": ["-i"]},
    "live": {"env": {"LD_PRELOAD": "{lib}", "MPIT_LIVE": "counts"}},
    "watch": {"env": {"LD_PRELOAD": "{lib}", "MPIT_WATCH": "counts,bytes,time"}},
    "report": {"env": {"LD_PRELOAD": "{lib}", "MPIT_REPORT": "{out}/report.txt"}},
    "json": {"env": {"LD_PRELOAD": "{lib}", "MPIT_REPORT": "{out}/report.json"}},
    "sites": {"env": {"LD_PRELOAD": "{lib}", "MPIT_REPORT": "{out}/report.txt",
                      "MPIT_WATCH": "sites"}},
    "run": {"run": ["--report", "{out}/run.txt"]},
    "html": {"run": ["--report", "{out}/run.html"]},
    "run_sites": {"run": ["--sites", "--report", "{out}/run.txt"]},
}
# Targets: of a variant, how much more than plain, in ms a rank or a job, or in kB a rank; and for
# each further rank of the job.  The ranks of `mpit run` write a report.
REPORT = 10.0
TARGETS = (
    ("preloaded", "rank", 1.0, 0), ("preloaded", "written", 256, 0),
    ("report", "rank", REPORT, 0), ("report", "written", 2048, 0),
    ("run", "job", 30.0, REPORT),
)
# Of a processor, while the job runs: of one whose ranks sleep so many microseconds before each
# collective.  Where they call nothing else, reading the clock for each would take more than that.
RUN_SHARE, RUN_PAUSE = 0.001, 1000
COLUMNS = (
    ("rank", "a rank", "ms"), ("job", "the job", "ms"), ("wall", "wall", "ms"),
    ("resident", "resident", "kB"), ("written", "of that written", "kB"),
)


def fail(text):
    print(f"bench/start.py: {text}", file=sys.stderr)
    raise SystemExit(FAILED)


# ---- statistics: as mpib/median.c has them


def outside(n):
    """Of how many of the smallest, and of the largest, the interval of the median is free."""
    below, k, chance = 0.0, 0, 2.0 ** -n
    while 2 * (below + chance) <= 1 - CONFIDENCE:
        below += chance
        chance *= (n - k) / (k + 1)
        k += 1
    return max(0, k - 1)


def interval(values):
    values = sorted(values)
    k = outside(len(values))
    return values[k], statistics.median(values), values[-1 - k]


def verdict(low, high, limit):
    return MISSED if low > limit else HELD if high <= limit else UNDECIDED


# ---- jobs


def environment(variant, out, library):
    env = {name: text for name, text in os.environ.items()
           if not name.startswith(("MPIT_", "LD_PRELOAD"))}
    if os.geteuid() == 0:
        env.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    env["MPIT_LIVE_DIR"] = f"{out}/live"
    words = {"lib": library, "out": out}
    return env, [f"{name}={text.format(**words)}" for name, text in variant.get("env", {}).items()]


def command(variant, ranks, extra, out, options):
    """As one would type it: what is preloaded is so for the ranks alone.  env(1), which becomes the
    rank, is before each of them: its own start is in the account of the rank."""
    env, settings = environment(variant, out, options.library)
    line = [*options.mpirun, "-n", str(ranks), "env", *settings]
    line += [options.kernel, *variant.get("words", ()), *extra]
    if "run" in variant:
        words = [word.format(out=out) for word in variant["run"]]
        line = [options.mpit, "run", *words, "--", *line]
        env["LD_LIBRARY_PATH"] = os.pathsep.join(filter(None, (
            os.path.dirname(options.library), env.get("LD_LIBRARY_PATH"))))
    return line, env


def ticks_of(pid):
    """Processor time of a process so far, in seconds, all its threads."""
    sum_ = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/schedstat", encoding="ascii") as file:
            sum_ += int(file.read().split()[0])
    return sum_ * 1e-9


def follow(process, seen, stop):
    """What `mpit run` itself has taken, each hundredth of a second, until it ends."""
    while not stop.wait(0.01):
        try:
            seen.append((time.monotonic(), ticks_of(process.pid)))
        except OSError:
            return


def start(line, env, out, is_followed):
    """The job's lines, processor time and moments; and what was seen of its first process."""
    seen, stop = [], threading.Event()
    with open(f"{out}/said", "w+b") as said, open(f"{out}/err", "w+b") as err:
        began = time.monotonic()
        # pylint: disable-next=consider-using-with # it is waited for with its resources
        process = subprocess.Popen(line, env=env, cwd=out, stdin=subprocess.DEVNULL, stdout=said,
                                   stderr=err)
        watcher = threading.Thread(target=follow, args=(process, seen, stop))
        if is_followed:
            watcher.start()
        _, status, usage = os.wait4(process.pid, 0)
        ended = time.monotonic()
        process.returncode = os.waitstatus_to_exitcode(status)
        stop.set()
        if is_followed:
            watcher.join()
        said.seek(0)
        err.seek(0)
        if status != 0:
            fail(f"{shlex.join(line)}: ended with {process.returncode}: "
                 f"{err.read().decode(errors='replace').strip()[-300:]}")
        lines = [text.split()[1:] for text in said.read().decode(errors="replace").splitlines()
                 if text.startswith("start ")]
    return lines, usage.ru_utime + usage.ru_stime, began, ended, seen


def run(name, ranks, options, extra=()):
    """The figures of one job."""
    variant = options.variants[name]
    with tempfile.TemporaryDirectory(dir=options.folder) as out:
        os.mkdir(f"{out}/live", 0o700)
        line, env = command(variant, ranks, extra, out, options)
        lines, processor, began, ended, seen = start(line, env, out, "run" in variant)
        if len(lines) != ranks:
            fail(f"{shlex.join(line)}: {len(lines)} of {ranks} ranks have said something")
        for word in (*variant.get("run", ()), variant.get("env", {}).get("MPIT_REPORT", "")):
            if word.startswith("{out}") and not os.path.exists(word.format(out=out)):
                fail(f"{shlex.join(line)}: it has not written its report")
    each = [dict(zip(WORDS, map(float, words[1:]))) for words in lines]
    job = {word: statistics.mean(rank[word] for rank in each)
           for word in (*PARTS, "resident", "written", "peak")}
    job.update({part: job[part] / 1e3 for part in PARTS})
    job["rank"] = sum(job[part] for part in PARTS)
    job["job"] = processor * 1e3
    job["wall"] = (ended - began) * 1e3
    first, last = min(rank["began"] for rank in each), max(rank["ended"] for rank in each)
    job.update(before=(first - began) * 1e3, during=(last - first) * 1e3,
               after=(ended - last) * 1e3)
    if seen:
        until = {moment: max((took for at, took in seen if at <= moment), default=0)
                 for moment in (first, last, ended)}
        job["share"] = (until[last] - until[first]) / (last - first)
        job["own"] = [until[first] * 1e3, (until[last] - until[first]) * 1e3,
                      (until[ended] - until[last]) * 1e3]
    return job


def measure(ranks, options):
    """Of each variant its jobs, a round after the other."""
    jobs = {name: [] for name in options.variants}
    for name in options.variants:
        run(name, ranks, options)  # what is read the first time comes from the disk
    for number in range(options.rounds):
        order = list(options.variants)
        random.shuffle(order)
        for name in order:
            jobs[name].append(run(name, ranks, options))
        if sys.stderr.isatty():
            print(f"\rstart: {ranks} ranks, round {number + 1} of {options.rounds} ",
                  end="", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    return jobs


# ---- what is said


def beyond_plain(jobs, name, column):
    """Job by job, what it has of something more than the plain one of its round."""
    return [job[column] - (name != "plain" and base[column])
            for job, base in zip(jobs[name], jobs["plain"])]


def show_columns(jobs):
    print(" " * 16 + "".join(f"{f'{title}, {unit}':>26}" for _, title, unit in COLUMNS))
    for name in jobs:
        print(f"  {name:14}", end="")
        for column, _, unit in COLUMNS:
            low, middle, high = interval(beyond_plain(jobs, name, column))
            digits = 0 if unit == "kB" else 1
            text = (f"{middle:.{digits}f}" if name == "plain" else
                    f"{middle:+.{digits}f} [{low:+.{digits}f}, {high:+.{digits}f}]")
            print(f"{text:>26}", end="")
        print()


def show_parts(jobs):
    """Of the processor time of a rank, by part; of the wall clock before, in and after it."""
    words = (*PARTS, "before", "during", "after")
    print(" " * 16 + "".join(f"{word:>11}" for word in words))
    for name in jobs:
        sign = "" if name == "plain" else "+"
        print(f"  {name:14}" + "".join(
            f"{statistics.median(beyond_plain(jobs, name, word)):{sign}11.2f}" for word in words))


def share_of_run(ranks, options, pause, rounds):
    """Of a processor, what `mpit run` itself takes while a job calls collectives: each job."""
    jobs = [run("run", ranks, options, ("-s", str(options.seconds), "-p", str(pause)))
            for _ in range(rounds)]
    own = [statistics.median(job["own"][i] for job in jobs) for i in range(3)]
    return [job["share"] for job in jobs], own


def judge(what, low, high, limit, unit):
    result = verdict(low, high, limit)
    print(f"  {SAID[result]:10} {what}: [{low:.4g}, {high:.4g}], at most {limit:g}"
          f"{' ' * bool(unit)}{unit}")
    return result


def check(jobs, shares, ranks, options):
    """Of the targets of one number of ranks."""
    found = []
    units = {column: unit for column, _, unit in COLUMNS}
    titles = {column: title for column, title, _ in COLUMNS}
    for name, column, limit, further in TARGETS:
        if name in jobs:
            low, _, high = interval(beyond_plain(jobs, name, column))
            found.append(judge(f"{name}, {titles[column]}", low, high,
                               limit + further * (ranks - 1), units[column]))
    if shares:
        low, _, high = interval(shares[RUN_PAUSE])
        found.append(judge("mpit run, of a processor while the job runs", low, high, RUN_SHARE, ""))
    for name in options.peers:
        for column, title, unit in COLUMNS:
            low, _, high = interval([ours[column] - theirs[column]
                                     for ours, theirs in zip(jobs["report"], jobs[name])])
            found.append(judge(f"report, {title}, more than {name}", low, high, 0, unit))
    return found


def report(ranks, options):
    jobs = measure(ranks, options)
    print(f"\n{ranks} {'rank' if ranks == 1 else 'ranks'}, {options.rounds} rounds: "
          "plain, and what is more than plain; median [99 % interval]")
    show_columns(jobs)
    print("\n  ms: processor time of a rank by part; wall time before, in and after the ranks")
    show_parts(jobs)
    shares = {}
    if "run" in jobs:
        print()
        for pause, rounds, how in ((0, 1, "without pause"),
                                   (RUN_PAUSE, 8, f"at most one in {RUN_PAUSE} us")):
            shares[pause], own = share_of_run(ranks, options, pause,
                                              1 if options.quick else rounds)
            print(f"  mpit run itself, of a job of {options.seconds:g} s of MPI_Allreduce, {how}: "
                  f"{own[0]:.1f} ms before it, {statistics.median(shares[pause]) * 100:.3f} % of a "
                  f"processor while it runs, {own[2]:.1f} ms after it")
    print()
    sys.stdout.flush()
    return jobs, shares


# ---- command line


def peer(text):
    name, equals, files = text.partition("=")
    files = files.split(os.pathsep)
    if not equals or not all(map(os.path.isfile, files)):
        raise argparse.ArgumentTypeError(f"{text}: expected NAME=FILE, of a file that is there")
    return name, os.pathsep.join(map(os.path.abspath, files))


def launcher():
    """That of this build, with what it needs for more ranks than processors."""
    with open("Makefile", encoding="utf-8") as file:
        made = dict(line.rstrip("\n").split(" = ", 1) for line in file if line.count(" = ") == 1)
    words = shlex.split(os.environ.get("MPIRUN") or made["MPIRUN"])
    return words + (["--oversubscribe"] if made["MPIT_VENDOR"] == "openmpi" else [])


def read_options():
    options = argparse.ArgumentParser(
        description="what a job gains by libmpit: processor time, wall time, memory")
    options.error = lambda text: (print(f"bench/start.py: {text}", file=sys.stderr),
                                  sys.exit(USAGE))
    options.add_argument("--ranks", default="1,2")
    options.add_argument("--rounds", type=int, default=15)
    options.add_argument("--only", default=",".join(VARIANTS))
    options.add_argument("--peer", type=peer, action="append", default=[])
    options.add_argument("--seconds", type=float, default=5)
    for word in ("check", "json", "quick", "list"):
        options.add_argument(f"--{word}", action="store_true")
    options = options.parse_args()
    if options.list:
        print("\n".join(VARIANTS))
        sys.exit(0)
    if options.quick:
        options.rounds, options.ranks, options.seconds = 1, "1", 0.1
    elif options.rounds < 8:
        fail("--rounds: expected 8 at least")
    unknown = set(options.only.split(",")) - set(VARIANTS)
    if unknown:
        print(f"bench/start.py: {unknown.pop()}: no variant; --list names them", file=sys.stderr)
        sys.exit(USAGE)
    chosen = {"plain", *options.only.split(",")} | ({"report"} if options.peer else set())
    options.variants = {name: how for name, how in VARIANTS.items() if name in chosen}
    options.peers = [name for name, _ in options.peer]
    options.variants.update({name: {"env": {"LD_PRELOAD": file}} for name, file in options.peer})
    options.kernel = os.path.abspath("bench/start_kernel")
    options.library = os.path.realpath("lib/.libs/libmpit.so")
    # tools/mpit is a script of libtool's, which is no part of what is measured.
    options.mpit = os.path.abspath("tools/.libs/mpit")
    options.mpirun = launcher()
    for file in (options.kernel, options.library, options.mpit):
        if not os.path.exists(file):
            fail(f"{file} is not there: make, and start it in the build directory")
    return options


def main():
    options = read_options()
    found, figures = [], {}
    with tempfile.TemporaryDirectory() as options.folder:
        for ranks in map(int, options.ranks.split(",")):
            jobs, shares = report(ranks, options)
            figures[ranks] = {"jobs": jobs, "shares": shares}
            if options.check:
                found += check(jobs, shares, ranks, options)
    if options.json:
        json.dump(figures, sys.stdout, indent=1)
        print()
    sys.exit(MISSED if MISSED in found else max(found, default=HELD))


if __name__ == "__main__":
    main()
