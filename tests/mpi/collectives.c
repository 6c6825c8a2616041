/* Calls, bytes and events of every collective, its nonblocking, persistent and neighbourhood form,
 * on 4 ranks: by the rule "what this process contributes", with what the standard ignores filled
 * with nonsense. */
#include "config.h"

#include "recorder.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

LEVELS_OF_REQUESTS_ARE_KNOWN

enum { N = 4, INT = (int)sizeof(int), ROOT = 2, NONSENSE = -7 };

/* Not looked at: a null type has no size, and asking for it would call the error handler. */
#define IGNORED       NULL, NONSENSE, MPI_DATATYPE_NULL
#define IGNORED_PARTS NULL, NULL, NULL, MPI_DATATYPE_NULL

static const struct {
    const char *name;
    int class;
} quantities[] = {
    {"mpit_%s_calls", MPI_T_PVAR_CLASS_COUNTER},
    {"mpit_%s_bytes", MPI_T_PVAR_CLASS_AGGREGATE},
    {"mpit_coll_calls", MPI_T_PVAR_CLASS_COUNTER},
    {"mpit_coll_bytes", MPI_T_PVAR_CLASS_AGGREGATE},
    {"mpit_comm_coll_calls", MPI_T_PVAR_CLASS_COUNTER},
    {"mpit_comm_coll_bytes", MPI_T_PVAR_CLASS_AGGREGATE},
    {"mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER},
};
enum { QUANTITIES = sizeof quantities / sizeof *quantities };

static struct watched watched[QUANTITIES];
static MPI_Request request;
static int in[64], out[64];

/* ---- events: one when it begins, one when it is over ---------------------------------------- */

static struct recorder begins, ends;

/* The word for the number is the function, whatever its form. */
static void is_the_operation(const char *op, int line, struct recorder *events)
{
    char word[WORD];

    told_word(events, 0, "operation", word);
    if (strncmp(word, "MPI_", 4) != 0 || strcasecmp(word + 4, op) != 0)
        fail_at(op, line, "%s tells of %s", events->info.name, word);
}

static void one_event(const char *op, int line, struct recorder *events, unsigned long long bytes)
{
    if (!check_int(op, line, events->info.name, events->seen, 1))
        return;
    is_the_operation(op, line, events);
    check_int(op, line, "bytes", (long long)told(events, 0, "bytes"), (long long)bytes);
}

/* How-manyth of the communicator the one was that is over. */
static long long is_over(const char *op, int line, unsigned long long bytes)
{
    long long number = (long long)told(&begins, 0, "number");

    one_event(op, line, &begins, bytes);
    one_event(op, line, &ends, bytes);
    check_int(op, line, "number", (long long)told(&ends, 0, "number"), number);
    end_record(&begins);
    end_record(&ends);
    return number;
}

static void begin(const char *op, MPI_Comm *comm)
{
    MPI_T_pvar_session session;

    record(&begins, "mpit_collective_begin", comm);
    record(&ends, "mpit_collective_end", comm);

    OK(MPI_T_pvar_session_create(&session));
    for (int i = 0; i < QUANTITIES; i++) {
        char name[64];

        snprintf(name, sizeof name, quantities[i].name, op);
        watched[i] = watch_on(session, name, quantities[i].class, comm);
    }
    OK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
}

static void end(const char *op, int line, unsigned long long bytes)
{
    for (int i = 0; i < QUANTITIES; i++) {
        unsigned long long expected = i == QUANTITIES - 1 ? 0 : i % 2 ? bytes : 1;

        if (value(&watched[i]) != expected)
            fail_at(op, line, "%s is %llu, expected %llu", quantities[i].name, value(&watched[i]),
                    expected);
    }
    OK(MPI_T_pvar_session_free(&watched[0].session));
}

/* A persistent form, where there is one: made and started, it counts as one call; started again, as
 * one more. */
#if defined(MPIT_HAS_Bcast_init)
static bool scatters(const char *op, MPI_Comm comm)
{
    int inter;

    OK(MPI_Comm_test_inter(comm, &inter));
    return strcmp(op, "scatter") == 0 || (inter && strcmp(op, "reduce_scatter_block") == 0);
}
#define PERSISTENT(op, comm, bytes, init)                                                          \
    if (scatters(op, comm) && is_stepped_around("a_persistent_scatter_is_started"))                \
        break;                                                                                     \
    begin(op, &(comm));                                                                            \
    OK(init);                                                                                      \
    for (int turn = 0; turn < 2; turn++) {                                                         \
        if (turn > 0)                                                                              \
            begin(op, &(comm));                                                                    \
        OK(turn > 0 ? MPI_Startall(1, &request) : MPI_Start(&request));                            \
        end(turn > 0 ? "persistent " op " again" : "persistent " op, __LINE__,                     \
            (unsigned long long)(bytes));                                                          \
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));                                                 \
        CHECK_INT(is_over(op, __LINE__, (unsigned long long)(bytes)), ++number);                   \
    }                                                                                              \
    OK(MPI_Request_free(&request));
