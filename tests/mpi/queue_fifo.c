/* Messages of one source, tag and communicator are received in order, however they are received,
 * while the unexpected queue is drained, not watched, and paused by turns. */
#include "queue_meddle.h"

enum { ROUNDS = 420, AT_LEAST = 200000 };

int main(int argc, char **argv)
{
    struct meddler meddler = {0};
    int failed;

    setenv("MPIT_UMQ_SOURCE", "drain", 0);
    MPI_Init(&argc, &argv);
    meddlers_begin(&meddler, 1, ROUNDS);
    traffic_run(&meddler.traffic);
    failed = meddlers_end(&meddler, 1, AT_LEAST);
    MPI_Finalize();
    return failed;
}
