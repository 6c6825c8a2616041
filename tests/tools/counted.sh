# Sourced: that a report says what tests/mpi/kills_program.c has counted by hand (count.RANK).
#
# shellcheck shell=sh

# is_as_counted RECORD RANKS [MISSING]: and that all of them are dead, but one that is missing.
is_as_counted()
{
    python3 - "$1" "$2" "${3:--1}" >wrong <<'END' || fail "$(cat wrong)"
import json, sys
record = json.load(open(sys.argv[1]))
ranks, missing = int(sys.argv[2]), int(sys.argv[3])
counted = {}
for rank in set(range(ranks)) - {missing}:
    for line in open("count.%d" % rank):
        words = line.split()
        if words[0] == "call":
            counted[words[1]] = counted.get(words[1], 0) + int(words[2])
found = {call["name"]: call["count"] for call in record["calls"] if call["name"] in counted}
states = [rank["state"] for rank in record["ranks"]]
# What a rank was in makes up its time in MPI.
parts = ("point_to_point", "completion", "collective", "one_sided", "files", "other")
for rank in record["ranks"]:
    if rank["rank"] == missing:
        continue
    assert abs(sum(rank[part] for part in parts) - rank["mpi"]) < 1e-6, rank
    assert rank["init"] > 0, rank
print(found, counted, states)
expected = ["missing" if rank == missing else "dead" for rank in range(ranks)]
sys.exit(found != counted or states != expected)
END
}