#else
#define PERSISTENT(op, comm, bytes, init)
#endif

/* The call, its nonblocking form and its persistent one each count once, with the same bytes, when
 * they are started. */
#define EXPECT(op, comm, bytes, call, icall, init)                                                 \
    do {                                                                                           \
        long long number;                                                                          \
                                                                                                   \
        begin(op, &(comm));                                                                        \
        OK(call);                                                                                  \
        end(op, __LINE__, (unsigned long long)(bytes));                                            \
        number = is_over(op, __LINE__, (unsigned long long)(bytes));                               \
        begin(op, &(comm));                                                                        \
        OK(icall);                                                                                 \
        end("nonblocking " op, __LINE__, (unsigned long long)(bytes));                             \
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));                                                 \
        CHECK_INT(is_over(op, __LINE__, (unsigned long long)(bytes)), ++number);                   \
        PERSISTENT(op, comm, bytes, init)                                                          \
    } while (0)
#define BOTH(op, comm, bytes, name, iname, ...)                                                    \
    EXPECT(op, comm, bytes, name(__VA_ARGS__, comm), iname(__VA_ARGS__, comm, &request),           \
           name##_init(__VA_ARGS__, comm, MPI_INFO_NULL, &request))

static MPI_Comm world = MPI_COMM_WORLD;
/* Part i has i + 1 ints: 10 in all. */
static int parts[N] = {1, 2, 3, 4}, starts[N] = {0, 1, 3, 6};

static void rooted_collectives_count_what_goes_to_or_from_the_root(void)
{
    bool root = rank == ROOT;

    EXPECT("barrier", world, 0, MPI_Barrier(world), MPI_Ibarrier(world, &request),
           MPI_Barrier_init(world, MPI_INFO_NULL, &request));
    BOTH("bcast", world, root ? 5 * INT : 0, MPI_Bcast, MPI_Ibcast, in, 5, MPI_INT, ROOT);
    BOTH("reduce", world, 5 * INT, MPI_Reduce, MPI_Ireduce, in, out, 5, MPI_INT, MPI_SUM, ROOT);
    if (root) {
        BOTH("gather", world, 3 * INT, MPI_Gather, MPI_Igather, in, 3, MPI_INT, out, 3, MPI_INT,
             ROOT);
        BOTH("gatherv", world, 3 * INT, MPI_Gatherv, MPI_Igatherv, in, 3, MPI_INT, out, parts,
             starts, MPI_INT, ROOT);
        BOTH("scatter", world, N * 3 * INT, MPI_Scatter, MPI_Iscatter, in, 3, MPI_INT, out, 3,
             MPI_INT, ROOT);
        BOTH("scatterv", world, 10 * INT, MPI_Scatterv, MPI_Iscatterv, in, parts, starts, MPI_INT,
             out, rank + 1, MPI_INT, ROOT);
    } else {
        BOTH("gather", world, 3 * INT, MPI_Gather, MPI_Igather, in, 3, MPI_INT, IGNORED, ROOT);
        BOTH("gatherv", world, (rank + 1) * INT, MPI_Gatherv, MPI_Igatherv, in, rank + 1, MPI_INT,
             IGNORED_PARTS, ROOT);
        BOTH("scatter", world, 0, MPI_Scatter, MPI_Iscatter, IGNORED, out, 3, MPI_INT, ROOT);
        BOTH("scatterv", world, 0, MPI_Scatterv, MPI_Iscatterv, IGNORED_PARTS, out, rank + 1,
             MPI_INT, ROOT);
    }
}

static void collectives_of_all_count_what_each_gives(void)
{
    int twos[N] = {2, 2, 2, 2}, at[N] = {0, 2, 4, 6}, byte_at[N] = {0, 8, 16, 24};
    MPI_Datatype types[N] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};

    BOTH("allgather", world, 3 * INT, MPI_Allgather, MPI_Iallgather, in, 3, MPI_INT, out, 3,
         MPI_INT);
    BOTH("allgatherv", world, (rank + 1) * INT, MPI_Allgatherv, MPI_Iallgatherv, in, rank + 1,
         MPI_INT, out, parts, starts, MPI_INT);
    BOTH("alltoall", world, N * 3 * INT, MPI_Alltoall, MPI_Ialltoall, in, 3, MPI_INT, out, 3,
         MPI_INT);
    BOTH("alltoallv", world, 8 * INT, MPI_Alltoallv, MPI_Ialltoallv, in, twos, at, MPI_INT, out,
         twos, at, MPI_INT);
    BOTH("alltoallw", world, 8 * INT, MPI_Alltoallw, MPI_Ialltoallw, in, twos, byte_at, types, out,
         twos, byte_at, types);
    BOTH("allreduce", world, 5 * INT, MPI_Allreduce, MPI_Iallreduce, in, out, 5, MPI_INT, MPI_SUM);
    BOTH("reduce_scatter", world, 10 * INT, MPI_Reduce_scatter, MPI_Ireduce_scatter, in, out, parts,
         MPI_INT, MPI_SUM);
    BOTH("reduce_scatter_block", world, N * 3 * INT, MPI_Reduce_scatter_block,
         MPI_Ireduce_scatter_block, in, out, 3, MPI_INT, MPI_SUM);
    BOTH("scan", world, 5 * INT, MPI_Scan, MPI_Iscan, in, out, 5, MPI_INT, MPI_SUM);
    BOTH("exscan", world, 5 * INT, MPI_Exscan, MPI_Iexscan, in, out, 5, MPI_INT, MPI_SUM);
}

