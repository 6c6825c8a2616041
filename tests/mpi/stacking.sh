#!/bin/sh
# libmpit linked ahead, preloaded and as an archive, alone and with another PMPI tool on either side:
# the same counts, each call once (PROF-1, PROF-2, PROF-3). Loaded with RTLD_LOCAL, and in a program
# that never calls MPI.

: "${RUN_MPI:?}" "${LIBMPIT:?}" "${abs_builddir:?}"
at=$abs_builddir/tests/mpi
tool=$at/.libs/stack_tool.so
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failures=0

# run_test NAME: a function, whose failure is told by its exit code and by what it printed.
run_test()
{
    if "$1" >"$scratch/said" 2>&1; then
        echo "ok: $1"
    else
        echo "FAIL: $1:"
        sed 's/^/    /' "$scratch/said" "$scratch/out" "$scratch/err"
        failures=$((failures + 1))
    fi
}

# run RANKS PRELOAD PROGRAM [ARGUMENT]...
run()
{
    ranks=$1 preload=$2
    shift 2
    $RUN_MPI -n "$ranks" ${preload:+-p "$preload"} "$@" >"$scratch/out" 2>"$scratch/err" ||
        { echo "$* ended with $?"; return 1; }
}

# has TIMES LINE FILE
has()
{
    n=$(grep -cxF -e "$2" "$scratch/$3")
    [ "$n" -eq "$1" ] || { echo "'$2' stands $n times in $3, expected $1"; return 1; }
}

counts="counts 7 sends, 7 recvs, 7 barriers"

# Rank 0 sends by MPI_Send, which the tool sees; rank 1 by PMPI_Send, which it does not.
tool_counts()
{
    has 1 "tool: 7 sends, 7 recvs" err && has 1 "tool: 0 sends, 7 recvs" err
}

vendor_alone_counts_nothing() { run 2 '' "$at/stack_plain" && has 2 "counts none" out; }
counts_when_linked_ahead() { run 2 '' "$at/stack_program" && has 2 "$counts" out; }
counts_when_preloaded() { run 2 "$LIBMPIT" "$at/stack_plain" && has 2 "$counts" out; }
counts_when_linked_and_preloaded() { run 2 "$LIBMPIT" "$at/stack_program" && has 2 "$counts" out; }
counts_when_linked_as_an_archive() { run 2 '' "$at/stack_archive" && has 2 "$counts" out; }

tool_above_is_counted_once()
{
    run 2 "$tool:$LIBMPIT" "$at/stack_plain" && has 2 "$counts" out && tool_counts
}

tool_below_is_counted_once()
{
    run 2 "$LIBMPIT:$tool" "$at/stack_plain" && has 2 "$counts" out && tool_counts
}

tool_preloaded_before_the_linked_library_is_counted_once()
{
    run 2 "$tool" "$at/stack_program" && has 2 "$counts" out && tool_counts
}

tool_in_the_program_is_counted_once()
{
    run 2 '' "$at/stack_tool_program" && has 2 "$counts" out && tool_counts &&
        run 2 "$LIBMPIT" "$at/stack_tool_program" && has 2 "$counts" out && tool_counts
}

module_loaded_locally_works()
{
    run 0 '' "$at/local_program" "$at/.libs/local_module.so" &&
        has 1 "received 5, counted 0" out &&
        run 0 "$LIBMPIT" "$at/local_program" "$at/.libs/local_module.so" &&
        has 1 "received 5, counted 1" out
}

program_without_mpi_notices_nothing()
{
    mkdir -p "$scratch/empty" && cd "$scratch/empty" || return 1
    run 0 '' "$at/silent_program" || return 1
    plain=$(cat "$scratch/out")
    MPIT_REPORT=report.json run 0 "$LIBMPIT" "$at/silent_program" && has 1 "$plain" out || return 1
    case $plain in
    '1 threads, '*) ;;
    *) echo "the plain program has $plain"; return 1 ;;
    esac
    [ "$(wc -l <"$scratch/out")" -eq 1 ] || { echo "more than a line was printed"; return 1; }
    [ ! -s "$scratch/err" ] || { echo "something was said on standard error"; return 1; }
    [ -z "$(ls -A)" ] || { echo "files were left: $(ls -A)"; return 1; }
}

for test in vendor_alone_counts_nothing counts_when_linked_ahead counts_when_preloaded \
    counts_when_linked_and_preloaded counts_when_linked_as_an_archive tool_above_is_counted_once \
    tool_below_is_counted_once tool_preloaded_before_the_linked_library_is_counted_once \
    tool_in_the_program_is_counted_once module_loaded_locally_works \
    program_without_mpi_notices_nothing; do
    run_test $test
done

[ $failures -eq 0 ]
