#!/bin/sh
# MPI_PCONTROL of each Fortran interface, on 2 ranks with libmpit preloaded (PCTL-6): what is sent
# at level 0 is not counted, what is sent after level 1 is, and level 2 has written this process's
# file when it returns.
. "${0%/*}/../prelude.sh"

# counted RECORD EXPECTED WHEN: calls of MPI_Sendrecv in a record
counted()
{
    "$MPIT" report --format csv "$1" >job.csv || fail "$3: no CSV"
    found=$(sed -n 's/^call,MPI_Sendrecv,,,,,\([0-9]*\),.*/\1/p' job.csv)
    [ "$found" = "$2" ] || fail "$3: '$found' calls counted, expected $2"
}

# switches_and_flushes COMPILER [OPTION]...
switches_and_flushes()
{
    rm -f pcontrol ./*.json
    run "$@" "$here/pcontrol.F90" -o pcontrol
    exits 0
    run "$RUN_MPI" -n 2 -p "$LIBMPIT" env MPIT_REPORT=job.json ./pcontrol
    exits 0
    out_lacks FAIL
    counted flushed.0.json 5 'rank 0 after level 2'
    counted flushed.1.json 5 'rank 1 after level 2'
    counted job.json 26 'both ranks at the end'
}

pcontrol_of_mpif_h_switches_and_flushes() { switches_and_flushes "$MPIFC" -std=legacy; }
pcontrol_of_use_mpi_switches_and_flushes() { switches_and_flushes "$MPIFC" -DUSE_MPI; }
pcontrol_of_use_mpi_f08_switches_and_flushes() { switches_and_flushes "$MPIFC" -DUSE_MPI_F08; }

[ -n "$MPIFC" ] || fail 'no Fortran compiler of this MPI: install gfortran and run configure again'
run_test pcontrol_of_mpif_h_switches_and_flushes
run_test pcontrol_of_use_mpi_switches_and_flushes
run_test pcontrol_of_use_mpi_f08_switches_and_flushes
finish