#define HERE MPI_IN_PLACE, NONSENSE, MPI_DATATYPE_NULL

static void collectives_in_place_count_by_the_rules(void)
{
    int twos[N] = {2, 2, 2, 2}, at[N] = {0, 2, 4, 6}, byte_at[N] = {0, 8, 16, 24};
    MPI_Datatype types[N] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};

    BOTH("allreduce", world, 5 * INT, MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, out, 5, MPI_INT,
         MPI_SUM);
    BOTH("scan", world, 5 * INT, MPI_Scan, MPI_Iscan, MPI_IN_PLACE, out, 5, MPI_INT, MPI_SUM);
    BOTH("reduce_scatter", world, 10 * INT, MPI_Reduce_scatter, MPI_Ireduce_scatter, MPI_IN_PLACE,
         out, parts, MPI_INT, MPI_SUM);
    BOTH("allgather", world, 3 * INT, MPI_Allgather, MPI_Iallgather, HERE, out, 3, MPI_INT);
    BOTH("allgatherv", world, (rank + 1) * INT, MPI_Allgatherv, MPI_Iallgatherv, HERE, out, parts,
         starts, MPI_INT);
    BOTH("alltoall", world, N * 3 * INT, MPI_Alltoall, MPI_Ialltoall, HERE, out, 3, MPI_INT);
    EXPECT(
        "alltoallv", world, 8 * INT,
        MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, out, twos, at, MPI_INT, world),
        MPI_Ialltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, out, twos, at, MPI_INT, world,
                       &request),
        MPI_Alltoallv_init(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, out, twos, at, MPI_INT,
                           world, MPI_INFO_NULL, &request));
    EXPECT(
        "alltoallw", world, 8 * INT,
        MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, out, twos, byte_at, types, world),
        MPI_Ialltoallw(MPI_IN_PLACE, NULL, NULL, NULL, out, twos, byte_at, types, world, &request),
        MPI_Alltoallw_init(MPI_IN_PLACE, NULL, NULL, NULL, out, twos, byte_at, types, world,
                           MPI_INFO_NULL, &request));
    if (rank == ROOT) {
        BOTH("gather", world, 0, MPI_Gather, MPI_Igather, HERE, out, 3, MPI_INT, ROOT);
        BOTH("gatherv", world, 0, MPI_Gatherv, MPI_Igatherv, HERE, out, parts, starts, MPI_INT,
             ROOT);
        BOTH("scatter", world, N * 3 * INT, MPI_Scatter, MPI_Iscatter, in, 3, MPI_INT, MPI_IN_PLACE,
             NONSENSE, MPI_DATATYPE_NULL, ROOT);
        BOTH("reduce", world, 5 * INT, MPI_Reduce, MPI_Ireduce, MPI_IN_PLACE, out, 5, MPI_INT,
             MPI_SUM, ROOT);
    } else {
        BOTH("gather", world, 3 * INT, MPI_Gather, MPI_Igather, in, 3, MPI_INT, IGNORED, ROOT);
        BOTH("gatherv", world, (rank + 1) * INT, MPI_Gatherv, MPI_Igatherv, in, rank + 1, MPI_INT,
             IGNORED_PARTS, ROOT);
        BOTH("scatter", world, 0, MPI_Scatter, MPI_Iscatter, IGNORED, out, 3, MPI_INT, ROOT);
        BOTH("reduce", world, 5 * INT, MPI_Reduce, MPI_Ireduce, in, NULL, 5, MPI_INT, MPI_SUM,
             ROOT);
    }
}

