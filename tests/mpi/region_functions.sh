#!/bin/sh
# Regions by functions: of mpit.h, of mpit_region.h, and of the modules for Fortran and Python in
# examples/.  With libmpit the report has a row for each label; without it the programs run.
. "${0%/*}/../prelude.sh"
examples=$abs_srcdir/examples

# has_rows LABEL...: the report has these regions, each entered once by each rank
has_rows()
{
    "$MPIT" report --format csv job.json >job.csv || fail 'no record'
    for label; do
        grep -q "^region_wall,$label," job.csv || fail "no region $label: $(cat job.csv)"
    done
}

# counts COMMAND...: with libmpit, preloaded
counts()
{
    rm -f job.json
    run "$RUN_MPI" -n 2 -p "$LIBMPIT" env MPIT_REPORT=job.json "$@"
    exits 0
    has_rows outer inner
}

runs_without()
{
    run "$RUN_MPI" -n 2 "$@"
    exits 0
    is_empty err 'said without libmpit'
}

cat >program.c <<'END_OF_FILE'
#include <mpi.h>
#ifdef LINKED
#include <mpit.h>
#else
#include <mpit_region.h>
#endif

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    mpit_region_begin("outer");
    mpit_region_begin("inner");
    MPI_Barrier(MPI_COMM_WORLD);
    mpit_region_end();
    mpit_region_end();
    mpit_region_end();
    return MPI_Finalize();
}
END_OF_FILE

cat >program.f90 <<'END_OF_FILE'
program regions
  use mpi
  use mpit_regions
  implicit none
  integer :: ierror
  call MPI_Init(ierror)
  call region_begin("outer")
  call region_begin("inner")
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call region_end()
  call region_end()
  call MPI_Finalize(ierror)
end program regions
END_OF_FILE

cat >program.py <<'END_OF_FILE'
import ctypes, sys
sys.path.insert(0, sys.argv[1])
from mpit_regions import region
mpi = ctypes.CDLL(sys.argv[2], ctypes.RTLD_GLOBAL)
if len(sys.argv) > 3:
    mpi = ctypes.CDLL(None)
mpi.MPI_Init(None, None)
with region("outer"):
    with region("inner"):
        pass
mpi.MPI_Finalize()
END_OF_FILE

a_program_has_regions_that_is_not_linked_with_libmpit()
{
    "$MPICC" -I "$abs_srcdir/include" -Wall -Werror program.c -o plain || fail 'not compiled'
    counts ./plain
    runs_without ./plain
}

a_program_that_is_linked_with_libmpit_calls_it()
{
    "$MPICC" -DLINKED -I "$abs_srcdir/include" -Wall -Werror program.c -o linked \
        "$LIBMPIT" -Wl,-rpath,"${LIBMPIT%/*}" || fail 'not compiled'
    rm -f job.json
    run "$RUN_MPI" -n 2 env MPIT_REPORT=job.json ./linked
    exits 0
    has_rows outer inner
    run "$RUN_MPI" -n 2 env MPIT_DISABLE=1 ./linked
    exits 0
    is_empty err 'said where libmpit is off'
}

a_fortran_program_has_regions()
{
    [ -n "$MPIFC" ] || fail 'no Fortran compiler of this MPI'
    "$MPIFC" "$examples/mpit_regions.f90" program.f90 -o fortran >compiled 2>&1 ||
        fail "not compiled: $(cat compiled)"
    counts ./fortran
    runs_without ./fortran
}

a_python_program_has_regions()
{
    counts python3 program.py "$examples" "$(vendor_library)" ours
    runs_without python3 program.py "$examples" "$(vendor_library)"
}

run_test a_program_has_regions_that_is_not_linked_with_libmpit
run_test a_program_that_is_linked_with_libmpit_calls_it
run_test a_fortran_program_has_regions
run_test a_python_program_has_regions
finish
