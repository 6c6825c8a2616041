"""conformance.py SUITE.MPI.json...: doc/conformance.md, of what `mpit conform --format json` has
written with that MPI in that suite of Debian."""
import json
import os
import re
import sys

HEAD = """# What MPI libraries keep of the tool information interface

`.ci/run --conformance` writes this page. `mpit conform` looks at the MPI libraries of suites of
Debian: the same sentences for each, with the library alone, and on the machine that the page was
made on with libmpit before it, too. mpit-conform(1) says what the words mean. What an empty cell is
of was not looked at here; that libmpit keeps each sentence is a test, which runs in each suite
(doc/suites.md).

"""
LIBRARIES = (("plain", "alone"), ("mpit", "with libmpit"))
VERDICTS = ("kept", "broken", "not offered")


def name_of(mpi):
    """ "Open MPI v4.1.4, package: ..." and "MPICH Version:      4.0.2" in one form."""
    found = re.match(r"(Open MPI|MPICH)\D*([0-9][^ ,]*)", mpi)
    return f"{found[1]} {found[2]}" if found else mpi


def column_of(path):
    with open(path, encoding="utf-8") as file:
        record = json.load(file)
    suite, back = os.path.basename(path).split(".")[:2]
    abi = ", ABI" if back.startswith("abi") else ""
    return {"suite": suite, "mpi": name_of(record["mpi"]) + abi,
            "rows": {row["row"]: row for row in record["rows"]}}


def cell(column, row, library):
    found = column["rows"].get(row, {}).get(library)
    return {"kept": "kept", "broken": "**broken**", "not offered": "-"}[found["verdict"]] \
        if found else ""


def line(cells):
    print("| " + " | ".join(cells) + " |")


def counts(columns):
    print("## How many sentences\n")
    line(["suite", "MPI"] + [f"{verdict}, {how}" for library, how in LIBRARIES
                             for verdict in VERDICTS])
    line(["---"] * (2 + len(LIBRARIES) * len(VERDICTS)))
    for column in columns:
        cells = [column["suite"], column["mpi"]]
        for library, how in LIBRARIES:
            verdicts = [row[library]["verdict"] for row in column["rows"].values()
                        if library in row]
            cells += [str(verdicts.count(verdict)) if verdicts else "" for verdict in VERDICTS]
        line(cells)
    print()


def sentences(columns):
    print("## Each sentence, with the MPI library alone\n")
    print("A - before a sentence: the standard leaves open what happens. A - in its place: the "
          "library has\nnothing that the sentence is about.\n")
    line(["section", "sentence"] + [f"{column['mpi']} ({column['suite']})" for column in columns])
    line(["---"] * (2 + len(columns)))
    rows = {}
    for column in columns:
        rows.update(column["rows"])
    for name, row in rows.items():
        mark = "" if row["demand"] == "MUST" else "- "
        line([row["section"], mark + row["what"]] +
             [cell(column, name, "plain") for column in columns])
    print()


def findings(columns):
    print("## What was seen\n")
    for column in columns:
        for library, how in LIBRARIES:
            broken = [row for row in column["rows"].values()
                      if row.get(library, {}).get("verdict") == "broken"]
            if not broken:
                continue
            print(f"### {column['mpi']} of {column['suite']}, {how}\n")
            for row in broken:
                seen = re.sub(r"([\\`*_|<>])", r"\\\1", row[library]["seen"])
                print(f"- {row['section']}: {row['what']}: {seen}")
            print()


all_columns = [column_of(path) for path in sys.argv[1:]]
all_columns.sort(key=lambda column: (column["mpi"].split()[0], column["mpi"]))
sys.stdout.write(HEAD)
counts(all_columns)
sentences(all_columns)
findings(all_columns)
