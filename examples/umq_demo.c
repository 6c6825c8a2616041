/* umq_demo [K]: the program that umq_tool watches.  The last rank sends K messages (default 8) with
 * the tags 1 .. K to rank 0, which receives them from the last tag to the first.
 *
 * Rank 0 first probes for every tag: when MPI_Probe returns, that message is there.  So all K wait
 * when the first receive is called, whatever the transport, and the queue is then K, K - 1, ... 1
 * messages long.  The sends are nonblocking, as nothing is received before all have been sent. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_MESSAGES = 1000 };

static int number_for(int tag)
{
    return 1000 * tag + 7;
}

static void send_all(int k, int *numbers, MPI_Request *requests)
{
    for (int i = 0; i < k; i++) {
        numbers[i] = number_for(i + 1);
        MPI_Isend(&numbers[i], 1, MPI_INT, 0, i + 1, MPI_COMM_WORLD, &requests[i]);
    }
}

/* Returns how many messages held another number than their tag tells. */
static int receive_all(int k, int sender)
{
    int wrong = 0;

    for (int tag = 1; tag <= k; tag++)
        MPI_Probe(sender, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int tag = k; tag >= 1; tag--) {
        int number = 0;
        MPI_Recv(&number, 1, MPI_INT, sender, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        wrong += number != number_for(tag);
    }
    return wrong;
}

static int run(int k)
{
    static int numbers[MAX_MESSAGES];
    static MPI_Request requests[MAX_MESSAGES];
    static MPI_Status statuses[MAX_MESSAGES];
    int rank, size, wrong = 0;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int is_sender = rank == size - 1;

    if (is_sender)
        send_all(k, numbers, requests);
    if (rank == 0) {
        wrong = receive_all(k, size - 1);
        printf("umq_demo: %d messages received, %d wrong\n", k, wrong);
    }
    if (is_sender)
        MPI_Waitall(k, requests, statuses);
    return wrong != 0;
}

int main(int argc, char **argv)
{
    int code = 2, rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char none[] = "", *end = none;
    long k = argc > 1 ? strtol(argv[1], &end, 10) : 8;
    if (!*end && k >= 1 && k <= MAX_MESSAGES)
        code = run((int)k);
    else if (rank == 0)
        fprintf(stderr, "umq_demo: '%s' is not a number of messages from 1 to %d\n", argv[1],
                MAX_MESSAGES);
    MPI_Finalize();
    return code;
}
