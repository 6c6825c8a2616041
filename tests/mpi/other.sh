#!/bin/sh
# libmpit in a program of another MPI than its own: it says so once, and the program runs as without
# it.  A library that stands for the other MPI shows what each of its functions is called with; the
# other MPI itself runs a job, where it is installed beside ours.
. "${0%/*}/../prelude.sh"
case $TEST_VENDOR in
openmpi) ours='Open MPI' theirs=MPICH other=mpich soname=libmpich.so.12 ;;
*) ours=MPICH theirs='Open MPI' other=openmpi soname=libmpi.so.40 ;;
esac
library=$(readlink -f "$LIBMPIT")
line="mpit: this is a program of $theirs, and this libmpit is built for $ours: it counts nothing"
remedy="use the libmpit built for $theirs"
unset MPIT_VERBOSE OMPI_COMM_WORLD_RANK PMI_RANK

compile() { cc -std=gnu11 -O1 -I"$abs_builddir" -I"$abs_srcdir/lib" "$@" || fail 'not compiled'; }
is_said()
{
    [ "$(grep -c '^mpit:' err)" -eq 1 ] || fail 'not one line of libmpit'
    grep -qxF -e "$line${1-}; $remedy" err || fail "no '$line${1-}; $remedy' on standard error"
}

begin_test "a library that stands for the other MPI is compiled"
compile -shared -fPIC -Wl,-soname,$soname -o $soname "$here/other_library.c"
compile -o program "$here/other_program.c" ./$soname -Wl,-rpath,"$scratch"
compile -shared -fPIC -Dmain=run_program -o libprogram.so \
    "$here/other_program.c" ./$soname -Wl,-rpath,"$scratch"
echo 'int run_program(void); int main(void) { return run_program(); }' >apart.c
compile -o apart apart.c -L. -lprogram -Wl,-rpath,"$scratch"
compile -o linked "$here/other_program.c" -Wl,--no-as-needed "$library" ./$soname \
    -Wl,-rpath,"$scratch:${library%/*}"

all_is_called()
{
    out_has '^[1-9][0-9][0-9]* calls, 0 wrong$'
    exits 0
}
try "the program calls every function by itself" ./program
all_is_called
is_empty err 'a line'

try "every function is called as without a preloaded libmpit, with a report or not" \
    env LD_PRELOAD="$library" ./program
all_is_called
is_said
run env LD_PRELOAD="$library" MPIT_REPORT=report.json MPIT_WATCH=counts,time ./program
all_is_called
is_said
[ ! -e report.json ] || fail 'a report'

try "every function is called as without a libmpit that the program is linked with" ./linked
all_is_called
is_said

try "the MPI of a library of the program is the program's" \
    env LD_PRELOAD="$library" ./apart
all_is_called
is_said ", and the program may fail, since $ours is found first"

try "rank 0 alone says it, and a quiet one nothing" \
    env LD_PRELOAD="$library" OMPI_COMM_WORLD_RANK=1 PMI_RANK=1 ./program
all_is_called
is_empty err 'a line'
run env LD_PRELOAD="$library" MPIT_VERBOSE=quiet ./program
all_is_called
is_empty err 'a line'

# job PRELOAD [SETTING]...: two ranks of a program of the other MPI, by its own launcher.
job()
{
    preload=$1
    shift
    run env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 UCX_LOG_LEVEL=error \
        "mpirun.$other" -n 2 env ${preload:+LD_PRELOAD="$preload"} "$@" ./job fail
}
begin_test "a job of the other MPI runs as without libmpit"
if command -v "mpicc.$other" >compiler; then
    "mpicc.$other" -o job "$here/other_job.c" || fail 'not compiled'
    job ''
    sort out >expected
    without=$code
    [ "$without" -ne 0 ] || fail 'exit code 0'
    [ "$(grep -c '^rank' expected)" -eq 10 ] || fail 'not ten lines'
    for settings in MPIT_REPORT= "MPIT_REPORT=$scratch/job.json"; do
        job "$library" "$settings"
        sort out >found
        same expected found
        [ "$code" -eq "$without" ] || fail "exit code $code, not $without"
        is_said
    done
    [ ! -e job.json ] || fail 'a report'
else
    echo "$theirs is not installed beside $ours: only what stands for it was looked at"
fi
finish
