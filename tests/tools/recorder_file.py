"""recorder_file.py RECORD.json ROUNDS THREADS [lost|killed]: the calls of tests/mpi/calls_program.c
stand in the record, every one in its order, and every message.  lost: some were lost at the end;
killed: all but those at the end of which the job did not live to write."""
import json
import sys

record_path, rounds, threads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
how = sys.argv[4] if len(sys.argv) > 4 else ""
with open(record_path) as file:
    record = json.load(file)


def rows(packed):
    """The rows of a list, which is one list for each member where there are many."""
    if isinstance(packed, list):
        return packed
    n = len(next(iter(packed.values())))
    columns = {key: of if isinstance(of, list) else [of] * n for key, of in packed.items()}
    return [dict(zip(columns, row)) for row in zip(*columns.values())]


def expected(rank, thread):
    """Calls of a thread, as far as this program says them: name, tag, bytes."""
    first, then = ("MPI_Send", "MPI_Recv") if rank % 2 == 0 else ("MPI_Recv", "MPI_Send")
    played = [(name, i % 50 * 4) for i in range(rounds) for name in (first, then)]
    if thread:
        return played
    around = [("MPI_Comm_dup", None)] * (threads + 1), [("MPI_Comm_free", None)] * (threads + 1)
    return around[0] + played + around[1] + [("MPI_Barrier", None)]


ranks = record["nranks"]
assert ranks == 4, ranks
calls = {}
of_rank = dict.fromkeys(range(ranks), 0)
for each in record["recorder"]:
    its = calls[each["rank"], each["thread"]] = rows(each["calls"])
    made = expected(each["rank"], each["thread"])
    if how == "killed" and its and its[-1]["end"] is None:
        assert its[-1]["call"] == "MPI_Barrier" and not each["thread"], its[-1]
        its = its[:-1]
    kept = [(call["call"], call["bytes"] if call["peer"] is not None else None) for call in its]
    assert kept == made[:len(kept)], next(
        (i, pair) for i, pair in enumerate(zip(kept, made)) if pair[0] != pair[1])
    assert len(kept) + each["lost"] == len(made), (each["rank"], len(kept), each["lost"], len(made))
    if how != "killed":
        assert (each["lost"] > 0) == (how == "lost"), each["lost"]
    elif not each["thread"]:
        assert each["lost"] <= 1, each["lost"]
    for call, following in zip(its, its[1:]):
        assert call["begin"] <= call["end"] <= following["begin"], (call, following)
    for call in its:
        if call["peer"] is not None:
            assert call["peer"] == each["rank"] ^ 1, call
            assert call["way"] == ("to" if call["call"] == "MPI_Send" else "from"), call
    of_rank[each["rank"]] += 1
assert set(of_rank.values()) == {threads + 1}, of_rank

# ---- messages: the n-th that one end has sent is the n-th that the other has received.

def before(thread):
    """Calls of a thread before the first message."""
    return 0 if thread else threads + 1


messages = rows(record["recorder_messages"])
for each in messages:
    send = calls[each["sender"], each["sender_thread"]][each["send"]]
    receive = calls[each["receiver"], each["receiver_thread"]][each["receive"]]
    assert (send["call"], receive["call"]) == ("MPI_Send", "MPI_Recv"), (send, receive)
    assert send["comm"] == receive["comm"] and send["tag"] == receive["tag"], (send, receive)
    assert (each["send"] - before(each["sender_thread"])) // 2 == (
        each["receive"] - before(each["receiver_thread"])) // 2, each
if how != "lost":
    assert len(messages) == 2 * 2 * rounds * (threads + 1), len(messages)
else:
    assert messages, "none"
