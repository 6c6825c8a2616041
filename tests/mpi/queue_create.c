/* Communicators are made as ever while the queue of the one that they are made on is watched, and
 * one process comes late, so that messages which the MPI library sends for it are there before the
 * call is.  4 ranks; QUEUE_THREADS=multiple asks for MPI_THREAD_MULTIPLE. */
#include "queue.h"

#include <stdlib.h>
#include <unistd.h>

enum { RANKS = 4, TIMES = 12, OWN_TAG = 6, LATE_US = 20000 };

static struct watched length;

/* Whoever is late reads the length meanwhile, which drains where that is the source. */
static void be_late(void)
{
    for (double end = MPI_Wtime() + LATE_US * 1e-6; MPI_Wtime() < end; usleep(500))
        value(&length);
}

/* A message of the program's waits as well: from the last rank to the first. */
static void leave_a_message(int number, MPI_Comm comm, MPI_Request *request)
{
    static int sent;

    sent = number;
    if (rank == RANKS - 1)
        MPI_Isend(&sent, 1, MPI_INT, 0, OWN_TAG, comm, request);
}

static void receive_it(int number, MPI_Comm comm, MPI_Request *request)
{
    int received = -1;

    if (rank == RANKS - 1)
        MPI_Wait(request, MPI_STATUS_IGNORE);
    if (rank > 0)
        return;
    MPI_Recv(&received, 1, MPI_INT, RANKS - 1, OWN_TAG, comm, MPI_STATUS_IGNORE);
    CHECK_INT(received, number);
}

/* Each has sent its rank in `comm` to all: the sum says that all are there. */
static void use(MPI_Comm comm, int members)
{
    int mine, sum = -1;

    MPI_Comm_rank(comm, &mine);
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm);
    CHECK_INT(sum, members * (members - 1) / 2);
    MPI_Comm_free(&comm);
}

/* Two halves of two, whose leaders are 0 and 2. */
static void an_intercommunicator(MPI_Comm comm, int late)
{
    MPI_Comm half, inter;
    int leader = rank < 2 ? 2 : 0;

    MPI_Comm_split(comm, rank / 2, rank, &half);
    if (rank == late)
        be_late();
    MPI_Intercomm_create(half, 0, comm, leader, 5, &inter);
    use(inter, 2);
    MPI_Comm_free(&half);
}

static void a_group_of(int n, const int members[], MPI_Comm comm, int late)
{
    MPI_Group all, group;
    MPI_Comm made;
    int mine;

    MPI_Comm_group(comm, &all);
    MPI_Group_incl(all, n, members, &group);
    MPI_Group_rank(group, &mine);
    if (rank == late)
        be_late();
    if (mine != MPI_UNDEFINED) {
        MPI_Comm_create_group(comm, group, 5, &made);
        use(made, n);
    }
    MPI_Group_free(&group);
    MPI_Group_free(&all);
}

static void make_all(MPI_Comm comm, int round)
{
    static const int all[RANKS] = {0, 1, 2, 3}, three[] = {3, 1, 0}, two[] = {2, 0};
    MPI_Request request;
    int late = round % RANKS;

    leave_a_message(round, comm, &request);
    an_intercommunicator(comm, late);
    a_group_of(RANKS, all, comm, late);
    a_group_of(3, three, comm, late);
    a_group_of(2, two, comm, late);
    receive_it(round, comm, &request);
}

static void communicators_are_made_while_the_queue_is_watched(void)
{
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    length = queue_length(comm);
    for (int round = 0; round < TIMES; round++)
        make_all(comm, round);
    unwatch(&length);
    MPI_Comm_free(&comm);
}

SUITE(getenv("QUEUE_THREADS") ? HARNESS_MPI_IS_UP : HARNESS_MPI_IS_SINGLE,
      TEST(communicators_are_made_while_the_queue_is_watched))
