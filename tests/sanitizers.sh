#!/bin/sh
# What races and what goes beyond its memory: builds the library and the tests below once with each
# sanitizer, in sanitizers/ of the build directory, and runs them there.  Some minutes.
#
#   make -C build/openmpi check-sanitizers        (and the same in build/mpich)
#
# SANITIZER_SECONDS (30) is how long the fuzz runs, with 8 threads.  A report fails the test, unless
# it is of the frames of an MPI library (tests/tsan.supp).
. "${0%/*}/prelude.sh"
fuzz=tests/mpi/fuzz_interface
events="tests/mpi/events_callbacks tests/mpi/events_dropped tests/mpi/events_process"
events="$events tests/mpi/events_requests"
unit="tests/unit/cell tests/unit/handles_again tests/unit/registry"
unit="$unit tests/unit/request tests/unit/reductions tests/unit/slots tests/unit/totals"
unit="$unit tests/unit/vendor tests/unit/vendor_events"

FUZZ_SECONDS=${SANITIZER_SECONDS:-30}
FUZZ_THREADS=8
TEST_TIMEOUT=$((FUZZ_SECONDS * 2 + 120))
# UCX below MPICH replaces what the sanitizers replace.
UCX_MEM_EVENTS=n
TSAN_OPTIONS="history_size=4 suppressions=$abs_srcdir/tests/tsan.supp $TSAN_OPTIONS"
# The MPI libraries leave memory behind.
ASAN_OPTIONS="detect_leaks=0 $ASAN_OPTIONS"
UBSAN_OPTIONS="halt_on_error=1 print_stacktrace=1 $UBSAN_OPTIONS"
export FUZZ_SECONDS FUZZ_THREADS TEST_TIMEOUT UCX_MEM_EVENTS TSAN_OPTIONS ASAN_OPTIONS UBSAN_OPTIONS

# build KIND PROGRAM...: in the directory where we are
build()
{
    kind=$1
    shift
    { [ -f Makefile ] || env -u CC "$abs_srcdir/configure" --with-mpi="$MPICC" \
        --enable-sanitize="$kind" CFLAGS='-g -O1'; } >configure.out 2>&1 &&
        make -j"$(nproc)" libmpit "$@" >make.out 2>&1
}

# sanitized KIND RANKS PROGRAM
sanitized()
{
    try "$1: $3" "$RUN_MPI" -n "$2" "$3"
    exits 0
    [ "$code" -eq 0 ] || cat out err
}

# sanitize KIND
sanitize()
{
    # The linker takes what stands behind a comma for another option.
    directory=$abs_builddir/sanitizers/$(echo "$1" | tr , -)
    mkdir -p "$directory" && cd "$directory" || exit 99
    begin_test "$1: it builds"
    # shellcheck disable=SC2086 # a list of names
    if ! build "$1" $fuzz tests/mpi/stale_handles tests/mpi/threads $unit $events \
        tests/mpi/events_interface tests/mpi/events_threads tests/mpi/events_values \
        tests/unit/fuzz_segment; then
        fail "see $PWD/configure.out and make.out"
        return
    fi
    for program in $unit; do
        sanitized "$1" 0 "$program"
    done
    # One thread, and ten times as long with the other.
    [ "$1" = thread ] || sanitized "$1" 0 tests/unit/fuzz_segment
    sanitized "$1" 0 tests/mpi/events_interface
    sanitized "$1" 1 tests/mpi/stale_handles
    sanitized "$1" 1 $fuzz
    sanitized "$1" 2 tests/mpi/threads
    for program in $events; do
        sanitized "$1" 1 "$program"
    done
    sanitized "$1" 2 tests/mpi/events_threads
    sanitized "$1" 4 tests/mpi/events_values
}

sanitize thread
sanitize address,undefined
finish
