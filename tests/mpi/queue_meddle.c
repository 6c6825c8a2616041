#include "queue_meddle.h"

static void meddle(struct traffic *traffic, unsigned chance)
{
    struct meddler *meddler = traffic->context;
    struct watch *watch = &meddler->watches[chance % WATCHES];

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
        meddler->seen += watch_read(watch) != 0;
}

static void prepare(struct meddler *meddler, int worker, int workers, int rounds)
{
    struct traffic *traffic = &meddler->traffic;
    const char *seed = getenv("QUEUE_SEED");
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    *traffic = (struct traffic){.worker = worker, .workers = workers, .rounds = rounds,
                                .seed = seed ? strtoul(seed, NULL, 10) : 0, .between = meddle,
                                .context = meddler};
    traffic->shared = MPI_COMM_WORLD;
    MPI_Comm_dup(MPI_COMM_WORLD, &traffic->own[0]);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &traffic->own[1]);
    MPI_Comm_dup(MPI_COMM_WORLD, &traffic->barrier);
    watch_bind(&meddler->watches[0], "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, traffic->shared);
    watch_bind(&meddler->watches[1], "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_HIGHWATERMARK,
               traffic->own[0]);
    watch_bind(&meddler->watches[2], "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, traffic->own[1]);
}

void meddlers_begin(struct meddler meddlers[], int n, int rounds)
{
    watch_open();
    for (int i = 0; i < n; i++)
        prepare(&meddlers[i], i, n, rounds);
}

int meddlers_end(struct meddler meddlers[], int n, long at_least)
{
    long mine[3] = {0}, total[3];
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < n; i++) {
        struct traffic *traffic = &meddlers[i].traffic;

        mine[0] += traffic->received;
        mine[1] += traffic->wrong;
        mine[2] += meddlers[i].seen;
        for (int k = 0; k < WATCHES; k++)
            watch_free(&meddlers[i].watches[k]);
        MPI_Comm_free(&traffic->own[0]);
        MPI_Comm_free(&traffic->own[1]);
        MPI_Comm_free(&traffic->barrier);
    }
    watch_close();
    MPI_Allreduce(mine, total, 3, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%ld messages received, %ld wrong; a length other than 0 was read %ld times\n",
               total[0], total[1], total[2]);
    return total[1] != 0 || total[0] < at_least || total[2] == 0;
}
