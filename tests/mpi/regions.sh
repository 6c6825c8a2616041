#!/bin/sh
# Regions of MPI_Pcontrol in the report: what is inside of them, nested, entered again and
# unbalanced ones (PCTL-5), with counts worked out by hand; ints have 4 bytes.

: "${RUN_MPI:?}" "${MPIT:?}" "${MPIRUN:?}" "${abs_builddir:?}"
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failures=0

fail()
{
    echo "FAIL: $*"
    failures=$((failures + 1))
}

if ! $RUN_MPI -n 0 "$MPIT" run --report "$scratch/job.json" -- "$MPIRUN" -n 4 \
    "$abs_builddir/tests/mpi/regions_program" >"$scratch/out" 2>&1; then
    fail "the job failed: $(cat "$scratch/out")"
fi
"$MPIT" report "$scratch/job.json" --format csv >"$scratch/csv" || fail "no CSV"
"$MPIT" report "$scratch/job.json" >"$scratch/text" || fail "no text"

# kind, label, count, bytes; on 4 ranks. Times have their own check below.
cat >"$scratch/expected" <<'END'
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
region_sends again 4 32
region_recvs again 4 32
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
sed 's/"setup, first"/setup_first/' "$scratch/csv" >"$scratch/plain"
awk -F, '/^region/ { print $1, $2, $7 == "" ? "-" : $7, $8 == "" ? "-" : $8 }' "$scratch/plain" \
    >"$scratch/found"
diff "$scratch/expected" "$scratch/found" >"$scratch/diff" ||
    fail "counts (< expected, > found): $(cat "$scratch/diff")"

# MPI time is inside the region's time, inner inside setup, and only rank 1 was in open.
awk -F, '
$1 == "region_wall" { wall[$2] = $9; where[$2] = $14 }
$1 == "region_mpi" { mpi[$2] = $9 }
END {
    for (label in wall)
        if (!(mpi[label] > 0 && mpi[label] <= wall[label])) {
            print label ": MPI time " mpi[label] " of " wall[label]
            bad = 1
        }
    if (!(wall["inner"] < wall["setup_first"])) { print "inner is longer than setup"; bad = 1 }
    if (where["open"] != 1) { print "open is longest on rank " where["open"]; bad = 1 }
    exit bad
}' "$scratch/plain" >"$scratch/times" || fail "times: $(cat "$scratch/times")"

grep -q '^region open: 1 of its entries had no end' "$scratch/text" || fail "the text hides the open region"
grep -q '^MPI_Pcontrol(4) outside of any region, ignored: 1$' "$scratch/text" ||
    fail "the text hides the stray end"
grep -q '^setup, first  *8 ' "$scratch/text" || fail "the text has no row for setup"

[ $failures -eq 0 ]
