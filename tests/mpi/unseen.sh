#!/bin/sh
# Programs that take their calls of MPI from the MPI library itself: they are told so where a report
# was asked for, once, and run as without libmpit.
. "${0%/*}/../prelude.sh"
library=$(vendor_library)
line='mpit: no report: no MPI_Init of this program came by libmpit; it has taken its calls from the'

begin_test "programs that are linked with no MPI are compiled"
cc -std=gnu11 -o program "$here/unseen_program.c" -ldl || fail 'not compiled'
"$MPICC" -shared -fPIC -o module.so "$here/unseen_module.c" || fail 'not compiled'

# alone WORD...: one process with libmpit, which ends well.
alone()
{
    rm -f job.json
    run env LD_PRELOAD="$LIBMPIT" ${report+MPIT_REPORT="$report"} ./program "$@"
    exits 0
}
is_said()
{
    [ "$(grep -c '^mpit: ' err)" -eq 1 ] || fail 'not one line of libmpit'
    grep -qF -e "$line MPI library itself (libmpit(7), CALLS THAT ARE NOT SEEN)" err ||
        fail "no '$line'"
    [ ! -e job.json ] || fail 'a report'
}

report=$scratch/job.json
begin_test "a program that takes calls from the library's handle is told"
alone handle "$library"
is_said

begin_test "a module that was loaded with RTLD_DEEPBIND is told"
alone deepbind ./module.so
is_said

begin_test "a module that was loaded as others are has its report, and no line"
alone module ./module.so
[ -e job.json ] || fail 'no report'
err_lacks '^mpit: '

# What mpit(1) tells such hosts; constants of Open MPI are data, of others numbers.
begin_test "a host that asks the process, not the library, has functions, constants and a report"
cat >host.py <<'END'
import ctypes, sys
ctypes.CDLL(sys.argv[1], ctypes.RTLD_GLOBAL)
mpi = ctypes.CDLL(None)
if sys.argv[2].startswith("openmpi"):
    world = ctypes.byref(ctypes.c_byte.in_dll(mpi, "ompi_mpi_comm_world"))
elif sys.argv[2].startswith("mpich"):
    world = ctypes.c_int(0x44000000)
else: # of the ABI of MPI 5.0
    world = ctypes.c_void_p(0x101)
size = ctypes.c_int()
mpi.MPI_Init(None, None)
mpi.MPI_Comm_size(world, ctypes.byref(size))
mpi.MPI_Barrier(world)
mpi.MPI_Finalize()
sys.exit(size.value != 1)
END
rm -f job.json
run env LD_PRELOAD="$LIBMPIT" MPIT_REPORT="$report" python3 host.py "$library" "$TEST_BACK"
exits 0
[ -e job.json ] || fail 'no report'
"$MPIT" report --format csv job.json | grep -q '^call,MPI_Barrier,' ||
    fail 'its call is not counted'
err_lacks '^mpit: '

begin_test "libmpit's own handle gives a report, and no line where its MPI is said"
export MPIT_MPI="$TEST_BACK"
alone handle "$LIBMPIT"
unset MPIT_MPI
[ -e job.json ] || fail 'no report'
err_lacks '^mpit: '

begin_test "a tool that was linked with libmpit and is preloaded alone is told"
cat >tool.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
#include <string.h>
int MPI_Finalize(void)
{
    int index = -1, level;
    MPI_T_init_thread(MPI_THREAD_SINGLE, &level);
    printf("%s\n", MPI_T_pvar_get_index("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, &index) ==
                       MPI_SUCCESS ? "found" : "not found");
    MPI_T_finalize();
    return PMPI_Finalize();
}
TEXT
cat >main.c <<'TEXT'
#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    return MPI_Finalize();
}
TEXT
"$MPICC" -shared -fPIC -o tool.so tool.c -Wl,--no-as-needed "$(readlink -f "$LIBMPIT")" \
    -Wl,-rpath,"$(dirname "$LIBMPIT")" || fail 'not compiled'
"$MPICC" -o main main.c || fail 'not compiled'
unset MPIT_REPORT
run env LD_PRELOAD=./tool.so ./main
exits 0
out_has_line 'not found'
err_is_one_line
err_has '^mpit: no call has come by libmpit: it stands behind .*/libmpi.*=libmpit.so:\.\.\.$'
run env LD_PRELOAD="$LIBMPIT:./tool.so" ./main
exits 0
out_has_line found
is_empty err 'a line'

begin_test "a program without MPI is told nothing"
alone nothing
is_empty err 'a line'

unset report
begin_test "where no report was asked for there is no line"
alone handle "$library"
err_lacks '^mpit: '

report=$scratch/job.json
begin_test "nor where libmpit is to be quiet"
MPIT_VERBOSE=quiet
export MPIT_VERBOSE
alone handle "$library"
err_lacks '^mpit: '
unset MPIT_VERBOSE report

begin_test "\`mpit run\` shows it once for a job"
run "$MPIT" run -- "$MPIRUN" -n 2 ./program handle "$library"
exits 0
[ "$(grep -c '^mpit: ' err)" -eq 1 ] || fail 'not one line of libmpit'
err_has '^mpit run: no report: '
finish
