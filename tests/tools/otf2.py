"""otf2.py FOLDER: that a trace is one that can be read.
otf2.py FOLDER RECORD.json: and that it has what the record has, event by event.
otf2.py FOLDER RECORD.json collectives: and those of tests/mpi/otf2_program.c."""
import collections
import json
import re
import sys

from otf2_trace import (all_collectives, clock, comms, count, definitions, events, properties,
                        ranks, refs, regions, roles)

if len(sys.argv) == 2:
    print(f"{count} events")
    sys.exit()

Call = collections.namedtuple("Call", "name at end its")

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
        expected[each["rank"]].append(Call(call["call"], begin, end, call))


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
        assert enter[3] == given_by(call.its), (enter[3], given_by(call.its))
        assert leave[3] == ({} if call.its["end"] is not None else {"returned": 0}), leave

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
        assert its == wanted, (rank, len(its), [each for each in zip(its, wanted)
                                               if each[0] != each[1]])
    expected_roles = {
        "MPI_Bcast": "COLL_ONE2ALL", "MPI_Ibcast": "COLL_ONE2ALL", "MPI_Gather": "COLL_ALL2ONE",
        "MPI_Alltoallw": "COLL_ALL2ALL", "MPI_Barrier": "BARRIER", "MPI_Exscan": "COLL_OTHER",
        "MPI_Wait": "POINT2POINT", "MPI_Comm_dup": "FUNCTION"}
    assert {name: roles[name] for name in expected_roles} == expected_roles, roles
else:
    assert not any(all_collectives.values()), all_collectives
    assert {name: roles[name] for name in ("MPI_Isend", "MPI_Waitall", "MPI_Barrier")} == {
        "MPI_Isend": "POINT2POINT", "MPI_Waitall": "POINT2POINT", "MPI_Barrier": "BARRIER"}
print(f"{count} events, {len(record['recorder_messages'])} messages on {dict(named)}")
