/* Barrier, broadcast and reductions on 4 ranks, with counts worked out by hand: PROF-5 and the
 * variables of collectives. */
#include "watch.h"

enum { N = 6 };

struct collective {
    struct watched calls, bytes, of_op[2], on_comm[2], sends;
};

static struct collective begin(const char *op_calls, const char *op_bytes, MPI_Comm comm)
{
    struct collective all;
    MPI_T_pvar_session session;

    OK(MPI_T_pvar_session_create(&session));
    all.calls = watch_on(session, "mpit_coll_calls", MPI_T_PVAR_CLASS_COUNTER, NULL);
    all.bytes = watch_on(session, "mpit_coll_bytes", MPI_T_PVAR_CLASS_AGGREGATE, NULL);
    all.of_op[0] = watch_on(session, op_calls, MPI_T_PVAR_CLASS_COUNTER, NULL);
    all.of_op[1] = watch_on(session, op_bytes, MPI_T_PVAR_CLASS_AGGREGATE, NULL);
    all.on_comm[0] = watch_on(session, "mpit_comm_coll_calls", MPI_T_PVAR_CLASS_COUNTER, &comm);
    all.on_comm[1] = watch_on(session, "mpit_comm_coll_bytes", MPI_T_PVAR_CLASS_AGGREGATE, &comm);
    all.sends = watch_on(session, "mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    OK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
    return all;
}
#define BEGIN(op, comm) begin("mpit_" #op "_calls", "mpit_" #op "_bytes", comm)

static void end(const char *file, int line, struct collective *all, unsigned calls, unsigned bytes)
{
    check_int(file, line, "calls", (long long)value(&all->calls), calls);
    check_int(file, line, "bytes", (long long)value(&all->bytes), bytes);
    check_int(file, line, "calls of the operation", (long long)value(&all->of_op[0]), calls);
    check_int(file, line, "bytes of the operation", (long long)value(&all->of_op[1]), bytes);
    check_int(file, line, "calls of the communicator", (long long)value(&all->on_comm[0]), calls);
    check_int(file, line, "bytes of the communicator", (long long)value(&all->on_comm[1]), bytes);
    /* What a collective sends inside is not what the program sent. */
    check_int(file, line, "sends", (long long)value(&all->sends), 0);
    OK(MPI_T_pvar_session_free(&all->calls.session));
}
#define END(all, calls, bytes) end(__FILE__, __LINE__, all, calls, bytes)

static void barrier_counts_calls_and_no_bytes(void)
{
    struct collective all = BEGIN(barrier, MPI_COMM_WORLD);

    for (int i = 0; i < 3; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    END(&all, 3, 0);
}

static void broadcast_counts_its_bytes_at_the_root(void)
{
    struct collective all = BEGIN(bcast, MPI_COMM_WORLD);
    double data[N] = {0};

    for (int root = 0; root < ranks; root++) {
        if (rank == root)
            data[0] = root + 1;
        MPI_Bcast(data, N, MPI_DOUBLE, root, MPI_COMM_WORLD);
        CHECK(data[0] == root + 1);
    }
    MPI_Bcast(data, 2, MPI_DOUBLE, 1, MPI_COMM_WORLD);
    END(&all, 5, 8 * (N + 2 * (rank == 1)));
}

static void reduction_counts_what_each_process_gives(void)
{
    struct collective all = BEGIN(reduce, MPI_COMM_WORLD);
    int mine[N] = {1}, sum[N] = {0};

    MPI_Reduce(mine, sum, N, MPI_INT, MPI_SUM, 2, MPI_COMM_WORLD);
    CHECK_INT(sum[0], rank == 2 ? ranks : 0);
    /* In place at the root, which gives as much. */
    MPI_Reduce(rank == 1 ? MPI_IN_PLACE : mine, rank == 1 ? mine : NULL, N, MPI_INT, MPI_SUM, 1,
               MPI_COMM_WORLD);
    CHECK_INT(mine[0], rank == 1 ? ranks : 1);
    END(&all, 2, 2 * 4 * N);
}

static void reduction_to_all_counts_in_place_too(void)
{
    struct collective all = BEGIN(allreduce, MPI_COMM_WORLD);
    double mine[N] = {1}, sum[N];

    MPI_Allreduce(mine, sum, N, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum[0] == ranks);
    MPI_Allreduce(MPI_IN_PLACE, mine, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(NULL, NULL, 0, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    END(&all, 3, 8 * (N + 1));
}

static void collectives_of_a_type_count_its_data(void)
{
    struct collective all = BEGIN(bcast, MPI_COMM_WORLD);
    MPI_Datatype vector;
    int data[30] = {0};

    MPI_Type_vector(3, 1, 10, MPI_INT, &vector);
    MPI_Type_commit(&vector);
    MPI_Bcast(data, 1, vector, 0, MPI_COMM_WORLD);
    MPI_Type_free(&vector);
    END(&all, 1, rank == 0 ? 12 : 0);
}

/* The halves of the world; the root lies in one of them, and only its group or the other gives. */
static void collectives_of_an_intercommunicator_count_by_their_root(void)
{
    MPI_Comm half, inter;
    int lower = rank < ranks / 2, data[N] = {rank}, sum[N];
    int root = rank == 0 ? MPI_ROOT : lower ? MPI_PROC_NULL : 0;
    struct collective all;

    MPI_Comm_split(MPI_COMM_WORLD, lower, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, lower ? ranks / 2 : 0, 3, &inter);

    all = BEGIN(bcast, inter);
    MPI_Bcast(data, N, MPI_INT, root, inter);
    END(&all, 1, rank == 0 ? 4 * N : 0);

    all = BEGIN(reduce, inter);
    MPI_Reduce(data, sum, N, MPI_INT, MPI_SUM, root, inter);
    END(&all, 1, lower ? 0 : 4 * N);

    all = BEGIN(allreduce, inter);
    MPI_Allreduce(data, sum, N, MPI_INT, MPI_SUM, inter);
    END(&all, 1, 4 * N);

    all = BEGIN(barrier, inter);
    MPI_Barrier(inter);
    END(&all, 1, 0);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

static void collectives_count_on_their_communicator_alone(void)
{
    MPI_Comm world = MPI_COMM_WORLD, dup;
    struct watched on_world;
    struct collective all;

    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    on_world = watch("mpit_comm_coll_calls", MPI_T_PVAR_CLASS_COUNTER, &world);
    start(&on_world);
    all = BEGIN(barrier, dup);
    MPI_Barrier(dup);
    MPI_Barrier(dup);
    END(&all, 2, 0);
    CHECK_INT(value(&on_world), 0);
    unwatch(&on_world);
    MPI_Comm_free(&dup);
}

static void making_communicators_is_no_collective(void)
{
    struct collective all = BEGIN(barrier, MPI_COMM_WORLD);
    MPI_Comm dup, split;

    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_split(MPI_COMM_WORLD, rank & 1, 0, &split);
    MPI_Comm_free(&split);
    MPI_Comm_free(&dup);
    END(&all, 0, 0);
}

static void time_of_collectives_is_booked_once(void)
{
    struct watched coll = watch("mpit_coll_time", MPI_T_PVAR_CLASS_TIMER, NULL);
    struct watched barrier = watch("mpit_barrier_time", MPI_T_PVAR_CLASS_TIMER, NULL);
    struct watched send = watch("mpit_p2p_send_time", MPI_T_PVAR_CLASS_TIMER, NULL);
    struct watched mpi = watch("mpit_mpi_time", MPI_T_PVAR_CLASS_TIMER, NULL);

    start(&coll);
    start(&barrier);
    start(&send);
    start(&mpi);
    for (int i = 0; i < 10; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    CHECK(seconds(&barrier) > 0 && seconds(&coll) == seconds(&barrier));
    CHECK(seconds(&mpi) == seconds(&coll));
    CHECK(seconds(&send) == 0);
    unwatch(&coll);
    unwatch(&barrier);
    unwatch(&send);
    unwatch(&mpi);
}

SUITE(HARNESS_MPI_IS_UP, TEST(barrier_counts_calls_and_no_bytes),
      TEST(broadcast_counts_its_bytes_at_the_root), TEST(reduction_counts_what_each_process_gives),
      TEST(reduction_to_all_counts_in_place_too), TEST(collectives_of_a_type_count_its_data),
      TEST(collectives_of_an_intercommunicator_count_by_their_root),
      TEST(collectives_count_on_their_communicator_alone),
      TEST(making_communicators_is_no_collective), TEST(time_of_collectives_is_booked_once))
