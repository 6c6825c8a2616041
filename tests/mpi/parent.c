/* A communicator that the MPI library hands out whenever it is asked: the program starts itself
 * once more, and both ends count theirs. */
#include "config.h"

#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Open MPI's shared memory does not reach from one job into another. */
__attribute__((constructor)) static void allow_sockets(void)
{
    const char *btl = getenv("OMPI_MCA_btl");
    char with_tcp[100];

    snprintf(with_tcp, sizeof with_tcp, "%s,tcp", btl ? btl : "self");
    setenv("OMPI_MCA_btl", with_tcp, 1);
}

static MPI_Comm parent(void)
{
    MPI_Comm comm;

    OK(MPI_Comm_get_parent(&comm));
    return comm;
}

#if defined(MPIT_OPENMPI)

static MPI_Comm spawn_this_program(void)
{
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    MPI_Comm child = MPI_COMM_NULL;

    if (length <= 0)
        need_failed("/proc/self/exe");
    program[length] = '\0';
    OK(MPI_Comm_spawn(program, MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &child,
                      MPI_ERRCODES_IGNORE));
    return child;
}

/* What the child counts comes to the parent, which says whether it is right. */
static void parent_counts_once_however_often_it_is_asked_for(void)
{
    struct watched alive = watch("mpit_live_comms", MPI_T_PVAR_CLASS_LEVEL, NULL);
    unsigned long long counted[3] = {0};
    MPI_Comm other = parent();

    start(&alive);
    if (other != MPI_COMM_NULL) {
        counted[0] = value(&alive);
        for (int i = 0; i < 3; i++)
            CHECK(parent() == other);
        counted[1] = value(&alive);
        OK(MPI_Send(counted, 2, MPI_UNSIGNED_LONG_LONG, 0, 0, other));
    } else {
        CHECK_INT((long long)value(&alive), 0);
        other = spawn_this_program();
        CHECK_INT((long long)value(&alive), 1);
        OK(MPI_Recv(counted, 2, MPI_UNSIGNED_LONG_LONG, 0, 0, other, MPI_STATUS_IGNORE));
        CHECK_INT((long long)counted[0], 1);
        CHECK_INT((long long)counted[1], 1);
    }
    OK(MPI_Comm_disconnect(&other));
    CHECK_INT((long long)value(&alive), 0);
    unwatch(&alive);
}

SUITE(HARNESS_MPI_IS_SINGLE, TEST(parent_counts_once_however_often_it_is_asked_for))

#else

/* MPICH 4.0.2 of Debian cannot spawn: what counts is in tests/unit/object.c. */
static void no_parent_is_no_communicator(void)
{
    struct watched alive = watch("mpit_live_comms", MPI_T_PVAR_CLASS_LEVEL, NULL);

    start(&alive);
    CHECK(parent() == MPI_COMM_NULL);
    CHECK_INT((long long)value(&alive), 0);
    unwatch(&alive);
}

SUITE(HARNESS_MPI_IS_SINGLE, TEST(no_parent_is_no_communicator))

#endif
