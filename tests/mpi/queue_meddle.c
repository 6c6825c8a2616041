#include "queue_meddle.h"

#include <stdlib.h>

static void meddle(struct traffic *traffic, unsigned chance)
{
    struct meddler *meddler = traffic->context;
    struct watched *watched = &meddler->watches[chance % WATCHES];

    chance /= WATCHES;
    if (chance % 64 == 0)
        start(watched);
    else if (chance % 256 == 1)
        stop(watched);
    else if (chance % 1024 == 2)
        MPI_Pcontrol(0);
    else if (chance % 256 == 3)
        MPI_Pcontrol(1);
    else if (chance % 4 == 0)
        meddler->seen += value(watched) != 0;
}

static void prepare(struct meddler *meddler, int worker, int workers, int rounds)
{
    struct traffic *traffic = &meddler->traffic;
    const char *seed = getenv("QUEUE_SEED");

    *traffic = (struct traffic){.worker = worker,
                                .workers = workers,
                                .rounds = rounds,
                                .seed = seed ? strtoul(seed, NULL, 10) : 0,
                                .between = meddle,
                                .context = meddler};
    traffic->shared = MPI_COMM_WORLD;
    MPI_Comm_dup(MPI_COMM_WORLD, &traffic->own[0]);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &traffic->own[1]);
    MPI_Comm_dup(MPI_COMM_WORLD, &traffic->barrier);
    meddler->watches[0] = queue_watch("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, traffic->shared);
    meddler->watches[1] =
        queue_watch("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_HIGHWATERMARK, traffic->own[0]);
    meddler->watches[2] = queue_watch("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, traffic->own[1]);
}

/* Before MPI_Init, which reads it. */
__attribute__((constructor)) static void drain_unless_said_otherwise(void)
{
    setenv("MPIT_UMQ_SOURCE", "drain", 0);
}

void meddlers_begin(struct meddler meddlers[], int n, int rounds)
{
    for (int i = 0; i < n; i++)
        prepare(&meddlers[i], i, n, rounds);
}

void meddlers_end(struct meddler meddlers[], int n, long at_least)
{
    long mine[2] = {0}, total[2];

    for (int i = 0; i < n; i++) {
        struct traffic *traffic = &meddlers[i].traffic;

        mine[0] += traffic->received;
        mine[1] += meddlers[i].seen;
        for (int k = 0; k < WATCHES; k++)
            unwatch(&meddlers[i].watches[k]);
        MPI_Comm_free(&traffic->own[0]);
        MPI_Comm_free(&traffic->own[1]);
        MPI_Comm_free(&traffic->barrier);
    }
    MPI_Allreduce(mine, total, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    CHECK_THAT(total[0] >= at_least, "%ld messages received, not %ld", total[0], at_least);
    CHECK_THAT(total[1] > 0, "no length other than 0 was read");
}
