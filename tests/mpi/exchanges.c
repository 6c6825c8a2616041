/* MPI_Isendrecv and its kin (MPI 4.0), where the vendor's MPI has them, on 4 ranks in a ring:
 * counted as a send and a receive, worked out by hand; with the status that the standard asks for.
 */
#define _GNU_SOURCE
#include "config.h"

#include "traffic.h"

#include <dlfcn.h>
#include <string.h>

#include "mpi/available.h"

LEVELS_OF_REQUESTS_ARE_KNOWN

#if defined(MPIT_HAS_Isendrecv) && defined(MPIT_HAS_Isendrecv_replace)

/* With large counts where they are there. */
#define LARGE_COUNT(name) MPIT_IF_THERE(name##_c, MPI_##name##_c, MPI_##name)

enum { N = 10, LARGE = 1 << 18, INT = (int)sizeof(int) };

static int in[LARGE], out[LARGE];

static int right(void)
{
    return (rank + 1) % ranks;
}

static int left(void)
{
    return (rank + ranks - 1) % ranks;
}

static void check_status(const MPI_Status *status, int source, int tag, int expected)
{
    int count;

    MPI_Get_count(status, MPI_INT, &count);
    CHECK_INT(count, expected);
    CHECK_INT(status->MPI_SOURCE, source);
    CHECK_INT(status->MPI_TAG, tag);
}

/* Each has sent its rank, n times. */
static void fill(int n)
{
    for (int i = 0; i < n; i++) {
        out[i] = rank;
        in[i] = -1;
    }
}

static void check_arrived(const int data[], int n)
{
    for (int i = 0; i < n; i++)
        if (data[i] != left()) {
            FAIL("%d at %d", data[i], i);
            return;
        }
}

static void exchanges_count_as_both(void)
{
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    MPI_Request requests[2];
    MPI_Status status, statuses[2];

    fill(4 * N);
    MPI_Isendrecv(out, N, MPI_INT, right(), 0, in, 2 * N, MPI_INT, left(), 0, MPI_COMM_WORLD,
                  &requests[0]);
    MPI_Wait(&requests[0], &status);
    check_status(&status, left(), 0, N);
    check_arrived(in, N);
    LARGE_COUNT(Isendrecv)
    (out, 2 * N, MPI_INT, right(), 1, in, 3 * N, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD,
     &requests[0]);
    MPI_Isendrecv_replace(out, N, MPI_INT, right(), 2, left(), 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses);
    check_status(&statuses[0], left(), 1, 2 * N);
    check_status(&statuses[1], left(), 2, N);
    check_arrived(out, N);
    fill(N);
    LARGE_COUNT(Isendrecv_replace)
    (out, N, MPI_INT, right(), 3, left(), MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
    MPI_Wait(&requests[0], &status);
    check_status(&status, left(), 3, N);
    check_arrived(out, N);
    EXPECT_PEER(&traffic, right(), 4, 5 * N * INT, 0, 0);
    EXPECT_PEER(&traffic, left(), 0, 0, 4, 5 * N * INT);
    EXPECT(&traffic, 4, 5 * N * INT, 4, 5 * N * INT);
}

static void exchanges_at_the_ends_of_a_chain_count_one_way(void)
{
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    int to = rank == ranks - 1 ? MPI_PROC_NULL : rank + 1, from = rank ? rank - 1 : MPI_PROC_NULL;
    unsigned sends = rank != ranks - 1, recvs = rank != 0;
    MPI_Request request;
    MPI_Status status;

    fill(N);
    MPI_Isendrecv(out, N, MPI_INT, to, 0, in, N, MPI_INT, from, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status);
    if (rank)
        check_status(&status, from, 0, N);
    EXPECT(&traffic, sends, sends * N * INT, recvs, recvs * N * INT);
}

/* Longer than any message that goes without a receive: sent on when the program has its buffer
 * back, whatever it does with that. */
static void long_exchanges_send_what_was_there_at_the_call(void)
{
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    MPI_Request request;

    for (int round = 0; round < 5; round++) {
        fill(LARGE);
        if (round)
            MPI_Isendrecv(out, LARGE, MPI_INT, right(), 0, in, LARGE, MPI_INT, left(), 0,
                          MPI_COMM_WORLD, &request);
        else
            MPI_Isendrecv_replace(in, LARGE, MPI_INT, right(), 0, left(), 0, MPI_COMM_WORLD,
                                  &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        memset(out, 0x77, sizeof out);
        if (round)
            check_arrived(in, LARGE);
    }
    EXPECT(&traffic, 5, 5ull * LARGE * INT, 5, 5ull * LARGE * INT);
}

static void an_exchange_is_pending_as_a_send_and_as_a_receive(void)
{
    MPI_Comm world = MPI_COMM_WORLD;
    struct watched sends = watch("mpit_pending_sends", MPI_T_PVAR_CLASS_LEVEL, &world);
    struct watched recvs = watch("mpit_prq_length", MPI_T_PVAR_CLASS_LEVEL, &world);
    struct watched live = watch("mpit_live_requests", MPI_T_PVAR_CLASS_LEVEL, NULL);
    MPI_Request requests[3];

    start(&sends);
    start(&recvs);
    start(&live);
    MPI_Isendrecv(out, N, MPI_INT, rank, 0, in, N, MPI_INT, rank, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isendrecv(out, N, MPI_INT, MPI_PROC_NULL, 0, in, N, MPI_INT, rank, 0, MPI_COMM_WORLD,
                  &requests[1]);
    CHECK_INT((long long)value(&sends), 1);
    CHECK_INT((long long)value(&recvs), 2);
    CHECK_INT((long long)value(&live), 2);
    MPI_Isendrecv(out, N, MPI_INT, rank, 1, in, N, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                  &requests[2]);
    CHECK_INT((long long)value(&sends), 2);
    CHECK_INT((long long)value(&recvs), 2);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    CHECK_INT((long long)value(&sends), 0);
    CHECK_INT((long long)value(&recvs), 0);
    CHECK_INT((long long)value(&live), 0);
    unwatch(&sends);
    unwatch(&recvs);
    unwatch(&live);
}

SUITE(HARNESS_MPI_IS_UP, TEST(exchanges_count_as_both),
      TEST(exchanges_at_the_ends_of_a_chain_count_one_way),
      TEST(long_exchanges_send_what_was_there_at_the_call),
      TEST(an_exchange_is_pending_as_a_send_and_as_a_receive))

#else

/* Then we have none either: a program that asks is told the truth. */
static void nonblocking_exchanges_are_not_there(void)
{
    CHECK(is_refused("MPI_Isendrecv"));
    CHECK(is_refused("PMPI_Isendrecv_replace"));
    CHECK(dlsym(RTLD_DEFAULT, "MPI_Sendrecv") != NULL);
}

SUITE(HARNESS_MPI_IS_UP, TEST(nonblocking_exchanges_are_not_there))

#endif
