/* For whom collectives wait: rank 1 comes DELAY later to each, and what the other one has waited in
 * it, by mpit_coll_wait_time, is what the program itself has measured around it. */
#include "config.h"

#include "watch.h"

#include "mpi/available.h"

#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 3, DELAY_MS = 100, LATE = 1, ROOT = LATE, N = 100 };

__attribute__((constructor)) static void watch_waits(void)
{
    setenv("MPIT_LIVE", "counts", 1);
    setenv("MPIT_WATCH", "waits", 1);
}

static int in[2 * N], out[2 * N];
static MPI_Comm comm;
static struct watched waited;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void delay(void)
{
    nanosleep(&(struct timespec){0, DELAY_MS * 1000000}, NULL);
}

/* What this rank waits in, on `comm`. */
struct call {
    const char *name;
    void (*make)(void);
};

static double of_calls(const struct call *call)
{
    double measured = 0;

    for (int round = 0; round < ROUNDS; round++) {
        double began;

        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == LATE)
            delay();
        began = now();
        call->make();
        measured += now() - began;
    }
    return measured;
}

/* The late one waits for nobody, the other one for a delay each time; what it has measured besides
 * is the collective. */
static void check_call(const struct call *call)
{
    double measured, found;

    waited = watch("mpit_coll_wait_time", MPI_T_PVAR_CLASS_TIMER, NULL);
    start(&waited);
    measured = of_calls(call);
    MPI_Barrier(MPI_COMM_WORLD); /* the other one has left the last of them, too */
    found = seconds(&waited);
    if (rank == LATE)
        CHECK_THAT(found < 0.05 * ROUNDS * DELAY_MS * 1e-3, "%s: the late one has waited %.6f s",
                   call->name, found);
    else
        CHECK_THAT(found >= 0.95 * measured && found <= 1.05 * measured,
                   "%s: waited %.6f s, measured %.6f s", call->name, found, measured);
    unwatch(&waited);
    MPI_Barrier(MPI_COMM_WORLD);
}

#define CHECK_CALLS(...)                                                                           \
    do {                                                                                           \
        static const struct call calls[] = {__VA_ARGS__};                                          \
        for (size_t i_ = 0; i_ < sizeof calls / sizeof *calls; i_++)                               \
            check_call(&calls[i_]);                                                                \
    } while (0)

/* ---- calls */

static void barrier(void)
{
    MPI_Barrier(comm);
}

static void bcast(void)
{
    MPI_Bcast(in, N, MPI_INT, ROOT, comm);
}

static void allreduce(void)
{
    MPI_Allreduce(in, out, N, MPI_INT, MPI_SUM, comm);
}

static void alltoall(void)
{
    MPI_Alltoall(in, N, MPI_INT, out, N, MPI_INT, comm);
}

static void allgather(void)
{
    MPI_Allgather(in, N, MPI_INT, out, N, MPI_INT, comm);
}

