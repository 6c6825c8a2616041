/* last_calls KIND WHO AT STEPS: a loop of collectives on two communicators and of messages to the
 * next rank.  In step AT rank WHO does something else; then the ranks go on, as far as they get,
 * and sleep.
 *
 *   none      all do the same
 *   skip      it leaves out a collective of several kinds of them
 *   fewer     it leaves out one of many that are alike
 *   root      another root
 *   own       it is the root itself, and so is each rank above it
 *   gone      another root, and the last rank does not come there
 *   part      it leaves, as does the last rank, which is not in the communicator of the others;
 *             these wait for it there, in a step of an odd number all of them, else the first
 *   inter     nothing: first rank and others meet before it on a communicator of two groups,
 *             where a root has another number in each, and each sends as many elements as it likes;
 *             on that of all one makes the call of large counts
 *   count     more elements
 *   swap      two collectives on two communicators, the other way round
 *   lost      a message is not sent
 *   double    a message is sent twice, and its second sender waits until it is received */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size;
static MPI_Comm other;

static void exchange(int step, const char *is)
{
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Request request[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status status[2];
    int out = step, in = -1;

    MPI_Irecv(&in, 1, MPI_INT, before, 7, MPI_COMM_WORLD, &request[0]);
    if (strcmp(is, "lost") != 0)
        MPI_Isend(&out, 1, MPI_INT, next, 7, MPI_COMM_WORLD, &request[1]);
    if (strcmp(is, "double") == 0)
        MPI_Ssend(&out, 1, MPI_INT, next, 7, MPI_COMM_WORLD);
    MPI_Waitall(2, request, status);
}

static void sum(void)
{
    long in = rank, out;

    MPI_Allreduce(&in, &out, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
}

/* is: what this rank does otherwise; NULL: nothing. */
static void step(int i, const char *is)
{
    int values[4] = {i}, root = i % size;

    if (strcmp(is, "swap") == 0)
        MPI_Barrier(other);
    if (strcmp(is, "skip") != 0)
        sum();
    if (strcmp(is, "swap") != 0)
        MPI_Barrier(other);
    if (strcmp(is, "root") == 0)
        root = (root + 1) % size;
    if (strcmp(is, "gone") == 0 && rank == size - 1) {
        MPI_Finalize();
        exit(0);
    }
    if (strcmp(is, "own") == 0 || strcmp(is, "gone") == 0)
        root = rank;
    MPI_Bcast(values, strcmp(is, "count") == 0 ? 2 : 1, MPI_INT, root, MPI_COMM_WORLD);
    exchange(i, is);
}

/* Between the first rank and the others. */
static void meet(void)
{
    const int first = rank == 0;
    int *values = calloc(4 * (size_t)size, sizeof *values);
    MPI_Comm own, both;

    MPI_Comm_split(MPI_COMM_WORLD, first, rank, &own);
    MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, first ? 1 : 0, 5, &both);
    MPI_Bcast(values, 1, MPI_INT, first ? MPI_ROOT : 0, both);
    MPI_Bcast(values, 1, MPI_INT, first ? 0 : rank == 1 ? MPI_ROOT : MPI_PROC_NULL, both);
#if MPI_VERSION >= 4
    if (first)
        MPI_Bcast_c(values, 1, MPI_INT, 0, MPI_COMM_WORLD);
    else
#endif
        MPI_Bcast(values, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Alltoall(values, 1 + first, MPI_INT, values + 2 * size, 2 - first, MPI_INT, both);
    MPI_Comm_free(&own);
    free(values);
}

static void leave(int is_it, int all_wait)
{
    MPI_Comm part;
    int sum;

    MPI_Comm_split(MPI_COMM_WORLD, rank == size - 1 ? MPI_UNDEFINED : 0, rank, &part);
    if (part == MPI_COMM_NULL)
        return;
    MPI_Barrier(part);
    if (is_it)
        return;
    if (all_wait)
        MPI_Barrier(part);
    else
        MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, part);
}

int main(int argc, char **argv)
{
    const char *kind;
    int who, at, steps;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (argc != 5)
        MPI_Abort(MPI_COMM_WORLD, 2);
    kind = argv[1];
    who = atoi(argv[2]);
    at = atoi(argv[3]);
    steps = atoi(argv[4]);
    for (int i = 0; i < steps; i++) {
        const int above = strcmp(kind, "own") == 0    ? who
                          : strcmp(kind, "gone") == 0 ? size - 1
                                                      : size;
        const int is_it = i == at && (rank == who || rank >= above);

        if (strcmp(kind, "part") == 0 && i == at) {
            leave(is_it, i % 2);
            return MPI_Finalize();
        }
        if (strcmp(kind, "inter") == 0 && i == at)
            meet();
        if (strcmp(kind, "fewer") != 0)
            step(i, is_it ? kind : "none");
        else if (!is_it)
            sum();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    sleep(60);
    MPI_Comm_free(&other);
    return MPI_Finalize();
}
