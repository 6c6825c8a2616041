/* Under MPI_THREAD_MULTIPLE a queue that was not drained from MPI_Init on never is: what would need
 * it is not offered.  Open MPI has a number of its own for the length. */
#include "config.h"

#include "queue.h"

static void check_offers(int source, int length, int bytes)
{
    MPI_Comm comm = MPI_COMM_WORLD;

    CHECK_INT(queue_source(comm), source);
    CHECK_RC(queue_offers("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm), length);
    CHECK_RC(queue_offers("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_HIGHWATERMARK, comm), length);
    CHECK_RC(queue_offers("mpit_unexpected_recvs", MPI_T_PVAR_CLASS_COUNTER, comm), length);
    CHECK_RC(queue_offers("mpit_umq_bytes", MPI_T_PVAR_CLASS_LEVEL, comm), bytes);
}

static void queue_is_not_drained_by_default(void)
{
#if defined(MPIT_OPENMPI)
    check_offers(VENDOR, MPI_SUCCESS, MPI_T_ERR_INVALID);
#else
    check_offers(OFF, MPI_T_ERR_INVALID, MPI_T_ERR_INVALID);
#endif
}

static void drain_that_is_asked_for_too_late_is_not_offered(void)
{
    queue_set_source(DRAIN);
    check_offers(OFF, MPI_T_ERR_INVALID, MPI_T_ERR_INVALID);
}

SUITE(HARNESS_MPI_IS_UP, TEST(queue_is_not_drained_by_default),
      TEST(drain_that_is_asked_for_too_late_is_not_offered))
