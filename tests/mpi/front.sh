#!/bin/sh
# libmpit.so where it has no back end for the program's MPI, or is not sure: it says so in one line,
# and the program runs as without it.  A library that stands for an MPI shows what each of its
# functions is called with.
. "${0%/*}/../prelude.sh"
case $TEST_VENDOR in
openmpi) ours='Open MPI' theirs=MPICH other=libmpich.so.12 wanted=mpich-3 ;;
*) ours=MPICH theirs='Open MPI' other=libmpi.so.40 wanted= ;;
esac
back=$(readlink -f "$BACK")
# With the back end of this MPI alone: quickstart puts others beside it.
mkdir -p "$scratch/own/mpit/$TEST_BACK"
library=$scratch/own/libmpit.so
cp "$(readlink -f "$LIBMPIT")" "$library"
ln -s "$back" "$scratch/own/mpit/$TEST_BACK/back.so"
nothing='counts nothing'
unset MPIT_VERBOSE OMPI_COMM_WORLD_RANK PMI_RANK

compile()
{
    cc -std=gnu11 -D_GNU_SOURCE -I"$abs_builddir" -I"$abs_srcdir/lib" "$@" ||
        fail 'not compiled'
}

# stand_in SONAME FOLDER [VERSION]: a library of that name, which says that version, and a program
# of it there.
stand_in()
{
    mkdir -p "$2"
    compile -shared -fPIC -Wl,-soname,"$1" ${3:+"-DSAYS=\"$3\""} -o "$2/$1" \
        "$here/front_library.c"
    compile -o "$2/program" "$here/front_program.c" "$2/$1" -Wl,-rpath,"$scratch/$2"
}
# said TEXT: one line of libmpit has it, and says that nothing is counted.
said()
{
    [ "$(grep -c '^mpit: ' err)" -eq 1 ] || fail 'not one line of libmpit'
    grep -F -e "$1" err | grep -q "^mpit: .*$nothing" || fail "no '$1 ... $nothing'"
}
all_is_called()
{
    out_has '^[1-9][0-9][0-9]* calls, 0 wrong$'
    exits 0
}
runs() { run env LD_PRELOAD="$library" "$@"; all_is_called; }
# Where this MPI is one by the ABI, LD_LIBRARY_PATH has its library, of the same name.
runs_in() { runs LD_LIBRARY_PATH="$scratch/$1" "./$1/program"; }

begin_test "libraries that stand for an MPI are compiled"
stand_in $other other
stand_in libmpi_of_nobody.so unknown
compile -shared -fPIC -Dmain=run_program -o libprogram.so \
    "$here/front_program.c" other/$other -Wl,-rpath,"$scratch/other"
echo 'int run_program(void); int main(void) { return run_program(); }' >apart.c
compile -o apart apart.c -L. -lprogram -Wl,-rpath,"$scratch"
ln -s libmpit.so own/libmpit.so.0
compile -o linked "$here/front_program.c" -Wl,--no-as-needed "$library" other/$other \
    -Wl,-rpath,"$scratch/other:${library%/*}"

for program in other/program unknown/program; do
    try "$program calls every function by itself" ./$program
    all_is_called
    is_empty err 'a line'
done

# What the library says of its version is nothing: MPICH's interface is known by its name alone, as
# that of Intel MPI is, and Open MPI's of every version is another one.
no_back_end()
{
    if [ -n "$wanted" ]; then
        said "this is a program of $theirs, and there is no ${library%/*}/mpit/$wanted/back.so"
    else
        said "this is a program of $theirs, which is too old or too new for libmpit"
    fi
}
begin_test "without a back end every function is called as without libmpit, with a report or not"
runs ./other/program
no_back_end
runs MPIT_REPORT=report.json MPIT_WATCH=counts,time ./other/program
no_back_end
[ ! -e report.json ] || fail 'a report'

begin_test "nor is it otherwise where the program is linked with libmpit"
run ./linked
all_is_called
no_back_end

begin_test "the MPI of a library of the program is the program's"
runs ./apart
no_back_end

