/* Sessions of MPI 4.0 without MPI_Init: what is made in them can be bound, their queues can be
 * drained, and that standard output gets no report is said. */
#define _GNU_SOURCE
#include "config.h"

#include "watch.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(MPIT_HAS_Session_init)

static MPI_Session open_session(void)
{
    MPI_Session session;

    OK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
    return session;
}

static MPI_Comm make_comm(MPI_Session session)
{
    MPI_Group group;
    MPI_Comm comm;

    OK(MPI_Group_from_session_pset(session, "mpi://SELF", &group));
    OK(MPI_Comm_create_from_group(group, "mpit", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
    OK(MPI_Group_free(&group));
    return comm;
}

static void communicator_of_a_session_alone_can_be_bound(void)
{
    MPI_Session session = open_session();
    MPI_Comm comm = make_comm(session), world = MPI_COMM_WORLD;
    struct watched sends, alive;
    int in = 0, out = 3, provided;

    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    alive = watch("mpit_live_comms", MPI_T_PVAR_CLASS_LEVEL, NULL);
    start(&alive);
    CHECK_INT((long long)value(&alive), 1);
    sends = watch("mpit_comm_sends", MPI_T_PVAR_CLASS_COUNTER, &comm);
    start(&sends);
    OK(MPI_Sendrecv(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE));
    CHECK_INT(in, 3);
    CHECK_INT((long long)value(&sends), 1);
    CHECK_RC(offered("mpit_comm_sends", MPI_T_PVAR_CLASS_COUNTER, &world), MPI_T_ERR_INVALID);
    OK(MPI_Comm_free(&comm));
    CHECK_INT((long long)value(&alive), 0);
    CHECK_INT((long long)value(&sends), 1);
    unwatch(&sends);
    unwatch(&alive);
    OK(MPI_Session_finalize(&session));
    OK(MPI_T_finalize());
}

#define COUNTER MPI_T_PVAR_CLASS_COUNTER

static void no_communicator_of_init_can_be_bound_in_a_session(void)
{
    MPI_Comm world = MPI_COMM_WORLD, self = MPI_COMM_SELF, null = MPI_COMM_NULL;
    MPI_Session session;
    int provided;

    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK_RC(offered("mpit_comm_sends", COUNTER, &world), MPI_SUCCESS);
    CHECK_RC(offered("mpit_comm_sends", COUNTER, &self), MPI_SUCCESS);
    session = open_session();
    CHECK_RC(offered("mpit_comm_sends", COUNTER, &world), MPI_T_ERR_INVALID);
    CHECK_RC(offered("mpit_comm_sends", COUNTER, &self), MPI_T_ERR_INVALID);
    CHECK_RC(offered("mpit_comm_sends", COUNTER, &null), MPI_T_ERR_INVALID);
    OK(MPI_Session_finalize(&session));
    OK(MPI_T_finalize());
}

static void objects_of_every_kind_can_be_bound_in_a_session(void)
{
    MPI_Session session = open_session(), second;
    MPI_Comm comm = make_comm(session);
    MPI_Datatype integer = MPI_INT, pair;
    MPI_Op sum = MPI_SUM;
    MPI_Errhandler returning = MPI_ERRORS_RETURN;
    MPI_Group group;
    MPI_Info info;
    struct watched sends, reductions, comms, uses;
    int provided, in[2], out[2] = {1, 2};

    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_Type_contiguous(2, MPI_INT, &pair));
    OK(MPI_Type_commit(&pair));
    OK(MPI_Comm_group(comm, &group));
    OK(MPI_Info_create(&info));
    CHECK_RC(offered("mpit_datatype_sends", COUNTER, &integer), MPI_SUCCESS);
    CHECK_RC(offered("mpit_errhandler_calls", COUNTER, &returning), MPI_SUCCESS);
    CHECK_RC(offered("mpit_info_uses", COUNTER, &info), MPI_SUCCESS);
    sends = watch("mpit_datatype_sends", COUNTER, &pair);
    reductions = watch("mpit_op_reductions", COUNTER, &sum);
    comms = watch("mpit_group_comms", COUNTER, &group);
    start(&sends);
    start(&reductions);
    start(&comms);
    OK(MPI_Sendrecv(out, 1, pair, 0, 0, in, 1, pair, 0, 0, comm, MPI_STATUS_IGNORE));
    OK(MPI_Allreduce(out, in, 2, MPI_INT, MPI_SUM, comm));
    CHECK_INT((long long)value(&sends), 1);
    CHECK_INT((long long)value(&reductions), 1);
    CHECK_INT((long long)value(&comms), 0);
    uses = watch("mpit_info_uses", COUNTER, &info);
    start(&uses);
    OK(MPI_Session_init(info, MPI_ERRORS_RETURN, &second));
    OK(MPI_Session_finalize(&second));
    CHECK_INT((long long)value(&uses), 1);
    unwatch(&uses);
    OK(MPI_Info_free(&info));
    OK(MPI_Group_free(&group));
    OK(MPI_Type_free(&pair));
    OK(MPI_Comm_free(&comm));
    OK(MPI_Session_finalize(&session));
    CHECK_INT((long long)value(&sends), 1);
    unwatch(&sends);
    unwatch(&reductions);
    unwatch(&comms);
    OK(MPI_T_finalize());
}

static void windows_can_be_bound_in_a_session(void)
{
    MPI_Session session = open_session();
    MPI_Comm comm = make_comm(session);
    MPI_Win win;
    struct watched puts;
    int memory = 0, out = 1, provided;

    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, comm, &win));
    puts = watch("mpit_win_puts", COUNTER, &win);
    start(&puts);
    OK(MPI_Win_fence(0, win));
    OK(MPI_Put(&out, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    OK(MPI_Win_fence(0, win));
    CHECK_INT((long long)value(&puts), 1);
    OK(MPI_Win_free(&win));
    CHECK_INT((long long)value(&puts), 1);
    unwatch(&puts);
    OK(MPI_Comm_free(&comm));
    OK(MPI_Session_finalize(&session));
    OK(MPI_T_finalize());
}

/* One message waits, and is received out of the queue. */
static void drain_in(MPI_Session session)
{
    MPI_Comm comm = make_comm(session);
    MPI_Request request;
    struct watched length = watch("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, &comm),
                   bytes = watch("mpit_umq_bytes", MPI_T_PVAR_CLASS_LEVEL, &comm);
    int out = 5, in = 0;

    start(&length);
    start(&bytes);
    OK(MPI_Isend(&out, 1, MPI_INT, 0, 3, comm, &request));
    CHECK_INT((long long)value(&length), 1);
    CHECK_INT((long long)value(&bytes), (long long)sizeof out);
    OK(MPI_Recv(&in, 1, MPI_INT, 0, 3, comm, MPI_STATUS_IGNORE));
    CHECK_INT(in, 5);
    CHECK_INT((long long)value(&length), 0);
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Comm_free(&comm));
    unwatch(&length);
    unwatch(&bytes);
}

static void the_queue_is_drained_in_sessions_where_it_was_asked_for_before(void)
{
    MPI_Session session;
    int provided;

    setenv("MPIT_UMQ_SOURCE", "drain", 1);
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    session = open_session();
    drain_in(session);
    OK(MPI_Session_finalize(&session));
    OK(MPI_T_finalize());
}

static void the_queue_is_drained_in_sessions_that_come_again(void)
{
    MPI_Session session;
    int provided;

    setenv("MPIT_UMQ_SOURCE", "drain", 1);
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    for (int i = 0; i < 2; i++) {
        session = open_session();
        drain_in(session);
        OK(MPI_Session_finalize(&session));
    }
    OK(MPI_T_finalize());
}

/* Another thread may already wait for a message, as under MPI_THREAD_MULTIPLE. */
static void the_queue_is_not_drained_in_a_session_that_began_without(void)
{
    MPI_Session session = open_session();
    MPI_Comm comm = make_comm(session);
    int provided;

    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(!has_value("mpit_umq_bytes", MPI_T_PVAR_CLASS_LEVEL, &comm));
    OK(MPI_Comm_free(&comm));
    OK(MPI_Session_finalize(&session));
    OK(MPI_T_finalize());
}

/* Into a file while it runs, which is unlinked. */
static int redirect_errors(int *file)
{
    char name[] = "/tmp/mpit-sessions-XXXXXX";
    int before = dup(STDERR_FILENO);

    *file = mkstemp(name);
    unlink(name);
    dup2(*file, STDERR_FILENO);
    return before;
}

static void report_that_standard_output_does_not_get_is_said_once(void)
{
    MPI_Session sessions[2];
    char said[4096];
    int file, before;
    const char *line;
    ssize_t n;

    setenv("MPIT_REPORT", "-", 1);
    before = redirect_errors(&file);
    /* Side by side: one after the other crashes in MPICH 4.0.2. */
    for (int i = 0; i < 2; i++)
        sessions[i] = open_session();
    for (int i = 0; i < 2; i++)
        OK(MPI_Session_finalize(&sessions[i]));
    dup2(before, STDERR_FILENO);
    n = pread(file, said, sizeof said - 1, 0);
    said[n < 0 ? 0 : n] = '\0';
    line = strstr(said, "mpit: ");
    CHECK_THAT(line && strstr(line, "no report") && strstr(line, "MPI_Init"), "it says '%s'", said);
    CHECK_THAT(!line || !strstr(line + 1, "mpit: "), "it says more: '%s'", said);
}

SUITE(HARNESS_EACH_IN_A_CHILD, TEST(communicator_of_a_session_alone_can_be_bound),
      TEST(no_communicator_of_init_can_be_bound_in_a_session),
      TEST(objects_of_every_kind_can_be_bound_in_a_session),
      TEST(windows_can_be_bound_in_a_session),
      TEST(the_queue_is_drained_in_sessions_where_it_was_asked_for_before),
      TEST(the_queue_is_drained_in_sessions_that_come_again),
      TEST(the_queue_is_not_drained_in_a_session_that_began_without),
      TEST(report_that_standard_output_does_not_get_is_said_once))

#else

static void sessions_are_not_there(void)
{
    CHECK(is_refused("MPI_Session_init"));
    CHECK(is_refused("PMPI_Session_init"));
}

SUITE(HARNESS_EACH_IN_A_CHILD, TEST(sessions_are_not_there))

#endif
