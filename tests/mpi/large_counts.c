/* The calls with large counts count as those with small ones, where the vendor's MPI has them. */
#define _GNU_SOURCE
#include "config.h"

#include "watch.h"

#include <dlfcn.h>
#include <stdlib.h>

#if defined(MPIT_HAS_Send_c)

enum { INT = (int)sizeof(int) };

static int in[64], out[64];

static int right(void)
{
    return (rank + 1) % ranks;
}

static int left(void)
{
    return (rank + ranks - 1) % ranks;
}

static struct watched on(const char *name, int class)
{
    struct watched watched = watch(name, class, NULL);

    start(&watched);
    return watched;
}

#define SHOWS(watched, expected) CHECK_INT((long long)value(&(watched)), expected)

static void messages_with_large_counts_count(void)
{
    struct watched sends = on("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER);
    struct watched sent = on("mpit_p2p_send_bytes", MPI_T_PVAR_CLASS_AGGREGATE);
    struct watched recvs = on("mpit_p2p_recvs", MPI_T_PVAR_CLASS_COUNTER);
    struct watched received = on("mpit_p2p_recv_bytes", MPI_T_PVAR_CLASS_AGGREGATE);
    MPI_Request request[2];
    MPI_Message message;

    OK(MPI_Irecv_c(in, 64, MPI_INT, left(), 0, MPI_COMM_WORLD, &request[0]));
    OK(MPI_Send_c(out, 3, MPI_INT, right(), 0, MPI_COMM_WORLD));
    OK(MPI_Wait(&request[0], MPI_STATUS_IGNORE));
    OK(MPI_Sendrecv_c(out, 4, MPI_INT, right(), 1, in, 4, MPI_INT, left(), 1, MPI_COMM_WORLD,
                      MPI_STATUS_IGNORE));
    OK(MPI_Recv_init_c(in, 5, MPI_INT, left(), 2, MPI_COMM_WORLD, &request[0]));
    OK(MPI_Send_init_c(out, 5, MPI_INT, right(), 2, MPI_COMM_WORLD, &request[1]));
    for (int i = 0; i < 2; i++) {
        OK(MPI_Startall(2, request));
        OK(MPI_Waitall(2, request, MPI_STATUSES_IGNORE));
    }
    OK(MPI_Request_free(&request[0]));
    OK(MPI_Request_free(&request[1]));
    OK(MPI_Isend_c(out, 6, MPI_INT, right(), 3, MPI_COMM_WORLD, &request[0]));
    OK(MPI_Mprobe(left(), 3, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
    OK(MPI_Mrecv_c(in, 64, MPI_INT, &message, MPI_STATUS_IGNORE));
    OK(MPI_Wait(&request[0], MPI_STATUS_IGNORE));
    SHOWS(sends, 5);
    SHOWS(recvs, 5);
    SHOWS(sent, (3 + 4 + 2 * 5 + 6) * INT);
    SHOWS(received, (3 + 4 + 2 * 5 + 6) * INT);
    unwatch(&sends);
    unwatch(&sent);
    unwatch(&recvs);
    unwatch(&received);
}

static void collectives_with_large_counts_count(void)
{
    struct watched calls = on("mpit_coll_calls", MPI_T_PVAR_CLASS_COUNTER);
    struct watched bytes = on("mpit_coll_bytes", MPI_T_PVAR_CLASS_AGGREGATE);
    MPI_Count twos[4] = {2, 2, 2, 2};
    MPI_Aint at[4] = {0, 2, 4, 6};
    MPI_Request request;

    OK(MPI_Allreduce_c(out, in, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    OK(MPI_Alltoallv_c(out, twos, at, MPI_INT, in, twos, at, MPI_INT, MPI_COMM_WORLD));
    OK(MPI_Iallgatherv_c(out, 2, MPI_INT, in, twos, at, MPI_INT, MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Reduce_scatter_c(out, in, twos, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    SHOWS(calls, 4);
    SHOWS(bytes, (3 + 8 + 2 + 8) * INT);
    unwatch(&calls);
    unwatch(&bytes);
}

/* 3 * 2^30 ints that all stand at one place: more bytes than 32 bits can tell, and little to do
 * since nothing is sent on. */
static void bytes_of_large_counts_are_not_cut(void)
{
    struct watched bytes = on("mpit_bcast_bytes", MPI_T_PVAR_CLASS_AGGREGATE);
    MPI_Datatype same;
    const MPI_Count many = (MPI_Count)3 << 30;

    OK(MPI_Type_create_resized(MPI_INT, 0, 0, &same));
    OK(MPI_Type_commit(&same));
    OK(MPI_Bcast_c(out, many, same, 0, MPI_COMM_SELF));
    SHOWS(bytes, (long long)many * INT);
    OK(MPI_Type_free(&same));
    unwatch(&bytes);
}

static void puts_on_a_window_of_its_own_count(MPI_Win *win)
{
    struct watched puts = watch("mpit_win_puts", MPI_T_PVAR_CLASS_COUNTER, win);
    int one = 1;

    start(&puts);
    OK(MPI_Win_fence(0, *win));
    OK(MPI_Put_c(&one, 1, MPI_INT, right(), 0, 1, MPI_INT, *win));
    OK(MPI_Win_fence(0, *win));
    SHOWS(puts, 1);
    OK(MPI_Win_free(win));
    SHOWS(puts, 1);
    unwatch(&puts);
}

static void windows_with_large_units_can_be_bound(void)
{
    int memory, *given;
    MPI_Win win;

    OK(MPI_Win_create_c(&memory, INT, INT, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    puts_on_a_window_of_its_own_count(&win);
    OK(MPI_Win_allocate_c(INT, INT, MPI_INFO_NULL, MPI_COMM_WORLD, &given, &win));
    puts_on_a_window_of_its_own_count(&win);
    if (is_stepped_around("a_shared_window"))
        return;
    OK(MPI_Win_allocate_shared_c(INT, INT, MPI_INFO_NULL, MPI_COMM_WORLD, &given, &win));
    puts_on_a_window_of_its_own_count(&win);
}

SUITE(HARNESS_MPI_IS_UP, TEST(messages_with_large_counts_count),
      TEST(collectives_with_large_counts_count), TEST(bytes_of_large_counts_are_not_cut),
      TEST(windows_with_large_units_can_be_bound))

#else

/* Then we have none either: a program that asks is told the truth. */
static void calls_with_large_counts_are_not_there(void)
{
    CHECK(is_refused("MPI_Send_c"));
    CHECK(is_refused("PMPI_Send_c"));
    CHECK(dlsym(RTLD_DEFAULT, "MPI_Send") != NULL);
}

static void bytes_past_two_to_the_31_are_not_cut(void)
{
    struct watched bytes = watch("mpit_bcast_bytes", MPI_T_PVAR_CLASS_AGGREGATE, NULL);
    MPI_Datatype same;
    int number = 0;

    start(&bytes);
    OK(MPI_Type_create_resized(MPI_INT, 0, 0, &same));
    OK(MPI_Type_commit(&same));
    OK(MPI_Bcast(&number, 3 << 29, same, 0, MPI_COMM_SELF));
    CHECK_INT((long long)value(&bytes), 4LL * (3 << 29));
    OK(MPI_Type_free(&same));
    unwatch(&bytes);
}

SUITE(HARNESS_MPI_IS_UP, TEST(calls_with_large_counts_are_not_there),
      TEST(bytes_past_two_to_the_31_are_not_cut))

#endif