begin_test "a quiet one says nothing"
for quiet in MPIT_VERBOSE=quiet MPIT_CVARS=mpit_verbose=0; do
    runs $quiet ./other/program
    is_empty err 'a line'
done

begin_test "an MPI that nobody knows is said, and its functions are called"
runs ./unknown/program
said "$scratch/unknown/libmpi_of_nobody.so is an MPI that libmpit does not know"

begin_test "the standard's ABI has one name for all, and the MPI is the one that the library says"
stand_in libmpi_abi.so.1 abi_of_nobody 'An MPI 1.0'
runs_in abi_of_nobody
said "$scratch/abi_of_nobody/libmpi_abi.so.1 is an MPI that libmpit does not know"
for version in 'Open MPI v6.1.0, package: it=abi-openmpi' 'MPICH Version:      5.1.0=abi-mpich'; do
    [ "${version#*=}" != "$TEST_BACK" ] || continue # it is there
    stand_in libmpi_abi.so.1 abi "${version%=*}"
    runs_in abi
    missing=${library%/*}/mpit/${version#*=}/back.so
    said "this is a program of ${version%=*}, and there is no $missing"
done
stand_in libmpi_abi.so.1 abi 'MPICH Version: 4.9.9'
runs_in abi
said 'this is a program of MPICH Version: 4.9.9, which is too old or too new for libmpit'

# ---- back ends that are not right

# A tree of our own: the same front, and back ends that somebody has left there.
mkdir -p "tree/mpit/$TEST_BACK"
cp "$library" tree/libmpit.so.0
file=tree/mpit/$TEST_BACK/back.so
cat >job.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    rank++;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("sum %d\n", sum);
    return MPI_Finalize();
}
TEXT
begin_test "a program of our MPI is compiled"
"$MPICC" -o job job.c || fail 'not compiled'

# job_runs TEXT: two ranks do what they would do, and libmpit says that.
job_runs()
{
    run "$RUN_MPI" -n 2 -p "$scratch/tree/libmpit.so.0" env MPIT_REPORT="$scratch/report.json" ./job
    exits 0
    [ "$(grep -cx 'sum 3' out)" -eq 2 ] || fail 'not two sums'
    [ ! -e report.json ] || fail 'a report'
    said "$1"
}
begin_test "a program without its back end runs as without libmpit"
job_runs "this is a program of $ours"
said "and there is no $scratch/$file"

begin_test "a function without an MPI is an error, and not a crash"
cat >none.c <<'TEXT'
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
    int (*init)(int *, char ***) = (int (*)(int *, char ***))dlsym(RTLD_DEFAULT, "MPI_Init");
    int first = init(NULL, NULL);
    printf("%d %d\n", first, first ? init(NULL, NULL) : 0);
    return 0;
}
TEXT
compile -o none none.c -ldl
run env LD_PRELOAD="$scratch/tree/libmpit.so.0" ./none
exits 0
out_has_line '15 15'
err_has '^mpit: MPI_Init is not in the MPI of this process, or there is none yet$'
err_is_one_line

begin_test "and so it does with one that cannot be loaded"
head -c 3000 "$back" >"$file"
job_runs "$scratch/$file cannot be used"
echo 'int nothing;' >nothing.c && cc -shared -fPIC -o "$file" nothing.c
job_runs "$scratch/$file cannot be used"

begin_test "where the process may open no more files, that is what is said"
cat >full.c <<'TEXT'
#include <mpi.h>
#include <sys/resource.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    struct rlimit limit, none;
    getrlimit(RLIMIT_NOFILE, &limit);
    none = limit;
    none.rlim_cur = (rlim_t)dup(0);
    close((int)none.rlim_cur);
    setrlimit(RLIMIT_NOFILE, &none);
    int n;
    MPI_T_cvar_get_num(&n); /* looks which MPI there is */
    setrlimit(RLIMIT_NOFILE, &limit);
    MPI_Init(&argc, &argv);
    return MPI_Finalize();
}
TEXT
"$MPICC" -o full full.c || fail 'not compiled'
cp "$back" "$file"
run env LD_PRELOAD="$scratch/tree/libmpit.so.0" ./full
exits 0
said "$scratch/$file cannot be opened (Too many open files)"
err_lacks 'install'

