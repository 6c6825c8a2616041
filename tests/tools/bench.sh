#!/bin/sh
# `mpit-bench`: columns, CSV, JSON, the curve, and what it says of wrong words.
. "${0%/*}/../prelude.sh"
bench=$abs_builddir/mpib/mpit-bench

# on RANKS ARGUMENT...: a program, for `try` gives it to timeout.  Open MPI's launcher puts its own
# directory first in PATH: the ranks get ours.
mkdir bin
cat >bin/on <<END
#!/bin/sh
ranks=\$1
shift
exec "$RUN_MPI" -n "\$ranks" env PATH="\$PATH" "$bench" "\$@"
END
chmod +x bin/on
PATH=$scratch/bin:$PATH

# The launcher has a word of its own when a program fails: ours are the lines that begin so.
said() { grep '^mpit-bench: ' err; }
says_once() { test "$(said | wc -l)" = 1 || fail "mpit-bench did not say one thing"; }

try "columns stand under a heading" on 3 bcast --root 2 --min 1 --max 6 --reps 5
exits 0
out_has '^# mpit-bench .*: bcast, ranks 3, root 2, method max$'
out_has '^# *size *time *wtick *reps *ci$'
test "$(awk '!/^#/ { printf "%s ", $1 }' out)" = "1 2 4 6 " || fail "the sizes are not 1 2 4 6"
awk '!/^#/ && !(NF == 5 && $2 > 0 && $2 < 10 && $3 > 0 && $4 == 5 && $5 >= 0)' out >bad
test ! -s bad || fail "no result: $(head -1 bad)"
err_has '^mpit-bench: bcast: measuring 1 bytes of up to 6; 0 sizes done, '

try "--quiet says nothing" on 2 p2p --quiet --max 2 --reps 3
exits 0
test -z "$(said)" || fail "progress in spite of --quiet"
out_has 'p2p, rank 0 to rank 1, half of a round trip$'

try "--csv" on 2 iallreduce --csv --min 4K --max 8K --reps 7 --min-reps 7 --method global
exits 0
test "$(head -1 out)" = "size,time,wtick,reps,ci" || fail "no header"
test "$(awk -F, 'NR > 1 { print $1, $4 }' out | tr '\n' ' ')" = "4096 7 8192 7 " ||
    fail "not two lines of 7 repetitions"

try "--json" on 2 reduce --json --min 8 --max 8 --reps 4 --method root --root 1
exits 0
python3 - out <<'END' || fail "not the record that was asked for"
import json, sys
record = json.load(open(sys.argv[1]))
expected = {"operation": "reduce", "method": "root", "ranks": 2, "root": 1, "max_reps": 4}
assert expected.items() <= record.items(), record
(result,) = record["results"]
assert result["size"] == 8 and result["reps"] == 4 and result["time"] < 10, result
assert set(result) == {"size", "time", "wtick", "reps", "ci"}, result
END

# On a busy machine all may be: then there is no time, of no repetition.
try "by deadline, with what was dropped" \
    on 2 allreduce --method deadline --json --quiet --min 8 --max 16 --reps 6
exits 0
python3 - out <<'END' || fail "not the record that was asked for"
import json, sys
record = json.load(open(sys.argv[1]))
assert record["method"] == "deadline" and record["missed"] >= 0, record
assert [result["size"] for result in record["results"]] == [8, 16], record
for result in record["results"]:
    if result["reps"] == 0:
        assert result["time"] is None and record["missed"] >= 50, record
    else:
        assert 5 <= result["reps"] <= 6 and 0 < result["time"] < 10, result
END
try "and as columns" on 2 barrier --method deadline --quiet --reps 5
exits 0
out_has '^# [0-9]* repetitions dropped: some rank had missed their start$'

try "the operation-specific method repeats as often as it was told" \
    on 3 bcast --method bcast --max 1 --reps 9
exits 0
out_has '; ci: not estimated; 9 repetitions for each receiver$'
test "$(awk '!/^#/ { print $1, $4, $5 + 0 }' out | tr '\n' ' ')" = "0 9 0 1 9 0 " ||
    fail "not 9 repetitions of 0 and 1"

