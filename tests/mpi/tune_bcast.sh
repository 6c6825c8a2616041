#!/bin/sh
# MPIT_TUNE_BCAST alone takes MPI_Bcast through every algorithm of the MPI library, and what it sets
# is what runs.
. "${0%/*}/../prelude.sh"
bcast_time=$abs_builddir/bench/bcast_time

# measured RANKS SETTING...: the measured program with these settings
measured()
{
    ranks=$1
    shift
    run "$RUN_MPI" -n "$ranks" -t 60 env LD_PRELOAD="$LIBMPIT" "$@" "$bcast_time" 20000 3
}

every_algorithm_is_measured()
{
    run env BCAST_TIME="$bcast_time" sh "$abs_srcdir/examples/tune-bcast.sh" -n 4 -b 262144 -r 15
    exits 0
    "$MPIT" list --long --match mpit_tune_bcast | sed -n 's/^    one of: //p' |
        tr ',' '\n' | sed 's/^ *//; s/ (.*//' >named
    sed -n 's/\t.*//p' out >measured
    cmp -s named measured || fail "not each algorithm once"
    [ "$(wc -l <named)" -ge 5 ] || fail "fewer than 5 algorithms"
    awk -F'\t' 'NF == 2 && !($2 > 0) { exit 1 }' out || fail "a time is missing"
    awk -F'\t' 'NF == 2 && !($2 in seen) { seen[$2]; n++ } END { exit n < 2 }' out ||
        fail "all times are the same"
    grep -q '^mpit_tune_bcast = [a-z]' out || fail "the fastest is not named"
}

# An algorithm that cannot do what it is asked for shows that it was asked.
the_algorithm_that_is_set_is_the_one_that_runs()
{
    case $TEST_VENDOR in
    openmpi)
        measured 2 MPIT_TUNE_BARRIER=two_proc
        exits 0
        measured 3 MPIT_TUNE_BARRIER=two_proc
        [ "$code" -ne 0 ] || fail 'a barrier of two ran on 3 ranks'
        measured 3 MPIT_TUNE_BARRIER=tree
        exits 0
        ;;
    mpich)
        measured 3 MPIR_CVAR_COLLECTIVE_FALLBACK=print MPIT_TUNE_BCAST=smp
        exits 0
        grep -q 'Bcast smp cannot be applied' out err || fail 'smp was not tried'
        measured 3 MPIR_CVAR_COLLECTIVE_FALLBACK=print MPIT_TUNE_BCAST=binomial
        exits 0
        out_lacks 'cannot be applied'
        err_lacks 'cannot be applied'
        ;;
    esac
}

run_test every_algorithm_is_measured
run_test the_algorithm_that_is_set_is_the_one_that_runs
finish
