/* How messages are: tiny, large, just above what is sent at once, not asked for. */
#include "config.h"

#include "bench/truth/truth.h"

#include <mpi.h>

enum { LARGEST = 8 << 20 };

static char message[LARGEST], received[LARGEST];

/* Bursts from the first to the second rank; every so manyth message has other bytes. */
static void send_bursts(double ms, int bytes, int every, int other)
{
    double end = bench_now() + ms * 1e-3;

    for (int more = 1; more;) {
        for (int k = 0; k < 1000; k++)
            if (bench_rank == 0)
                MPI_Send(message, k % every ? bytes : other, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
            else if (bench_rank == 1)
                MPI_Recv(received, LARGEST, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        more = bench_now() < end;
        MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
}

void bench_do_send_small(int degree)
{
    send_bursts(BENCH_BODY_MS, degree, 1, degree);
}

void bench_do_send_above_eager(int degree)
{
    send_bursts(BENCH_BODY_MS, 6000 + degree, 3, 100);
}

/* degree: MiB. */
void bench_do_exchange_pair(int degree)
{
    double end = bench_now() + BENCH_BODY_MS * 1e-3;

    for (int more = 1; more;) {
        bench_compute(1);
        for (int i = 0; i < 10; i++)
            MPI_Sendrecv(message, degree << 20, MPI_CHAR, !bench_rank, 0, received, degree << 20,
                         MPI_CHAR, !bench_rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        more = bench_now() < end;
        MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
}

/* The first sends many messages, and then one that the second asks for before them. */
void bench_do_pile_up(int degree)
{
    enum { MANY = 500 };

    for (int i = 0; i < BENCH_STEPS; i++) {
        bench_step(0, degree);
        for (int k = 0; bench_rank == 0 && k < MANY; k++)
            MPI_Send(message, 8, MPI_CHAR, 1, 7, MPI_COMM_WORLD);
        if (bench_rank == 0)
            MPI_Send(message, 8, MPI_CHAR, 1, 8, MPI_COMM_WORLD);
        if (bench_rank == 1)
            MPI_Recv(received, 8, MPI_CHAR, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int k = 0; bench_rank == 1 && k < MANY; k++)
            MPI_Recv(received, 8, MPI_CHAR, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Two faults: 600 ms of tiny messages, and then one rank that comes late to MPI_Finalize. */
void bench_do_small_and_finalize(int degree)
{
    send_bursts(600 + degree, 8, 1, 8);
    if (bench_rank == 1)
        bench_sleep(500);
}
