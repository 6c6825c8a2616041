/* Tools that look for the names of Open MPI and MPICH find them, with the vendors' shapes, on
 * either MPI. */
#include "config.h"

#include "watch.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

LEVELS_OF_REQUESTS_ARE_KNOWN

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

/* As the vendor's monitoring does: on the world, whatever the process sends, by rank in the world,
 * on communicators that are there before, come, and go too. */
static void monitoring_of_the_world_is_of_all_communicators(void)
{
    MPI_Comm world = MPI_COMM_WORLD, before, later;
    struct watched count, size, coll, own;
    const int other = ranks - 1 - rank;
    unsigned long counts[4], sizes[4], colls[4];
    int out = 0, in;

    OK(MPI_Comm_split(MPI_COMM_WORLD, rank == other ? MPI_UNDEFINED : (rank < other ? rank : other),
                      -rank, &before));
    count = watch("pml_monitoring_messages_count", MPI_T_PVAR_CLASS_SIZE, &world);
    size = watch("pml_monitoring_messages_size", MPI_T_PVAR_CLASS_SIZE, &world);
    coll = watch("coll_monitoring_messages_count", MPI_T_PVAR_CLASS_SIZE, &world);
    own = watch("mpit_peer_sends", MPI_T_PVAR_CLASS_COUNTER, &world);
    start(&count);
    start(&size);
    start(&coll);
    start(&own);
    exchange(3);
    /* In `before` the ranks stand in reverse: the other one is 1 - mine. */
    MPI_Comm_rank(before, &in);
    OK(MPI_Sendrecv(&out, 1, MPI_INT, 1 - in, 0, &in, 1, MPI_INT, 1 - in, 0, before,
                    MPI_STATUS_IGNORE));
    OK(MPI_Comm_dup(before, &later));
    MPI_Comm_rank(later, &in);
    OK(MPI_Send(&out, 1, MPI_INT, 1 - in, 0, later));
    OK(MPI_Recv(&out, 1, MPI_INT, 1 - in, 0, later, MPI_STATUS_IGNORE));
    OK(MPI_Barrier(later));
    OK(MPI_Comm_free(&later));
    OK(MPI_T_pvar_read(coll.session, coll.handle, colls));
    OK(MPI_Comm_free(&before));
    stop(&count);
    exchange(1);
    OK(MPI_T_pvar_read(count.session, count.handle, counts));
    OK(MPI_T_pvar_read(size.session, size.handle, sizes));
    for (int i = 0; i < ranks; i++) {
        CHECK_INT((long long)counts[i], (i == (rank + 1) % ranks) + 2 * (i == other));
        CHECK_INT((long long)sizes[i], (4 * (i == (rank + 1) % ranks) + 2 * (i == other)) * INT);
        CHECK_INT((long long)colls[i], i == other);
        CHECK_INT((long long)element(&own, i), 2 * (i == (rank + 1) % ranks));
    }
    unwatch(&count);
    unwatch(&size);
    unwatch(&coll);
    unwatch(&own);
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

/* What the world's collectives count at this rank, by kind and by peer. */
struct collectives {
    struct watched by_kind[3][2], by_peer[2];
};

static const char *const kinds[] = {"o2a", "a2o", "a2a"};

static void watch_collectives(struct collectives *all, MPI_Comm *comm)
{
    char name[64];

    for (int kind = 0; kind < 3; kind++)
        for (int size = 0; size < 2; size++) {
            snprintf(name, sizeof name, "coll_monitoring_%s_%s", kinds[kind],
                     size ? "size" : "count");
            all->by_kind[kind][size] =
                watch(name, size ? MPI_T_PVAR_CLASS_AGGREGATE : MPI_T_PVAR_CLASS_COUNTER, comm);
            CHECK(all->by_kind[kind][size].datatype == MPI_UNSIGNED_LONG);
            CHECK_INT(all->by_kind[kind][size].count, 1);
        }
    all->by_peer[0] = watch("coll_monitoring_messages_count", MPI_T_PVAR_CLASS_SIZE, comm);
    all->by_peer[1] = watch("coll_monitoring_messages_size", MPI_T_PVAR_CLASS_SIZE, comm);
}

static void each_of(struct collectives *all, void (*visit)(struct watched *))
{
    for (int kind = 0; kind < 3; kind++)
        for (int size = 0; size < 2; size++)
            visit(&all->by_kind[kind][size]);
    visit(&all->by_peer[0]);
    visit(&all->by_peer[1]);
}

static void start_one(struct watched *watched)
{
    start(watched);
}

/* Moves on: what has been counted since the last check must be this, of each kind. */
static unsigned long long before[3][2];
static void check_kinds(const struct collectives *all, const char *what, const int expected[3][2])
{
    for (int kind = 0; kind < 3; kind++)
        for (int size = 0; size < 2; size++) {
            unsigned long long now = value(&all->by_kind[kind][size]);

            if (now - before[kind][size] != (unsigned long long)expected[kind][size])
                FAIL("%s: %s %s: %llu, not %d", what, kinds[kind], size ? "size" : "count",
                     now - before[kind][size], expected[kind][size]);
            before[kind][size] = now;
        }
}
#define KINDS(what, o2a, o2a_size, a2o, a2o_size, a2a, a2a_size)                                   \
    check_kinds(&all, what, (const int[3][2]){{o2a, o2a_size}, {a2o, a2o_size}, {a2a, a2a_size}})

/* Rank r has a part of r + 1 ints in the calls with counts; 4 ranks, root 1. */
static void collectives_count_by_kind_and_by_peer(void)
{
    struct collectives all;
    MPI_Comm world = MPI_COMM_WORLD, cart;
    int in[64], out[64] = {0}, counts[4] = {1, 2, 3, 4}, starts[4] = {0, 1, 3, 6};
    int root = rank == 1, ring = 0, size = 4, yes = 1, left, right;
    MPI_Request request;

    memset(before, 0, sizeof before);
    watch_collectives(&all, &world);
    each_of(&all, start_one);
    OK(MPI_Bcast(out, 5, MPI_INT, 1, world));
    KINDS("Bcast", root, root * 3 * 5 * INT, 0, 0, 0, 0);
    OK(MPI_Ibcast(out, 5, MPI_INT, 1, world, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    KINDS("Ibcast", root, root * 3 * 5 * INT, 0, 0, 0, 0);
    OK(MPI_Scatter(out, 2, MPI_INT, in, 2, MPI_INT, 1, world));
    KINDS("Scatter", root, root * 3 * 2 * INT, 0, 0, 0, 0);
    OK(MPI_Scatterv(out, counts, starts, MPI_INT, in, rank + 1, MPI_INT, 1, world));
    KINDS("Scatterv", root, root * (1 + 3 + 4) * INT, 0, 0, 0, 0);
    OK(MPI_Gather(out, 2, MPI_INT, in, 2, MPI_INT, 1, world));
    KINDS("Gather", 0, 0, root, root * 3 * 2 * INT, 0, 0);
    OK(MPI_Gatherv(out, rank + 1, MPI_INT, in, counts, starts, MPI_INT, 1, world));
    KINDS("Gatherv", 0, 0, root, root * (1 + 3 + 4) * INT, 0, 0);
    OK(MPI_Reduce(out, in, 7, MPI_INT, MPI_SUM, 1, world));
    KINDS("Reduce", 0, 0, root, root * 3 * 7 * INT, 0, 0);
    OK(MPI_Barrier(world));
    KINDS("Barrier", 0, 0, 0, 0, 1, 0);
    OK(MPI_Allgather(out, 2, MPI_INT, in, 2, MPI_INT, world));
    KINDS("Allgather", 0, 0, 0, 0, 1, 3 * 2 * INT);
    OK(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, in, counts, starts, MPI_INT, world));
    KINDS("Allgatherv in place", 0, 0, 0, 0, 1, 3 * (rank + 1) * INT);
    OK(MPI_Alltoall(out, 2, MPI_INT, in, 2, MPI_INT, world));
    KINDS("Alltoall", 0, 0, 0, 0, 1, 3 * 2 * INT);
    for (int i = 0; i < 4; i++)
        counts[i] = i + rank; /* both ways alike */
    for (int i = 1; i < 4; i++)
        starts[i] = starts[i - 1] + counts[i - 1];
    OK(MPI_Alltoallv(out, counts, starts, MPI_INT, in, counts, starts, MPI_INT, world));
    KINDS("Alltoallv", 0, 0, 0, 0, 1, (0 + 1 + 2 + 3 - rank + 3 * rank) * INT);
    OK(MPI_Allreduce(out, in, 7, MPI_INT, MPI_SUM, world));
    KINDS("Allreduce", 0, 0, 0, 0, 1, 3 * 7 * INT);
    OK(MPI_Reduce_scatter(out, in, (int[]){1, 2, 3, 4}, MPI_INT, MPI_SUM, world));
    KINDS("Reduce_scatter", 0, 0, 0, 0, 1, (10 - (rank + 1)) * INT);
    OK(MPI_Reduce_scatter_block(out, in, 2, MPI_INT, MPI_SUM, world));
    KINDS("Reduce_scatter_block", 0, 0, 0, 0, 1, 3 * 2 * INT);
    OK(MPI_Scan(out, in, 7, MPI_INT, MPI_SUM, world));
    KINDS("Scan", 0, 0, 0, 0, 1, (3 - rank) * 7 * INT);
    OK(MPI_Exscan(out, in, 7, MPI_INT, MPI_SUM, world));
    KINDS("Exscan", 0, 0, 0, 0, 1, (3 - rank) * 7 * INT);
    for (int i = 0; i < 4; i++) {
        unsigned long long messages = element(&all.by_peer[0], i),
                           bytes = element(&all.by_peer[1], i);

        if (i == rank) {
            CHECK_INT((long long)messages, 0);
            CHECK_INT((long long)bytes, 0);
            continue;
        }
        /* Bcast twice, Scatter(v), Gather(v), Reduce at the root; 8 of all; 2 scans from below. */
        CHECK_INT((long long)messages, root * 7 + 8 + (i > rank ? 2 : 0));
        CHECK_INT((long long)bytes,
                  (root * (5 + 5 + 2 + (i + 1) + 2 + (i + 1) + 7) + 2 + (rank + 1) + 2 +
                   (i + rank) + 7 + (i + 1) + 2 + (i > rank ? 14 : 0)) *
                      INT);
    }
    each_of(&all, unwatch);

    /* A ring, on a communicator of its own. */
    OK(MPI_Cart_create(world, 1, &size, &yes, 0, &cart));
    memset(before, 0, sizeof before);
    watch_collectives(&all, &cart);
    each_of(&all, start_one);
    OK(MPI_Neighbor_alltoall(out, 2, MPI_INT, in, 2, MPI_INT, cart));
    KINDS("Neighbor_alltoall", 0, 0, 0, 0, 1, 2 * 2 * INT);
    OK(MPI_Neighbor_alltoallv(out, (int[]){1, 5}, (int[]){0, 1}, MPI_INT, in, (int[]){5, 1},
                              (int[]){0, 5}, MPI_INT, cart));
    KINDS("Neighbor_alltoallv", 0, 0, 0, 0, 1, (1 + 5) * INT);
    OK(MPI_Comm_rank(cart, &ring));
    left = (ring + 3) % 4;
    right = (ring + 1) % 4;
    for (int i = 0; i < 4; i++) {
        CHECK_INT((long long)element(&all.by_peer[0], i), i == left || i == right ? 2 : 0);
        CHECK_INT((long long)element(&all.by_peer[1], i), (i == left    ? 2 + 1
                                                           : i == right ? 2 + 5
                                                                        : 0) *
                                                              INT);
    }
    each_of(&all, unwatch);
    OK(MPI_Comm_free(&cart));
}

#if defined(MPIT_HAS_Bcast_init)
/* Made while nobody looks, and started twice: each start is one collective. */
static void persistent_collectives_count_by_kind_and_by_peer(void)
{
    enum { MADE = 5 };
    struct collectives all;
    MPI_Comm cart;
    MPI_Request made[MADE];
    int in[MADE][64], out[64] = {0}, parts[4] = {1, 2, 3, 4}, at[4] = {0, 1, 3, 6};
    int counts[4], starts[4] = {0}, ring, root, size = 4, yes = 1;

    OK(MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &yes, 0, &cart));
    OK(MPI_Comm_rank(cart, &ring));
    root = ring == 1;
    for (int i = 0; i < 4; i++)
        counts[i] = i + ring; /* both ways alike */
    for (int i = 1; i < 4; i++)
        starts[i] = starts[i - 1] + counts[i - 1];
    OK(MPI_Bcast_init(in[0], 5, MPI_INT, 1, cart, MPI_INFO_NULL, &made[0]));
    OK(MPI_Gatherv_init(out, ring + 1, MPI_INT, in[1], parts, at, MPI_INT, 1, cart, MPI_INFO_NULL,
                        &made[1]));
    OK(MPI_Alltoallv_init(out, counts, starts, MPI_INT, in[2], counts, starts, MPI_INT, cart,
                          MPI_INFO_NULL, &made[2]));
    OK(MPI_Exscan_init(out, in[3], 7, MPI_INT, MPI_SUM, cart, MPI_INFO_NULL, &made[3]));
    OK(MPI_Neighbor_alltoallv_init(out, (int[]){1, 5}, (int[]){0, 1}, MPI_INT, in[4], (int[]){5, 1},
                                   (int[]){0, 5}, MPI_INT, cart, MPI_INFO_NULL, &made[4]));
    memset(before, 0, sizeof before);
    watch_collectives(&all, &cart);
    each_of(&all, start_one);
    for (int turn = 0; turn < 2; turn++) {
        static const char *const names[MADE] = {"Bcast", "Gatherv", "Alltoallv", "Exscan",
                                                "Neighbor_alltoallv"};

        for (int i = 0; i < MADE; i++) {
            const int expected[MADE][3][2] = {
                {{root, root * 3 * 5 * INT}, {0, 0}, {0, 0}},
                {{0, 0}, {root, root * (1 + 3 + 4) * INT}, {0, 0}},
                {{0, 0}, {0, 0}, {1, (0 + 1 + 2 + 3 - ring + 3 * ring) * INT}},
                {{0, 0}, {0, 0}, {1, (3 - ring) * 7 * INT}},
                {{0, 0}, {0, 0}, {1, (1 + 5) * INT}}};

            OK(MPI_Start(&made[i]));
            check_kinds(&all, names[i], expected[i]);
            OK(MPI_Wait(&made[i], MPI_STATUS_IGNORE));
        }
    }
    for (int i = 0; i < 4; i++) {
        int left = i == (ring + 3) % 4, right = i == (ring + 1) % 4;
        int bytes = root * (5 + i + 1) + (i + ring) + (i > ring ? 7 : 0) + left + 5 * right;

        CHECK_INT((long long)element(&all.by_peer[0], i),
                  i == ring ? 0 : 2 * (2 * root + 1 + (i > ring) + left + right));
        CHECK_INT((long long)element(&all.by_peer[1], i), i == ring ? 0 : 2 * bytes * INT);
    }
    each_of(&all, unwatch);
    for (int i = 0; i < MADE; i++)
        OK(MPI_Request_free(&made[i]));
    OK(MPI_Comm_free(&cart));
}
#define PERSISTENT TEST(persistent_collectives_count_by_kind_and_by_peer),
#else
#define PERSISTENT
#endif

static void one_sided_operations_count_by_peer_of_the_windows_communicator(void)
{
    static const char *const names[] = {
        "osc_monitoring_messages_sent_count", "osc_monitoring_messages_sent_size",
        "osc_monitoring_messages_recv_count", "osc_monitoring_messages_recv_size"};
    struct watched watched[4];
    MPI_Comm comm;
    MPI_Win win, other;
    int *memory, *more, out[16] = {0}, in[16], right = (rank + 1) % ranks;

    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Win_allocate(16 * INT, INT, MPI_INFO_NULL, comm, &memory, &win));
    OK(MPI_Win_allocate(16 * INT, INT, MPI_INFO_NULL, MPI_COMM_WORLD, &more, &other));
    memset(memory, 0, 16 * INT);
    for (int i = 0; i < 4; i++) {
        watched[i] = watch(names[i], MPI_T_PVAR_CLASS_SIZE, &comm);
        CHECK_INT(watched[i].count, ranks);
        CHECK(watched[i].datatype == MPI_UNSIGNED_LONG);
        start(&watched[i]);
    }
    OK(MPI_Win_fence(0, win));
    OK(MPI_Put(out, 3, MPI_INT, right, 0, 3, MPI_INT, win));
    OK(MPI_Get(in, 4, MPI_INT, right, 4, 4, MPI_INT, win));
    OK(MPI_Put(out, 3, MPI_INT, MPI_PROC_NULL, 0, 3, MPI_INT, win));
    OK(MPI_Win_fence(0, win));
    OK(MPI_Accumulate(out, 5, MPI_INT, right, 0, 5, MPI_INT, MPI_SUM, win));
    OK(MPI_Win_fence(0, win));
    OK(MPI_Get_accumulate(out, 2, MPI_INT, in, 2, MPI_INT, right, 0, 2, MPI_INT, MPI_SUM, win));
    OK(MPI_Win_fence(0, win));
    OK(MPI_Fetch_and_op(out, in, MPI_INT, right, 0, MPI_SUM, win));
    OK(MPI_Win_fence(0, win));
    OK(MPI_Win_fence(0, other));
    OK(MPI_Put(out, 7, MPI_INT, right, 0, 7, MPI_INT, other)); /* not made from comm */
    OK(MPI_Win_fence(0, other));
    for (int i = 0; i < ranks; i++) {
        int here = i == right;

        CHECK_INT((long long)element(&watched[0], i), here * 5);
        CHECK_INT((long long)element(&watched[1], i), here * (3 + 0 + 5 + 2 + 1) * INT);
        CHECK_INT((long long)element(&watched[2], i), here * 3);
        CHECK_INT((long long)element(&watched[3], i), here * (4 + 2 + 1) * INT);
    }
    for (int i = 0; i < 4; i++)
        unwatch(&watched[i]);
    OK(MPI_Win_free(&other));
    OK(MPI_Win_free(&win));
    OK(MPI_Comm_free(&comm));
}

