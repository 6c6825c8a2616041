#!/bin/sh
# Calls through each Fortran interface are those of the program's lines, not of the MPI library's
# layer between Fortran and C; on 2 ranks.
. "${0%/*}/../prelude.sh"

# calls_are_of_their_lines COMPILER [OPTION]...
calls_are_of_their_lines()
{
    rm -f sites ./*.json
    run "$@" -g -O0 "$here/sites.F90" -o sites
    exits 0
    record_job --sites -- "$MPIRUN" -n 2 ./sites
    python3 "$abs_srcdir/tests/sites.py" counts job.json "$here/sites.F90" >wrong ||
        fail "$(cat wrong)"
    [ "$(grep -c '^site,' job.csv)" -eq 8 ] || fail "other places: $(grep '^site,' job.csv)"
    grep -q '"function": "exchange.*", "file": ".*sites.F90"' job.json ||
        fail "$(grep '"function"' job.json)"
}

calls_through_mpif_h_are_of_their_lines() { calls_are_of_their_lines "$MPIFC" -std=legacy; }
calls_through_use_mpi_are_of_their_lines() { calls_are_of_their_lines "$MPIFC" -DUSE_MPI; }
calls_through_use_mpi_f08_are_of_their_lines() { calls_are_of_their_lines "$MPIFC" -DUSE_MPI_F08; }

[ -n "$MPIFC" ] || fail 'no Fortran compiler of this MPI: install gfortran and run configure again'
run_test calls_through_mpif_h_are_of_their_lines
run_test calls_through_use_mpi_are_of_their_lines
run_test calls_through_use_mpi_f08_are_of_their_lines
finish
