#!/bin/sh
# mpit_umq_warn: one warning when the unexpected queue passes it, which names rank, communicator,
# length and the most frequent messages.

: "${RUN_MPI:?}" "${TEST_VENDOR:?}" "${LIBMPIT:?}" "${abs_builddir:?}"
tool=$abs_builddir/examples/.libs/umq_tool.so
demo=$abs_builddir/examples/umq_demo
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failures=0

fail()
{
    echo "FAIL: $*"
    sed 's/^/  /' "$scratch/err"
    failures=$((failures + 1))
}

# run SOURCE LIMIT MESSAGES: leaves the warnings in the file warnings.
run()
{
    $RUN_MPI -n 2 -p "$tool:$LIBMPIT" env MPIT_UMQ_SOURCE="$1" MPIT_UMQ_WARN="$2" "$demo" "$3" \
        >"$scratch/out" 2>"$scratch/err" || fail "source $1, limit $2, $3 messages: exit $?"
    grep 'unexpected messages on' "$scratch/err" >"$scratch/warnings"
}

# one_warning SOURCE MOST: what it says of the most frequent messages.
one_warning()
{
    run "$1" 5 20
    [ "$(wc -l <"$scratch/warnings")" = 1 ] || fail "source $1: not one warning"
    grep -Eq "^mpit: rank 0: ([6-9]|1[0-9]|20) unexpected messages on MPI_COMM_WORLD, more than mpit_umq_warn \\(5\\); most of them: $2\$" \
        "$scratch/warnings" || fail "source $1: it does not say who, where, how many and which"
}

# Open MPI tells of its own queue how many there are from each source.
one_warning_when_the_length_passes_the_limit()
{
    one_warning drain '1 from source 1 with tag [0-9]+, 1 from source 1 with tag [0-9]+, 1 from source 1 with tag [0-9]+'
    [ "$TEST_VENDOR" = mpich ] ||
        one_warning auto '([6-9]|1[0-9]|20) from source 1, the oldest with tag [0-9]+'
}

no_warning_at_the_limit_and_without_one()
{
    for source in auto drain; do
        run $source 20 20
        [ ! -s "$scratch/warnings" ] || fail "source $source: a warning at the limit"
        run $source 0 20
        [ ! -s "$scratch/warnings" ] || fail "source $source: a warning without a limit"
    done
}

# Nobody else watches: no tool is there.
a_limit_for_the_job_is_looked_at_without_a_tool()
{
    for source in auto drain; do
        $RUN_MPI -n 2 -p "$LIBMPIT" env MPIT_UMQ_SOURCE=$source MPIT_UMQ_WARN=5 "$demo" 20 \
            >"$scratch/out" 2>"$scratch/err" || fail "source $source: exit $?"
        grep -c '^mpit: rank 0: [0-9]* unexpected messages on MPI_COMM_WORLD' "$scratch/err" \
            >"$scratch/warnings"
        [ "$(cat "$scratch/warnings")" = 1 ] || fail "source $source: not one warning"
    done
    $RUN_MPI -n 2 -p "$LIBMPIT" env MPIT_UMQ_SOURCE=off MPIT_UMQ_WARN=5 "$demo" 20 \
        >"$scratch/out" 2>"$scratch/err" || fail "source off: exit $?"
    [ "$(grep -c '^mpit: rank 0: mpit_umq_warn is not looked at: .*; set MPIT_UMQ_SOURCE=drain' \
        "$scratch/err")" = 1 ] || fail 'source off: it does not say so once'
}

# limits SOURCE DEFAULT EXPECTED: which communicators are warned of, in this order.
limits()
{
    $RUN_MPI -n 2 env MPIT_UMQ_SOURCE="$1" MPIT_UMQ_WARN="$2" "$abs_builddir/tests/mpi/queue_limits" \
        >"$scratch/out" 2>"$scratch/err" || fail "source $1, default $2: exit $?"
    found=$(sed -n 's/.*unexpected messages on \([a-z]*\), more than mpit_umq_warn (\([0-9]*\)).*/\1 \2/p' \
        "$scratch/err" | sort | tr '\n' ';')
    [ "$found" = "$3" ] || fail "source $1, default $2: warned of '$found', not of '$3'"
}

each_communicator_has_its_own_limit_and_the_default_of_the_job()
{
    for source in auto drain; do
        limits $source 0 'tight 2;'
        limits $source 5 'default 5;tight 2;'
        limits $source 6 'tight 2;'
    done
}

one_warning_when_the_length_passes_the_limit
each_communicator_has_its_own_limit_and_the_default_of_the_job
no_warning_at_the_limit_and_without_one
a_limit_for_the_job_is_looked_at_without_a_tool
[ $failures -eq 0 ]
