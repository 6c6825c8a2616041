/* Two faults in one program: one part after the other. */
#include "config.h"

#include "bench/truth/truth.h"

#include <mpi.h>

/* Who is late works for 150 ms, the others for so much less. */
static void meet(int late, int less)
{
    for (int i = 0; i < 4; i++) {
        bench_sleep(bench_rank == late ? 150 : 150 - less);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* 400 of 900 ms, 300 ms of three of four. */
void bench_do_late_and_finalize(int degree)
{
    meet(3, 100);
    if (bench_rank == 1)
        bench_sleep(250 + degree);
}

/* 400 and 400 of 1200 ms. */
void bench_do_late_and_sender(int degree)
{
    meet(3, 100);
    for (int i = 0, value = 0; i < 4; i++) {
        bench_sleep(bench_rank == 0 ? 150 : 50 + degree);
        for (int other = 1; bench_rank == 0 && other < bench_ranks; other++)
            MPI_Send(&value, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
        if (bench_rank > 0)
            MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* 400 ms, and 600 in questions. */
void bench_do_late_and_polling(int degree)
{
    int value = 0, there = 0;
    MPI_Request request;

    meet(1, 100 - degree);
    if (bench_rank == 0)
        MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    while (bench_rank == 0 && !there)
        MPI_Test(&request, &there, MPI_STATUS_IGNORE);
    if (bench_rank == 1) {
        bench_sleep(600);
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
}
