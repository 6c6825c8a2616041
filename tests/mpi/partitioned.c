/* Partitioned messages (MPI 4.0, chapter 4) on 4 ranks in a ring, with counts worked out by hand:
 * each is one message, sent when it is started and received when it is complete, however many parts
 * it has. */
#define _GNU_SOURCE
#include "config.h"

#include "traffic.h"

LEVELS_OF_REQUESTS_ARE_KNOWN

enum { PARTS = 4, EACH = 3, THEIR_PARTS = 3, THEIR_EACH = 4, N = 12, TAG = 7 };
enum { INT = (int)sizeof(int), BYTES = N * INT };

static int in[N], out[N];
static MPI_Request requests[2]; /* the send, the receive */

static int right(void)
{
    return (rank + 1) % ranks;
}

static int left(void)
{
    return (rank + ranks - 1) % ranks;
}

static void fill(int with)
{
    for (int i = 0; i < N; i++) {
        out[i] = 100 * with + rank;
        in[i] = -1;
    }
}

/* The receiver divides the message otherwise than the sender.  The first round is filled in before:
 * Open MPI 5.0.7 writes to the buffer of a receive that is not started yet. */
static void make(MPI_Comm comm)
{
    fill(0);
    OK(MPI_Psend_init(out, PARTS, EACH, MPI_INT, right(), TAG, comm, MPI_INFO_NULL, &requests[0]));
    OK(MPI_Precv_init(in, THEIR_PARTS, THEIR_EACH, MPI_INT, left(), TAG, comm, MPI_INFO_NULL,
                      &requests[1]));
}

static void end(void)
{
    OK(MPI_Request_free(&requests[0]));
    OK(MPI_Request_free(&requests[1]));
}

static void check_arrived(int with)
{
    for (int i = 0; i < N; i++)
        if (in[i] != 100 * with + left()) {
            FAIL("%d at %d", in[i], i);
            return;
        }
}

static void get_ready(void)
{
    int first = 0, arrived = 0;

    OK(MPI_Pready_list(1, &first, requests[0]));
    OK(MPI_Pready(3, requests[0]));
    OK(MPI_Pready_range(1, 2, requests[0]));
    while (!arrived)
        OK(MPI_Parrived(requests[1], 1, &arrived));
}

static void go(int with)
{
    if (with)
        fill(with);
    OK(MPI_Startall(2, requests));
    get_ready();
    OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    check_arrived(with);
}

static void a_partitioned_message_counts_once_each_time_it_is_started(void)
{
    struct traffic traffic;

    make(MPI_COMM_WORLD);
    traffic = traffic_begin(MPI_COMM_WORLD);
    for (int i = 0; i < 3; i++)
        go(i);
    EXPECT_PEER(&traffic, right(), 3, 3 * BYTES, 0, 0);
    EXPECT_PEER(&traffic, left(), 0, 0, 3, 3 * BYTES);
    EXPECT(&traffic, 3, 3 * BYTES, 3, 3 * BYTES);
    end();
}

