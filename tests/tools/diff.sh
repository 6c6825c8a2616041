#!/bin/sh
# `mpit diff`: figures of two jobs, and of several runs of each, against those worked out by hand.
. "${0%/*}/../prelude.sh"
. "$here/record.sh"

# job FILE WALL TIME COUNT BYTES: a record of two ranks that ran WALL seconds each, and were TIME
# seconds together in COUNT calls of MPI_Send with so many bytes.
job()
{
    python3 - "$@" >"$1" <<'END'
import json, sys
record = json.load(open("record.json"))
wall, time = map(float, sys.argv[2:4])
count, bytes = map(int, sys.argv[4:6])
for rank in record["ranks"]:
    rank["wall"], rank["mpi"] = wall, time / 2
call, pair = record["calls"][0], record["pairs"][0]
call["count"], call["bytes"] = count, bytes
call["time"].update(total=time, min=time / 2, max=time / 2)
pair["messages"], pair["bytes"] = count, bytes
useful = 1 - time / 2 / wall
record["efficiency"] = {"parallel": useful, "load_balance": 1.0, "communication": useful}
json.dump(record, sys.stdout)
END
}
# figure KIND NAME MEASURE KEY: of the JSON in out
figure()
{
    python3 - "$@" <<'END'
import json, sys
kind, name, measure, key = sys.argv[1:]
found = [c[key] for c in json.load(open("out"))["changes"]
         if (c["kind"], c["name"], c["measure"]) == (kind, name, measure)]
print(*("%.4g" % f if isinstance(f, float) else f for f in found))
END
}
# is VALUE KIND NAME MEASURE KEY
is()
{
    value=$1
    shift
    found=$(figure "$@")
    [ "$found" = "$value" ] || fail "$*: $found, not $value"
}

job a.json 2 1 10 1000
job b.json 3 2.5 11 900

try "a job is the same as itself" "$MPIT" diff a.json a.json
exits 0
out_has '^no time has changed by 1 % of the time of the job$'
out_has '^no number of calls, messages or bytes has changed$'

try "two jobs are compared in text" "$MPIT" diff a.json b.json
exits 1
out_has '^before   a.json: ./solve, 2 ranks, 2024-01-02T03:04:05Z$'
out_has '^after    b.json: '
out_has '^wall     2.000  s before, 3.000  s after (+50.0 %)$'
out_has '^MPI_Send  *1.000  s  *2.500  s  *+1.500  s  *-  *+150.0 %  *37.5 %$'
out_has '^rank wall 1  *2.000  s  *3.000  s  *+1.000  s  *-  *+50.0 %  *50.0 %$'
out_has '^MPI_Send  *10  *11  *+1  *-  *+10.0 %$'
out_has '^pair messages 1 -> 0, bytes  *1000  *900  *-100  *-  *-10.0 %$'
out_has '^What differs from run to run by itself is not known: '

try "the greatest effect is first" "$MPIT" diff a.json b.json
sed -n '/^times/,/^$/s/.* \([0-9.]* %\)$/\1/p' out >effects
printf '%s\n' '50.0 %' '50.0 %' '50.0 %' '37.5 %' '37.5 %' '37.5 %' '37.5 %' >expected
same effects expected

try "two jobs are compared in JSON" "$MPIT" diff --format json a.json b.json
exits 1
is 1.5 call MPI_Send seconds change
is 0.375 call MPI_Send seconds effect
is None call MPI_Send seconds margin
is -100 pair,messages '1 -> 0' bytes change
is 0.1 call MPI_Send count effect
is 1.5 job 'in MPI, all ranks' seconds change

try "a time that changes by less than the threshold has not changed" \
    "$MPIT" diff --threshold 60 -f json a.json b.json
is False call MPI_Send seconds changed
is True call MPI_Send count changed

try "what has not changed is there with --all" "$MPIT" diff --all a.json a.json
exits 0
out_has '^MPI_Send  *1.000  s  *1.000  s  *0.000  s  *-  *+0.0 %  *0.0 %$'
out_has '^MPI_Send  *10  *10  *0  *-  *+0.0 %$'

# 1, 2, 3 against 4, 6, 8: the means differ by 4, whose standard error is the root of 1/3 + 4/3; by
# Welch that has 2.941 degrees of freedom, at which Student's t is 3.2188 (by integration).
i=0
for time in 1 2 3 4 6 8; do
    i=$((i + 1))
    job "run$i.json" 10 $time 5 $((100 * time))
done
try "runs are compared by their means, with the margin of that" \
    "$MPIT" diff -f json run1.json run2.json run3.json -- run4.json run5.json run6.json
exits 0
is 2 call MPI_Send seconds before
is 6 call MPI_Send seconds after
is 4.155 call MPI_Send seconds margin
is False call MPI_Send seconds changed
is False call MPI_Send bytes changed
is 0 call MPI_Send count margin
is 2.078 rank,mpi 0 seconds margin
is_changed=$(figure call MPI_Send count changed)
[ "$is_changed" = False ] || fail 'equal counts have changed'

job run4.json 10 5 5 500
try "a difference beyond the margin is a change" \
    "$MPIT" diff -f json run1.json run2.json run3.json -- run4.json run6.json run6.json
is 5 call MPI_Send seconds change
is True call MPI_Send seconds changed

