/* mpit_peer_limit: where the counts per peer stand does not change them; 4 ranks. */
#include "watch.h"

enum { LIMITS = 4, QUANTITIES = 4 };

/* Dense from 4 on. */
static const MPI_Count limits[LIMITS] = {1, 3, 4, 65536};

static const struct {
    const char *name;
    int var_class;
} quantities[QUANTITIES] = {
    {"mpit_peer_sends", MPI_T_PVAR_CLASS_COUNTER},
    {"mpit_peer_send_bytes", MPI_T_PVAR_CLASS_AGGREGATE},
    {"mpit_peer_recvs", MPI_T_PVAR_CLASS_COUNTER},
    {"mpit_peer_recv_bytes", MPI_T_PVAR_CLASS_AGGREGATE},
};

static int limit_write(MPI_Comm *comm, MPI_Count limit)
{
    MPI_T_cvar_handle handle;
    int count, rc;

    OK(MPI_T_cvar_handle_alloc(cvar_of("mpit_peer_limit"), comm, &handle, &count));
    CHECK_INT(count, 1);
    rc = MPI_T_cvar_write(handle, &limit);
    OK(MPI_T_cvar_handle_free(&handle));
    return rc;
}

static MPI_Count limit_read(MPI_Comm *comm)
{
    MPI_T_cvar_handle handle;
    MPI_Count limit = -1;
    int count;

    OK(MPI_T_cvar_handle_alloc(cvar_of("mpit_peer_limit"), comm, &handle, &count));
    OK(MPI_T_cvar_read(handle, &limit));
    OK(MPI_T_cvar_handle_free(&handle));
    return limit;
}

/* Each rank sends to each other one as many ints as the two ranks are apart, that often. */
static int apart(int peer)
{
    return peer > rank ? peer - rank : rank - peer;
}

static void talk(MPI_Comm comm)
{
    int in[4], out[4] = {0};

    for (int peer = 0; peer < ranks; peer++)
        for (int i = 0; peer != rank && i < apart(peer); i++)
            OK(MPI_Sendrecv(out, apart(peer), MPI_INT, peer, i, in, apart(peer), MPI_INT, peer, i,
                            comm, MPI_STATUS_IGNORE));
}

static void sparse_and_dense_counts_by_peer_are_the_same(void)
{
    for (int i = 0; i < LIMITS; i++) {
        struct watched watched[QUANTITIES];
        MPI_Comm comm;

        OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
        OK(limit_write(&comm, limits[i]));
        CHECK(limit_read(&comm) == limits[i]);
        for (int j = 0; j < QUANTITIES; j++) {
            watched[j] = watch(quantities[j].name, quantities[j].var_class, &comm);
            CHECK_INT(watched[j].count, ranks);
            start(&watched[j]);
        }
        talk(comm);
        for (int j = 0; j < QUANTITIES; j++) {
            for (int peer = 0; peer < ranks; peer++)
                CHECK_INT((long long)element(&watched[j], peer),
                          apart(peer) * (j % 2 ? apart(peer) * (int)sizeof(int) : 1));
            unwatch(&watched[j]);
        }
        /* Their memory is laid out now. */
        CHECK_RC(limit_write(&comm, 17), MPI_T_ERR_CVAR_SET_NOT_NOW);
        CHECK(limit_read(&comm) == limits[i]);
        OK(MPI_Comm_free(&comm));
    }
}

static void a_limit_is_one_communicators_alone(void)
{
    MPI_Comm one, other;

    OK(MPI_Comm_dup(MPI_COMM_WORLD, &one));
    OK(limit_write(&one, 2));
    OK(MPI_Comm_dup(one, &other));
    CHECK(limit_read(&one) == 2);
    CHECK(limit_read(&other) == 65536);
    OK(MPI_Comm_free(&one));
    OK(MPI_Comm_free(&other));
}

static void a_limit_below_one_is_refused(void)
{
    MPI_Comm comm;

    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    CHECK_RC(limit_write(&comm, 0), MPI_T_ERR_INVALID);
    CHECK_RC(limit_write(&comm, -5), MPI_T_ERR_INVALID);
    CHECK(limit_read(&comm) == 65536);
    OK(MPI_Comm_free(&comm));
}

SUITE(HARNESS_MPI_IS_UP, TEST(sparse_and_dense_counts_by_peer_are_the_same),
      TEST(a_limit_is_one_communicators_alone), TEST(a_limit_below_one_is_refused))
