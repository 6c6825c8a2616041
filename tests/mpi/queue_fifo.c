/* Messages of one source, tag and communicator are received in order, however they are received,
 * while the unexpected queue is drained, not watched, and paused by turns. */
#include "queue_watch.h"
#include "queue_traffic.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 420, AT_LEAST = 200000, WATCHES = 3 };

static struct watch watches[WATCHES];
static long reads, seen;

/* Now and then a handle is started or stopped, or all recording goes off and on; more often the
 * length is read. */
static void meddle(struct traffic *traffic, unsigned chance)
{
    struct watch *watch = &watches[chance % WATCHES];

    (void)traffic;
    chance /= WATCHES;
    if (chance % 256 == 0)
        watch_start(watch);
    else if (chance % 256 == 1)
        watch_stop(watch);
    else if (chance % 1024 == 2)
        MPI_Pcontrol(0);
    else if (chance % 256 == 3)
        MPI_Pcontrol(1);
    else if (chance % 4 == 0) {
        reads++;
        seen += watch_read(watch) != 0;
    }
}

int main(int argc, char **argv)
{
    struct traffic traffic = {.workers = 1, .rounds = ROUNDS, .between = meddle};
    long total[3], mine[3];
    int rank;

    setenv("MPIT_UMQ_SOURCE", "drain", 1);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    traffic.shared = MPI_COMM_WORLD;
    MPI_Comm_dup(MPI_COMM_WORLD, &traffic.own[0]);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &traffic.own[1]);
    MPI_Comm_dup(MPI_COMM_WORLD, &traffic.barrier);
    watch_open();
    watch_bind(&watches[0], "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, traffic.shared);
    watch_bind(&watches[1], "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_HIGHWATERMARK, traffic.own[0]);
    watch_bind(&watches[2], "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, traffic.own[1]);

    traffic_run(&traffic);

    for (int i = 0; i < WATCHES; i++)
        watch_free(&watches[i]);
    watch_close();
    mine[0] = traffic.received;
    mine[1] = traffic.wrong;
    mine[2] = seen;
    MPI_Allreduce(mine, total, 3, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%ld messages received, %ld wrong; a length other than 0 was read %ld times\n",
               total[0], total[1], total[2]);
    for (int i = 0; i < 2; i++)
        MPI_Comm_free(&traffic.own[i]);
    MPI_Comm_free(&traffic.barrier);
    MPI_Finalize();
    return total[1] != 0 || total[0] < AT_LEAST || total[2] == 0;
}