begin_test "a back end of another libmpit is not used"
cat >old.c <<'TEXT'
#include "mpi/attach.h"
static int attach(const struct mpit_front *front) { return TAKES ? 0 : -(int)front->n; }
const struct mpit_back mpit_back = {VERSION, "an MPI", attach, NULL, NULL};
TEXT
version=$("$MPIT" --version | cut -d ' ' -f 2)
compile -shared -fPIC -DTAKES=1 -DVERSION='"0.0.9"' -o "$file" old.c
job_runs "$scratch/$file is of libmpit 0.0.9, and this is libmpit $version"
compile -shared -fPIC -DTAKES=0 -DVERSION="\"$version\"" -o "$file" old.c
job_runs "$scratch/$file is of libmpit $version, and this is libmpit $version"

begin_test "a back end beside the file is found, whatever name that was preloaded by"
cp "$back" "$file"
mkdir elsewhere && ln -s "$scratch/tree/libmpit.so.0" elsewhere/any.so
run "$RUN_MPI" -n 2 -p "$scratch/elsewhere/any.so" env MPIT_REPORT="$scratch/report.json" ./job
exits 0
[ -e report.json ] || fail 'no report'
is_empty err 'a line'

begin_test "a program that has loaded libmpit and no MPI is told that it has that of the first"
run env LD_PRELOAD="$library" ./none
exits 0
out_has_line '0 0'
err_is_one_line
err_has "which MPI it was built for: libmpit takes $TEST_BACK; say MPIT_MPI=$TEST_BACK"

# ---- two MPIs

begin_test "two MPIs in one process are said, and each is called as without libmpit"
cat >two.c <<'TEXT'
int PMPI_Barrier(int);
int two(void);
int two(void) { return PMPI_Barrier(7); }
TEXT
compile -shared -fPIC -o libtwo.so two.c other/$other -Wl,-rpath,"$scratch/other"
cat >both.c <<'TEXT'
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    void *module = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    int size = 0;
    if (!module)
        printf("%s\n", dlerror());
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("size %d\n", size);
    return MPI_Finalize();
}
TEXT
"$MPICC" -o both both.c -ldl || fail 'not compiled'
run "$RUN_MPI" -n 2 -p "$library" env MPIT_REPORT="$scratch/two.json" ./both "$scratch/libtwo.so"
exits 0
[ "$(grep -cx 'size 2' out)" -eq 2 ] || fail 'not two sizes'
[ ! -e two.json ] || fail 'a report'
said "this process has two MPIs, $ours and $theirs"

begin_test "where both are in modules of their own each module's calls reach its own"
cat >modules.c <<'TEXT'
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    for (int round = 0; round < 2; round++)
        for (int i = 1; i < argc; i++) {
            void *module = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
            int (*call)(void) = module ? (int (*)(void))dlsym(module, "call") : NULL;
            if (round)
                printf("%d\n", call ? call() : -1);
        }
    return 0;
}
TEXT
compile -o modules modules.c -ldl
echo 'int PMPI_Barrier(int); int call(void); int call(void) { return PMPI_Barrier(7); }' >barrier.c
for number in 12 40; do
    name=libmpi.so.$number
    mkdir -p two/$number
    echo "int PMPI_Barrier(int); int PMPI_Barrier(int comm) { return comm + $number; }" >number.c
    compile -shared -fPIC -Wl,-soname,$name -o two/$number/$name number.c
    compile -shared -fPIC -o two/$number/module.so barrier.c two/$number/$name \
        -Wl,-rpath,"$scratch/two/$number"
done
run ./modules two/12/module.so two/40/module.so
cp out expected
[ "$(tr '\n' ' ' <expected)" = '19 47 ' ] || fail "$(cat expected)"
run env LD_PRELOAD="$library" ./modules two/12/module.so two/40/module.so
exits 0
same expected out
said 'this process has two MPIs, MPICH and Open MPI'
finish
