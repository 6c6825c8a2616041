"""otf2.py FOLDER: that a trace is one that readers can take for what it is.
otf2.py FOLDER RECORD.json: and that it has what the record has, event by event.
otf2.py FOLDER RECORD.json collectives: and those of tests/mpi/otf2_program.c.

What stands in the trace is what otf2-print says of it."""
import collections
import json
import math
import re
import subprocess
import sys

NONE = 4294967295
Call = collections.namedtuple("Call", "name at end enter leave")


def printed(*options):
    return subprocess.run(["otf2-print", *options, sys.argv[1] + "/traces.otf2"], check=True,
                          capture_output=True, text=True, errors="surrogateescape").stdout


# ---- what is there

definitions = collections.defaultdict(dict)
properties = collections.defaultdict(list)
clock = None
for line in printed("-G").splitlines():
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
for line in printed().splitlines():
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
if len(sys.argv) == 2:
    print(f"{count} events")
    sys.exit()

# ---- that it is the record

with open(sys.argv[2]) as file:
    record = json.load(file)
assert ranks == record["nranks"]
threads = record["recorder"]
number_of = {(each["rank"], each["thread"]): each["rank"] for each in threads}
assert len(number_of) == ranks == len(definitions["LOCATION"]), number_of


def ns(seconds):
    return round(seconds * 1e9)


moments = [ns(moment) for each in threads for call in each["calls"]
           for moment in (call["begin"], call["end"]) if moment is not None]
zero = max(0, -min(moments))
assert clock[2] == max(moments) + zero, (clock, max(moments), zero)
expected = collections.defaultdict(list)
for each in threads:
    for call, following in zip(each["calls"], each["calls"][1:] + [None]):
        begin = ns(call["begin"]) + zero
        end = clock[2] if call["end"] is None else ns(call["end"]) + zero
        end = min(end, ns(following["begin"]) + zero if following else clock[2])
        expected[each["rank"]].append(Call(call["call"], begin, end, call, []))


def given_by(call):
    said = {"comm": call["comm"], call.get("way") or "peer": call["peer"], "tag": call["tag"],
            "bytes": call["bytes"], "request of": call.get("by", ""),
            "requests besides": call.get("more", 0) or None,
            "error class": call.get("error", 0) or None,
            "polled": 1 if call.get("polled") else None}
    return {key: value for key, value in said.items() if value not in (None, "")}


for rank, calls in expected.items():
    enters = [event for event in events[rank] if event[0] == "ENTER"]
    leaves = [event for event in events[rank] if event[0] == "LEAVE"]
    assert len(enters) == len(leaves) == len(calls), (rank, len(enters), len(calls))
    for call, enter, leave in zip(calls, enters, leaves):
        assert regions[refs(enter[2], "Region")] == call.name, (call, enter)
        assert (enter[1], leave[1]) == (call.at, call.end), (call, enter, leave)
        assert enter[3] == given_by(call.enter), (enter[3], given_by(call.enter))
        assert leave[3] == ({} if call.enter["end"] is not None else {"returned": 0}), leave

# Each message stands beside its calls.
wanted = collections.Counter()
for message in record["recorder_messages"]:
    send = expected[message["sender"]][message["send"]]
    receive = expected[message["receiver"]][message["receive"]]
    wanted["MPI_SEND", message["sender"], send.at, message["receiver"], message["tag"],
           message["bytes"]] += 1
    wanted["MPI_RECV", message["receiver"], receive.end, message["sender"], message["tag"],
           message["bytes"]] += 1
found = collections.Counter()
named = collections.Counter()
for location, its in events.items():
    for kind, time, rest, given in its:
        if kind in ("MPI_SEND", "MPI_RECV"):
            assert not given, given
            named[comms[refs(rest, "Communicator")]] += 1
            found[(kind, location, time, *[int(re.search(key + r": (\d+)", rest)[1])
                                           for key in ("(?:Receiver|Sender)", "Tag",
                                                       "Length")])] += 1
assert found == wanted, (found - wanted, wanted - found)
lost = sum(1 for each in threads if each["lost"])
assert len(properties["LOCATION_PROPERTY"]) == lost, properties
for text in properties["LOCATION_PROPERTY"]:
    location = int(re.search(r'Location: .*?<(\d+)>', text)[1])
    assert text.endswith(f'Value: {[t["lost"] for t in threads if t["rank"] == location][0]}'), text

# ---- collectives

part = 20
if sys.argv[3:] == ["collectives"]:
    for rank in range(4):
        own, all_own = 4 * (rank + 1), 40
        is_root = [rank == root for root in range(4)]
        wanted = [
            ("BCAST", 1, part * is_root[1], part * (not is_root[1]), 1, "MPI_Bcast"),
            ("GATHER", 2, part, 4 * part * is_root[2], 1, "MPI_Gather"),
            ("GATHERV", 0, own, all_own * is_root[0], 1, "MPI_Gatherv"),
            ("SCATTER", 3, 4 * part * is_root[3], part, 1, "MPI_Scatter"),
            ("SCATTERV", 1, all_own * is_root[1], own, 1, "MPI_Scatterv"),
            ("REDUCE", 2, part, part * is_root[2], 1, "MPI_Reduce"),
            ("BARRIER", None, 0, 0, 1, "MPI_Barrier"),
            ("ALLGATHER", None, part, 4 * part, 1, "MPI_Allgather"),
            ("ALLGATHERV", None, own, all_own, 1, "MPI_Allgatherv"),
            ("ALLTOALL", None, 4 * part, 4 * part, 1, "MPI_Alltoall"),
            ("ALLTOALLV", None, 0, 0, 0, "MPI_Alltoallv"),
            ("ALLTOALLW", None, 0, 0, 0, "MPI_Alltoallw"),
            ("ALLREDUCE", None, part, part, 1, "MPI_Allreduce"),
            ("ALLREDUCE", None, part, part, 1, "MPI_Allreduce"),
            ("REDUCE_SCATTER", None, 0, 0, 0, "MPI_Reduce_scatter"),
            ("REDUCE_SCATTER_BLOCK", None, 0, 0, 0, "MPI_Reduce_scatter_block"),
            ("SCAN", None, part, part, 1, "MPI_Scan"),
            ("EXSCAN", None, part, part * (rank > 0), 1, "MPI_Exscan"),
        ]
        its = [each[1:] for each in all_collectives[rank]]
        assert its == wanted, [pair for pair in zip(its, wanted) if pair[0] != pair[1]]
    expected_roles = {
        "MPI_Bcast": "COLL_ONE2ALL", "MPI_Ibcast": "COLL_ONE2ALL", "MPI_Gather": "COLL_ALL2ONE",
        "MPI_Alltoallw": "COLL_ALL2ALL", "MPI_Barrier": "BARRIER", "MPI_Exscan": "COLL_OTHER",
        "MPI_Put": "RMA", "MPI_Win_fence": "RMA", "MPI_Wait": "POINT2POINT",
        "MPI_Comm_dup": "FUNCTION"}
    assert {name: roles[name] for name in expected_roles} == expected_roles, roles
else:
    assert not any(all_collectives.values()), all_collectives
    assert {name: roles[name] for name in ("MPI_Isend", "MPI_Waitall", "MPI_Barrier")} == {
        "MPI_Isend": "POINT2POINT", "MPI_Waitall": "POINT2POINT", "MPI_Barrier": "BARRIER"}
print(f"{count} events, {len(record['recorder_messages'])} messages on {dict(named)}")
