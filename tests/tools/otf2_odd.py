"""otf2_odd.py write RECORD.json: makes a record of it of which much cannot be.
otf2_odd.py FOLDER: what a trace has of that; all times are in ms.
otf2_odd.py garbage N RECORD.json: the same with N numbers, times and texts in it exchanged, each
time others."""
import json
import random
import sys


def call(name, begin, end, **more):
    return {"call": name, "comm": "", "peer": None, "tag": None, "bytes": None, "begin": begin,
            "end": end, **more}


def to(rank, begin, end, **more):
    return call("MPI_Send", begin, end, comm="MPI_COMM_WORLD", way="to", peer=rank, tag=3, bytes=8,
                **more)


def receive(begin, end):
    return call("MPI_Recv", begin, end, comm="MPI_COMM_WORLD")


def thread(rank, number, calls, lost=0):
    return {"rank": rank, "thread": number, "lost": lost, "ready": None, "calls": calls}


def message(send, got, tag=3, length=8):
    return {"sender": send[0], "sender_thread": send[1], "send": send[2], "receiver": got[0],
            "receiver_thread": got[1], "receive": got[2], "tag": tag, "bytes": length}


RECORDER = [
    thread(0, 0, [
        to(1, -0.5, -0.4),                      # 0: before the first rank came out of MPI_Init
        receive(0.1, 0.9),                      # 1: has not returned when it calls
        receive(0.2, 0.3),                      # 2
        call("MPI_Wait", 0.15, 0.1),            # 3: earlier than the one before it
        to(1, None, 0.5),                       # 4: nobody knows when
        to(1, 1e300, 2e300),                    # 5
        to(1, 0.6, 0.61),                       # 6
        to(1, 0.62, 0.625),                     # 7
        to(2, 0.7, 0.71),                       # 8
        call("MPI_\x1b[2J", 0.8, 0.81),         # 9
        call("MPI_Barrier", 1, None, comm="MPI_COMM_WORLD")]),
    thread(0, 1, [call("MPI_Put", 0.5, 0.6), call("MPI_File_read", 0.7, 0.8)]),
    thread(1, 0, [
        receive(-0.3, -0.2),                    # 0
        receive(0.3, 0.4),                      # 1: before it was sent
        receive(0.62, 0.63),                    # 2
        receive(0.64, 0.65),                    # 3
        call("MPI_Barrier", 1, 2, comm="MPI_COMM_WORLD")], lost=7),
    thread(9, 0, [call("MPI_Barrier", 0, 1)])]
MESSAGES = [
    message((0, 0, 0), (1, 0, 0)),              # the one that is right
    message((0, 0, 6), (1, 0, 1)),              # received before it was sent
    message((0, 0, 6), (1, 0, 3), 5),
    message((0, 0, 7), (1, 0, 2), 5),           # it has overtaken that
    message((0, 0, 8), (1, 0, 4), 5),           # to another rank, says the call
    message((0, 0, 99), (1, 0, 2)),
    message((0, 0, 6), (1, 0, 99)), message((0, 0, 6), (7, 0, 2)), message((0, 7, 0), (1, 0, 2)),
    message((0, 0, 6), (1, 0, 2), length=None),
    message((0, 0, 4), (1, 0, 2)),              # of a call without a time
    message((0, 0, 10), (1, 0, 4)),             # a barrier has sent it
    message((0, 0, 6), (1, 0, 4))]              # or received it

