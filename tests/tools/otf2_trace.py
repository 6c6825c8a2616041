"""A trace of OTF2, as otf2-print shows it, and that it is one that readers can take for what it is.
Who imports this has the folder as its first argument."""
import collections
import re
import subprocess
import sys

shown = subprocess.run(["otf2-print", "--show-all", sys.argv[1] + "/traces.otf2"], check=True,
                       capture_output=True, text=True, errors="surrogateescape").stdout
before_events, after = shown.split("\n=== Events ===", 1)
before_events = before_events.split("\n=== Global Definitions ===", 1)[1]

# ---- what is there

definitions = collections.defaultdict(dict)
properties = collections.defaultdict(list)
clock = None
for line in before_events.splitlines():
    if match := re.match(r"([A-Z_]+) +(\d+|)  (.*)", line):
        kind, number, rest = match.groups()
        if number:
            assert int(number) not in definitions[kind], line
            definitions[kind][int(number)] = rest
        else:
            properties[kind].append(rest)
        if kind == "CLOCK_PROPERTIES":
            clock = [int(each) for each in re.findall(r": (\d+)", rest)[:3]]
assert clock[:2] == [10 ** 9, 0], clock
strings = {number: text[1:-1] for number, text in definitions["STRING"].items()}


def refs(text, key):
    """The numbers behind a key: "Region: "MPI_Send" <5>"."""
    return int(re.search(re.escape(key) + r': .*?<(\d+)>(?:,|$|\))', text)[1])


regions = {number: strings[refs(text, "Name")] for number, text in definitions["REGION"].items()}
roles = {regions[number]: re.search(r"Role: (\w+)", text)[1]
         for number, text in definitions["REGION"].items()}
attributes = {number: strings[refs(text, "Name")]
              for number, text in definitions["ATTRIBUTE"].items()}
comms = {number: strings[refs(text, "Name")] for number, text in definitions["COMM"].items()}
groups = {number: int(re.search(r'Group: "MPI Rank \d+" <(\d+)>', text)[1])
          for number, text in definitions["LOCATION"].items()}
ranks = len(definitions["LOCATION_GROUP"])
assert sorted(definitions["LOCATION_GROUP"]) == list(range(ranks))
assert all(groups[rank] == rank for rank in range(ranks)), groups
for text in definitions["GROUP"].values():
    assert int(re.search(r"(\d+) Members", text)[1]) == ranks, text


def fields(text):
    found = {}
    for number, kind, value in re.findall(
            r'\(".*?" <(\d+)>; (\w+); (.*?)\)(?=, \("|$)', text):
        found[attributes[int(number)]] = (strings[int(re.search(r"<(\d+)>$", value)[1])]
                                          if kind == "STRING" else int(value))
    return found


events = collections.defaultdict(list)
for line in after.splitlines():
    if match := re.match(r"([A-Z_]+) +(\d+) +(\d+)  (.*)", line):
        kind, location, time, rest = match.groups()
        events[int(location)].append([kind, int(time), rest, {}])
        last = events[int(location)][-1]
    elif "ADDITIONAL ATTRIBUTES: " in line:
        last[3] = fields(line.split("ADDITIONAL ATTRIBUTES: ", 1)[1])
        assert last[3], line

# ---- that it can be read

ends = collections.defaultdict(lambda: ([], []))
all_collectives = collections.defaultdict(list)
for location, text in definitions["LOCATION"].items():
    its, inside, begun, before = events[location], None, 0, 0
    assert int(re.search(r"# Events: (\d+)", text)[1]) == len(its), (location, text, len(its))
    for kind, time, rest, given in its:
        assert before <= time <= clock[2], (location, time, before, clock)
        before = time
        if kind == "ENTER":
            assert inside is None, (location, rest)
            inside = refs(rest, "Region")
            assert inside in regions, rest
        elif kind == "LEAVE":
            assert inside == refs(rest, "Region") and not begun, (location, inside, rest)
            inside = None
        elif kind == "MPI_SEND":
            peer, tag, length = [int(re.search(key + r": (\d+)", rest)[1])
                                 for key in ("Receiver", "Tag", "Length")]
            assert inside is not None and peer < ranks and refs(rest, "Communicator") in comms
            ends[refs(rest, "Communicator"), groups[location], peer, tag][0].append((time, length))
        elif kind == "MPI_RECV":
            peer, tag, length = [int(re.search(key + r": (\d+)", rest)[1])
                                 for key in ("Sender", "Tag", "Length")]
            assert inside is not None and peer < ranks and refs(rest, "Communicator") in comms
            ends[refs(rest, "Communicator"), peer, groups[location], tag][1].append((time, length))
        elif kind == "MPI_COLLECTIVE_BEGIN":
            assert inside is not None and not begun, (location, rest)
            begun = 1
        elif kind == "MPI_COLLECTIVE_END":
            assert begun and comms[refs(rest, "Communicator")] == "MPI_COMM_WORLD", rest
            begun = 0
            all_collectives[groups[location]].append(
                (time, re.search(r"Operation: (\w+)", rest)[1],
                 int(root[1]) if (root := re.search(r"Root: (\d+)", rest)) else None,
                 *[int(re.search(key + r": (\d+)", rest)[1]) for key in ("Sent", "Received")],
                 given.get("sizes known", 1), regions[inside]))
        else:
            raise AssertionError((kind, rest))
    assert inside is None and not begun, location
# The first that was sent is the first that was received, of threads by time.
for key, (sent, received) in ends.items():
    sent.sort(key=lambda end: end[0])
    received.sort(key=lambda end: end[0])
    assert [length for _, length in sent] == [length for _, length in received], (key, ends[key])
    assert all(one[0] <= other[0] for one, other in zip(sent, received)), (key, ends[key])
# Every rank is in the same collectives.
assert len(set(tuple(each[1:3] for each in all_collectives[rank]) for rank in range(ranks))) <= 1
count = sum(map(len, events.values()))