/* One process on the one side, rank 0, three on the other. */
static void intercommunicators_count_by_the_remote_group(void)
{
    MPI_Comm local, inter;
    bool alone = rank == 0;
    int root = alone ? MPI_ROOT : 0;
    unsigned remote = alone ? 3 : 1;

    OK(MPI_Comm_split(MPI_COMM_WORLD, alone, rank, &local));
    OK(MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, alone ? 1 : 0, 1, &inter));
    BOTH("bcast", inter, alone ? 5 * INT : 0, MPI_Bcast, MPI_Ibcast, in, 5, MPI_INT, root);
    BOTH("reduce", inter, alone ? 0 : 5 * INT, MPI_Reduce, MPI_Ireduce, in, out, 5, MPI_INT,
         MPI_SUM, root);
    BOTH("gather", inter, alone ? 0 : 3 * INT, MPI_Gather, MPI_Igather, in, 3, MPI_INT, out, 3,
         MPI_INT, root);
    BOTH("scatter", inter, alone ? 3 * 3 * INT : 0, MPI_Scatter, MPI_Iscatter, in, 3, MPI_INT, out,
         3, MPI_INT, root);
    BOTH("allgather", inter, 3 * INT, MPI_Allgather, MPI_Iallgather, in, 3, MPI_INT, out, 3,
         MPI_INT);
    BOTH("alltoall", inter, remote * 3 * INT, MPI_Alltoall, MPI_Ialltoall, in, 3, MPI_INT, out, 3,
         MPI_INT);
    /* 6 ints go in on either side: 6 for one, 2 for each of three. */
    BOTH("reduce_scatter_block", inter, 6 * INT, MPI_Reduce_scatter_block,
         MPI_Ireduce_scatter_block, in, out, alone ? 6 : 2, MPI_INT, MPI_SUM);
    OK(MPI_Comm_free(&inter));
    OK(MPI_Comm_free(&local));
}

