#!/bin/sh
# libmpit linked ahead, preloaded and as an archive, alone and with another PMPI tool on either
# side, one that takes calls past libmpit too: the same counts, each call once (PROF-1, PROF-2,
# PROF-3). Loaded with RTLD_LOCAL, and in a program that never calls MPI.
. "${0%/*}/../prelude.sh"
at=$abs_builddir/tests/mpi
tool=$at/.libs/stack_tool.so
taker=$at/.libs/stack_taker.so

# program RANKS PRELOAD PROGRAM [ARGUMENT]...
program()
{
    ranks=$1 preload=$2
    shift 2
    run "$RUN_MPI" -n "$ranks" ${preload:+-p "$preload"} "$@"
    exits 0
}

# has TIMES LINE FILE
has()
{
    n=$(grep -cxF -e "$2" "$3")
    [ "$n" -eq "$1" ] || fail "'$2' stands $n times in $3, expected $1"
}

# counted RANKS PRELOAD PROGRAM: both ranks have counted all.
counted()
{
    program "$@"
    has 2 'counts 7 sends, 7 recvs, 7 barriers' out
}

# Rank 0 sends by MPI_Send, which the tool sees; rank 1 by PMPI_Send, which it does not.
counted_by_the_tool_too()
{
    counted "$@"
    has 1 "tool: 7 sends, 7 recvs" err
    has 1 "tool: 0 sends, 7 recvs" err
}

vendor_alone_counts_nothing()
{
    program 2 '' "$at/stack_plain"
    has 2 'counts none' out
}

counts_when_linked_ahead() { counted 2 '' "$at/stack_program"; }
counts_when_preloaded() { counted 2 "$LIBMPIT" "$at/stack_plain"; }
counts_when_linked_and_preloaded() { counted 2 "$LIBMPIT" "$at/stack_program"; }
counts_when_linked_as_an_archive() { counted 2 '' "$at/stack_archive"; }

tool_above_is_counted_once() { counted_by_the_tool_too 2 "$tool:$LIBMPIT" "$at/stack_plain"; }
tool_below_is_counted_once()
{
    counted_by_the_tool_too 2 "$LIBMPIT:$tool" "$at/stack_plain"
    err_lacks '^mpit: '
}

tool_preloaded_before_the_linked_library_is_counted_once()
{
    counted_by_the_tool_too 2 "$tool" "$at/stack_program"
}

tool_in_the_program_is_counted_once()
{
    counted_by_the_tool_too 2 '' "$at/stack_tool_program"
    counted_by_the_tool_too 2 "$LIBMPIT" "$at/stack_tool_program"
}

tool_that_takes_calls_past_us_is_counted_once()
{
    counted_by_the_tool_too 2 "$LIBMPIT:$taker" "$at/stack_plain"
    takes=$(grep -c '^mpit: .*stack_taker.so below libmpit takes MPI_Init to the MPI library' err)
    [ "$takes" -eq 1 ] || fail "$takes lines say that it takes calls, not 1"
    has=$(grep -c '^mpit: .*stack_taker.so below libmpit has functions of MPI_T' err)
    [ "$has" -eq 1 ] || fail "$has lines say that its MPI_T is not called, not 1"
    [ "$(grep -c '^mpit: ' err)" -eq 2 ] || fail 'more is said'
}

tool_that_takes_calls_does_not_take_the_report()
{
    program 2 "$LIBMPIT:$taker" env MPIT_REPORT=taken.json "$at/stack_plain"
    grep -q '"MPI_Send"' taken.json || fail 'no report, or no MPI_Send in it'
}

module_loaded_locally_works()
{
    program 0 '' "$at/local_program" "$at/.libs/local_module.so"
    has 1 'received 5, counted 0' out
    program 0 "$LIBMPIT" "$at/local_program" "$at/.libs/local_module.so"
    has 1 'received 5, counted 1' out
}

program_without_mpi_notices_nothing()
{
    program 0 '' "$at/silent_program"
    cp out plain
    out_has '^1 threads, '
    before=$(ls -A)
    program 0 "$LIBMPIT" env MPIT_REPORT=report.json "$at/silent_program"
    same plain out
    is_empty err 'something was said on standard error'
    rm -f differences
    [ "$(ls -A)" = "$before" ] || fail "files were left: $(ls -A)"
}

run_test vendor_alone_counts_nothing
run_test counts_when_linked_ahead
run_test counts_when_preloaded
run_test counts_when_linked_and_preloaded
run_test counts_when_linked_as_an_archive
run_test tool_above_is_counted_once
run_test tool_below_is_counted_once
run_test tool_preloaded_before_the_linked_library_is_counted_once
run_test tool_in_the_program_is_counted_once
run_test tool_that_takes_calls_past_us_is_counted_once
run_test tool_that_takes_calls_does_not_take_the_report
run_test module_loaded_locally_works
run_test program_without_mpi_notices_nothing
finish
