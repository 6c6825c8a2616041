/* Tools that look for the names of Open MPI and MPICH find them, with the vendors' shapes, on either
 * MPI. */
#include "harness.h"

enum { INT = (int)sizeof(int) };

static void exchange(int n)
{
    int in[16], out[16] = {0};

    OK(MPI_Sendrecv(out, n, MPI_INT, (rank + 1) % ranks, 0, in, n, MPI_INT,
                    (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

/* What Open MPI's own tools do: a handle on the world, started, read into an array of its size. */
static void messages_of_pml_monitoring_count_by_peer(void)
{
    MPI_Comm world = MPI_COMM_WORLD;
    struct watched count = watch("pml_monitoring_messages_count", MPI_T_PVAR_CLASS_SIZE, &world);
    struct watched size = watch("pml_monitoring_messages_size", MPI_T_PVAR_CLASS_SIZE, &world);
    unsigned long counts[4], sizes[4];

    CHECK_INT(count.count, ranks);
    CHECK(count.datatype == MPI_UNSIGNED_LONG);
    start(&count);
    start(&size);
    exchange(3);
    exchange(4);
    stop(&count);
    exchange(5);
    OK(MPI_T_pvar_read(count.session, count.handle, counts));
    OK(MPI_T_pvar_read(size.session, size.handle, sizes));
    for (int i = 0; i < ranks; i++) {
        CHECK_INT((long long)counts[i], i == (rank + 1) % ranks ? 2 : 0);
        CHECK_INT((long long)sizes[i], i == (rank + 1) % ranks ? (3 + 4 + 5) * INT : 0);
    }
    CHECK_RC(MPI_T_pvar_reset(count.session, count.handle), MPI_T_ERR_PVAR_NO_WRITE);
    unwatch(&count);
    unwatch(&size);
}

static void posted_recvq_length_is_of_all_communicators(void)
{
    struct watched length = watch("posted_recvq_length", MPI_T_PVAR_CLASS_LEVEL, NULL);
    MPI_Request request[2];
    MPI_Comm other;
    int in[2], out = 0;

    OK(MPI_Comm_dup(MPI_COMM_WORLD, &other));
    start(&length);
    CHECK_INT((long long)value(&length), 0);
    OK(MPI_Irecv(&in[0], 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &request[0]));
    OK(MPI_Irecv(&in[1], 1, MPI_INT, MPI_ANY_SOURCE, 1, other, &request[1]));
    CHECK_INT((long long)value(&length), 2);
    OK(MPI_Send(&out, 1, MPI_INT, rank, 1, MPI_COMM_WORLD));
    OK(MPI_Wait(&request[0], MPI_STATUS_IGNORE));
    CHECK_INT((long long)value(&length), 1);
    OK(MPI_Send(&out, 1, MPI_INT, rank, 1, other));
    OK(MPI_Wait(&request[1], MPI_STATUS_IGNORE));
    CHECK_INT((long long)value(&length), 0);
    OK(MPI_Comm_free(&other));
    unwatch(&length);
}

/* The harness runs at MPI_THREAD_MULTIPLE, where the queue is drained from MPI_Init on or not at
 * all: aliases.sh asks for it. */
static void unexpected_recvq_length_is_of_all_communicators(void)
{
    struct watched length = watch("unexpected_recvq_length", MPI_T_PVAR_CLASS_LEVEL, NULL);
    struct watched bytes = watch("unexpected_recvq_buffer_size", MPI_T_PVAR_CLASS_LEVEL, NULL);
    MPI_Request request[2];
    MPI_Comm other;
    int in[4], out[4] = {0};

    OK(MPI_Comm_dup(MPI_COMM_WORLD, &other));
    exchange(1);
    start(&length);
    start(&bytes);
    CHECK_INT((long long)value(&length), 0);
    OK(MPI_Isend(out, 3, MPI_INT, rank, 1, MPI_COMM_WORLD, &request[0]));
    OK(MPI_Isend(out, 4, MPI_INT, rank, 1, other, &request[1]));
    while (value(&length) < 2)
        ;
    CHECK_INT((long long)value(&length), 2);
    CHECK_INT((long long)value(&bytes), (3 + 4) * INT);
    OK(MPI_Recv(in, 4, MPI_INT, rank, 1, other, MPI_STATUS_IGNORE));
    CHECK_INT((long long)value(&length), 1);
    CHECK_INT((long long)value(&bytes), 3 * INT);
    OK(MPI_Recv(in, 4, MPI_INT, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_INT((long long)value(&length), 0);
    OK(MPI_Waitall(2, request, MPI_STATUSES_IGNORE));
    OK(MPI_Comm_free(&other));
    unwatch(&length);
    unwatch(&bytes);
}

SUITE(HARNESS_MPI_IS_UP, TEST(messages_of_pml_monitoring_count_by_peer)
      TEST(posted_recvq_length_is_of_all_communicators)
      TEST(unexpected_recvq_length_is_of_all_communicators))