static void neighbours(MPI_Comm comm, int from, int to)
{
    int counts[N] = {2, 2, 2, 2}, at[N] = {0, 2, 4, 6};
    MPI_Aint byte_at[N] = {0, 8, 16, 24};
    MPI_Datatype types[N] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};

    (void)from;
    BOTH("neighbor_allgather", comm, to * 2 * INT, MPI_Neighbor_allgather, MPI_Ineighbor_allgather,
         in, 2, MPI_INT, out, 2, MPI_INT);
    BOTH("neighbor_allgatherv", comm, to * 2 * INT, MPI_Neighbor_allgatherv,
         MPI_Ineighbor_allgatherv, in, 2, MPI_INT, out, counts, at, MPI_INT);
    BOTH("neighbor_alltoall", comm, to * 2 * INT, MPI_Neighbor_alltoall, MPI_Ineighbor_alltoall, in,
         2, MPI_INT, out, 2, MPI_INT);
    BOTH("neighbor_alltoallv", comm, to * 2 * INT, MPI_Neighbor_alltoallv, MPI_Ineighbor_alltoallv,
         in, counts, at, MPI_INT, out, counts, at, MPI_INT);
    BOTH("neighbor_alltoallw", comm, to * 2 * INT, MPI_Neighbor_alltoallw, MPI_Ineighbor_alltoallw,
         in, counts, byte_at, types, out, counts, byte_at, types);
}

static void neighbourhoods_count_a_part_for_each_that_it_goes_to(void)
{
    int dims[2] = {2, 2}, periods[2] = {1, 1}, index[N] = {1, 2, 3, 4}, edges[N] = {1, 0, 3, 2};
    int sources[1] = {0}, targets[N - 1] = {1, 2, 3}, weights[N] = {1, 1, 1, 1};
    int in_degree, out_degree;
    MPI_Comm comm;

    OK(MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &comm));
    neighbours(comm, 4, 4);
    OK(MPI_Comm_free(&comm));
    OK(MPI_Graph_create(MPI_COMM_WORLD, N, index, edges, 0, &comm));
    neighbours(comm, 1, 1);
    OK(MPI_Comm_free(&comm));
    /* Rank 0 sends to all others, and nobody else does. */
    in_degree = rank == 0 ? 0 : 1;
    out_degree = rank == 0 ? N - 1 : 0;
    OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, in_degree, sources, weights, out_degree,
                                      targets, weights, MPI_INFO_NULL, 0, &comm));
    neighbours(comm, in_degree, out_degree);
    OK(MPI_Comm_free(&comm));
}

static void types_count_their_data_and_not_their_extent(void)
{
    MPI_Datatype spread, same;

    OK(MPI_Type_vector(3, 1, 4, MPI_INT, &spread));
    OK(MPI_Type_create_resized(MPI_INT, 0, 0, &same));
    OK(MPI_Type_commit(&spread));
    OK(MPI_Type_commit(&same));
    BOTH("bcast", world, rank == ROOT ? 2 * 3 * INT : 0, MPI_Bcast, MPI_Ibcast, in, 2, spread,
         ROOT);
    BOTH("gather", world, 5 * INT, MPI_Gather, MPI_Igather, in, 5, same, out, 5, MPI_INT, ROOT);
    OK(MPI_Type_free(&spread));
    OK(MPI_Type_free(&same));
}

/* A nonblocking collective has a live request until it is completed. */
static void nonblocking_collectives_are_live_requests(void)
{
    struct watched live = watch("mpit_live_requests", MPI_T_PVAR_CLASS_LEVEL, NULL);
    MPI_Request both[2];

    start(&live);
    CHECK_INT((long long)value(&live), 0);
    OK(MPI_Ibarrier(MPI_COMM_WORLD, &both[0]));
    CHECK_INT((long long)value(&live), 1);
    OK(MPI_Iallreduce(in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &both[1]));
    CHECK_INT((long long)value(&live), 2);
    OK(MPI_Waitall(2, both, MPI_STATUSES_IGNORE));
    CHECK_INT((long long)value(&live), 0);
    unwatch(&live);
}

#if defined(MPIT_HAS_Bcast_init)

