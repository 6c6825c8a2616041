/* Under MPI_THREAD_MULTIPLE a queue that was not drained from MPI_Init on never is: what would need
 * it is not offered.  Open MPI has a number of its own for the length. */
#include "config.h"

#include "queue_watch.h"

static int failures;

static void expect(const char *what, int found, int expected)
{
    if (found == expected)
        return;
    fprintf(stderr, "%s: %d, expected %d\n", what, found, expected);
    failures++;
}

static void expect_offers(const char *when, int source, int length, int bytes)
{
    expect(when, watch_source(MPI_COMM_WORLD), source);
    expect("the length", watch_offer("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, MPI_COMM_WORLD),
           length);
    expect("its watermark",
           watch_offer("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_HIGHWATERMARK, MPI_COMM_WORLD), length);
    expect("unexpected receives", watch_offer("mpit_unexpected_recvs", MPI_T_PVAR_CLASS_COUNTER,
                                              MPI_COMM_WORLD), length);
    expect("the bytes", watch_offer("mpit_umq_bytes", MPI_T_PVAR_CLASS_LEVEL, MPI_COMM_WORLD),
           bytes);
}

int main(int argc, char **argv)
{
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    expect("the thread level", provided, MPI_THREAD_MULTIPLE);
    watch_open();
#if defined(MPIT_OPENMPI)
    expect_offers("by default", VENDOR, MPI_SUCCESS, MPI_T_ERR_INVALID);
#else
    expect_offers("by default", OFF, MPI_T_ERR_INVALID, MPI_T_ERR_INVALID);
#endif
    watch_set_source(DRAIN);
    expect_offers("asked for too late", OFF, MPI_T_ERR_INVALID, MPI_T_ERR_INVALID);
    watch_close();
    MPI_Finalize();
    return failures != 0;
}
