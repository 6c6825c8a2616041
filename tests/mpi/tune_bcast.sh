#!/bin/sh
# MPIT_TUNE_BCAST alone takes MPI_Bcast through every algorithm of the MPI library, and what it sets
# is what runs.
: "${MPIT:?}" "${LIBMPIT:?}" "${MPIRUN:?}" "${RUN_MPI:?}" "${TEST_VENDOR:?}"
: "${abs_srcdir:?}" "${abs_builddir:?}"
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failures=0
bcast_time=$abs_builddir/bench/bcast_time

fail()
{
    echo "FAIL: $*"
    sed 's/^/  /' "$scratch/out" "$scratch/err" | head -20
    failures=$((failures + 1))
}

# run RANKS SETTING...: the measured program with these settings
run()
{
    ranks=$1
    shift
    $RUN_MPI -n "$ranks" -t 60 env LD_PRELOAD="$LIBMPIT" "$@" "$bcast_time" 20000 3 \
        >"$scratch/out" 2>"$scratch/err"
}

# The launcher, as run-mpi has to call it here.
printf '#!/bin/sh\nMPIRUN=%s\nexport MPIRUN\nexec %s "$@"\n' "$MPIRUN" "$RUN_MPI" >"$scratch/launcher"
chmod +x "$scratch/launcher"

every_algorithm_is_measured()
{
    BCAST_TIME=$bcast_time MPIRUN=$scratch/launcher \
        sh "$abs_srcdir/examples/tune-bcast.sh" -n 4 -b 262144 -r 15 \
        >"$scratch/out" 2>"$scratch/err" || fail "the script failed"
    "$MPIT" list --long --match mpit_tune_bcast | sed -n 's/^    one of: //p' |
        tr ',' '\n' | sed 's/^ *//; s/ (.*//' >"$scratch/named"
    sed -n 's/\t.*//p' "$scratch/out" >"$scratch/measured"
    cmp -s "$scratch/named" "$scratch/measured" || fail "not each algorithm once"
    [ "$(wc -l <"$scratch/named")" -ge 5 ] || fail "fewer than 5 algorithms"
    awk -F'\t' 'NF == 2 && !($2 > 0) { exit 1 }' "$scratch/out" || fail "a time is missing"
    awk -F'\t' 'NF == 2 && !($2 in seen) { seen[$2]; n++ } END { exit n < 2 }' "$scratch/out" ||
        fail "all times are the same"
    grep -q '^mpit_tune_bcast = [a-z]' "$scratch/out" || fail "the fastest is not named"
}

# An algorithm that cannot do what it is asked for shows that it was asked.
the_algorithm_that_is_set_is_the_one_that_runs()
{
    case $TEST_VENDOR in
    openmpi)
        run 2 MPIT_TUNE_BARRIER=two_proc || fail "a barrier of two does not run on 2 ranks"
        run 3 MPIT_TUNE_BARRIER=two_proc && fail "a barrier of two ran on 3 ranks"
        run 3 MPIT_TUNE_BARRIER=tree || fail "a tree does not run on 3 ranks"
        ;;
    mpich)
        run 3 MPIR_CVAR_COLLECTIVE_FALLBACK=print MPIT_TUNE_BCAST=smp || fail "exit code $?"
        grep -q 'Bcast smp cannot be applied' "$scratch/out" "$scratch/err" ||
            fail "smp was not tried"
        run 3 MPIR_CVAR_COLLECTIVE_FALLBACK=print MPIT_TUNE_BCAST=binomial || fail "exit code $?"
        grep -q 'cannot be applied' "$scratch/out" "$scratch/err" && fail "binomial was not taken"
        ;;
    esac
}

every_algorithm_is_measured
the_algorithm_that_is_set_is_the_one_that_runs
[ $failures -eq 0 ]