/* Requests that are started together, and one that is freed while it is active. */
static void persistent_collectives_are_live_while_they_are_active(void)
{
    struct watched live = watch("mpit_live_requests", MPI_T_PVAR_CLASS_LEVEL, NULL);
    struct watched calls = watch("mpit_coll_calls", MPI_T_PVAR_CLASS_COUNTER, NULL);
    MPI_Request both[2];
    int sum[2][5], mine[5] = {1, 1, 1, 1, 1};

    start(&live);
    start(&calls);
    OK(MPI_Barrier_init(world, MPI_INFO_NULL, &both[0]));
    OK(MPI_Allreduce_init(mine, sum[0], 5, MPI_INT, MPI_SUM, world, MPI_INFO_NULL, &both[1]));
    CHECK_INT((long long)value(&live), 0);
    CHECK_INT((long long)value(&calls), 0);
    for (int i = 1; i <= 3; i++) {
        OK(MPI_Startall(2, both));
        CHECK_INT((long long)value(&live), 2);
        CHECK_INT((long long)value(&calls), 2 * i);
        OK(MPI_Waitall(2, both, MPI_STATUSES_IGNORE));
        CHECK_INT((long long)value(&live), 0);
        CHECK_INT(sum[0][4], N);
    }
    OK(MPI_Wait(&both[0], MPI_STATUS_IGNORE));
    CHECK_INT((long long)value(&live), 0);
    OK(MPI_Request_free(&both[0]));
    OK(MPI_Request_free(&both[1]));
    CHECK(both[0] == MPI_REQUEST_NULL && both[1] == MPI_REQUEST_NULL);
    CHECK_INT((long long)value(&calls), 6);
    unwatch(&live);
    unwatch(&calls);
}

/* What was made while nobody looked counts with the first start that somebody sees, by operation,
 * request and time as well; the time of the start is not that of a send. */
static void starts_count_for_operation_request_and_time(void)
{
    MPI_Op sum = MPI_SUM;
    MPI_Datatype pair;
    MPI_Request here;
    struct watched uses, begun, bytes, time, sends;

    OK(MPI_Type_contiguous(2, MPI_INT, &pair));
    OK(MPI_Type_commit(&pair));
    OK(MPI_Reduce_init(in, out, 3, MPI_INT, sum, ROOT, world, MPI_INFO_NULL, &here));
    OK(MPI_Bcast_init(in, 3, pair, ROOT, world, MPI_INFO_NULL, &request));
    OK(MPI_Type_free(&pair));
    uses = watch("mpit_op_reductions", MPI_T_PVAR_CLASS_COUNTER, &sum);
    begun = watch("mpit_request_starts", MPI_T_PVAR_CLASS_COUNTER, &request);
    bytes = watch("mpit_coll_bytes", MPI_T_PVAR_CLASS_AGGREGATE, NULL);
    time = watch("mpit_bcast_time", MPI_T_PVAR_CLASS_TIMER, NULL);
    sends = watch("mpit_p2p_send_time", MPI_T_PVAR_CLASS_TIMER, NULL);
    start(&uses);
    start(&begun);
    start(&bytes);
    start(&time);
    start(&sends);
    for (int i = 0; i < 2; i++) {
        OK(MPI_Start(&request));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        OK(MPI_Start(&here));
        OK(MPI_Wait(&here, MPI_STATUS_IGNORE));
    }
    CHECK_INT((long long)value(&uses), 2);
    CHECK_INT((long long)value(&begun), 2);
    CHECK_INT((long long)value(&bytes), 2 * (3 * INT + (rank == ROOT ? 6 * INT : 0)));
    CHECK(seconds(&time) > 0);
    CHECK(seconds(&sends) == 0);
    OK(MPI_Request_free(&here));
    OK(MPI_Request_free(&request));
    unwatch(&uses);
    unwatch(&begun);
    unwatch(&bytes);
    unwatch(&time);
    unwatch(&sends);
}

#define PERSISTENT_TESTS                                                                           \
    TEST(persistent_collectives_are_live_while_they_are_active),                                   \
        TEST(starts_count_for_operation_request_and_time),
#else
#define PERSISTENT_TESTS
#endif

SUITE(HARNESS_MPI_IS_UP, TEST(rooted_collectives_count_what_goes_to_or_from_the_root),
      TEST(collectives_of_all_count_what_each_gives), TEST(collectives_in_place_count_by_the_rules),
      TEST(intercommunicators_count_by_the_remote_group),
      TEST(neighbourhoods_count_a_part_for_each_that_it_goes_to),
      TEST(types_count_their_data_and_not_their_extent),
      PERSISTENT_TESTS TEST(nonblocking_collectives_are_live_requests))
