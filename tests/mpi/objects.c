/* Variables bound to communicators that are freed, and made anew: BIND-1 … BIND-4, HAND-4. */
#include "watch.h"

#include <stdint.h>

static MPI_T_pvar_session session;

static int bind_sends(void *object, MPI_T_pvar_handle *handle)
{
    int count = -7;

    return MPI_T_pvar_handle_alloc(session, pvar_of("mpit_comm_sends", MPI_T_PVAR_CLASS_COUNTER),
                                   object, handle, &count);
}

static void send_on(MPI_Comm comm, int n)
{
    int in = 1, back;

    for (int i = 0; i < n; i++)
        MPI_Sendrecv(&in, 1, MPI_INT, 0, 0, &back, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
}

static void value_of_a_freed_communicator_stands(void)
{
    struct watched sends;
    MPI_Comm comm;
    unsigned long long got;

    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    sends = watch("mpit_comm_sends", MPI_T_PVAR_CLASS_COUNTER, &comm);
    start(&sends);
    send_on(comm, 3);
    MPI_Comm_free(&comm);
    CHECK_INT(value(&sends), 3);
    send_on(MPI_COMM_SELF, 2);
    CHECK_INT(value(&sends), 3);
    stop(&sends);
    start(&sends);
    CHECK_INT(value(&sends), 3);
    OK(MPI_T_pvar_readreset(sends.session, sends.handle, &got));
    CHECK_INT(got, 3);
    CHECK_INT(value(&sends), 0);
    OK(MPI_T_pvar_handle_free(sends.session, &sends.handle));
    OK(MPI_T_pvar_session_free(&sends.session));
}

/* Made and freed until the MPI library gives out the same handle again. */
static void new_communicator_with_an_old_handle_starts_at_nothing(void)
{
    struct watched old, fresh;
    MPI_Comm comm, first;
    bool again = false;

    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    first = comm;
    old = watch("mpit_comm_sends", MPI_T_PVAR_CLASS_COUNTER, &comm);
    start(&old);
    send_on(comm, 5);
    MPI_Comm_free(&comm);
    for (int i = 0; i < 100 && !again; i++) {
        MPI_Comm_dup(MPI_COMM_SELF, &comm);
        again = comm == first;
        fresh = watch("mpit_comm_sends", MPI_T_PVAR_CLASS_COUNTER, &comm);
        start(&fresh);
        CHECK_INT(value(&fresh), 0);
        send_on(comm, 1);
        CHECK_INT(value(&fresh), 1);
        CHECK_INT(value(&old), 5);
        unwatch(&fresh);
        MPI_Comm_free(&comm);
    }
    CHECK(again);
    unwatch(&old);
}

/* The record of a communicator that nobody is bound to any more is used again for another one. */
static void request_of_a_freed_communicator_counts_for_the_process_alone(void)
{
    struct watched sends, of_process = watch("mpit_p2p_recvs", MPI_T_PVAR_CLASS_COUNTER, NULL);
    MPI_Request request;
    MPI_Comm comm, other;
    int in, back = 1;

    start(&of_process);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, comm, &request);
    MPI_Send(&back, 1, MPI_INT, 0, 0, comm);
    MPI_Comm_free(&comm);
    MPI_Comm_dup(MPI_COMM_SELF, &other);
    sends = watch("mpit_comm_recvs", MPI_T_PVAR_CLASS_COUNTER, &other);
    start(&sends);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK_INT(value(&of_process), 1);
    CHECK_INT(value(&sends), 0);
    unwatch(&sends);
    unwatch(&of_process);
    MPI_Comm_free(&other);
}

static void what_is_no_live_communicator_is_refused(void)
{
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    MPI_Comm comm, freed;
    uint64_t garbage[4] = {0, 1, UINT64_C(0x5a5a5a5a5a5a5a5a), UINT64_MAX};

    OK(MPI_T_pvar_session_create(&session));
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    freed = comm;
    MPI_Comm_free(&comm);
    CHECK_RC(bind_sends(NULL, &handle), MPI_T_ERR_INVALID);
    CHECK_RC(bind_sends(&comm, &handle), MPI_T_ERR_INVALID); /* MPI_COMM_NULL */
    CHECK_RC(bind_sends(&freed, &handle), MPI_T_ERR_INVALID);
    for (int i = 0; i < 4; i++)
        CHECK_RC(bind_sends(&garbage[i], &handle), MPI_T_ERR_INVALID);
    CHECK(handle == MPI_T_PVAR_HANDLE_NULL);
    OK(MPI_T_pvar_session_free(&session));
}

