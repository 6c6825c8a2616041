/* The same as queue_fifo with three threads a rank under MPI_THREAD_MULTIPLE: there the queue is
 * armed in MPI_Init, and the threads watch, read and receive at once.  Each has handles of its
 * own. */
#include "queue_meddle.h"

#include <pthread.h>

enum { THREADS = 3, ROUNDS = 122, AT_LEAST = 200000 };

static void *work(void *meddler)
{
    traffic_run(&((struct meddler *)meddler)->traffic);
    return NULL;
}

int main(int argc, char **argv)
{
    static struct meddler meddlers[THREADS];
    pthread_t threads[THREADS];
    int provided, failed;

    setenv("MPIT_UMQ_SOURCE", "drain", 0);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided != MPI_THREAD_MULTIPLE) {
        fprintf(stderr, "this MPI gives thread level %d alone\n", provided);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    meddlers_begin(meddlers, THREADS, ROUNDS);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, &meddlers[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    failed = meddlers_end(meddlers, THREADS, AT_LEAST);
    MPI_Finalize();
    return failed;
}
