#!/bin/sh
# Regions of MPI_Pcontrol in the report: what is inside of them, nested, entered again and
# unbalanced ones (PCTL-5), with counts worked out by hand; ints have 4 bytes.
. "${0%/*}/../prelude.sh"

begin_test 'a job with regions has a report'
record_job -- "$MPIRUN" -n 4 "$abs_builddir/tests/mpi/regions_program"
"$MPIT" report job.json >text || fail 'no text'

begin_test 'regions have the counts worked out by hand'
# kind, label, count, bytes; on 4 ranks. Times have their own check below.
cat >expected <<'END'
region_wall setup_first 8 -
region_mpi setup_first - -
region_sends setup_first 4 160
region_recvs setup_first 4 160
region_collectives setup_first 8 28
region_rma setup_first 0 0
region_reads setup_first 0 0
region_writes setup_first 0 0
region_wall inner 4 -
region_mpi inner - -
region_sends inner 4 160
region_recvs inner 4 160
region_collectives inner 0 0
region_rma inner 0 0
region_reads inner 0 0
region_writes inner 0 0
region_wall again 8 -
region_mpi again - -
region_sends again 8 48
region_recvs again 8 48
region_collectives again 0 0
region_rma again 0 0
region_reads again 0 0
region_writes again 0 0
region_wall open 1 -
region_mpi open - -
region_sends open 0 0
region_recvs open 0 0
region_collectives open 1 0
region_rma open 0 0
region_reads open 0 0
region_writes open 0 0
region_open open 1 -
region_stray ends 1 -
END
# The label with a comma stands in quotes; without them the columns are those of the header.
sed 's/"setup, first"/setup_first/' job.csv >plain
grep -v '^region_resource' plain |
    awk -F, '/^region/ { print $1, $2, $7 == "" ? "-" : $7, $8 == "" ? "-" : $8 }' >found
same expected found

begin_test 'efficiencies of regions follow from their times'
awk -F'"' '
function after(key, from,    text) # the number behind the first "key": that follows "from":
{
    text = substr($0, index($0, "\"" from "\":"))
    text = substr(text, index(text, "\"" key "\":") + length(key) + 3)
    return text + 0
}
function differ(a, b) { return a - b > 1e-6 || b - a > 1e-6 }
/"label":.*"outside":/ {
    regions++
    useful = after("total", "wall") - after("total", "mpi")
    if (after("max", "wall") <= 0)
        next
    if (differ(useful, after("total", "outside")))
        print $0 ": outside of MPI is not what is not in it"
    if (differ(after("parallel", "efficiency"), useful / (4 * after("max", "wall"))))
        print $0 ": parallel"
    if (differ(after("parallel", "efficiency"),
            after("load_balance", "efficiency") * after("communication", "efficiency")))
        print $0 ": no product"
}
END { if (regions < 4) print regions + 0 " regions" }' job.json >wrong
is_empty wrong 'an efficiency'
grep -q '^efficiencies of regions' text || fail 'the text has none'
grep -Eq '^inner +[0-9.]+ % +[0-9.]+ % +[0-9.]+ % ' text || fail 'the text has none of inner'

begin_test 'times lie inside of each other'
# MPI time is inside the region's time, inner inside setup, and only rank 1 was in open.
awk -F, '
$1 == "region_wall" { wall[$2] = $9; least[$2] = $12; where[$2] = $14 }
$1 == "region_mpi" { mpi[$2] = $9 }
END {
    for (label in wall)
        if (!(mpi[label] > 0 && mpi[label] <= wall[label])) {
            print label ": MPI time " mpi[label] " of " wall[label]
            bad = 1
        }
    if (!(wall["inner"] < wall["setup_first"])) { print "inner is longer than setup"; bad = 1 }
    # Who was not in it has been in it for 0 seconds, from rank 0 on.
    if (least["open"] != 0) { print "open is shortest on rank " least["open"]; bad = 1 }
    if (where["open"] != 1) { print "open is longest on rank " where["open"]; bad = 1 }
    exit bad
}' plain >wrong || fail "$(cat wrong)"

begin_test 'the text says what is open and astray'
grep -q '^region open: 1 of its entries had no end' text || fail 'it hides the open region'
grep -q '^MPI_Pcontrol(4) outside of any region, ignored: 1$' text || fail 'it hides the stray end'
grep -q '^setup, first  *8 ' text || fail 'it has no row for setup'
finish
