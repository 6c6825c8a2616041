"""page_record.py RANKS SAMPLES: a record of a job of so many ranks, made up, whose numbers are
worked out from the rank: each talks to two neighbours, waits for the next one, and has a time
series."""
import json
import sys

ranks, samples = int(sys.argv[1]), int(sys.argv[2])
HOSTILE = "</script><script>document.title='obeyed'</script><b>&'\""
PARTS = ("init", "finalize", "point_to_point", "completion", "collective", "one_sided", "files",
         "other")
AMOUNTS = ("sends", "recvs", "collectives", "rma", "reads", "writes")
STATES = ("compute", "send", "recv", "wait", "probe", "collective", "rma", "io")


def rank(i):
    parts = (0.01, 0.02, 1, 1 + i / ranks, 1 + i % 7 / 10, 0, 0.05 if i % 8 == 0 else 0, 0.001)
    return {"rank": i, "host": HOSTILE if i == 0 else f"node{i // 64}", "pid": i + 1, "wall": 10,
            "mpi": sum(parts[2:]), "state": "ended", "in": "", "processors": "0-63",
            "unexpected_peak": i % 40, **dict(zip(PARTS, parts)), "threads": 1,
            "paused": 2 if i == 7 else 0, "mpi_open": i == 6}


def call(name, count, seconds):
    return {"name": name, "count": count, "bytes": 8 * count, "messages": count,
            "time": {"total": seconds * ranks, "min": seconds / 2, "min_rank": 0,
                     "max": seconds * 2, "max_rank": ranks - 1}}


def series(i):
    columns = {"at": [10 * (k + 1) / samples for k in range(samples)]}
    columns["mpi"] = [0.3 * at for at in columns["at"]]
    for amount in AMOUNTS:
        columns[amount] = [k if amount == "sends" else 0 for k in range(samples)]
        columns[amount + "_bytes"] = [8 * n for n in columns[amount]]
    for state in STATES:
        columns["seen_" + state] = [0] * samples
    for k in range(samples):  # a tenth of the time each, by turns
        busy = "wait" if (10 * k // samples + i) % 3 == 0 else "compute"
        for state in STATES:
            before = columns["seen_" + state][k - 1] if k else 0
            columns["seen_" + state][k] = before + (state == busy)
    columns["most_requests"] = columns["most_posted"] = [None] * samples
    columns["most_unexpected"] = [i if 4 * k // samples == 2 else 0 for k in range(samples)]
    return {"rank": i, "asked": 0.1, "interval": 0.1, **columns}


def region(label, times, length):
    """Of each rank: entered at 0.5, 1.5 and so on later by a rank's share of a second."""
    spread = {"total": ranks * times * length, "min": length, "min_rank": 0, "max": length,
              "max_rank": 0}
    begins = [(i, (k + 0.5) * length + i / ranks) for i in range(ranks) for k in range(times)]
    return {"label": label, "entries": ranks * times, "open": 0, "wall": spread, "mpi": spread,
            "outside": spread, "efficiency": {"parallel": 1, "load_balance": 1, "communication": 1},
            **{a + b: 0 for a in AMOUNTS for b in ("", "_bytes")},
            "span_rank": [i for i, _ in begins], "span_begin": [at for _, at in begins],
            "span_end": [at + length / 2 for _, at in begins]}


def last_calls(i):
    """In each tenth of a second rank i sends to the next, receives, and joins a collective."""
    calls = []
    for k in range(3):
        at = round(k / 10 + i / ranks / 100, 9)
        more = {"comm": "MPI_COMM_WORLD", "peer": None, "tag": None, "bytes": None}
        calls += [
            {"call": "MPI_Isend", **more, "way": "to", "peer": (i + 1) % ranks, "tag": 7,
             "bytes": 8 * k, "begin": at, "end": at + 0.01},
            {"call": "MPI_Recv", **more, "way": "from", "peer": (i - 1) % ranks, "tag": 7,
             "bytes": 8 * k, "begin": at + 0.02, "end": at + 0.04},
            {"call": "MPI_Allreduce", **more, "comm": HOSTILE[:40], "bytes": 8, "begin": at + 0.05,
             "end": None if k == 2 else at + 0.08}]
    return {"rank": i, "thread": 0, "lost": 5, "ready": 0, "calls": calls}


json.dump({
    "format": 1, "mpit": "0", "vendor": "Some MPI", "command": HOSTILE, "complete": True,
    "start": "2024-01-02T03:04:05Z", "reason": "", "nranks": ranks, "lost_records": 0,
    "ranks": [rank(i) for i in range(ranks)],
    "efficiency": {"parallel": 0.5, "load_balance": 0.8, "communication": 0.625,
                   "serialisation": 0.75, "transfer": 0.625 / 0.75},
    "calls": [call("MPI_Waitall", 100, 2.0), call("MPI_Send", 900, 0.5), call(HOSTILE[:40], 5, 1)],
    "pairs": [{"sender": i, "receiver": (i + step) % ranks, "messages": 10, "bytes": 100 * step,
               **({"one_sided": 3, "one_sided_bytes": 50} if step == 1 and ranks < 64 else {})}
              for i in range(ranks) for step in (2, 1)],
    "sizes": [{"least": 1024, "most": 2047, "sends": 900, "recvs": 0},
              {"least": 65536, "most": 131071, "sends": 40, "recvs": 30}],
    "waits": [{"rank": i, "for": (i + 1) % ranks, "kind": "late_sender", "count": 5,
               "seconds": 0.5 + i / ranks} for i in range(ranks)]
    + [{"rank": 0, "for": 2, "kind": "late_receiver", "count": 3, "seconds": None}],
    "sites": [{"call": "MPI_Send" if i % 2 else "MPI_Waitall", "function": f"step{i}",
               "file": "solve.c", "line": i + 1, "module": "/bin/solve", "build_id": "",
               "offset": i, "count": 1, "bytes": 8, "seconds": 3 / (i + 1)} for i in range(30)],
    "verdicts": [{"id": name, "text": text, "ranks": [0], "value": 0.5} for name, text in (
        ("late_sender", f"rank 0 sends late to rank {ranks - 1}: " + "receives wait there; " * 12),
        ("one_call", "MPI_Waitall is 51.2 % of the time of all ranks; look there first"))],
    "regions": [region("solve", 2, 3.0), region(HOSTILE[:40], 1, 6.0)],
    "series": [series(i) for i in range(ranks)],
    "recorder": [last_calls(i) for i in range(ranks)],
    "recorder_messages": [{"sender": i, "sender_thread": 0, "send": 3 * k,
                           "receiver": (i + 1) % ranks, "receiver_thread": 0, "receive": 3 * k + 1,
                           "tag": 7, "bytes": 8 * k} for i in range(ranks) for k in range(3)],
}, sys.stdout)
