/* Under MPI_THREAD_MULTIPLE a queue that was not drained from MPI_Init on never is: what would need
 * it is not known.  Open MPI has a number of its own for the length. */
#include "config.h"

#include "queue.h"

static void check_known(int source, bool length, bool bytes)
{
    MPI_Comm comm = MPI_COMM_WORLD;

    CHECK_INT(queue_source(comm), source);
    CHECK_INT(queue_knows("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm), length);
    CHECK_INT(queue_knows("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_HIGHWATERMARK, comm), length);
    CHECK_INT(queue_knows("mpit_unexpected_recvs", MPI_T_PVAR_CLASS_COUNTER, comm), length);
    CHECK_INT(queue_knows("mpit_umq_bytes", MPI_T_PVAR_CLASS_LEVEL, comm), bytes);
}

static void queue_is_not_drained_by_default(void)
{
#if defined(MPIT_OPENMPI)
    check_known(VENDOR, true, false);
#else
    check_known(OFF, false, false);
#endif
}

static void drain_that_is_asked_for_too_late_is_not_known(void)
{
    queue_set_source(DRAIN);
    check_known(OFF, false, false);
}

SUITE(HARNESS_MPI_IS_UP, TEST(queue_is_not_drained_by_default),
      TEST(drain_that_is_asked_for_too_late_is_not_known))
