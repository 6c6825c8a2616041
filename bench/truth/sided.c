/* Waits in one-sided communication. */
#include "config.h"

#include "bench/truth/truth.h"

#include <mpi.h>

/* Of memory that the MPI gives: on one node it has that in every build. */
static MPI_Win make_window(void)
{
    MPI_Win window;
    int *memory;

    MPI_Win_allocate(16 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &window);
    return window;
}

/* Each holds the lock of the first one's window while it works. */
void bench_do_hold_lock(int degree)
{
    MPI_Win window = make_window();

    for (int i = 0, value = 1; i < BENCH_STEPS; i++) {
        bench_sleep((double)BENCH_STEP_MS * (100 - degree) / 100);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
        MPI_Put(&value, 1, MPI_INT, 0, bench_rank, 1, MPI_INT, window);
        MPI_Win_flush(0, window);
        bench_sleep((double)BENCH_STEP_MS * degree / 100 / bench_ranks);
        MPI_Win_unlock(0, window);
    }
    MPI_Win_free(&window);
}

/* The second puts into the first one's window, which that opens late. */
void bench_do_post_late(int degree)
{
    MPI_Win window = make_window();
    MPI_Group all, other;

    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &(int){!bench_rank}, &other);
    for (int i = 0, value = 1; i < BENCH_STEPS; i++) {
        bench_step(bench_rank == 0, degree);
        if (bench_rank == 0) {
            MPI_Win_post(other, 0, window);
            MPI_Win_wait(window);
        } else {
            MPI_Win_start(other, 0, window);
            MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
            MPI_Win_complete(window);
        }
    }
    MPI_Group_free(&all);
    MPI_Group_free(&other);
    MPI_Win_free(&window);
}

void bench_do_late_to_fence(int degree)
{
    MPI_Win window = make_window();

    MPI_Win_fence(0, window);
    for (int i = 0, value = 1; i < BENCH_STEPS; i++) {
        MPI_Put(&value, 1, MPI_INT, (bench_rank + 1) % bench_ranks, 0, 1, MPI_INT, window);
        bench_step(bench_rank == bench_ranks - 1, degree);
        MPI_Win_fence(0, window);
    }
    MPI_Win_free(&window);
}
