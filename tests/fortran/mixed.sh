#!/bin/sh
# The mixed program has the counts worked out by hand (mixed.def) in C and through each of the
# Fortran interfaces, on 4 ranks (PROF-4, PROF-5); libmpit is preloaded.
. "${0%/*}/../prelude.sh"

# mixed NAME COMPILER [OPTION]... SOURCE
mixed()
{
    name=$1
    shift
    rm -f mixed mixed.data
    try "mixed counts in $name" "$@" watch_counts.o -o mixed
    exits 0
    run "$RUN_MPI" -n 4 -p "$LIBMPIT" ./mixed
    exits 0
    out_has_line 'mixed: 0 wrong values'
}

try 'the reader of counts is compiled' \
    "$MPICC" -std=gnu11 -Wall -Wextra -I "$here" -c "$here/watch_counts.c"
exits 0
[ -n "$MPIFC" ] || fail 'no Fortran compiler of this MPI: install gfortran and run configure again'
mixed C "$MPICC" "$here/mixed.c"
# mpif.h declares nothing: one subroutine is called with buffers of several types and ranks.
mixed mpif.h "$MPIFC" -std=legacy -I "$here" "$here/mixed.F90"
mixed 'use mpi' "$MPIFC" -DUSE_MPI "$here/mixed.F90"
mixed 'use mpi_f08' "$MPIFC" -DUSE_MPI_F08 "$here/mixed.F90"
finish
