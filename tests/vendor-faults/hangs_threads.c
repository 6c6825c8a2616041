/* Threads that exchange messages, each pair on its own communicator, under MPI_THREAD_MULTIPLE. */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

#include "fault.h"

enum { THREADS = 4, MESSAGES = 24000, WINDOW = 20 };

static MPI_Comm comms[THREADS];
static int rank;

static void *exchange(void *comm)
{
    MPI_Comm mine = *(MPI_Comm *)comm;
    MPI_Request requests[2 * WINDOW];
    int in[WINDOW], out[WINDOW] = {0};

    for (int i = 0; i < MESSAGES; i += WINDOW) {
        for (int k = 0; k < WINDOW; k++) {
            MPI_Irecv(&in[k], 1, MPI_INT, 1 - rank, k, mine, &requests[k]);
            MPI_Isend(&out[k], 1, MPI_INT, 1 - rank, k, mine, &requests[WINDOW + k]);
        }
        if (i & WINDOW)
            MPI_Waitall(2 * WINDOW, requests, MPI_STATUSES_IGNORE);
        else
            for (int k = 0; k < 2 * WINDOW; k++)
                MPI_Wait(&requests[k], MPI_STATUS_IGNORE);
        MPI_Sendrecv(out, 1, MPI_INT, 1 - rank, 0, in, 1, MPI_INT, 1 - rank, 0, mine,
                     MPI_STATUS_IGNORE);
    }
    return NULL;
}

static void exchange_all(void)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, exchange, &comms[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

/* It does not hang each time: of 20 seconds there is one. */
int main(void)
{
    int provided, go_on;
    double begin;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    come_to_the_fault();
    begin = MPI_Wtime();
    do {
        exchange_all();
        go_on = MPI_Wtime() - begin < 20;
        MPI_Bcast(&go_on, 1, MPI_INT, 0, MPI_COMM_WORLD);
    } while (go_on);
    MPI_Finalize();
    return past_the_fault();
}
