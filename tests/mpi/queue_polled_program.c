/* A rank that polls while messages pile up, for tests/mpi/series.sh; 2 ranks.
 *
 *   queue_polled_program HOW SECONDS
 *
 * Rank 1 sends MESSAGES messages, and SECONDS later the one that rank 0 waits for, with HOW. Then
 * rank 0 says "looked" on standard error, and receives the others. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MESSAGES = 20, DATA = 1, LATE };

static void compute(double seconds)
{
    struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};

    nanosleep(&time, NULL);
}

static void receive(int tag)
{
    MPI_Recv(NULL, 0, MPI_INT, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void look_with_iprobe(void)
{
    for (int flag = 0; !flag;)
        MPI_Iprobe(1, LATE, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    receive(LATE);
}

static void look_with_improbe(void)
{
    MPI_Message message;

    for (int flag = 0; !flag;)
        MPI_Improbe(1, LATE, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(NULL, 0, MPI_INT, &message, MPI_STATUS_IGNORE);
}

static int test(const char *how, MPI_Request *request)
{
    MPI_Status statuses[1];
    int flag, index;

    if (strcmp(how, "test") == 0)
        MPI_Test(request, &flag, MPI_STATUS_IGNORE);
    else if (strcmp(how, "testall") == 0)
        MPI_Testall(1, request, &flag, statuses);
    else if (strcmp(how, "testany") == 0)
        MPI_Testany(1, request, &index, &flag, MPI_STATUS_IGNORE);
    else if (strcmp(how, "testsome") == 0)
        MPI_Testsome(1, request, &flag, &index, statuses);
    else
        MPI_Request_get_status(*request, &flag, MPI_STATUS_IGNORE);
    return flag;
}

static void look_with_request(const char *how)
{
    MPI_Request request;

    MPI_Irecv(NULL, 0, MPI_INT, 1, LATE, MPI_COMM_WORLD, &request);
    while (!test(how, &request))
        continue;
    if (request != MPI_REQUEST_NULL)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void run_receiver(const char *how)
{
    if (strcmp(how, "iprobe") == 0)
        look_with_iprobe();
    else if (strcmp(how, "improbe") == 0)
        look_with_improbe();
    else
        look_with_request(how);
    fprintf(stderr, "looked\n");
    for (int i = 0; i < MESSAGES; i++)
        receive(DATA);
}

static void run_sender(double seconds)
{
    for (int i = 0; i < MESSAGES; i++)
        MPI_Send(NULL, 0, MPI_INT, 0, DATA, MPI_COMM_WORLD);
    compute(seconds);
    MPI_Send(NULL, 0, MPI_INT, 0, LATE, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank;

    if (argc != 3)
        return 99;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        run_receiver(argv[1]);
    else
        run_sender(atof(argv[2]));
    MPI_Finalize();
    return 0;
}
