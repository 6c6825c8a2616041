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

write_wrapper()
{
    cat <<'END'
#if defined USE_MPI_F08
#define HANDLE(kind) type(kind)
#else
#define HANDLE(kind) integer
#endif
program wrapper
#include "interface.inc"
  integer :: ierr, i
  call MPI_INIT(ierr)
  call move(1) ! MPI_SEND 2 x, 0
  do i = 1, 10
     call move(i) ! MPI_SEND 20 x, 0
  end do
  call MPI_FINALIZE(ierr)
contains
  subroutine move(n)
    integer, intent(in) :: n
    integer :: numbers(1)
    numbers = n
    call MPI_SEND(numbers, 1, MPI_INTEGER, MPI_PROC_NULL, 2, MPI_COMM_WORLD, ierr)
    ierr = ierr + n
  end subroutine move
end program wrapper
END
}

places_further_up_are_those_of_the_callers()
{
    write_wrapper >wrapper.F90
    for interface in -std=legacy -DUSE_MPI -DUSE_MPI_F08; do
        run "$MPIFC" "$interface" -I"$here" -g -O0 wrapper.F90 -o wrapper
        exits 0
        record_job --sites --set mpit_site_depth=2 -- "$MPIRUN" -n 2 ./wrapper
        python3 "$abs_srcdir/tests/sites.py" counts job.json "$scratch/wrapper.F90" wrapper \
            MAIN__ >wrong || fail "$interface: $(cat wrong)"
        [ "$(grep -c '^site,MPI_Send,' job.csv)" -eq 2 ] || fail "other places: $(cat job.csv)"
    done
}

[ -n "$MPIFC" ] || fail 'no Fortran compiler of this MPI: install gfortran and run configure again'
run_test calls_through_mpif_h_are_of_their_lines
run_test calls_through_use_mpi_are_of_their_lines
run_test calls_through_use_mpi_f08_are_of_their_lines
run_test places_further_up_are_those_of_the_callers
finish
