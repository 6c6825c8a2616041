#!/bin/sh
# libmpib on 1 to 4 ranks: on a synthetic clock, on the real one, what it takes and gives back; and
# a program that uses it as its page says (EX-5), linked with the shared library.
. "${0%/*}/../prelude.sh"
programs=$abs_builddir/tests/mpi

for ranks in 1 2 3 4; do
    harness $ranks "$programs/mpib_exact"
done
# More ranks than these wait for a core and not for each other, where cores are few.
for ranks in 1 2 3; do
    harness $ranks "$programs/mpib_delay"
    harness $ranks "$programs/mpib_release"
done

# The literals are the page's.
cat >page.c <<'END'
#include <mpib.h>
#include <stdio.h>

static int my_bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    return MPI_Bcast(buffer, count, datatype, root, comm);
}

int main(int argc, char **argv)
{
    MPIB_Bcast bcast = my_bcast;
    MPIB_result result = {0, 0, 0, 0, 0};
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPIB_bcast_timer_init(MPI_COMM_WORLD, 1, (MPIB_precision){5, 10, 0.95});
    MPIB_measure_bcast(bcast, MPI_COMM_WORLD, 1, 1024, 10, &result);
    MPIB_bcast_timer_init(MPI_COMM_NULL, 0, (MPIB_precision){0, 0, 0});
    if (rank == 2)
        printf("%d bytes, %d repetitions, %s\n", result.M, result.reps,
               result.T == result.T && result.T < 10 ? "a time" : "no time");
    MPI_Finalize();
    return 0;
}
END
libs=$abs_builddir/mpib/.libs
try "the page's program is compiled" "$MPICC" -I"$abs_srcdir/mpib" page.c -o page \
    -L"$libs" -Wl,-rpath,"$libs" -lmpib
exits 0
try "the page's program measures" "$RUN_MPI" -n 3 ./page
exits 0
out_has_line '1024 bytes, 10 repetitions, a time'

# Which one it chooses is the machine's affair; that it is the faster one, and works, is not.
try "a program chooses between two broadcasts" "$RUN_MPI" -n 3 \
    "$abs_builddir/examples/choose_bcast" 1024
exits 0
awk '/ us$/ { name = $0; sub(/  *[^ ]* us$/, "", name); time[name] = $(NF - 1) }
    /^1024 bytes: chosen is that / { sub(/^1024 bytes: chosen is that /, ""); chosen = $0 }
    END { for (name in time) { n++; if (time[name] < time[chosen]) exit 1 }; exit n != 2 }' out ||
    fail "not the faster one of two"
finish
