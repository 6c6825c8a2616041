/* calls_program ROUNDS THREADS END: the main thread, and so many besides, play as many rounds of
 * ping-pong with the rank beside, each on a communicator of its own that is freed then; messages of
 * a round are as long as its number, modulo 50, has integers.  Then END: kill (rank 2 dies, after
 * three seconds, while the others wait for it), or a number: the exit status. */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 50, THREADS = 8 };

static int rank, rounds;
static MPI_Comm comms[THREADS + 1];

static void *play(void *which)
{
    const int nth = (int)(long)which, peer = rank ^ 1;
    int data[LONGEST] = {0};

    for (int i = 0; i < rounds; i++) {
        if (rank % 2 == 0)
            MPI_Send(data, i % LONGEST, MPI_INT, peer, nth, comms[nth]);
        MPI_Recv(data, LONGEST, MPI_INT, peer, nth, comms[nth], MPI_STATUS_IGNORE);
        if (rank % 2)
            MPI_Send(data, i % LONGEST, MPI_INT, peer, nth, comms[nth]);
    }
    return NULL;
}

static void play_all(int threads)
{
    pthread_t thread[THREADS];

    for (int i = 0; i <= threads; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    for (long i = 0; i < threads; i++)
        pthread_create(&thread[i], NULL, play, (void *)(i + 1));
    play(NULL);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i <= threads; i++)
        MPI_Comm_free(&comms[i]);
}

int main(int argc, char **argv)
{
    int level;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc != 4 || atoi(argv[2]) > THREADS)
        MPI_Abort(MPI_COMM_WORLD, 2);
    rounds = atoi(argv[1]);
    play_all(atoi(argv[2]));
    MPI_Barrier(MPI_COMM_WORLD);
    if (strcmp(argv[3], "kill") == 0) {
        sleep(3);
        if (rank == 2)
            raise(SIGKILL);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return atoi(argv[3]);
}
