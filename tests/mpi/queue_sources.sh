#!/bin/sh
# The tests of the unexpected queue under each source (mpit_umq_source) that the MPI library has;
# `make check` runs them under the default as well.

: "${RUN_MPI:?}" "${TEST_VENDOR:?}" "${abs_builddir:?}"
failures=0

# with SOURCE RANKS TEST [ARGUMENT]...
with()
{
    source=$1
    ranks=$2
    shift 2
    $RUN_MPI -n "$ranks" env MPIT_UMQ_SOURCE="$source" "$abs_builddir/tests/mpi/$@" || {
        echo "FAIL: source $source: $*"
        failures=$((failures + 1))
    }
}

calls_behave_the_same_under_every_source()
{
    with drain 2 queue_calls
    [ "$TEST_VENDOR" = mpich ] || with vendor 2 queue_calls
}

# Under MPI_THREAD_MULTIPLE a queue is drained from MPI_Init on, or not at all.
communicators_are_made_under_every_source_and_thread_level()
{
    with drain 4 queue_create
    with drain 4 queue_create multiple
    MPIT_WATCH=queue
    export MPIT_WATCH
    with auto 4 queue_create multiple
    unset MPIT_WATCH
    [ "$TEST_VENDOR" = mpich ] || with vendor 4 queue_create
}

# These run under MPI_THREAD_MULTIPLE: all of their receives go through the queue.
counts_are_the_same_while_everything_is_drained()
{
    with drain 4 p2p_counts
    with drain 4 kinds
    with drain 4 exchanges
}

calls_behave_the_same_under_every_source
counts_are_the_same_while_everything_is_drained
communicators_are_made_under_every_source_and_thread_level
[ $failures -eq 0 ]
