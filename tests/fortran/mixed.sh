#!/bin/sh
# The mixed program has the counts worked out by hand (mixed.def) in C and through each of the
# Fortran interfaces, on 4 ranks (PROF-4, PROF-5); libmpit is preloaded.

: "${RUN_MPI:?}" "${MPICC:?}" "${LIBMPIT:?}" "${abs_srcdir:?}"
here=$abs_srcdir/tests/fortran
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
failures=0

if [ -z "$MPIFC" ]; then
    echo 'FAIL: no Fortran compiler of this MPI: install gfortran and run configure again'
    exit 1
fi
$MPICC -std=gnu11 -Wall -Wextra -I "$here" -c "$here/watch_counts.c" || exit 99

# mixed NAME COMPILER [OPTION]... SOURCE
mixed()
{
    name=$1
    shift
    rm -f mixed mixed.data out
    if ! "$@" watch_counts.o -o mixed >out 2>&1; then
        echo "FAIL: $name does not compile:"
        cat out
        failures=$((failures + 1))
        return
    fi
    $RUN_MPI -n 4 -p "$LIBMPIT" ./mixed >out 2>&1
    code=$?
    if [ $code -eq 0 ] && grep -qxF 'mixed: 0 wrong values' out; then
        echo "ok: $name"
    else
        echo "FAIL: $name: exit $code"
        cat out
        failures=$((failures + 1))
    fi
}

mixed C "$MPICC" "$here/mixed.c"
# mpif.h declares nothing: one subroutine is called with buffers of several types and ranks.
mixed mpif.h "$MPIFC" -std=legacy -I "$here" "$here/mixed.F90"
mixed 'use mpi' "$MPIFC" -DUSE_MPI "$here/mixed.F90"
mixed 'use mpi_f08' "$MPIFC" -DUSE_MPI_F08 "$here/mixed.F90"

[ $failures -eq 0 ]
