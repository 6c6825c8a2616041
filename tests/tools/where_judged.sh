#!/bin/sh
# What `mpit where` makes of windows and files, of places as they are written by hand: what no MPI
# library does each time, and what must not be taken for a hang.
. "${0%/*}/../prelude.sh"

cat >places.py <<'END'
"""Jobs of a few ranks, each in what it is given here, as `mpit where --json` writes them."""
import json

ANY, UNKNOWN = -1, -4
WORLD, WINDOW, FILE = 0, 1, 2  # indices of what each rank has
LONG = 60.0


def call(name, at=-1, dest=UNKNOWN, source=UNKNOWN, number=0, all=False):
    return {"call": name, "comm": at, "number": "%x" % number, "completes": False,
            "window": name.startswith("MPI_Win_"), "file": name.startswith("MPI_File_"),
            "counted": all, "dest": dest, "source": source, "tag": 1, "recv_tag": UNKNOWN,
            "root": UNKNOWN, "bytes": -1, "received": -1, "op": ""}


def comm(rank, size, meets=0, **more):
    return {"name": "", "hash": "77", "side": "0", "number": 0, "size": size, "rank": rank,
            "inter": False, "calls": "0", "meets": meets, "nth": 0, "windows": 1, "files": 1,
            "unsure": False, **more}


def place(rank, size, doing, locks=(), partners=(), calls=0, has=True, state=None, **more):
    """doing: a call, or None: outside MPI.  locks: (target, exclusive, wanted); partners: (rank,
    starts, completes, posts, waits)."""
    window = {"more_locks": more.pop("more_locks", False),
              "more_partners": more.pop("more_partners", False),
              "locks": [dict(zip(("target", "exclusive", "wanted"), lock)) for lock in locks],
              "partners": [dict(zip(("rank", "starts", "completes", "posts", "waits"), one))
                           for one in partners]}
    made = more.pop("made", 1)
    unsure = more.pop("unsure", False)
    comms = [comm(rank, size, windows=made, files=made)]
    if has:
        comms += [comm(rank, size, 1, calls="%x" % calls, window=window, nth=more.pop("nth", 0)),
                  comm(rank, size, 2, calls="%x" % calls, unsure=unsure)]
    return {"rank": rank, "state": state or ("inside" if doing else "outside"), "host": "node",
            "pid": 1, "moved": False, "tells": True, "polls": False, "asleep": False,
            "files": False, "seconds": LONG, "in": doing or call(""), "before": [], "comms": comms,
            "awaiting": 0, "awaited": [], **more}


def wants(target, exclusive=True):
    return call("MPI_Win_lock", WINDOW, target), [(target, exclusive, True)]


def recv(source):
    return call("MPI_Recv", WORLD, source=source)


def fence(number, name="MPI_Win_fence"):
    return call(name, WINDOW, number=number, all=True)


def write(number, name="MPI_File_write_all"):
    return call(name, FILE, number=number, all=True)


def reduce(root, op="MPI_SUM", bytes=8, name="MPI_Reduce"):
    """As all have come to it, and hang there."""
    return ({**call(name, WORLD, number=3, all=True), "root": root, "op": op,
             "bytes": bytes},)