# Where a call is made in one job alone.
sed 's/"name": "MPI_Send"/"name": "MPI_Ssend"/' a.json >c.json
try "what is new and what is gone is said" "$MPIT" diff a.json c.json
exits 1
out_has '^MPI_Ssend  *0.000  s  *1.000  s  *+1.000  s  *-  *new  *25.0 %$'
out_has '^MPI_Send  *10  *0  *-10  *-  *gone$'

wait='{"rank": 1, "for": 0, "kind": "late_sender", "count": 3, "seconds": 1}'
sed 's/, *"pairs"/, "waits": ['"$wait"'], "waits_seen": 0, "pairs"/' a.json >w3.json
sed 's/"count": 3, "seconds": 1}/"count": 4, "seconds": 1}/' w3.json >w4.json
try "how often ranks wait is no difference of the program" "$MPIT" diff w3.json w4.json
exits 0
try "a wait is named by who and whom" "$MPIT" diff -f json w3.json w4.json
is 1 wait '1 for 0, late_sender' count change

python3 - <<'END'
import json
record = json.load(open("a.json"))
record["verdicts"] = [{"id": "late", "text": "rank 1 is late", "ranks": [1], "value": 0.5}]
json.dump(record, open("v.json", "w"))
END
try "verdicts that are new or gone are told" "$MPIT" diff a.json v.json
exits 0
out_has '^new      rank 1 is late$'
try "verdicts that are gone" "$MPIT" diff v.json a.json
out_has '^gone     rank 1 is late$'

try "texts of a record are no markup of the page" "$MPIT" diff --format html markup.json record.json
exits 1
out_has '&lt;script&gt;'
out_lacks '<script>l'
python3 - <<'END' || fail 'the page is no XML'
import re, xml.dom.minidom
page = re.sub("<script>.*?</script>", "", open("out").read(), flags=re.S)
xml.dom.minidom.parseString(re.sub("<meta charset[^>]*>|<!DOCTYPE html>", "", page))
END
try "and none of the JSON" "$MPIT" diff --format json markup.json record.json
python3 -c 'import json; json.load(open("out"))' || fail 'it is no JSON'

try "a wait is told in the words of the report" "$MPIT" diff w3.json w4.json --all
out_has '^rank 1 waits for 0 to send  *3  *4 '
out_lacks late_sender

try "efficiencies come first" "$MPIT" diff a.json b.json
sed -n '/^[ab][a-z]*, 2 ranks  /s/  */ /gp' out >rows
cat >expected <<'END'
before, 2 ranks 1 2.000 s 1.00 100.0 % 75.0 % 100.0 % 75.0 % - - 100.0 %
after, 2 ranks 1 3.000 s 0.67 66.7 % 58.3 % 100.0 % 58.3 % - - 85.7 %
END
same rows expected
[ "$(grep -n '^times over' out | cut -d: -f1)" -gt "$(grep -n '^after, ' out | cut -d: -f1)" ] ||
    fail "they do not"

# Twice the ranks, of 2 s each and of 1.25 s.
python3 - <<'END'
import json
record = json.load(open("a.json"))
record["nranks"] = 4
record["ranks"] = [dict(record["ranks"][0], rank=rank, wall=1.25, mpi=0.5) for rank in range(4)]
record["efficiency"].update(parallel=0.6, communication=0.6)
json.dump(record, open("four.json", "w"))
END
try "other numbers of ranks are a scaling comparison" "$MPIT" diff a.json four.json
out_has '^speed-up 1.60 with 4 ranks instead of 2, of 2.00 that there could be: 80.0 %$'
out_has '^lost     most to communication: 75.0 % with 2 ranks, 60.0 % with 4$'
out_has '^after, 4 ranks .* 60.0 % '
out_has '^The numbers of ranks differ: '
out_lacks '^rank \|^pair '
job much.json 2 0.0001 10 1000
try "what has grown beyond percents is told in times" "$MPIT" diff much.json a.json
out_has '^MPI_Send  .*  x 10000  '

try "with --worse a job that takes less time is no failure" "$MPIT" diff --worse b.json a.json
exits 0
try "with --worse one that takes more is" "$MPIT" diff --worse a.json b.json
exits 1
try "with --worse what takes as long is none, whatever it calls" "$MPIT" diff -w a.json c.json
exits 0
try "JSON says whether it is worse" "$MPIT" diff -f json a.json b.json
out_has '"worse": true'

# ---- what is asked wrongly

try "one file is too few" "$MPIT" diff a.json
exits 2
err_has 'give the records of two jobs: mpit diff A.json B.json'
err_is_one_line
try "three files without -- are not guessed at" "$MPIT" diff a.json a.json b.json
exits 2
err_is_one_line
try "a file that is not there is named" "$MPIT" diff a.json none.json
exits 2
err_has 'none.json: No such file or directory'
try "a format that is none is named" "$MPIT" diff --format xml a.json b.json
exits 2
err_has 'xml'
try "a threshold that is none is named" "$MPIT" diff --threshold 101 a.json b.json
exits 2
err_has '101'
[ ! -w /dev/full ] || {
    try "a disk that is full is told" sh -c '"$0" diff a.json b.json >/dev/full' "$MPIT"
    exits 2
    err_has 'No space left'
}
finish
