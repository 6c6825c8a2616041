"""The table tests/faults.def: looked at, listed, and its faults put into a copy of the tree.

  faults.py TREE check           what is wrong with the table, a line each
  faults.py TREE list [ID]...    ID, MPI or "both", tests: a line each, with | between
  faults.py TREE put ID          puts the fault into TREE

A row is lines "word: text", and an empty one behind it:

  fault: its id
  in:    a file of the tree
  was:   text that stands there once; several such lines stand for several lines
  now:   what makes it wrong; none: nothing
  mpi:   the only MPI where it is one (openmpi, mpich)
  found: the tests that find it, with blanks between

A line of `was` or `now` may be a part of a line.  One blank follows the colon; what comes behind it
is the text.  How many blanks stand before a backslash that ends a line does not matter.
"""

import glob
import os
import re
import sys

WORDS = ("fault", "in", "was", "now", "mpi", "found")
FEWEST = 64
PLACES = ("tools", "mpib", "bench")


class Row:
    def __init__(self, lines, line):
        self.line = line
        said = {word: [] for word in WORDS}
        self.wrong = []
        for text in lines:
            word, colon, rest = text.partition(":")
            if not colon or word not in said:
                self.wrong.append(f"no row has a line '{text}'")
            else:
                said[word].append(rest[1:])
        self.id = " ".join(said["fault"])
        self.file = " ".join(said["in"])
        self.was = "\n".join(said["was"])
        self.now = "\n".join(said["now"])
        self.mpi = " ".join(said["mpi"]) or "both"
        self.tests = " ".join(said["found"]).split()

    def find(self, text):
        """Where its text stands."""
        was = re.sub(r" +\\\n", lambda _: " \\\n", self.was)
        pattern = re.escape(was).replace(re.escape(" \\\n"), r" +\\\n")
        return list(re.finditer(pattern, text))

    def whys(self, tree, before):
        yield from self.wrong
        if not self.id or " " in self.id or self.id in before:
            yield "its id is none, or that of another"
        if self.mpi not in ("both", "openmpi", "mpich"):
            yield f"no MPI is called {self.mpi}"
        if not self.tests:
            yield "no test is named"
        for test in self.tests:
            if not os.path.exists(os.path.join(tree, test + ("" if "." in test else ".c"))):
                yield f"there is no test {test}"
        if not os.path.exists(os.path.join(tree, self.file)):
            yield f"there is no file {self.file}"
            return
        times = len(self.find(read(os.path.join(tree, self.file)))) if self.was else 0
        if times != 1:
            yield f"its text stands in {self.file} {times} times"
        if self.was == self.now:
            yield "it changes nothing"


def read(name):
    with open(name, encoding="utf-8", newline="") as file:
        return file.read()


def rows_of(tree):
    rows, lines = [], []
    for number, text in enumerate(read(os.path.join(tree, "tests/faults.def")).split("\n"), 1):
        if text.startswith("#"):
            continue
        if text:
            lines.append(text)
        elif lines:
            rows.append(Row(lines, number - len(lines)))
            lines = []
    return rows


def places_without(tree, rows):
    """The rooms of lib/ and the other folders of code in which no fault is."""
    rooms = [os.path.relpath(room, tree)
             for room in sorted(glob.glob(os.path.join(tree, "lib/*/")))]
    files = [row.file for row in rows]
    return [place for place in rooms + list(PLACES)
            if not any(file.startswith(place + "/") for file in files)]


def check(tree):
    rows = rows_of(tree)
    before = set()
    for row in rows:
        for why in row.whys(tree, before):
            print(f"tests/faults.def:{row.line}: {row.id}: {why}")
        before.add(row.id)
    for place in places_without(tree, rows):
        print(f"tests/faults.def: there is no fault in {place}")
    if len(rows) < FEWEST:
        print(f"tests/faults.def: {len(rows)} faults, of {FEWEST}")


def listed(tree, ids):
    for row in rows_of(tree):
        if not ids or row.id in ids:
            print(row.id, row.mpi, " ".join(row.tests), sep="|")


def put(tree, wanted):
    row = next(row for row in rows_of(tree) if row.id == wanted)
    name = os.path.join(tree, row.file)
    text = read(name)
    places = row.find(text)
    if len(places) != 1:
        sys.exit(f"the text of {wanted} does not stand in {row.file} once")
    begin, end = places[0].span()
    with open(name, "w", encoding="utf-8", newline="") as file:
        file.write(text[:begin] + row.now + text[end:])
    print(row.file)


if __name__ == "__main__":
    COMMANDS = {"check": lambda: check(sys.argv[1]),
                "list": lambda: listed(sys.argv[1], sys.argv[3:]),
                "put": lambda: put(sys.argv[1], sys.argv[3])}
    COMMANDS[sys.argv[2]]()