HAS = [(0, True, False)]
SHARED = [(0, False, False)]
CASES = {
    # what it is to be said of: exit code, kind, ranks; and the ranks; what else is known of them;
    # and the sentence
    "a lock is had by one that waits for who wants it":
        (1, "lock 0", [(recv(1), HAS), wants(0)]),
    "a lock that is wanted is had by nobody":
        (2, "unknown 1 2", [(None,), wants(0), wants(0)], {0: {"state": "finalize"}}),
    "nor by one of whose threads another one waits for something else":
        (2, "unknown 1", [(recv(1), [(0, True, True)]), wants(0)]),
    "who has a lock may come while it computes":
        (2, "outside 0", [(None, HAS), wants(0)]),
    "one of two that have been told so has the lock, and the other computes":
        (2, "outside 1", [(recv(2), HAS), (None, HAS), wants(0)]),
    "one of two that have been told so has the lock, and neither can come":
        (1, "lock 0 1", [(recv(2), HAS), (recv(2), HAS), wants(0)]),
    "who waits for the same lock holds nobody up":
        (1, "lock 0", [(recv(1), HAS), (call("MPI_Win_flush", WINDOW, 0), HAS),
                       (call("MPI_Win_unlock", WINDOW, 0), HAS)]),
    "of two that unlock it is not known what they wait for":
        (2, "unknown 0 1", [(call("MPI_Win_unlock", WINDOW, 0), HAS),
                            (call("MPI_Win_unlock", WINDOW, 0), HAS)]),
    "which may take a while":
        (0, "", [wants(0), wants(0)], {0: {"seconds": 5.0}, 1: {"seconds": 5.0}}),
    "all are in MPI_Init, which may take a while":
        (0, "", [(call("MPI_Init"),), (call("MPI_Init"),)],
         {0: {"state": "init", "seconds": 5.0}, 1: {"state": "init", "seconds": 5.0}}),
    "or in MPI_Finalize":
        (0, "", [(call("MPI_Finalize"),), (call("MPI_Finalize"),)],
         {0: {"state": "finalize", "seconds": 5.0}, 1: {"state": "finalize", "seconds": 5.0}}),
    "for longer it is not known what for":
        (2, "unknown 0 1", [(call("MPI_Init"),), (call("MPI_Init"),)],
         {0: {"state": "init"}, 1: {"state": "init"}}),
    "shared locks are no hindrance to each other":
        (2, "unknown 1", [(recv(1), SHARED), wants(0, False)]),
    "a shared lock is one to an exclusive one":
        (1, "lock 0", [(recv(1), SHARED), wants(0)]),
    "an exclusive lock is one to a lock of all":
        (1, "lock 0", [(recv(1), HAS),
                       (call("MPI_Win_lock_all", WINDOW), [(ANY, False, True)])]),
    "a lock of all is one to an exclusive one":
        (1, "lock 0", [(recv(1), [(ANY, False, False)]), wants(0)]),
    "a lock on other memory is none":
        (2, "unknown 1", [(recv(1), [(1, True, False)]), wants(0)]),
    "a lock of another window is none":
        (2, "unknown 1", [(recv(1), HAS), wants(0)], {0: {"nth": 1}}),
    "locks that there was no row for may be in the way":
        (2, "unknown 1", [(recv(1), ()), wants(0)], {0: {"more_locks": True}}),
    "nor is it known who is, of several, then":
        (0, "", [(recv(1), HAS), wants(0), (None,)], {2: {"more_locks": True, "moved": True}}),
    "where others come and go at the window it goes on":
        (0, "", [wants(0), wants(0), (recv(0), HAS)], {2: {"moved": True}}),
    "a lock is waited for by its operation, too":
        (1, "lock 0", [(recv(1), HAS), (call("MPI_Win_flush_all", WINDOW), HAS)]),
    "two locks crosswise":
        (1, "lock 0 1", [(wants(1)[0], HAS + wants(1)[1]),
                         (wants(0)[0], [(1, True, False)] + wants(0)[1])]),
    "a lock that is had when MPI ends":
        (1, "lock 0", [(None, HAS), wants(0)], {0: {"state": "ended"}}),
    "a lock of one that is dead":
        (1, "dead 0", [(None, HAS), wants(0)], {0: {"state": "dead"}}),
    "memory of one that computes, which nobody has":
        (2, "outside 0", [(None,), wants(0)]),

    "a post that is missing":
        (1, "epoch 0", [(recv(1), (), [(1, 0, 0, 1, 1)]),
                        (call("MPI_Win_complete", WINDOW), (), [(0, 2, 1, 0, 0)])]),
    "all have posted":
        (0, "", [(recv(1), (), [(1, 0, 0, 2, 1)]),
                 (call("MPI_Win_complete", WINDOW), (), [(0, 2, 1, 0, 0)])]),
    "one may post while it computes":
        (2, "outside 0", [(None,), (call("MPI_Win_complete", WINDOW), (), [(0, 1, 0, 0, 0)])]),
    "groups that there was no row for":
        (2, "unknown 1", [(recv(1),), (call("MPI_Win_complete", WINDOW), (), [(0, 1, 0, 0, 0)])],
         {0: {"more_partners": True}}),
    "a group that is not known yet: of all one computes":
        (2, "outside 2", [(recv(1),), (call("MPI_Win_start", WINDOW),), (None,)]),
    "a group that is not known yet: nobody can post":
        (1, "epoch 0 2", [(recv(1),), (call("MPI_Win_start", WINDOW),), (recv(0),)]),
    "a group that is not known yet: one has posted":
        (1, "epoch 2", [(recv(1), (), [(1, 0, 0, 1, 0)]), (call("MPI_Win_start", WINDOW),),
                        (recv(1),)]),
    "who has begun is waited for until it completes":
        (1, "epoch 1", [(call("MPI_Win_wait", WINDOW), (), [(1, 0, 0, 2, 1)]),
                        (recv(0), (), [(0, 2, 1, 0, 0)])]),
    "all have completed":
        (0, "", [(call("MPI_Win_wait", WINDOW), (), [(1, 0, 0, 2, 1)]),
                 (recv(0), (), [(0, 2, 2, 0, 0)])]),

    "a fence that one does not come to":
        (1, "collective 2", [(fence(3), (), (), 2), (fence(3), (), (), 2), (recv(0), (), (), 2)]),
    "a fence that one has come to before":
        (0, "", [(fence(3), (), (), 2), (recv(0), (), (), 3)]),
    "who has no such window any more has come to all of it":
        (0, "", [(fence(3, "MPI_Win_free"), (), (), 2), (recv(0),)], {1: {"has": False}}),
    "who has it not yet has come to nothing of it":
        (1, "collective 2", [(fence(1), (), (), 0), (fence(1), (), (), 0), (recv(0),)],
         {2: {"has": False, "made": 0}}),
    "a file that one does not come to":
        (1, "collective 2", [(write(3), (), (), 2), (write(3), (), (), 2), (recv(0), (), (), 2)]),
    "it may be the file system":
        (2, "unknown 0 1", [(write(3), (), (), 2), (write(3), (), (), 2), (recv(0), (), (), 2)],
         {0: {"files": True}, 1: {"files": True}}),
    "which takes its time":
        (0, "", [(write(3), (), (), 2), (write(3), (), (), 2), (recv(0), (), (), 2)],
         {0: {"files": True, "seconds": 5.0}, 1: {"files": True, "seconds": 5.0}}),
    "a file of which a call has failed":
        (2, "unknown 0", [(write(3), (), (), 2), (recv(0), (), (), 2)], {1: {"unsure": True}}),
    "another call of the file in its place":
        (1, "collective 2", [(write(3), (), (), 2), (write(3), (), (), 2),
                             (write(3, "MPI_File_read_all"), (), (), 2)]),
    "the same call with another count type is the same":
        (0, "", [(write(3), (), (), 2), (write(3, "MPI_File_write_all_c"), (), (), 2)]),

    "one has another root":
        (1, "mismatch 1", [reduce(0), reduce(1), reduce(0)], {},
         "another root in MPI_Reduce, call 3 of its communicator: rank 1 has root 1, "
         "2 others root 0"),
    "of two neither is the one with another root":
        (1, "mismatch 0 1", [reduce(0), reduce(1)], {},
         "not the same root in MPI_Reduce, call 3 of its communicator: rank 0 has root 0, "
         "rank 1 root 1"),
    "nor of two and two":
        (1, "mismatch 0 1 2 3", [reduce(0), reduce(1), reduce(1), reduce(0)], {},
         "not the same root in MPI_Reduce, call 3 of its communicator: ranks 0, 3 have root 0, "
         "ranks 1, 2 root 1"),
    "two differ, each in something else":
        (1, "mismatch 0 3", [reduce(0, bytes=4), reduce(0), reduce(0), reduce(0, "MPI_MAX")], {},
         "another operation or count in MPI_Reduce, call 3 of its communicator: "
         "rank 0 has MPI_SUM and 4 bytes, rank 3 MPI_MAX and 8 bytes, "
         "2 others MPI_SUM and 8 bytes"),
    "each is its own root":
        (1, "mismatch 0 1 2 3 4 5", [reduce(i) for i in range(6)], {},
         "not the same root in MPI_Reduce, call 3 of its communicator: rank 0 has root 0, "
         "rank 1 root 1, rank 2 root 2, rank 3 root 3, and 2 ranks yet others"),
    "one by the call of large counts":
        (1, "mismatch 2", [reduce(0), reduce(0, name="MPI_Reduce_c"), reduce(1)], {},
         "another root in MPI_Reduce, call 3 of its communicator: rank 2 has root 1, "
         "2 others root 0"),
    "of one it is not known how many bytes":
        (1, "mismatch 2", [reduce(0, bytes=-1), reduce(0), reduce(0, bytes=4), reduce(0)], {},
         "another count in MPI_Reduce, call 3 of its communicator: rank 2 has 4 bytes, "
         "3 others 8 bytes"),
}

for n, (name, (code, said, ranks, *more)) in enumerate(CASES.items()):
    more, text = more + [{}, ""][len(more):]
    places = [place(i, len(ranks), *rank, **more.get(i, {})) for i, rank in enumerate(ranks)]
    with open("case%d.json" % n, "w") as file:
        json.dump({"format": 1, "jobs": [{"job": "job", "ranks": len(ranks), "here": len(ranks),
                                          "where": True, "places": places}]}, file)
    print("case%d.json|%d|%s|%s|%s" % (n, code, said, text, name))
END
python3 places.py >cases || fail "no cases are written"

while IFS='|' read -r file right said text name <&3; do
    try "$name" "$MPIT" where --json "$file"
    exits "$right"
    sed -n 's/.*{"kind": "\([a-z]*\)", "ranks": \[\([0-9, ]*\)\].*/\1 \2/p' out | tr -d , >said
    [ "$(cat said)" = "$said" ] || fail "said is '$(cat said)', not '$said'"
    [ -z "$text" ] || grep -q -F "\"text\": \"$text\"" out || fail "$(cut -c1-500 out)"
    run "$MPIT" where "$file"
    exits "$right"
done 3<cases
finish