static void a_partitioned_send_counts_at_its_start_and_a_receive_at_its_end(void)
{
    struct watched sends, recvs, pending, posted;
    MPI_Comm world = MPI_COMM_WORLD;

    make(world);
    sends = watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    recvs = watch("mpit_p2p_recvs", MPI_T_PVAR_CLASS_COUNTER, NULL);
    pending = watch("mpit_pending_sends", MPI_T_PVAR_CLASS_LEVEL, &world);
    posted = watch("mpit_prq_length", MPI_T_PVAR_CLASS_LEVEL, &world);
    start(&sends);
    start(&recvs);
    start(&pending);
    start(&posted);
    OK(MPI_Start(&requests[0]));
    CHECK_INT((long long)value(&sends), 1);
    CHECK_INT((long long)value(&pending), 1);
    CHECK_INT((long long)value(&posted), 0);
    OK(MPI_Start(&requests[1]));
    CHECK_INT((long long)value(&sends), 1);
    CHECK_INT((long long)value(&posted), 1);
    get_ready();
    CHECK_INT((long long)value(&recvs), 0);
    OK(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
    CHECK_INT((long long)value(&recvs), 1);
    CHECK_INT((long long)value(&posted), 0);
    OK(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    CHECK_INT((long long)value(&sends), 1);
    CHECK_INT((long long)value(&pending), 0);
    check_arrived(0);
    end();
    unwatch(&sends);
    unwatch(&recvs);
    unwatch(&pending);
    unwatch(&posted);
}

/* 4 parts are in element 3, 3 in element 2; 48 bytes in element 6. */
static void parts_are_counted_by_message(void)
{
    static const struct {
        const char *name;
        int element;
    } all[] = {{"mpit_send_parts", 3},
               {"mpit_recv_parts", 2},
               {"mpit_send_sizes", 6},
               {"mpit_recv_sizes", 6}};
    enum { ALL = sizeof all / sizeof *all };
    struct watched watched[ALL], parts = watch("mpit_p2p_parts", MPI_T_PVAR_CLASS_COUNTER, NULL);
    MPI_Comm world = MPI_COMM_WORLD;

    make(world);
    for (int i = 0; i < ALL; i++) {
        watched[i] = watch(all[i].name, MPI_T_PVAR_CLASS_GENERIC, &world);
        start(&watched[i]);
    }
    start(&parts);
    go(0);
    go(1);
    /* One of no parts is none of them. */
    OK(MPI_Sendrecv(out, 1, MPI_INT, right(), 0, in, 1, MPI_INT, left(), 0, world,
                    MPI_STATUS_IGNORE));
    for (int i = 0; i < ALL; i++)
        for (int j = 0; j < watched[i].count; j++)
            CHECK_THAT(element(&watched[i], j) == (j == all[i].element ? 2
                                                   : i >= 2 && j == 3  ? 1
                                                                       : 0),
                       "%s has %llu at %d", all[i].name, element(&watched[i], j), j);
    CHECK_INT((long long)value(&parts), 2 * PARTS);
    end();
    for (int i = 0; i < ALL; i++)
        unwatch(&watched[i]);
    unwatch(&parts);
}

static void a_partitioned_receive_posted_before_the_start_is_not_counted(void)
{
    struct watched early = watch("mpit_p2p_recvs", MPI_T_PVAR_CLASS_COUNTER, NULL), late, parts;
    MPI_Comm world = MPI_COMM_WORLD;

    make(world);
    start(&early);
    late = watch("mpit_comm_recvs", MPI_T_PVAR_CLASS_COUNTER, &world);
    parts = watch("mpit_recv_parts", MPI_T_PVAR_CLASS_GENERIC, &world);
    OK(MPI_Startall(2, requests));
    start(&late);
    start(&parts);
    get_ready();
    OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    CHECK_INT((long long)value(&early), 1);
    CHECK_INT((long long)value(&late), 0);
    CHECK_INT((long long)element(&parts, 2), 0);
    go(2);
    CHECK_INT((long long)value(&early), 2);
    CHECK_INT((long long)value(&late), 1);
    CHECK_INT((long long)element(&parts, 2), 1);
    end();
    unwatch(&early);
    unwatch(&late);
    unwatch(&parts);
}

/* Others with the same envelope go by: neither finds the other's message, drained or not. */
static void messages_of_the_same_tag_are_others(void)
{
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    MPI_Request request;
    int here = rank, there = -1;
    int tag = is_stepped_around("an_ordinary_message_has_the_tag") ? TAG + 1 : TAG;

    OK(MPI_Isend(&here, 1, MPI_INT, right(), tag, MPI_COMM_WORLD, &request));
    make(MPI_COMM_WORLD);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    go(0);
    OK(MPI_Recv(&there, 1, MPI_INT, left(), MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_INT(there, left());
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    go(1);
    EXPECT(&traffic, 3, 2 * BYTES + INT, 3, 2 * BYTES + INT);
    end();
}

SUITE(HARNESS_MPI_IS_UP, TEST(a_partitioned_message_counts_once_each_time_it_is_started),
      TEST(a_partitioned_send_counts_at_its_start_and_a_receive_at_its_end),
      TEST(parts_are_counted_by_message),
      TEST(a_partitioned_receive_posted_before_the_start_is_not_counted),
      TEST(messages_of_the_same_tag_are_others))
