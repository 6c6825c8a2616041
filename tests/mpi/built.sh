#!/bin/sh
# Programs that need libmpit alone, since the linker has left out an MPI library of which they call
# nothing: they get the MPI that they were built for where that can be known, and a line where
# libmpit has to guess.  A library that stands for the other MPI, and a back end that needs it, show
# which one was taken.
. "${0%/*}/../prelude.sh"
case $TEST_BACK in
abi-*)
    echo 'every MPI of the ABI has the same note'
    finished=yes
    exit 77
    ;;
esac
case $TEST_VENDOR in
openmpi)
    other=libmpich.so.12 other_says='MPICH Version: 4.0.2' other_back=mpich
    of_ours=OMPI_COMM_WORLD_RANK of_other=PMI_RANK
    ;;
*)
    other=libmpi.so.40 other_says='Open MPI v4.1.4' other_back=openmpi-4
    of_ours=PMI_RANK of_other=OMPI_COMM_WORLD_RANK
    ;;
esac
unset MPIT_VERBOSE OMPI_COMM_WORLD_RANK PMI_RANK MPIT_MPI
XDG_CONFIG_HOME=$scratch
export XDG_CONFIG_HOME

# One front, and the back ends of both: that of the other is of no version that is used.
mkdir -p "tree/mpit/$TEST_BACK" "tree/mpit/$other_back" lib
cp "$(readlink -f "$LIBMPIT")" tree/libmpit.so.0
cp "$(readlink -f "$BACK")" "tree/mpit/$TEST_BACK/back.so"
compile()
{
    cc -std=gnu11 -D_GNU_SOURCE -I"$abs_builddir" -I"$abs_srcdir/lib" "$@" ||
        fail 'not compiled'
}
cat >other.c <<'TEXT'
#include "mpi/attach.h"
#include <stdint.h>
int PMPI_Init(int *, char ***);
const void *mpi(void);
const void *mpi(void) { return (const void *)(uintptr_t)PMPI_Init; }
static int refuse(const struct mpit_front *front) { return -(int)front->n; }
const struct mpit_back mpit_back = {"0.0.9", "an MPI", refuse, NULL};
TEXT

# program NAME [OPTION]... FILE: with libmpit alone.
program()
{
    name=$1
    shift
    "$MPICC" -I"$abs_srcdir/include" -Wl,--as-needed -o "$name" "$@" tree/libmpit.so.0 \
        -Wl,-rpath,"$scratch/tree" || fail 'not compiled'
    ! readelf -d "$name" | grep 'NEEDED.*libmpi[.c]' || fail "$name needs an MPI"
}
begin_test "programs that need libmpit alone are compiled"
compile -shared -fPIC -Wl,-soname,$other "-DSAYS=\"$other_says\"" -o lib/$other \
    "$here/front_library.c"
compile -shared -fPIC -o tree/mpit/$other_back/back.so other.c lib/$other \
    -Wl,-rpath,"$scratch/lib"
cat >asks.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
#ifdef HEADER
#include HEADER
#endif
int main(void)
{
    int n = 0, rc = MPI_T_init_thread(MPI_THREAD_SINGLE, &n);
    if (rc == MPI_SUCCESS)
        rc = MPI_T_pvar_get_num(&n);
    printf("%s\n", rc == MPI_SUCCESS && n > 0 ? "ours" : rc == 15 ? "none" : "other");
    return 0;
}
TEXT
program plain asks.c
program noted '-DHEADER="mpit.h"' asks.c
program events '-DHEADER="mpit_events.h"' asks.c
cat >note.c <<'TEXT'
#include "mpit.h"
TEXT
case $TEST_VENDOR in
openmpi) set -- '-DMPICH_VERSION="4.0.2"' ;;
*) set -- -DOMPI_MAJOR_VERSION=4 -DOMPI_MINOR_VERSION=1 -DOMPI_RELEASE_VERSION=4 ;;
esac
compile -I"$abs_srcdir/include" "$@" -c note.c
program of_other asks.c note.o

# takes WHICH [NAME=VALUE]... PROGRAM: ours, other or none.
takes()
{
    which=$1
    shift
    run env "$@"
    exits 0
    out_has_line "$which"
}
# Beside what it says of the back end of the other, which cannot be used.
is_quiet()
{
    grep -v 'back\.so is of libmpit 0\.0\.9' err >said
    is_empty said 'a line'
}
guesses()
{
    grep -v 'back\.so is of libmpit 0\.0\.9' err >said
    [ "$(wc -l <said)" -eq 1 ] || fail 'not one line'
    line='mpit: this program does not tell which MPI it was built for: libmpit takes'
    grep -qF -e "$line $1; say MPIT_MPI=$1 if that is right, or another (libmpit(7), WHICH MPI)" \
        said || fail "no guess of $1"
}

for program in noted events; do
    begin_test "a program that has included our headers has its own MPI ($program)"
    takes ours ./$program
    is_quiet
    takes ours $of_other=0 ./$program
    is_quiet
done
begin_test "the note of another MPI is believed"
takes other ./of_other
is_quiet
takes other $of_ours=0 ./of_other
is_quiet

begin_test "what tells nothing is guessed by its launcher, and a line says so"
takes ours $of_ours=0 ./plain
guesses "$TEST_BACK"
takes other $of_other=0 ./plain
guesses $other_back
case $TEST_VENDOR in
openmpi) takes ours ./plain && guesses "$TEST_BACK" ;;
*) takes other ./plain && guesses $other_back ;;
esac

begin_test "the folder of one MPI, where the program looks for libraries, tells"
program placed asks.c -Wl,-rpath,"$scratch/lib:$scratch/nowhere"
takes other $of_ours=0 ./placed
is_quiet
cp lib/$other "lib/$(basename "$(vendor_library)")"
takes ours $of_ours=0 ./placed
guesses "$TEST_BACK"

begin_test "mpit_mpi says it, in the environment and in a file"
takes ours "MPIT_MPI=$TEST_BACK" ./of_other
is_quiet
takes ours "MPIT_MPI=$TEST_VENDOR" $of_other=0 ./plain
is_quiet
takes other MPIT_MPI=$other_back ./noted
is_quiet
echo "mpit_mpi = $other_back" >mpit.conf
takes other ./plain
is_quiet
takes ours "MPIT_MPI=$TEST_BACK" ./plain
is_quiet
rm mpit.conf

begin_test "a name of nothing is said, and ignored"
takes ours MPIT_MPI=nothing ./noted
err_has '^mpit: there is no back end of libmpit for mpit_mpi=nothing, which is ignored$'
err_is_one_line

begin_test "where the back end of its MPI is missing there is one line, and an error"
rm tree/mpit/$other_back/back.so
takes none ./of_other
err_has "^mpit: this program was built for $other_says, and there is no back end of libmpit for"
err_is_one_line
finish
