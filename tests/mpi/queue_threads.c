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

static void messages_are_received_in_order_by_each_thread(void)
{
    static struct meddler meddlers[THREADS];
    pthread_t threads[THREADS];

    meddlers_begin(meddlers, THREADS, ROUNDS);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, &meddlers[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    meddlers_end(meddlers, THREADS, AT_LEAST);
}

SUITE(HARNESS_MPI_IS_UP, TEST(messages_are_received_in_order_by_each_thread))
