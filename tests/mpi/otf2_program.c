/* Each collective that a trace of OTF2 has events for on MPI_COMM_WORLD, with roots and counts that
 * tests/tools/otf2.py knows, and some that it has none for.  Then rank 2 dies
 * while the others wait for it, or may still send to it. */
#include <mpi.h>
#include <signal.h>

enum { PART = 5, RANKS = 4, ALL = PART * RANKS };

static int in[ALL], out[ALL], rank;
static const int ones[RANKS] = {1, 1, 1, 1}, places[RANKS] = {0, 1, 2, 3};
static const int counts[RANKS] = {1, 2, 3, 4}, offsets[RANKS] = {0, 1, 3, 6};
static const int bytes[RANKS] = {0, 4, 8, 12};

static void rooted(MPI_Comm comm)
{
    MPI_Bcast(in, PART, MPI_INT, 1, comm);
    MPI_Gather(in, PART, MPI_INT, out, PART, MPI_INT, 2, comm);
    MPI_Gatherv(in, rank + 1, MPI_INT, out, counts, offsets, MPI_INT, 0, comm);
    MPI_Scatter(in, PART, MPI_INT, out, PART, MPI_INT, 3, comm);
    MPI_Scatterv(in, counts, offsets, MPI_INT, out, rank + 1, MPI_INT, 1, comm);
    MPI_Reduce(in, out, PART, MPI_INT, MPI_SUM, 2, comm);
}

static void of_all(MPI_Comm comm)
{
    const MPI_Datatype types[RANKS] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};

    MPI_Barrier(comm);
    MPI_Allgather(in, PART, MPI_INT, out, PART, MPI_INT, comm);
    MPI_Allgatherv(in, rank + 1, MPI_INT, out, counts, offsets, MPI_INT, comm);
    MPI_Alltoall(in, PART, MPI_INT, out, PART, MPI_INT, comm);
    MPI_Alltoallv(in, ones, places, MPI_INT, out, ones, places, MPI_INT, comm);
    MPI_Alltoallw(in, ones, bytes, types, out, ones, bytes, types, comm);
    MPI_Allreduce(in, out, PART, MPI_INT, MPI_SUM, comm);
    MPI_Allreduce(MPI_IN_PLACE, out, PART, MPI_INT, MPI_SUM, comm);
    MPI_Reduce_scatter(in, out, counts, MPI_INT, MPI_SUM, comm);
    MPI_Reduce_scatter_block(in, out, PART, MPI_INT, MPI_SUM, comm);
    MPI_Scan(in, out, PART, MPI_INT, MPI_SUM, comm);
    MPI_Exscan(in, out, PART, MPI_INT, MPI_SUM, comm);
}

static void without_events(MPI_Comm other)
{
    MPI_Request request;

    MPI_Bcast(in, PART, MPI_INT, 0, other);
    MPI_Ibcast(in, PART, MPI_INT, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* When all have left the collectives. */
static void die(void)
{
    for (int i = 0; i < RANKS; i++)
        if (i != rank)
            MPI_Recv(in, 1, MPI_INT, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    raise(SIGKILL);
}

int main(int argc, char **argv)
{
    MPI_Comm other;
    int size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != RANKS)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    rooted(MPI_COMM_WORLD);
    without_events(other);
    of_all(MPI_COMM_WORLD);
    MPI_Comm_free(&other);
    if (rank == 2)
        die();
    MPI_Send(in, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Finalize();
}
