/* A program whose unexpected queue is known, for tests/mpi/series.sh; 2 ranks.  Rank 1 sends
 * MESSAGES messages and two marks behind them; rank 0 receives the marks first.  It then computes
 * for the seconds that it is given, receives the messages, one more that comes late, and computes
 * again. */
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

enum { MESSAGES = 20, DATA, MARK, LATE };

static void compute(double seconds)
{
    struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};

    nanosleep(&time, NULL);
}

static void receive(int tag)
{
    MPI_Recv(NULL, 0, MPI_INT, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void run_receiver(double seconds)
{
    compute(seconds / 10);
    receive(MARK);
    receive(MARK);
    compute(seconds);
    for (int i = 0; i < MESSAGES; i++)
        receive(DATA);
    receive(LATE);
    compute(seconds);
}

static void run_sender(double seconds)
{
    for (int i = 0; i < MESSAGES; i++)
        MPI_Send(NULL, 0, MPI_INT, 0, DATA, MPI_COMM_WORLD);
    MPI_Send(NULL, 0, MPI_INT, 0, MARK, MPI_COMM_WORLD);
    MPI_Send(NULL, 0, MPI_INT, 0, MARK, MPI_COMM_WORLD);
    compute(1.5 * seconds);
    MPI_Send(NULL, 0, MPI_INT, 0, LATE, MPI_COMM_WORLD);
    compute(seconds);
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 0.1;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        run_receiver(seconds);
    else
        run_sender(seconds);
    MPI_Finalize();
    return 0;
}
