"""recorder.py RECORD.json TRACE.json STEPS: what tests/mpi/recorder_program.c has done stands in
the record, every message of it, and the trace has the same, event by event.  STEPS: how many there
were; 0: the rings were overrun, and what is there has to be right."""
import collections
import json
import math
import sys

record_path, trace_path, steps = sys.argv[1], sys.argv[2], int(sys.argv[3])
with open(record_path) as file:
    record = json.load(file)
with open(trace_path) as file:
    trace = json.load(file)
ranks = record["nranks"]
threads = {(each["rank"], each["thread"]): each for each in record["recorder"]}
messages = record["recorder_messages"]

# ---- the record

assert len(threads) == ranks, threads.keys()
for thread in threads.values():
    calls = thread["calls"]
    assert (thread["lost"] > 0) == (steps == 0), thread["lost"]
    for call, following in zip(calls, calls[1:]):
        assert call["end"] is not None and call["begin"] <= call["end"], call
        assert call["end"] <= following["begin"], (call, following)


for (rank, _), thread in threads.items():
    for call in thread["calls"]:
        if call["call"] == "MPI_Wait":
            is_send = call["by"] == "MPI_Isend"
            assert is_send or call["by"] == "MPI_Irecv", call
            assert call["tag"] == 11 and call["comm"] == "MPI_COMM_WORLD", call
            assert call["way"] == ("to" if is_send else "from"), call
            assert call["peer"] == (rank + (1 if is_send else -1)) % ranks, call
            assert (call["bytes"] is None) == is_send and call.get("more", 0) == 0, call


def both(message):
    send = threads[message["sender"], message["sender_thread"]]["calls"][message["send"]]
    receive = threads[message["receiver"], message["receiver_thread"]]["calls"][message["receive"]]
    return send, receive


def ends(thread, sent):
    """What a thread has sent, or received by a call of its own, by what tells it from others."""
    for call in thread["calls"]:
        if call["call"] in (("MPI_Isend", "MPI_Send", "MPI_Sendrecv") if sent else ("MPI_Recv",)):
            if call["end"] is not None:
                yield call["comm"], call["tag"], call["bytes"], call["peer"]


used = collections.Counter()
for message in messages:
    send, receive = both(message)
    used[message["sender"], message["receiver"], message["tag"]] += 1
    assert send["begin"] <= receive["end"], (send, receive)
    if send["call"] == "MPI_Startall":
        assert message["bytes"] == 12 and message["tag"] == 5, message
    else:
        assert send["bytes"] == message["bytes"] and send["tag"] == message["tag"], (send, message)
        assert send["way"] == "to" and send["peer"] == message["receiver"], (send, message)
    if receive["call"] in ("MPI_Recv", "MPI_Wait"):
        assert receive["bytes"] == message["bytes"] and receive["way"] == "from", receive
        assert receive["peer"] == message["sender"] and receive["tag"] == message["tag"], receive
    else:
        assert receive["call"] in ("MPI_Waitall", "MPI_Sendrecv"), receive
if steps:
    expected = collections.Counter()
    for rank in range(ranks):
        expected[rank, (rank + 1) % ranks, 7] += steps
        expected[rank, (rank + 1) % ranks, 5] += steps
        expected[rank, (rank + 1) % ranks, 11] += steps
        expected[rank, rank ^ 1, 1] += steps
        if rank:
            expected[rank, 0, 100 + rank] += steps
    assert used == expected, (used, expected)
else:
    # Of each rank but the first to the first: what both rings have is a message.
    received = set(ends(threads[0, 0], False))
    for rank in range(1, ranks):
        sent = {(comm, tag, length) for comm, tag, length, peer in ends(threads[rank, 0], True)
                if tag == 100 + rank}
        known = {(comm, tag, length) for comm, tag, length, peer in received if peer == rank}
        assert known & sent, (rank, known, sent)
        its = [message for message in messages if message["tag"] == 100 + rank]
        # A pair of several tags has messages only where all that were sent were received.
        assert its == [] or len(its) == len(known & sent), (its, known, sent)
    for rank in range(ranks):
        assert used[rank, (rank + 1) % ranks, 7], (rank, used)

# ---- the trace

events = trace["traceEvents"]
slices, flows, names = collections.defaultdict(list), collections.defaultdict(list), {}
for event in events:
    assert event["ph"] in "XMCsf", event
    assert isinstance(event["pid"], int) and event["pid"] > 0, event
    assert isinstance(event["tid"], int) and event["tid"] > 0 and event["name"], event
    if event["ph"] != "M":
        assert math.isfinite(event["ts"]), event
    if event["ph"] == "X":
        assert event["dur"] >= 0, event
        slices[event["tid"]].append(event)
    elif event["ph"] in "sf":
        flows[event["id"]].append(event)
    elif event["ph"] == "M" and event["name"] == "thread_name":
        names[event["tid"]] = (event["pid"] - 1, event["args"]["name"])
pid_of = {}
for event in events:  # a thread is of one process
    assert pid_of.setdefault(event["tid"], event["pid"]) == event["pid"], event
tracks = {tid: rank for tid, (rank, name) in names.items() if name.startswith("calls of thread")}
assert sorted(tracks.values()) == list(range(ranks)), tracks
for tid, rank in tracks.items():
    calls = threads[rank, 0]["calls"]
    assert len(slices[tid]) == len(calls)
    for event, call in zip(slices[tid], calls):
        assert event["name"] == call["call"], (event, call)
        assert abs(event["ts"] - 1e6 * call["begin"]) < 0.002, (event, call)
        assert event["args"]["returned"] == (call["end"] is not None), (event, call)
        if call["end"] is not None:
            assert abs(event["dur"] - 1e6 * (call["end"] - call["begin"])) < 0.002, (event, call)
        assert event["args"].get("comm", "") == call["comm"], (event, call)
        assert event["args"].get("tag") == call["tag"], (event, call)
        assert event["args"].get("bytes") == call["bytes"], (event, call)
    for event, following in zip(slices[tid], slices[tid][1:]):
        assert event["ts"] + event["dur"] <= following["ts"] + 0.002, (event, following)
assert len(flows) == len(messages), (len(flows), len(messages))


def around(event):
    return [each for each in slices[event["tid"]]
            if each["ts"] <= event["ts"] + 0.0005 <= each["ts"] + each["dur"] + 0.002]


for flow in flows.values():
    assert [event["ph"] for event in flow] == ["s", "f"], flow
    start, finish = flow
    assert start["tid"] in tracks and finish["tid"] in tracks and finish["bp"] == "e", flow
    assert start["ts"] <= finish["ts"] + 0.001 and start["cat"] == finish["cat"], flow
    assert around(start) and around(finish), flow
found = collections.Counter((tracks[start["tid"]], tracks[finish["tid"]], finish["args"]["tag"])
                            for start, finish in flows.values())
assert found == used, (found, used)
print(f"{len(messages)} messages, {sum(map(len, slices.values()))} slices")
