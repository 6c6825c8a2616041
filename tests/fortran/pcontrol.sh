#!/bin/sh
# MPI_PCONTROL of each Fortran interface, on 2 ranks with libmpit preloaded (PCTL-6): what is sent at
# level 0 is not counted, what is sent after level 1 is, and level 2 has written this process's file
# when it returns.

: "${RUN_MPI:?}" "${MPIT:?}" "${LIBMPIT:?}" "${abs_srcdir:?}"
source=$abs_srcdir/tests/fortran/pcontrol.F90
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failures=0

if [ -z "$MPIFC" ]; then
    echo 'FAIL: no Fortran compiler of this MPI: install gfortran and run configure again'
    exit 1
fi

fail()
{
    echo "FAIL: $*"
    wrong=1
}

# counted RECORD EXPECTED WHEN: calls of MPI_Sendrecv in a record
counted()
{
    if ! "$MPIT" report --format csv "$1" >csv 2>out; then
        fail "$interface: $3: $(cat out)"
        return
    fi
    found=$(sed -n 's/^call,MPI_Sendrecv,,,,,\([0-9]*\),.*/\1/p' csv)
    [ "$found" = "$2" ] || fail "$interface: $3: '$found' calls counted, expected $2"
}

# pcontrol NAME INTERFACE COMPILER [OPTION]...
pcontrol()
{
    name=$1 interface=$2 wrong=0
    shift 2
    rm -rf "$scratch/job"
    mkdir "$scratch/job" && cd "$scratch/job" || exit 99
    if ! "$@" "$source" -o pcontrol >out 2>&1; then
        fail "$interface does not compile: $(cat out)"
    elif ! MPIT_REPORT=job.json $RUN_MPI -n 2 -p "$LIBMPIT" ./pcontrol >out 2>&1 ||
        grep FAIL out; then
        fail "$interface: the program failed: $(cat out)"
    else
        counted flushed.0.json 5 'rank 0 after level 2'
        counted flushed.1.json 5 'rank 1 after level 2'
        counted job.json 26 'both ranks at the end'
    fi
    [ $wrong -eq 0 ] && echo "ok: $name"
    failures=$((failures + wrong))
}

pcontrol pcontrol_of_mpif_h_switches_and_flushes mpif.h "$MPIFC" -std=legacy
pcontrol pcontrol_of_use_mpi_switches_and_flushes 'use mpi' "$MPIFC" -DUSE_MPI
pcontrol pcontrol_of_use_mpi_f08_switches_and_flushes 'use mpi_f08' "$MPIFC" -DUSE_MPI_F08

[ $failures -eq 0 ]
