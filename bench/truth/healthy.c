/* Programs without a fault, of kinds that there are many of. */
#include "config.h"

#include "bench/truth/truth.h"

#include <mpi.h>

static int left_of(void)
{
    return bench_rank > 0 ? bench_rank - 1 : MPI_PROC_NULL;
}

static int right_of(void)
{
    return bench_rank < bench_ranks - 1 ? bench_rank + 1 : MPI_PROC_NULL;
}

void bench_do_halo_sendrecv(int degree)
{
    double out[100] = {0}, in[100];

    for (int i = 0; i < BENCH_STEPS; i++) {
        bench_step(0, degree);
        MPI_Sendrecv(out, 100, MPI_DOUBLE, right_of(), 0, in, 100, MPI_DOUBLE, left_of(), 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(out, 100, MPI_DOUBLE, left_of(), 0, in, 100, MPI_DOUBLE, right_of(), 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Starts an exchange with both neighbours, and completes it after so long. */
static void exchange_and_work(double ms)
{
    double out[100] = {0}, in[2][100];
    MPI_Request request[4];
    MPI_Status status[4];

    MPI_Irecv(in[0], 100, MPI_DOUBLE, left_of(), 0, MPI_COMM_WORLD, &request[0]);
    MPI_Irecv(in[1], 100, MPI_DOUBLE, right_of(), 0, MPI_COMM_WORLD, &request[1]);
    MPI_Isend(out, 100, MPI_DOUBLE, left_of(), 0, MPI_COMM_WORLD, &request[2]);
    MPI_Isend(out, 100, MPI_DOUBLE, right_of(), 0, MPI_COMM_WORLD, &request[3]);
    bench_sleep(ms);
    MPI_Waitall(4, request, status);
}

void bench_do_halo_isend(int degree)
{
    for (int i = 0; i < BENCH_STEPS; i++) {
        bench_step(0, degree);
        exchange_and_work(0);
    }
}

void bench_do_overlap(int degree)
{
    for (int i = 0; i < BENCH_STEPS; i++)
        exchange_and_work(BENCH_STEP_MS - degree);
}

void bench_do_solve(int degree)
{
    for (int i = 0; i < BENCH_STEPS; i++) {
        double its = 1, all;

        exchange_and_work(0);
        bench_step(0, degree);
        MPI_Allreduce(&its, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        MPI_Allreduce(&its, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
}

/* The first gives each a part and does one itself. */
void bench_do_share_out(int degree)
{
    double part[64] = {0}, its[64];

    for (int i = 0; i < 2; i++) {
        MPI_Bcast(part, 64, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        bench_sleep(BENCH_BODY_MS / 2.0 - degree);
        MPI_Reduce(part, its, 64, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    }
}

void bench_do_work_alone(int degree)
{
    bench_sleep(BENCH_BODY_MS - degree);
}

void bench_do_compute_alone(int degree)
{
    bench_compute(BENCH_BODY_MS - degree);
}

void bench_do_be_short(int degree)
{
    bench_sleep(20 + degree);
    MPI_Barrier(MPI_COMM_WORLD);
}
