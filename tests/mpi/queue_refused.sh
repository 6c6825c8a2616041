#!/bin/sh
# Where a receiving call does not come to libmpit the queue is not drained, which one line says: a
# message that was drained would be missed by that call.
. "${0%/*}/../prelude.sh"
thief=$abs_builddir/tests/mpi/.libs/queue_thief.so
taker=$abs_builddir/tests/mpi/.libs/stack_taker.so
tool=$abs_builddir/examples/.libs/umq_tool.so

# demo SOURCE LIBRARIES: it ends well in any case; `refused` is how often the drain was refused,
# and `lengths` how many of them the tool of example 14.6 has had.
demo()
{
    run "$RUN_MPI" -n 2 -p "$2" env MPIT_UMQ_SOURCE="$1" UMQ_TOOL_THRESHOLD=0 \
        "$abs_builddir/examples/umq_demo" 8
    exits 0
    out_has_line 'umq_demo: 8 messages received, 0 wrong'
    why='PMPI_Recv is found in .*queue_thief.so and not in libmpit'
    what='the unexpected queue is not drained; preload libmpit, or link it ahead of the MPI library'
    refused=$(grep -c "^mpit: .*$why: $what\$" err)
    taken=$(grep -c '^mpit: .*stack_taker.so below libmpit does not call PMPI_Recv: ' err)
    lengths=$(grep -c '^umq_tool: rank 0: MPI_Recv with [1-8] unexpected messages$' err)
}

a_call_that_does_not_reach_us_refuses_the_drain_with_one_line()
{
    demo drain "$tool:$thief:$LIBMPIT"
    [ "$refused" = 1 ] || fail "drain: $refused lines say that it is refused, not 1"
    [ "$lengths" = 0 ] || fail "drain: a length is offered all the same"
}

a_tool_below_that_takes_calls_past_us_refuses_the_drain_with_one_line()
{
    demo drain "$tool:$LIBMPIT:$taker"
    [ "$taken" = 1 ] || fail "drain: $taken lines say that it is refused, not 1"
    [ "$lengths" = 0 ] || fail "drain: a length is offered all the same"
}

a_tool_that_passes_calls_on_refuses_nothing()
{
    demo drain "$tool:$LIBMPIT"
    [ "$refused" = 0 ] || fail 'it is refused without a reason'
    [ "$lengths" = 8 ] || fail "$lengths lengths, not 8"
}

what_needs_no_drain_is_not_refused()
{
    demo auto "$tool:$thief:$LIBMPIT"
    [ "$refused" = 0 ] || fail 'auto: refused, although nothing is to be drained'
    [ "$lengths" = 8 ] || fail "auto: $lengths lengths, not 8"
}

run_test a_call_that_does_not_reach_us_refuses_the_drain_with_one_line
run_test a_tool_below_that_takes_calls_past_us_refuses_the_drain_with_one_line
run_test a_tool_that_passes_calls_on_refuses_nothing
# MPICH has no length of its own: there every source drains.
[ "$TEST_VENDOR" = mpich ] || run_test what_needs_no_drain_is_not_refused
finish
