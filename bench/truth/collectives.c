/* Ranks that come late to collectives, on all or on some, and those that have nothing to do. */
#include "config.h"

#include "bench/truth/truth.h"

#include <mpi.h>
#include <stdlib.h>

static void add_up(MPI_Comm comm)
{
    double its = bench_rank, all;

    MPI_Allreduce(&its, &all, 1, MPI_DOUBLE, MPI_SUM, comm);
}

/* ---- one */

void bench_do_late_to_barrier(int degree)
{
    for (int i = 0; i < BENCH_STEPS; i++) {
        bench_step(bench_rank == bench_ranks - 1, degree);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

void bench_do_compute_late_to_barrier(int degree)
{
    for (int i = 0; i < BENCH_STEPS; i++) {
        bench_compute(bench_rank == bench_ranks - 1 ? BENCH_STEP_MS
                                                    : BENCH_STEP_MS * (100 - degree) / 100.0);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

void bench_do_late_to_allreduce(int degree)
{
    for (int i = 0; i < BENCH_STEPS; i++) {
        bench_step(bench_rank == bench_ranks / 2, degree);
        add_up(MPI_COMM_WORLD);
    }
}

void bench_do_late_to_alltoall(int degree)
{
    int *out = calloc((size_t)bench_ranks, sizeof *out),
        *in = calloc((size_t)bench_ranks, sizeof *in);

    for (int i = 0; out && in && i < BENCH_STEPS; i++) {
        bench_step(bench_rank == 0, degree);
        MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
    }
    free(out);
    free(in);
}

void bench_do_late_to_bcast(int degree)
{
    for (int i = 0, value = 0; i < BENCH_STEPS; i++) {
        bench_step(bench_rank == 0, degree);
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
}

/* A grid of two columns: sums along a row and then along a column.  Who waits for the last rank
 * along a row lets others wait along its column. */
void bench_do_late_on_grid(int degree)
{
    MPI_Comm row, column;

    MPI_Comm_split(MPI_COMM_WORLD, bench_rank / 2, bench_rank, &row);
    MPI_Comm_split(MPI_COMM_WORLD, bench_rank % 2, bench_rank, &column);
    for (int i = 0; i < BENCH_STEPS; i++) {
        bench_step(bench_rank == bench_ranks - 1, degree);
        add_up(row);
        add_up(column);
    }
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
}

/* ---- several */

void bench_do_two_are_late(int degree)
{
    for (int i = 0; i < BENCH_STEPS; i++) {
        bench_step(bench_rank == 1 || bench_rank == bench_ranks - 1, degree);
        add_up(MPI_COMM_WORLD);
    }
}

/* All are late equally often in the end. */
void bench_do_late_in_turn(int degree)
{
    int rounds = (BENCH_STEPS + bench_ranks - 1) / bench_ranks;

    for (int i = 0; i < rounds * bench_ranks; i++) {
        bench_step(bench_rank == i % bench_ranks, degree);
        add_up(MPI_COMM_WORLD);
    }
}

/* Each rank has shares that look drawn, and the same sum: a square of which each row and each
 * column has all of them. */
void bench_do_late_by_chance(int degree)
{
    for (int i = 0; i < 2 * bench_ranks; i++) {
        int its = (i * 3 + bench_rank * (i / bench_ranks % 2 ? 1 : bench_ranks - 1)) % bench_ranks;

        bench_sleep(BENCH_STEP_MS * (1 - degree / 100.0 * its / (bench_ranks - 1)));
        add_up(MPI_COMM_WORLD);
    }
}

void bench_do_first_is_idle(int degree)
{
    for (int i = 0; i < BENCH_STEPS; i++) {
        bench_step(bench_rank != 0, degree);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* ---- tiny, large */

/* Eight bytes at a time of what could go at once. */
void bench_do_reduce_one_by_one(int degree)
{
    double end = bench_now() + BENCH_BODY_MS * 1e-3, its[64] = {0}, all[64];

    for (int more = 1; more;) {
        for (int k = 0; k < 100; k++)
            for (int i = 0; i < 64; i++)
                MPI_Allreduce(&its[i], &all[i], degree / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        more = bench_now() < end;
        MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
}

/* degree: MiB to each. */
void bench_do_exchange_all(int degree)
{
    const int bytes = degree << 20;
    double end = bench_now() + BENCH_BODY_MS * 1e-3;
    char *out = calloc((size_t)bench_ranks, (size_t)bytes),
         *in = calloc((size_t)bench_ranks, (size_t)bytes);

    for (int more = 1; out && in && more;) {
        bench_compute(1);
        for (int i = 0; i < 10; i++)
            MPI_Alltoall(out, bytes, MPI_CHAR, in, bytes, MPI_CHAR, MPI_COMM_WORLD);
        more = bench_now() < end;
        MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    free(out);
    free(in);
}
