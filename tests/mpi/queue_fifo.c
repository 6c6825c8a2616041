/* Messages of one source, tag and communicator are received in order, however they are received,
 * while the unexpected queue is drained, not watched, and paused by turns. */
#include "queue_meddle.h"

enum { ROUNDS = 420, AT_LEAST = 200000 };

static void messages_are_received_in_order(void)
{
    struct meddler meddler = {0};

    meddlers_begin(&meddler, 1, ROUNDS);
    traffic_run(&meddler.traffic);
    meddlers_end(&meddler, 1, AT_LEAST);
}

SUITE(HARNESS_MPI_IS_SINGLE, TEST(messages_are_received_in_order))
