/* Sessions of MPI 4.0 without MPI_Init: what is made in them can be bound, and that there is no
 * report is said. */
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

static void report_that_sessions_alone_do_not_give_is_said_once(void)
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
      TEST(report_that_sessions_alone_do_not_give_is_said_once))

#else

static void sessions_are_not_there(void)
{
    CHECK(!dlsym(RTLD_DEFAULT, "MPI_Session_init"));
    CHECK(!dlsym(RTLD_DEFAULT, "PMPI_Session_init"));
}

SUITE(HARNESS_EACH_IN_A_CHILD, TEST(sessions_are_not_there))

#endif
