#!/bin/sh
# Where a receiving call does not come to libmpit the queue is not drained, which one line says: a
# message that was drained would be missed by that call.

: "${RUN_MPI:?}" "${TEST_VENDOR:?}" "${LIBMPIT:?}" "${abs_builddir:?}"
thief=$abs_builddir/tests/mpi/.libs/queue_thief.so
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

# run SOURCE LIBRARIES: the program ends well in any case; leaves how often it was refused, and
# whether the tool of example 14.6 has a length.
run()
{
    $RUN_MPI -n 2 -p "$2" env MPIT_UMQ_SOURCE="$1" UMQ_TOOL_THRESHOLD=0 "$demo" 8 \
        >"$scratch/out" 2>"$scratch/err" || fail "$1, $2: exit $?"
    grep -q 'umq_demo: 8 messages received, 0 wrong' "$scratch/out" ||
        fail "$1, $2: not all messages are received"
    refused=$(grep -c '^mpit: .*PMPI_Recv is found in .*queue_thief.so and not in libmpit: the unexpected queue is not drained; preload libmpit, or link it ahead of the MPI library$' \
        "$scratch/err")
    lengths=$(grep -c '^umq_tool: rank 0: MPI_Recv with [1-8] unexpected messages$' "$scratch/err")
}

a_call_that_does_not_reach_us_refuses_the_drain_with_one_line()
{
    run drain "$tool:$thief:$LIBMPIT"
    [ "$refused" = 1 ] || fail "drain: $refused lines say that it is refused, not 1"
    [ "$lengths" = 0 ] || fail "drain: a length is offered all the same"
}

a_tool_that_passes_calls_on_refuses_nothing()
{
    run drain "$tool:$LIBMPIT"
    [ "$refused" = 0 ] || fail 'it is refused without a reason'
    [ "$lengths" = 8 ] || fail "$lengths lengths, not 8"
}

what_needs_no_drain_is_not_refused()
{
    [ "$TEST_VENDOR" = openmpi ] || return
    run auto "$tool:$thief:$LIBMPIT"
    [ "$refused" = 0 ] || fail 'auto: refused, although nothing is to be drained'
    [ "$lengths" = 8 ] || fail "auto: $lengths lengths, not 8"
}

a_call_that_does_not_reach_us_refuses_the_drain_with_one_line
a_tool_that_passes_calls_on_refuses_nothing
what_needs_no_drain_is_not_refused
[ $failures -eq 0 ]
