#!/usr/bin/python3
"""What `mpit report` takes of the record of a large job, which is made up.

  bench/record.py [--mpit FILE] [RANKS:NEIGHBOURS]...     in a build directory; 10000:6 without

Each rank has 5 calls, has sent to so many neighbours of a cube, and has waited for one; a node has
16 ranks.  For the text and the page: seconds by the wall clock, the largest memory, and how large
what comes out is."""

import argparse
import itertools
import json
import os
import random
import resource
import subprocess
import tempfile
import time

CALLS = ("MPI_Send", "MPI_Recv", "MPI_Waitall", "MPI_Allreduce", "MPI_Bcast")


def rank(i):
    return {"rank": i, "host": f"node{i // 16}", "pid": 1000 + i, "wall": 100 + random.random(),
            "mpi": 20 + 5 * random.random(), "state": "ended", "in": "", "threads": 1,
            "mpi_open": False}


def call(name, ranks):
    seconds = [round(4 + random.random(), 9) for _ in range(ranks)]
    return {"name": name, "count": 1000 * ranks, "bytes": 8000 * ranks, "messages": 1000 * ranks,
            "time": {"total": sum(seconds), "min": min(seconds), "min_rank": 0,
                     "max": max(seconds), "max_rank": 1},
            "rank": list(range(ranks)), "rank_count": [1000] * ranks,
            "rank_bytes": [8000] * ranks, "rank_seconds": seconds}


def steps(ranks, neighbours):
    """To the faces, edges and corners of a cube of ranks, so many of them."""
    side = max(2, round(ranks ** (1 / 3)))
    near = sorted(itertools.product((-1, 0, 1), repeat=3), key=lambda at: sum(map(abs, at)))
    return [x + side * y + side * side * z for x, y, z in near[1:neighbours + 1]]


def record(ranks, neighbours):
    return {
        "format": 1, "mpit": "0", "vendor": "Some MPI", "command": "./solve", "complete": True,
        "start": "2024-01-02T03:04:05Z", "reason": "", "nranks": ranks, "lost_records": 0,
        "ranks": [rank(i) for i in range(ranks)], "calls": [call(name, ranks) for name in CALLS],
        "pairs": [{"sender": i, "receiver": (i + step) % ranks, "messages": 1000,
                   "bytes": random.randrange(10 ** 6, 10 ** 8)}
                  for i in range(ranks) for step in steps(ranks, neighbours)],
        "waits": [{"rank": i, "for": (i + 1) % ranks, "kind": "late_sender", "count": 10,
                   "seconds": random.random()} for i in range(ranks)]}


def report(mpit, form, path, out):
    with open(out, "wb") as file:
        subprocess.run([mpit, "report", "--format", form, path], stdout=file, check=True)


def measure(mpit, form, path, out):
    """In a process of its own, whose children are this one command."""
    if os.fork() == 0:
        begin = time.time()
        report(mpit, form, path, out)
        took = time.time() - begin
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        print(f"  {form:5} {took:6.2f} s  {memory / 1024:5.0f} MB  {os.path.getsize(out)} bytes",
              flush=True)
        os._exit(0)
    if os.wait()[1] != 0:
        raise SystemExit(f"bench/record.py: no {form}")


def main():
    options = argparse.ArgumentParser(description="mpit report of the record of a large job")
    options.add_argument("--mpit", default="tools/mpit")
    options.add_argument("sizes", nargs="*", default=["10000:6"])
    options = options.parse_args()
    random.seed(1)
    for size in options.sizes:
        ranks, neighbours = map(int, size.split(":"))
        with tempfile.TemporaryDirectory() as folder:
            rows, columns = f"{folder}/rows.json", f"{folder}/record.json"
            with open(rows, "w", encoding="ascii") as file:
                json.dump(record(ranks, neighbours), file)
            report(options.mpit, "json", rows, columns)
            print(f"{ranks} ranks with {neighbours} neighbours: {os.path.getsize(columns)} bytes",
                  flush=True)
            measure(options.mpit, "text", columns, f"{folder}/out.txt")
            measure(options.mpit, "html", columns, f"{folder}/out.html")


main()