EXPECTED = {
    0: [("ENTER", 0, "MPI_Send"), ("MPI_SEND", 0, 1), ("LEAVE", 100, "MPI_Send"),
        ("ENTER", 600, "MPI_Recv"), ("LEAVE", 700, "MPI_Recv"),
        ("ENTER", 700, "MPI_Recv"), ("LEAVE", 700, "MPI_Recv"),
        ("ENTER", 700, "MPI_Wait"), ("LEAVE", 700, "MPI_Wait"),
        ("ENTER", 1100, "MPI_Send"), ("MPI_SEND", 1100, 1), ("LEAVE", 1110, "MPI_Send"),
        ("ENTER", 1120, "MPI_Send"), ("LEAVE", 1125, "MPI_Send"),
        ("ENTER", 1200, "MPI_Send"), ("LEAVE", 1210, "MPI_Send"),
        ("ENTER", 1300, "MPI_\\x1b[2J"), ("LEAVE", 1310, "MPI_\\x1b[2J"),
        ("ENTER", 1500, "MPI_Barrier"), ("LEAVE", 2500, "MPI_Barrier")],
    1: [("ENTER", 200, "MPI_Recv"), ("MPI_RECV", 300, 0), ("LEAVE", 300, "MPI_Recv"),
        ("ENTER", 800, "MPI_Recv"), ("LEAVE", 900, "MPI_Recv"),
        ("ENTER", 1120, "MPI_Recv"), ("LEAVE", 1130, "MPI_Recv"),
        ("ENTER", 1140, "MPI_Recv"), ("MPI_RECV", 1150, 0), ("LEAVE", 1150, "MPI_Recv"),
        ("ENTER", 1500, "MPI_Barrier"), ("LEAVE", 2500, "MPI_Barrier")],
    2: [],
    3: [("ENTER", 1000, "MPI_Put"), ("LEAVE", 1100, "MPI_Put"),
        ("ENTER", 1200, "MPI_File_read"), ("LEAVE", 1300, "MPI_File_read")]}
ROLES = {"MPI_Put": "RMA", "MPI_File_read": "FILE_IO", "MPI_\\x1b[2J": "FUNCTION"}


def write(path):
    with open(path) as file:
        record = json.load(file)
    record["nranks"] = 3
    record["communicators"] = []
    record["recorder"], record["recorder_messages"] = RECORDER, MESSAGES
    return record


# ---- anything at all

# For a number, a time, a text: most of what is of another kind is refused when it is read.
STRANGE = {
    int: [0, 1, 2, 3, 7, 99, 204, 2 ** 31 - 1],
    float: [None, 0.0, -0.5, 1e-9, 0.01, 2.5, 1e8, 1e300, -1e300],
    str: ["", "MPI_COMM_WORLD", "MPI_Send", "MPI_Recv", "MPI_Barrier", "to", "from", "root", "\x1b",
          "\u00e9" * 99, "x" * 9999]}


def exchange(thing):
    while True:
        keys = list(thing) if isinstance(thing, dict) else range(len(thing))
        lists = [each for each in keys if isinstance(thing[each], (dict, list)) and thing[each]]
        key = random.choice(lists if lists and random.random() < 0.95 else keys)
        below = thing[key]
        if key in lists:
            thing = below
        elif type(below) in STRANGE:
            thing[key] = random.choice(STRANGE[type(below)])
            return
        else:
            return


def garbage(n, path):
    with open(path) as file:
        record = json.load(file)
    for _ in range(n):
        exchange(record[random.choice(["communicators", "recorder", "recorder_messages"])])
    return record


# ----

if sys.argv[1] == "write":
    print(json.dumps(write(sys.argv[2])))
elif sys.argv[1] == "garbage":
    random.seed(sys.argv[2])
    print(json.dumps(garbage(int(sys.argv[2]), sys.argv[3])))
else:
    from otf2_trace import clock, definitions, events, groups, properties, refs, regions, roles

    assert groups == {0: 0, 1: 1, 2: 2, 3: 0} and clock[2] == 2.5e9, (groups, clock)
    for location, wanted in EXPECTED.items():
        its = [(kind, time / 1e6, regions[refs(rest, "Region")] if "Region" in rest else
                int(rest.split(": ")[1].split()[0])) for kind, time, rest, _ in events[location]]
        assert its == wanted, (location, [pair for pair in zip(its, wanted) if pair[0] != pair[1]])
    assert {name: roles[name] for name in ROLES} == ROLES, roles
    assert [text[-8:] for text in properties["LOCATION_PROPERTY"]] == ["Value: 7"], properties
    print(len(definitions["STRING"]), "strings")