/* Communicators of every making are known. */
static void every_kind_of_communicator_can_be_bound(void)
{
    MPI_T_pvar_handle handle;
    MPI_Comm comms[10];
    MPI_Group group;
    int n = 0, dims[1] = {1}, no[1] = {0}, remain[1] = {1}, nodes[1] = {0}, degree[1] = {1};

    OK(MPI_T_pvar_session_create(&session));
    MPI_Comm_group(MPI_COMM_SELF, &group);
    MPI_Comm_dup(MPI_COMM_SELF, &comms[n++]);
    MPI_Comm_dup_with_info(MPI_COMM_SELF, MPI_INFO_NULL, &comms[n++]);
    MPI_Comm_create(MPI_COMM_SELF, group, &comms[n++]);
    MPI_Comm_create_group(MPI_COMM_SELF, group, 0, &comms[n++]);
    MPI_Comm_split(MPI_COMM_SELF, 0, 0, &comms[n++]);
    MPI_Comm_split_type(MPI_COMM_SELF, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &comms[n++]);
    MPI_Cart_create(MPI_COMM_SELF, 1, dims, no, 0, &comms[n]);
    MPI_Cart_sub(comms[n], remain, &comms[n + 1]);
    n += 2;
    MPI_Dist_graph_create(MPI_COMM_SELF, 1, nodes, degree, nodes, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                          &comms[n++]);
    for (int i = 0; i < n; i++) {
        OK(bind_sends(&comms[i], &handle));
        MPI_Comm_free(&comms[i]);
    }
    comms[0] = MPI_COMM_SELF;
    OK(bind_sends(&comms[0], &handle));
    comms[0] = MPI_COMM_WORLD;
    OK(bind_sends(&comms[0], &handle));
    MPI_Group_free(&group);
    OK(MPI_T_pvar_session_free(&session));
}

static void communicator_made_idly_is_known_once_it_is_complete(void)
{
    struct watched sends;
    MPI_Request request;
    MPI_Comm comm;

    MPI_Comm_idup(MPI_COMM_SELF, &comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    sends = watch("mpit_comm_sends", MPI_T_PVAR_CLASS_COUNTER, &comm);
    start(&sends);
    send_on(comm, 2);
    CHECK_INT(value(&sends), 2);
    unwatch(&sends);
    MPI_Comm_free(&comm);
}

/* Sessions that end with handles bound to live and to dead communicators leave nothing bound. */
static void thousands_of_communicators_come_and_go_under_their_handles(void)
{
    for (int i = 0; i < 3000; i++) {
        MPI_T_pvar_handle handle;
        MPI_Comm comm;

        if (i % 50 == 0)
            OK(MPI_T_pvar_session_create(&session));
        MPI_Comm_dup(MPI_COMM_SELF, &comm);
        OK(bind_sends(&comm, &handle));
        OK(MPI_T_pvar_start(session, handle));
        if (i % 3 == 0)
            OK(MPI_T_pvar_handle_free(session, &handle));
        send_on(comm, 1);
        MPI_Comm_free(&comm);
        if (i % 50 == 49)
            OK(MPI_T_pvar_session_free(&session));
    }
}

SUITE(HARNESS_MPI_IS_UP, TEST(value_of_a_freed_communicator_stands),
      TEST(new_communicator_with_an_old_handle_starts_at_nothing),
      TEST(request_of_a_freed_communicator_counts_for_the_process_alone),
      TEST(what_is_no_live_communicator_is_refused), TEST(every_kind_of_communicator_can_be_bound),
      TEST(communicator_made_idly_is_known_once_it_is_complete),
      TEST(thousands_of_communicators_come_and_go_under_their_handles))