try "two methods are compared by turns" \
    on 2 bcast --compare bcast --max 1 --reps 5 --rounds 8 --csv --quiet
test "$code" = 0 || grep -q ',NO,' out || fail "exit code $code, and they agree"
test "$(head -1 out)" = "size,time,ci,compared,compared_ci,difference,low,high,empty,agree,with" ||
    fail "no header"
awk -F, 'NR > 1 && !(NF == 11 && $11 == "bcast" && $2 > 0 && $3 >= 0 && $5 >= 0 && $7 <= $6 &&
    $6 <= $8 && $9 > 0 &&
    $10 ~ /^(yes|skew|NO)$/)' out >bad
test ! -s bad || fail "no comparison: $(head -1 bad)"
test "$(awk -F, 'NR > 1 { print $1 }' out | tr '\n' ' ')" = "0 1 " || fail "the sizes are not 0 1"

try "a comparison is a record too" on 2 barrier --compare root --reps 5 --rounds 8 --json --quiet
python3 - out <<'END' || fail "not the record that was asked for"
import json, sys
record = json.load(open(sys.argv[1]))
assert record["method"] == "max" and record["compared"] == "root" and record["rounds"] == 8, record
(result,) = record["results"]
assert result["low"] <= result["difference"] <= result["high"], result
assert result["with"] == "root", result
END

# By deadline there may be no time: whether it agrees is unknown then, and no answer.
try "all methods are compared" on 2 bcast --compare all --max 1 --reps 5 --rounds 8 --csv --quiet
grep -q ',NO,' out; disagree=$((! $?))
test "$code" = $disagree || fail "exit code $code"
test "$(awk -F, 'NR > 1 { print $1 $11 }' out | tr '\n' ' ')" = \
    "0root 0global 0deadline 0bcast 1root 1global 1deadline 1bcast " || fail "not all methods"
awk -F, 'NR > 1 && (($5 ~ /nan/) != ($10 == "unknown"))' out >bad
test ! -s bad || fail "known is what is not: $(head -1 bad)"
try "some are" on 1 barrier --method root --compare global,max --reps 5 --rounds 8 --csv --quiet
test "$(awk -F, 'NR > 1 { print $11 }' out | tr '\n' ' ')" = "global max " || fail "not these two"

try "outliers are dropped, and how many" \
    on 2 allreduce --outliers tukey --min 8 --max 16 --reps 40 --min-reps 40 --json --quiet
exits 0
python3 - out <<'END' || fail "not the record that was asked for"
import json, sys
record = json.load(open(sys.argv[1]))
assert record["outliers"] == "tukey", record
assert sum(row["reps"] for row in record["results"]) + record["dropped"] == 80, record
END
try "and as columns" on 2 p2p --outliers tukey --max 1 --quiet
out_has '^# [0-9]* repetitions dropped: they lay beyond Tukey.s fences$'

# ---- several launches

