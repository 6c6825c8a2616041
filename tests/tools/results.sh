#!/bin/sh
# What `make bench` runs: each program measures and prints its tables, and the page is put together.
. "${0%/*}/../prelude.sh"

VENDOR="This MPI 1.2"
MPIT=0
COMPILER=cc
export VENDOR MPIT COMPILER

cat >page.md <<'END_OF_PAGE'
# Results

## This MPI 1.1

old figures

## Other MPI 2.0

kept figures
END_OF_PAGE

page_has() { grep -q -e "$1" page.md || fail "no '$1' on the page"; }
page_lacks() { ! grep -q -e "$1" page.md || fail "'$1' on the page"; }

try "a page is written, and other sections stay" \
    sh -c "cd '$abs_builddir' && exec sh '$abs_srcdir/bench/results.sh' --quick '$scratch/page.md'"
exits 0
test "$(grep '^## ' page.md | tr '\n' ,)" = "## This MPI 1.2,## Other MPI 2.0," ||
    fail "the sections are not those of the two MPIs"
page_has '^kept figures$'
page_lacks 'old figures'
page_has '^- machine: ..*, [0-9]* processors'
! grep -qwF -e "$(uname -n)" page.md || fail "the name of this machine is on the page"
page_lacks "$abs_builddir"
page_lacks '^Exit \([3-9]\|[1-9][0-9]\)'
test "$(grep -c '^### ' page.md)" = 8 || fail "not eight parts"
err_has '^bench: 8 of 8: exit '

# Every function of MPI_T has a line, and ours are all measured but what the MPI has no names for.
for name in $(sed -n 's/^CASE(\([a-z_]*\),.*/\1/p' "$abs_srcdir/bench/interface_cases.def"); do
    page_has "^$name  *[-0-9]"
    awk -v name="$name" '$1 == name && NF { found = 1; own = 0
        for (i = 2; i <= NF && $i ~ /^([0-9.]+|\+-|\+-[0-9.]+|-)$/; i++) last = $i
        exit last == "-" } END { if (!found) exit 1 }' page.md ||
        fail "$name was not measured on our own variables"
done
page_has '^handles of ours: ns each$'
page_has '^control variables: ns each$'
for table in threads comms peers_halo peers_powers peers_all handles merge barriers late; do
    page_has "^$table: "
done
for variant in preloaded interface live report run html; do
    test "$(grep -c "^  $variant  *[-+][0-9]" page.md)" = 2 || fail "no figures of $variant"
done
page_has '^round trip of 8 bytes$'
page_has 'method max and bcast, 2 launches$'

# One tool of two files, and where its own files go: not beside the program.
try "other tools are measured beside it" sh -c "cd '$abs_builddir' && exec \
    '$abs_srcdir/bench/start.py' --quick --only preloaded \
    --peer two=bench/.libs/empty_wrapper.so:bench/.libs/returning_wrapper.so"
exits 0
out_has '^  two  *[-+][0-9]'

# Twenty jobs each; what is more than plain lies about where it is said.
begin_test "a job's gain is held to its targets"
python3 - "$abs_srcdir/bench" >out 2>err <<'END_OF_CHECK' || fail "$(cat err)"
import sys
import types
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import start

def jobs(rank=0, written=0, job=0, spread=0):
    return [{"rank": 10 + i + rank + spread * (i % 2), "written": 3000 + written,
             "job": 90 - i + job + spread * (i % 2)} for i in range(20)]

options = types.SimpleNamespace(peers=[])
some = {"plain": jobs(), "preloaded": jobs(rank=0.5, written=257), "report": jobs(rank=9, spread=2),
        "run": jobs(job=31)}
def shares(low, high):
    return {0: [0.5], start.RUN_PAUSE: [low, high] * 4}

found = start.check(some, shares(0.0001, 0.0009), 1, options)
said = " ".join(start.SAID[one] for one in found)
assert said == "held MISSED undecided held MISSED held", said
assert start.check({}, shares(0.0011, 0.003), 1, options) == [start.MISSED]
assert start.check({}, shares(0.0009, 0.0011), 1, options) == [start.UNDECIDED]
for more, result in (39, start.HELD), (41, start.MISSED):
    two = {"plain": jobs(), "run": jobs(job=more)}
    assert start.check(two, {}, 2, options) == [result], (more, result)
END_OF_CHECK
out_has 'MISSED  *preloaded, of that written: \[257, 257\], at most 256 kB$'

try "scale --json" "$abs_builddir/bench/scale" --quick --json
exits 0
python3 - out <<'END_OF_CHECK' || fail "not the tables that were asked for"
import json, sys
tables = json.load(open(sys.argv[1]))
assert [row["threads"] for row in tables["threads"]] == [1, 2, 4, 8], tables
for row in tables["threads"]:
    assert row["watched ns"] > 0 and row["unwatched ns"] > 0, row
assert all(row["again ns"] > 0 for row in tables["peers_all"])
full = [row["bytes/peer"] for row in tables["peers_all"] if row["dense"]]
assert all(32 <= each <= 66 for each in full), full # two counts, two sums; powers of 2
assert [row["ranks"] for row in tables["merge"]] == [100, 1000], tables
assert all(row["bytes/rank"] > 100 for row in tables["merge"]), tables
assert tables["handles"][0]["pvar bytes"] >= 64, tables
END_OF_CHECK

try "a part alone" "$abs_builddir/bench/scale" --quick --only merge
exits 0
out_has '^merge: '
out_lacks '^threads: '

try "a part that there is not" "$abs_builddir/bench/scale" --only marge
exits 64
err_has 'marge: unknown part; did you mean merge?'

try "targets are not held against a quick run" "$abs_builddir/bench/interface" --quick --check
exits 64
err_has 'quick says too little for --check'

finish
