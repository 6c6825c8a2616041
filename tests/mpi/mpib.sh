#!/bin/sh
# libmpib on 1 to 4 ranks: on a synthetic clock, on the real one, what it takes and gives back; and a
# program that uses it as its page says (EX-5), linked with the shared library.

: "${RUN_MPI:?}" "${MPICC:?}" "${abs_srcdir:?}" "${abs_builddir:?}"
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failures=0

run_on() # RANKS PROGRAM
{
    $RUN_MPI -n "$1" "$abs_builddir/tests/mpi/$2" >"$scratch/out" 2>&1
    code=$?
    sort -u "$scratch/out"
    [ $code = 0 ] && return
    echo "FAIL: $2 on $1 ranks ended with $code"
    failures=$((failures + 1))
}

for ranks in 1 2 3 4; do
    run_on $ranks mpib_exact
done
# More ranks than these wait for a core and not for each other, where cores are few.
for ranks in 1 2 3; do
    run_on $ranks mpib_delay
    run_on $ranks mpib_release
done

# The literals are the page's.
cat >"$scratch/page.c" <<'END'
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
if $MPICC -I"$abs_srcdir/mpib" "$scratch/page.c" -o "$scratch/page" \
    -L"$libs" -Wl,-rpath,"$libs" -lmpib &&
    $RUN_MPI -n 3 "$scratch/page" >"$scratch/out" &&
    grep -qx '1024 bytes, 10 repetitions, a time' "$scratch/out"; then
    echo "ok: the page's program measures"
else
    echo "FAIL: the page's program"
    cat "$scratch/out"
    failures=$((failures + 1))
fi

[ $failures -eq 0 ]