static void ibarrier_wait(void)
{
    MPI_Request request;

    MPI_Ibarrier(comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void iallreduce_waitall(void)
{
    MPI_Request requests[1];
    MPI_Status statuses[1];

    MPI_Iallreduce(in, out, N, MPI_INT, MPI_SUM, comm, requests);
    MPI_Waitall(1, requests, statuses);
}

static void ibcast_waitany(void)
{
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int index;

    MPI_Ibcast(in, N, MPI_INT, ROOT, comm, &requests[1]);
    MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    CHECK_INT(index, 1);
}

#if defined(MPIT_HAS_Barrier_init)
static void persistent_barrier(void)
{
    MPI_Request request;

    MPI_Barrier_init(comm, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

/* Those of two are started in another order on each rank. */
static void persistent_crossed(void)
{
    MPI_Request requests[2];
    MPI_Status statuses[2];

    MPI_Barrier_init(comm, MPI_INFO_NULL, &requests[0]);
    MPI_Allreduce_init(in, out, N, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &requests[1]);
    MPI_Start(&requests[rank % 2]);
    MPI_Start(&requests[1 - rank % 2]);
    MPI_Waitall(2, requests, statuses);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}
#define START_ONE(request)                                                                         \
    do {                                                                                           \
        MPI_Barrier_init(comm, MPI_INFO_NULL, request);                                            \
        MPI_Start(request);                                                                        \
        MPI_Wait(request, MPI_STATUS_IGNORE);                                                      \
        MPI_Request_free(request);                                                                 \
    } while (0)
#define PERSISTENT                                                                                 \
    , {"MPI_Barrier_init", persistent_barrier},                                                    \
    {                                                                                              \
        "two of them, crossed", persistent_crossed                                                 \
    }
#else
#define START_ONE(request) (void)(request)
#define PERSISTENT
#endif

/* ---- tests */

static void collectives_wait_for_the_late_arrival(void)
{
    comm = MPI_COMM_WORLD;
    CHECK_CALLS({"MPI_Barrier", barrier}, {"MPI_Bcast", bcast}, {"MPI_Allreduce", allreduce},
                {"MPI_Alltoall", alltoall}, {"MPI_Allgather", allgather});
}

static void their_completion_waits_for_it(void)
{
    comm = MPI_COMM_WORLD;
    CHECK_CALLS({"MPI_Ibarrier, MPI_Wait", ibarrier_wait},
                {"MPI_Iallreduce, MPI_Waitall", iallreduce_waitall},
                {"MPI_Ibcast, MPI_Waitany", ibcast_waitany} PERSISTENT);
}

/* Those with the same processes are told apart, and who is alone waits for nobody. */
static void each_communicator_counts_for_itself(void)
{
    MPI_Comm twin, half, both;
    MPI_Request request;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    MPI_Comm_idup(MPI_COMM_WORLD, &both, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(twin);
    MPI_Bcast(in, N, MPI_INT, 0, both);
    CHECK_CALLS({"MPI_Barrier of a duplicate", barrier});
    MPI_Comm_free(&comm);
    comm = both;
    CHECK_CALLS({"MPI_Barrier of MPI_Comm_idup's", barrier});
    MPI_Comm_free(&both);
    MPI_Comm_free(&twin);
    MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &half);
    waited = watch("mpit_coll_wait_time", MPI_T_PVAR_CLASS_TIMER, NULL);
    start(&waited);
    for (int round = 0; round < ROUNDS; round++) {
        if (rank == LATE)
            delay();
        MPI_Barrier(half);
    }
    CHECK_THAT(seconds(&waited) == 0, "who is alone has waited %.6f s", seconds(&waited));
    unwatch(&waited);
    MPI_Comm_free(&half);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* A refused call is none: what comes after it is joined all the same. */
static void a_refused_collective_counts_for_nothing(void)
{
    MPI_Errhandler before;

    comm = MPI_COMM_WORLD;
    MPI_Comm_get_errhandler(comm, &before);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    if (rank == 0)
        CHECK(MPI_Bcast(in, -1, MPI_INT, ROOT, comm) != MPI_SUCCESS);
    MPI_Comm_set_errhandler(comm, before);
    MPI_Errhandler_free(&before);
    CHECK_CALLS({"MPI_Barrier after it", barrier});
}

/* While one of them records nothing it counts on, whatever it comes to: blocking or not, on a
 * communicator that is new, a persistent one. */
static void who_records_nothing_counts_on(void)
{
    MPI_Request request;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (rank == 0)
        MPI_Pcontrol(0);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(in, N, MPI_INT, ROOT, comm);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    START_ONE(&request);
    if (rank == 0)
        MPI_Pcontrol(1);
    CHECK_CALLS({"MPI_Barrier after a pause", barrier} PERSISTENT);
    MPI_Comm_free(&comm);
    comm = MPI_COMM_WORLD;
    CHECK_CALLS({"MPI_Barrier after a pause", barrier} PERSISTENT);
}

/* What a process sends itself it waits for nobody with. */
static void nobody_waits_for_itself(void)
{
    MPI_Request request;
    int one = 1;

    waited = watch("mpit_late_sender_time", MPI_T_PVAR_CLASS_TIMER, NULL);
    start(&waited);
    MPI_Irecv(&in[0], 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &request);
    delay();
    MPI_Send(&one, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < 1000; i++)
        MPI_Sendrecv(in, N, MPI_INT, rank, 0, out, N, MPI_INT, rank, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    CHECK_THAT(seconds(&waited) == 0, "waited %.6f s for itself", seconds(&waited));
    unwatch(&waited);
}

SUITE(HARNESS_MPI_IS_SINGLE, TEST(collectives_wait_for_the_late_arrival),
      TEST(their_completion_waits_for_it), TEST(each_communicator_counts_for_itself),
      TEST(a_refused_collective_counts_for_nothing), TEST(who_records_nothing_counts_on),
      TEST(nobody_waits_for_itself))