/* Whether the file has this line. */
static bool has_line(const char *name, const char *expected)
{
    FILE *in = fopen(name, "r");
    char line[256];
    bool found = false;

    while (in && !found && fgets(line, sizeof line, in))
        found = strcmp(line, expected) == 0;
    if (in)
        fclose(in);
    return found;
}

static void check_file(const char *name, int messages, int bytes)
{
    char line[256];

    snprintf(line, sizeof line, "E\t%d\t%d\t%d bytes\t%d msgs sent\n", rank, (rank + 1) % ranks,
             bytes, messages);
    if (!has_line(name, line))
        FAIL("%s has no line %s", name, line);
    snprintf(line, sizeof line, "A2A\t%d\t0 bytes\t1 msgs sent\n", rank);
    if (!has_line(name, line))
        FAIL("%s has no line %s", name, line);
}

static void monitoring_flush_writes_what_was_sent_since_its_start(void)
{
    MPI_Comm world = MPI_COMM_WORLD;
    struct watched flush = watch("pml_monitoring_flush", MPI_T_PVAR_CLASS_GENERIC, &world);
    struct pvar_info info;
    char name[64], kept[256], too_long[400];

    CHECK_INT(flush.count, 256);
    CHECK(flush.datatype == MPI_CHAR);
    if (pvar_info(flush.index, &info))
        CHECK_INT(info.readonly, 0);
    start(&flush);
    exchange(3);
    exchange(4);
    OK(MPI_Barrier(world));
    /* A shorter buffer than its count: the text ends where it ends. */
    snprintf(name, sizeof name, "phase-%d", (int)getppid());
    OK(MPI_T_pvar_write(flush.session, flush.handle, name));
    OK(MPI_T_pvar_read(flush.session, flush.handle, kept));
    CHECK(strcmp(kept, name) == 0);
    memset(too_long, 'x', sizeof too_long);
    CHECK_RC(MPI_T_pvar_write(flush.session, flush.handle, too_long), MPI_T_ERR_INVALID);
    OK(MPI_T_pvar_reset(flush.session, flush.handle));
    OK(MPI_T_pvar_read(flush.session, flush.handle, kept));
    CHECK(!kept[0]);
    OK(MPI_T_pvar_write(flush.session, flush.handle, name));
    CHECK_RC(MPI_T_pvar_readreset(flush.session, flush.handle, kept), MPI_T_ERR_PVAR_NO_ATOMIC);
    stop(&flush);
    snprintf(kept, sizeof kept, "%s.%d.prof", name, rank);
    check_file(kept, 2, (3 + 4) * INT);
    CHECK(unlink(kept) == 0);

    /* A second phase, ended by freeing the handle. */
    start(&flush);
    exchange(5);
    OK(MPI_Barrier(world));
    OK(MPI_T_pvar_handle_free(flush.session, &flush.handle));
    check_file(kept, 1, 5 * INT);
    CHECK(unlink(kept) == 0);
    OK(MPI_T_pvar_session_free(&flush.session));
}