# launches N ARGUMENT...: of two ranks each
cat >bin/launches <<END
#!/bin/sh
n=\$1
shift
exec "$bench" "\$@" --launches "\$n" -- "$RUN_MPI" -n 2
END
cat >bin/dies <<'END'
#!/bin/sh
test -e dies || { touch dies; exec "$@"; }
kill -9 $$
END
chmod +x bin/*

try "several launches are one figure" launches 3 allreduce --min 4 --max 8 --reps 5 --json --quiet
exits 0
python3 - out <<'END' || fail "not the record that was asked for"
import json, math, sys
record = json.load(open(sys.argv[1]))
assert record["launches"] == 3 and record["ranks"] == 2 and record["max_reps"] == 5, record
assert [row["size"] for row in record["results"]] == [4, 8], record
for row in record["results"]:
    times = row["times"]
    mean = sum(times) / 3
    spread = math.sqrt(sum((time - mean) ** 2 for time in times) / 2 / 3)
    assert row["launches"] == len(times) == 3 and len(set(times)) > 1, row
    assert abs(row["time"] - mean) < 1e-6 * mean, row
    assert abs(row["ci"] - 4.302653 * spread) < 1e-5 * row["ci"], row  # of two degrees of freedom
    assert [row["least"], row["most"]] == [min(times), max(times)], row
END
try "and columns" launches 2 barrier --reps 5
exits 0
out_has ', 2 launches$'
out_has '^# *size *time *ci *launches *least *most$'
test "$(awk '!/^#/ { print $1, $4, NF }' out)" = "0 2 6" || fail "not one row of two launches"
test "$(said | grep -c 'launch [12] of 2$')" = 2 || fail "no progress"
try "methods are compared over launches" \
    launches 2 barrier --compare all --rounds 8 --reps 5 --csv --quiet
grep -q ',NO,' out; disagree=$((! $?))
test "$code" = $disagree || fail "exit code $code"
test "$(awk -F, 'NR > 1 { print NF $10 }' out | tr '\n' ' ')" = "10root 10global 10deadline " ||
    fail "not all methods"
try "the word of a job is what is said" launches 2 allreduce --maxx 4 --quiet
exits 2
said | grep -q 'maxx: unknown option; did you mean --max' || fail "not why"
try "a launcher that ends" "$bench" barrier --launches 2 --quiet -- bin/dies "$RUN_MPI" -n 1
exits 1
test "$(said)" = "mpit-bench: bin/dies: the job was ended by signal 9" || fail "not how it ended"
test ! -s out || fail "half of it on standard output"
try "a launcher that is not there" "$bench" barrier --launches 2 --quiet -- nobody
exits 127
try "a launcher that measures nothing" "$bench" barrier --launches 2 --quiet -- true
exits 1
said | grep -q 'true: the job printed no result, and ended with exit code 0$' || fail "not why"
try "a launcher that prints what is none of ours" \
    "$bench" barrier --launches 2 --quiet -- echo '{"results": [{}, {"with": 1}]}'
exits 1
said | grep -q 'echo: the job printed no result, and ended with exit code 0$' || fail "not why"
for words in '--launches 2' '--launches=2 --' '--launches 1 -- true' '--launches' \
    '--launches 2x -- true' '--launches= -- true' \
    '--launches 2 --csv --json -- true' '--launches 2 --plot a.png -- true'; do
    # shellcheck disable=SC2086 # words
    try "refused: barrier $words" "$bench" barrier $words
    exits 2
    says_once
done
try "refused inside of a job" on 2 barrier --launches 2 -- true
exits 2
says_once

# As with the other MPI's launcher, whose variables say what this MPI does not know.
case $(sed -n 's/^MPIT_MPI = //p' "$abs_builddir/Makefile") in
*openmpi*) others="PMI_RANK=0 PMI_SIZE=2" ;;
*) others="OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2" ;;
esac
# shellcheck disable=SC2086 # two words
try "the launcher of another MPI" env $others "$bench" barrier
exits 2
said | grep -q 'each process is alone: this is mpit-bench of' || fail "not why"

try "one rank is enough for a collective" on 1 alltoallw --max 1 --reps 2
exits 0
try "a barrier has one line" on 2 barrier --reps 3
exits 0
test "$(grep -vc '^#' out)" = 1 || fail "not one line"

try "the list has point-to-point, collectives and methods" on 1 list
exits 0
for word in p2p bcast ineighbor_alltoallw max root global deadline; do
    out_has "^  $word\\b"
done

# ---- wrong words

# refuses WHAT RANKS ARGUMENT...: one line has it, and nothing is measured
refuses()
{
    what=$1
    shift
    try "refused: $*" on "$@"
    exits 2
    said | grep -q -e "$what" || fail "no '$what'"
    says_once
    test ! -s out || fail "something on standard output"
}
refuses 'no operation' 1
refuses 'bcst: unknown operation; did you mean bcast' 2 bcst
refuses 'one operation is measured' 1 bcast reduce
refuses '--maxx: unknown option; did you mean --max' 2 bcast --maxx 3
refuses '--max 1x: expected a whole number' 1 bcast --max 1x
refuses '--max 2G: expected a whole number' 1 bcast --max 2G
refuses '--min 5 is more than --max 4' 1 bcast --min 5 --max 4
refuses 'on 2 ranks takes 1073741823 at most' 2 alltoall --max 1G
refuses '--root 2: there are 2 ranks' 2 bcast --root 2
refuses 'p2p needs 2 ranks' 1 p2p
refuses '--peer 1: expected a rank' 2 p2p --root 1 --peer 1
refuses '--peer is for p2p' 2 bcast --peer 1
refuses '--method is for collectives' 2 p2p --method max
refuses 'mx: unknown method; did you mean max' 1 bcast --method mx
refuses '--method bcast is for bcast alone; for reduce' 1 reduce --method bcast
refuses 'barrier moves no data' 1 barrier --max 4
refuses 'expected at least 1' 1 bcast --reps 0
refuses 'is more than --reps' 1 bcast --reps 3 --min-reps 4
refuses '--confidence 1: expected' 1 bcast --confidence 1
refuses '--error 0: expected' 1 bcast --error 0
refuses 'exclude each other' 1 bcast --json --csv
refuses 'that is the method itself' 2 bcast --compare max
refuses '--rounds 7: expected 8 to 1000' 2 bcast --compare root --rounds 7
refuses 'mx: unknown method; did you mean max' 2 bcast --method root --compare mx
refuses '--method bcast is for bcast alone; for reduce' 2 reduce --compare bcast
refuses 'max is there twice' 2 bcast --method root --compare max,global,max
refuses 'mx: unknown method' 2 bcast --compare root,mx
refuses '--outliers tukey is not for --method bcast' 2 bcast --method bcast --outliers tukey
refuses 'tuky: unknown rule for outliers; did you mean tukey' 2 bcast --outliers tuky
refuses 'leave --adaptive and --plot out' 2 bcast --compare root --adaptive
refuses '--method is for collectives' 2 p2p --compare max
refuses 'a curve is a .png' 1 bcast --plot curve.gif
refuses 'there is one size only' 1 bcast --min 1 --max 1 --plot curve.png

# ---- the curve

try "a missing gnuplot is said before anything is measured" \
    "$RUN_MPI" -n 2 env PATH="$scratch/tmp" "$bench" bcast --max 2 --plot curve.png
exits 1
said | grep -q 'gnuplot is missing: install gnuplot-nox' || fail "not said"
test ! -s out || fail "something was measured"

# A gnuplot that keeps what it is told, and ends as GNUPLOT_ENDS says.
cat >bin/gnuplot <<'END'
#!/bin/sh
cat >"$SCRIPT"
exit "$GNUPLOT_ENDS"
END
chmod +x bin/gnuplot
SCRIPT=$scratch/script
GNUPLOT_ENDS=0
export SCRIPT GNUPLOT_ENDS

try "--plot draws every size with its interval" \
    on 2 bcast --max 4 --reps 3 --plot "it's.svg"
exits 0
grep -q "^set terminal svg" script || fail "no svg"
grep -qx "set output 'it''s.svg'" script || fail "the name is not quoted"
grep -q "^set title 'bcast, ranks 2, root 0, method max (0 bytes: .* s)'" script ||
    fail "no title with the time of size 0"
awk '/^END$/ { on = 0 } on { print $1, $2 + 0, $3 + 0 } /<< END$/ { on = 1 }' script >drawn
awk '!/^#/ && $1 > 0 { print $1, $2 + 0, $5 + 0 }' out >measured
awk 'function near(a, b) { return a - b <= 1e-5 * b && b - a <= 1e-5 * b }
     NR == FNR { time[$1] = $2; ci[$1] = $3; n++; next }
     !near($2, time[$1]) || !near($3, ci[$1]) { bad = 1 }
     { m++ }
     END { exit bad || n != 3 || m != 3 }' measured drawn || fail "drawn is not what was measured"

GNUPLOT_ENDS=3
try "a gnuplot that fails is said" on 1 bcast --max 4 --reps 3 --plot curve.png
exits 1
said | grep -q 'gnuplot did not draw it' || fail "not said"

try "a curve that cannot be written is said before anything is measured" \
    on 1 bcast --max 4 --plot no/such/curve.png
exits 2
said | grep -q 'no/such/curve.png: No such file or directory; nothing was measured' ||
    fail "not said"
test ! -s out || fail "something was measured"

finish
