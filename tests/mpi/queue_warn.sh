#!/bin/sh
# mpit_umq_warn: one warning when the unexpected queue passes it, which names rank, communicator,
# length and the most frequent messages.
. "${0%/*}/../prelude.sh"
tool=$abs_builddir/examples/.libs/umq_tool.so

# demo LIBRARIES SOURCE LIMIT MESSAGES: leaves the warnings in the file warnings.
demo()
{
    run "$RUN_MPI" -n 2 -p "$1" env MPIT_UMQ_SOURCE="$2" MPIT_UMQ_WARN="$3" \
        "$abs_builddir/examples/umq_demo" "$4"
    exits 0
    grep 'unexpected messages on' err >warnings
}

# one_warning SOURCE MOST: what it says of the most frequent messages.
one_warning()
{
    demo "$tool:$LIBMPIT" "$1" 5 20
    [ "$(wc -l <warnings)" -eq 1 ] || fail "source $1: not one warning"
    what='unexpected messages on MPI_COMM_WORLD, more than mpit_umq_warn \(5\)'
    grep -Eq "^mpit: rank 0: ([6-9]|1[0-9]|20) $what; most of them: $2\$" warnings ||
        fail "source $1: it does not say who, where, how many and which"
}

# Open MPI tells of its own queue how many there are from each source.
one_warning_when_the_length_passes_the_limit()
{
    each='1 from source 1 with tag [0-9]+'
    one_warning drain "$each, $each, $each"
    [ "$TEST_VENDOR" = mpich ] ||
        one_warning auto '([6-9]|1[0-9]|20) from source 1, the oldest with tag [0-9]+'
}

no_warning_at_the_limit_and_without_one()
{
    for source in auto drain; do
        for limit in 20 0; do
            demo "$tool:$LIBMPIT" "$source" "$limit" 20
            is_empty warnings "source $source, limit $limit"
        done
    done
}

# Nobody else watches: no tool is there.
a_limit_for_the_job_is_looked_at_without_a_tool()
{
    for source in auto drain; do
        demo "$LIBMPIT" "$source" 5 20
        said=$(grep -c '^mpit: rank 0: [0-9]* unexpected messages on MPI_COMM_WORLD' warnings)
        [ "$said" -eq 1 ] || fail "source $source: not one warning"
    done
    demo "$LIBMPIT" off 5 20
    what='mpit_umq_warn is not looked at: .*; set MPIT_UMQ_SOURCE=drain'
    [ "$(grep -c "^mpit: rank 0: $what" err)" -eq 1 ] || fail 'source off: it does not say so once'
}

# limits SOURCE DEFAULT EXPECTED: which communicators are warned of, in this order.
limits()
{
    run "$RUN_MPI" -n 2 env MPIT_UMQ_SOURCE="$1" MPIT_UMQ_WARN="$2" \
        "$abs_builddir/tests/mpi/queue_limits"
    exits 0
    what='more than mpit_umq_warn (\([0-9]*\))'
    found=$(sed -n "s/.*unexpected messages on \([a-z]*\), $what.*/\1 \2/p" err |
        sort | tr '\n' ';')
    [ "$found" = "$3" ] || fail "source $1, default $2: warned of '$found', not of '$3'"
}

each_communicator_has_its_own_limit_and_the_default_of_the_job()
{
    for source in auto drain; do
        limits "$source" 0 'tight 2;'
        limits "$source" 5 'default 5;tight 2;'
        limits "$source" 6 'tight 2;'
    done
}

run_test one_warning_when_the_length_passes_the_limit
run_test each_communicator_has_its_own_limit_and_the_default_of_the_job
run_test no_warning_at_the_limit_and_without_one
run_test a_limit_for_the_job_is_looked_at_without_a_tool
finish
