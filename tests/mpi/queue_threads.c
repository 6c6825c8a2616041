/* The same as queue_fifo with three threads a rank under MPI_THREAD_MULTIPLE: there the queue is
 * armed in MPI_Init, and the threads watch, read and receive at once. */
#include "queue_traffic.h"
#include "queue_watch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 3, ROUNDS = 122, AT_LEAST = 200000, WATCHES = 3 };

/* One set for each thread: a handle belongs to the thread that starts and stops it. */
struct helper {
    struct traffic traffic;
    struct watch watches[WATCHES];
    long seen;
};

static void meddle(struct traffic *traffic, unsigned chance)
{
    struct helper *helper = traffic->context;
    struct watch *watch = &helper->watches[chance % WATCHES];

    chance /= WATCHES;
    if (chance % 64 == 0)
        watch_start(watch);
    else if (chance % 256 == 1)
        watch_stop(watch);
    else if (chance % 1024 == 2)
        MPI_Pcontrol(0);
    else if (chance % 256 == 3)
        MPI_Pcontrol(1);
    else if (chance % 4 == 0)
        helper->seen += watch_read(watch) != 0;
}

static void *work(void *helper)
{
    traffic_run(&((struct helper *)helper)->traffic);
    return NULL;
}

static void prepare(struct helper *helper, int worker)
{
    struct traffic *traffic = &helper->traffic;
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    *traffic = (struct traffic){.worker = worker, .workers = THREADS, .rounds = ROUNDS,
                                .between = meddle, .context = helper};
    traffic->shared = MPI_COMM_WORLD;
    MPI_Comm_dup(MPI_COMM_WORLD, &traffic->own[0]);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &traffic->own[1]);
    MPI_Comm_dup(MPI_COMM_WORLD, &traffic->barrier);
    watch_bind(&helper->watches[0], "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, traffic->shared);
    watch_bind(&helper->watches[1], "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_HIGHWATERMARK,
               traffic->own[0]);
    watch_bind(&helper->watches[2], "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, traffic->own[1]);
}

int main(int argc, char **argv)
{
    static struct helper helpers[THREADS];
    pthread_t threads[THREADS];
    long total[3], mine[3] = {0};
    int rank, provided;

    setenv("MPIT_UMQ_SOURCE", "drain", 1);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided != MPI_THREAD_MULTIPLE) {
        fprintf(stderr, "this MPI gives thread level %d alone\n", provided);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    watch_open();
    for (int i = 0; i < THREADS; i++)
        prepare(&helpers[i], i);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, &helpers[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    watch_close();
    for (int i = 0; i < THREADS; i++) {
        mine[0] += helpers[i].traffic.received;
        mine[1] += helpers[i].traffic.wrong;
        mine[2] += helpers[i].seen;
    }
    MPI_Allreduce(mine, total, 3, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%ld messages received, %ld wrong; a length other than 0 was read %ld times\n",
               total[0], total[1], total[2]);
    MPI_Finalize();
    return total[1] != 0 || total[0] < AT_LEAST || total[2] == 0;
}