static void monitoring_flush_without_a_name_writes_nothing(void)
{
    MPI_Comm world = MPI_COMM_WORLD;
    struct watched flush = watch("pml_monitoring_flush", MPI_T_PVAR_CLASS_GENERIC, &world);
    char name[300];

    start(&flush);
    exchange(3);
    stop(&flush);
    snprintf(name, sizeof name, ".%d.prof", rank);
    CHECK(access(name, F_OK) != 0);
    unwatch(&flush);
}

static void queues_of_ob1_are_by_peer_whatever_the_vendor(void)
{
    MPI_Comm comm;
    struct watched posted, unexpected;
    MPI_Request requests[3];
    int in[3], out = 0, right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;

    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    posted = watch("pml_ob1_posted_recvq_length", MPI_T_PVAR_CLASS_SIZE, &comm);
    unexpected = watch("pml_ob1_unexpected_msgq_length", MPI_T_PVAR_CLASS_SIZE, &comm);
    CHECK_INT(posted.count, ranks);
    CHECK_INT(unexpected.count, ranks);
    CHECK(posted.datatype == MPI_UNSIGNED && unexpected.datatype == MPI_UNSIGNED);
    OK(MPI_Irecv(&in[0], 1, MPI_INT, left, 1, comm, &requests[0]));
    OK(MPI_Irecv(&in[1], 1, MPI_INT, left, 1, comm, &requests[1]));
    for (int i = 0; i < ranks; i++)
        CHECK_INT((long long)element(&posted, i), i == left ? 2 : 0);
    OK(MPI_Barrier(comm));
    OK(MPI_Send(&out, 1, MPI_INT, right, 1, comm));
    OK(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    CHECK_INT((long long)element(&posted, left), 1);
    OK(MPI_Barrier(comm));
    OK(MPI_Send(&out, 1, MPI_INT, right, 1, comm));
    OK(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
    CHECK_INT((long long)element(&posted, left), 0);
    OK(MPI_Send(&out, 1, MPI_INT, right, 2, comm));
    OK(MPI_Send(&out, 1, MPI_INT, right, 3, comm));
    while (element(&unexpected, left) < 2)
        OK(MPI_Iprobe(left, 4, comm, &in[0], MPI_STATUS_IGNORE));
    CHECK_INT((long long)element(&unexpected, right == left ? rank : right), 0);
    OK(MPI_Recv(&in[0], 1, MPI_INT, left, 3, comm, MPI_STATUS_IGNORE));
    CHECK_INT((long long)element(&unexpected, left), 1);
    OK(MPI_Recv(&in[0], 1, MPI_INT, left, 2, comm, MPI_STATUS_IGNORE));
    CHECK_INT((long long)element(&unexpected, left), 0);
    unwatch(&posted);
    unwatch(&unexpected);
    OK(MPI_Comm_free(&comm));
}

static void unexpected_recvq_match_attempts_counts_the_searches_of_receives(void)
{
    struct watched attempts =
        watch("unexpected_recvq_match_attempts", MPI_T_PVAR_CLASS_COUNTER, NULL);
    MPI_Request request;
    int in, out = 0;

    start(&attempts);
    OK(MPI_Irecv(&in, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &request)); /* finds none */
    OK(MPI_Send(&out, 1, MPI_INT, rank, 1, MPI_COMM_WORLD));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Isend(&out, 1, MPI_INT, rank, 2, MPI_COMM_WORLD, &request));
    OK(MPI_Recv(&in, 1, MPI_INT, rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE)); /* finds it */
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Recv(&in, 1, MPI_INT, MPI_PROC_NULL, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_INT((long long)value(&attempts), 2);
    unwatch(&attempts);
}

SUITE(HARNESS_MPI_IS_UP, TEST(messages_of_pml_monitoring_count_by_peer),
      TEST(monitoring_of_the_world_is_of_all_communicators),
      TEST(posted_recvq_length_is_of_all_communicators),
      TEST(unexpected_recvq_length_is_of_all_communicators),
      PERSISTENT TEST(collectives_count_by_kind_and_by_peer),
      TEST(one_sided_operations_count_by_peer_of_the_windows_communicator),
      TEST(monitoring_flush_writes_what_was_sent_since_its_start),
      TEST(monitoring_flush_without_a_name_writes_nothing),
      TEST(queues_of_ob1_are_by_peer_whatever_the_vendor),
      TEST(unexpected_recvq_match_attempts_counts_the_searches_of_receives))
